#include "globaldyn/machine/read_enabled.h"

#include "core/description/patterns.h"
#include "core/description/quantities.h"

namespace globaldyn::inside {
inline namespace machine {

std::vector<DriveId> list_disabled_drives(const Node& root, const Parameters& parameters) {
  std::vector<DriveId> disabled;
  const auto drives = root.find("drives");
  if (!drives) return disabled;
  int number = 0;
  for (const auto& [key, value] : Patterns(root, parameters).entries(*drives)) {
    const auto enabled = value.find("enabled");
    if (enabled && !read_switch(*enabled, parameters)) disabled.emplace_back(number);
    ++number;
  }
  return disabled;
}

}  // namespace machine
}  // namespace globaldyn::inside
