#pragma once

#include <string>
#include <vector>

namespace globaldyn::inside {
inline namespace generation {

/// A machine file to start one's own from.
struct MachineTemplate {
  std::string key;
  std::string description;  ///< one line
  std::string text;
};

[[nodiscard]] const std::vector<MachineTemplate>& list_templates();

/// A template under another name; under its own if that is empty.
/// @throws InputError for keys that there are none of
[[nodiscard]] std::string write_template(const std::string& key, const std::string& name);

}  // namespace generation
}  // namespace globaldyn::inside
