#include "globaldyn/generation/templates.h"

#include <algorithm>
#include <sstream>

#include "core/base/errors.h"
#include "globaldyn/generation/template_texts.h"

namespace globaldyn::inside {
inline namespace generation {

const std::vector<MachineTemplate>& list_templates() {
  namespace text = template_texts;
  static const std::vector<MachineTemplate> kAll{
      {"arm", "two links in a vertical plane", text::arm},
      {"planar", "a five-bar linkage: two motors on the ground move a point", text::planar},
      {"scara", "an arm of four axes, its figures from a data sheet", text::scara},
      {"delta", "three arms, six rods, a platform that does not turn", text::delta},
      {"stewart", "a platform on six legs, in full six degrees of freedom", text::stewart},
      {"cables", "a platform in a plane, pulled by four cables", text::cables},
      {"gantry", "a portal with a motor on either rail, and its day's work", text::gantry},
      {"press", "an eccentric press, kept running by its motor and a flywheel", text::press},
  };
  return kAll;
}

std::string write_template(const std::string& key, const std::string& name) {
  std::vector<std::string> keys;
  for (const MachineTemplate& one : list_templates()) keys.push_back(one.key);
  const auto found = std::find(keys.begin(), keys.end(), key);
  if (found == keys.end()) {
    throw InputError(whole_place("new"), "no template '" + key + "'", suggest_name(key, keys));
  }
  const auto number = static_cast<std::size_t>(found - keys.begin());
  std::istringstream lines(list_templates()[number].text);
  std::string result;
  bool is_named = name.empty();
  for (std::string line; std::getline(lines, line);) {
    // Editors find the schema beside the library's machines only.
    if (line.rfind("# yaml-language-server", 0) == 0) continue;
    if (!is_named && line.rfind("name: ", 0) == 0) {
      line = "name: " + name;
      is_named = true;
    }
    result += line + "\n";
  }
  return result;
}

}  // namespace generation
}  // namespace globaldyn::inside
