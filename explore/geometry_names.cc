#include "explore/geometry_names.h"

#include <cctype>
#include <limits>
#include <map>
#include <vector>

#include "explore/file_places.h"

namespace globaldyn::inside::explore {
namespace {

constexpr const char* kPlaces[] = {
    "bodies/*/frames",  "joints/*/a",
    "joints/*/b",       "drives/*/from",
    "drives/*/to",      "springs/*/from",
    "springs/*/to",     "patterns",
    "paths/*/position", "bodies/*/frames/*/pattern",
    "joints/*/pattern",
};

void add_names(const std::string& text, std::set<std::string>& names) {
  const auto is_of_name = [](char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
  };
  std::string name;
  for (const char c : text + " ") {
    if (is_of_name(c)) {
      name += c;
      continue;
    }
    if (!name.empty()) names.insert(name);
    name.clear();
  }
}

// An anchor may be written a thousand times: what a file may have as a whole bounds this, too.
void add_all_names(const Node& node, std::set<std::string>& names) {
  if (node.is_scalar()) {
    add_names(node.text(), names);
  } else if (node.is_sequence()) {
    for (const Node& item : node.items()) add_all_names(item, names);
  } else if (node.is_map()) {
    for (const auto& [key, value] : node.entries()) add_all_names(value, names);
  }
}

std::string find_formula(const Node& parameter) {
  if (parameter.is_scalar()) return parameter.text();
  const auto value = parameter.is_map() ? parameter.find("value") : std::nullopt;
  return value && value->is_scalar() ? value->text() : "";
}

// Names that stand for formulas bring the names in these.
void follow_formulas(const Node& root, std::set<std::string>& names) {
  const auto parameters = root.find("parameters");
  if (!parameters) return;
  std::map<std::string, std::string> formulas;
  for (const auto& [key, value] : parameters->entries()) formulas[key.text()] = find_formula(value);
  for (std::size_t before = 0; before != names.size();) {
    before = names.size();
    for (const std::string& name : std::vector<std::string>(names.begin(), names.end())) {
      const auto found = formulas.find(name);
      if (found != formulas.end()) add_names(found->second, names);
    }
  }
}

}  // namespace

std::set<std::string> list_geometry_names(const Node& root) {
  std::set<std::string> names;
  for (const char* pattern : kPlaces) {
    for (const FilePlace& at :
         find_places(root, pattern, std::numeric_limits<std::size_t>::max())) {
      add_all_names(at.node, names);
    }
  }
  follow_formulas(root, names);
  return names;
}

}  // namespace globaldyn::inside::explore
