#include "core/expression/functions.h"

#include <algorithm>

namespace globaldyn::inside {
inline namespace core {

const FunctionEntry* find_function(const std::string& name) {
  const auto* found = std::find_if(kFunctions.begin(), kFunctions.end(),
                                   [&](const FunctionEntry& f) { return f.name == name; });
  return found == kFunctions.end() ? nullptr : found;
}

std::vector<std::string> list_function_names() {
  std::vector<std::string> names;
  for (const FunctionEntry& entry : kFunctions) names.emplace_back(entry.name);
  return names;
}

}  // namespace core
}  // namespace globaldyn::inside
