#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "core/description/document.h"
#include "core/expression/expression.h"

namespace globaldyn {

/// A named number of the machine file, in SI.
struct Parameter {
  std::string name;
  double value{0.0};
  bool typed{false};  ///< a unit was given
  Dimension dimension{};
  std::optional<double> min;  ///< value >= min
  std::optional<double> max;  ///< value <= max
  std::string description;
};

/// A value given from outside the file: `--set name=text`.
struct ParameterOverride {
  std::string name;
  std::string text;  ///< an expression, units allowed
};

/// By how much a real machine's parameter is off what the file, or an override, says.
struct ParameterError {
  std::string name;
  double share{0.0};  ///< the real value is (1 + share) times that
};

/// The parameters of a machine with their values.
class Parameters {
 public:
  Parameters() = default;

  /// Reads the map `node` (name: value, or name: {value, min, max, description}); values may
  /// refer to each other in any order.
  /// Values that are off may be beyond their bounds; what is worked out from them follows.
  /// @throws InputError for cycles, values beyond their bounds, names that are units or
  ///   reserved, and overrides or errors of unknown names.
  static Parameters read(const std::optional<Node>& node,
                         const std::vector<ParameterOverride>& overrides,
                         const std::vector<ParameterError>& errors = {});

  /// In the file's order.
  [[nodiscard]] const std::vector<Parameter>& all() const { return all_; }
  [[nodiscard]] const Parameter* find(const std::string& name) const;
  [[nodiscard]] std::vector<std::string> names() const;

  /// A scope with these parameters and the given variables (untyped, numbered in order).
  /// The scope refers to this object.
  [[nodiscard]] Scope make_scope(std::vector<std::string> variables = {}) const;

 private:
  std::vector<Parameter> all_;
  std::map<std::string, std::size_t> index_;  ///< of each name in all_
};

/// @throws InputError unless `node` is a name: letters, digits and underscores.
[[nodiscard]] std::string read_name(const Node& node);

}  // namespace globaldyn
