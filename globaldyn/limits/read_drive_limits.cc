#include "globaldyn/limits/read_drive_limits.h"

#include <algorithm>
#include <cmath>

#include "core/description/patterns.h"
#include "core/description/quantities.h"
#include "globaldyn/limits/drive_limit_kinds.h"

namespace globaldyn::inside {
inline namespace limits {

namespace {

constexpr const char* kRated = "rated";

// What is reported beside the rms force; no limit.
void read_rated(const Node& node, const Parameters& parameters, Drive& drive) {
  const auto rated = node.find(kRated);
  if (!rated) return;
  drive.limit.rated =
      std::abs(drive.ratio) * drive.efficiency *
      read_positive(*rated, drive.rotary_motor ? dimension::torque : dimension::force, parameters,
                    "rated force");
}

}  // namespace

std::vector<std::string> list_drive_limit_keys() {
  std::vector<std::string> keys;
  for (const DriveLimitKind& kind : list_drive_limit_kinds()) {
    if (std::find(keys.begin(), keys.end(), kind.key) == keys.end()) keys.push_back(kind.key);
  }
  keys.emplace_back(kRated);
  return keys;
}

void read_drive_limits(const Node& root, const Parameters& parameters, Drives& drives) {
  const auto given = root.find("drives");
  if (!given) return;
  auto drive = drives.begin();
  for (const auto& [key, node] : Patterns(root, parameters).entries(*given)) {
    for (const DriveLimitKind& kind : list_drive_limit_kinds()) {
      kind.read(node, *drive, parameters, drive->limit);
    }
    read_rated(node, parameters, *drive);
    ++drive;
  }
}

}  // namespace limits
}  // namespace globaldyn::inside
