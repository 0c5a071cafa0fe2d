#pragma once

#include <string>
#include <vector>

#include "core/description/frames.h"
#include "core/mechanism/mechanism.h"

namespace globaldyn::inside {
inline namespace core {

inline constexpr std::size_t kMostLoadCases = 100;

/// The names of `load_cases` in a machine file, in its order. @throws InputError for more than
/// kMostLoadCases
[[nodiscard]] std::vector<std::string> list_load_cases(const Node& root);

/// What acts on the machine besides its drives and springs: gravity, what the tool carries, forces
/// of the process; always (`gravity`, `loads`) and in the chosen one of `load_cases`.
class LoadReader {
 public:
  /// What of the file acts.
  enum class Which { all, load_case_alone };

  /// `load_case` may be empty: only what always acts. @throws InputError for an unknown one
  LoadReader(const Node& root, const Parameters& parameters, const std::string& load_case,
             Which which = Which::all);

  /// Reads `tool` and adds the payloads to its body. To be done before anything refers to the
  /// bodies' centres of mass, as joints do.
  void read_tool(const FrameTable& frames, Mechanism& mechanism) const;

  /// Reads gravity and the wrenches on the tool; tables are looked for in `folder`.
  void read_loads(const std::string& folder, Mechanism& mechanism) const;

 private:
  // `loads` or a load case, and what is in it.
  struct Source {
    Node node;
    std::string load_case;  // empty for `loads`
  };

  [[nodiscard]] std::vector<Source> list(const std::string& key) const;
  [[nodiscard]] ToolWrench read_wrench(const Source& source, const std::string& folder) const;

  Node root_;
  const Parameters& parameters_;
  std::vector<Source> sources_;  ///< `loads` and the load case, as far as they are there
};

}  // namespace core
}  // namespace globaldyn::inside
