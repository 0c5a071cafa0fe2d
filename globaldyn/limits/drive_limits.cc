#include "globaldyn/limits/drive_limits.h"

#include <algorithm>
#include <cmath>

#include "core/description/patterns.h"
#include "globaldyn/limits/drive_limit_kinds.h"

namespace globaldyn {

namespace {

constexpr const char* kRated = "rated";

// What is reported beside the rms force; no limit.
void read_rated(const Node& node, const Drive& drive, const Parameters& parameters,
                DriveLimit& limit) {
  const auto rated = node.find(kRated);
  if (!rated) return;
  limit.rated = std::abs(drive.ratio) * drive.efficiency *
                read_positive(*rated, drive.rotary_motor ? dimension::torque : dimension::force,
                              parameters, "rated force");
}

}  // namespace

Interval DriveLimit::at(double rate) const {
  Interval all{-kNone, kNone};
  for (const DriveLimitKind& kind : list_drive_limit_kinds()) {
    if (kind.force_at == nullptr) continue;
    const Interval one = kind.force_at(*this, rate);
    all = {std::max(all.low, one.low), std::min(all.high, one.high)};
  }
  return all;
}

double DriveLimit::share_size() const {
  return force.low >= 0.0    ? force.high
         : force.high <= 0.0 ? -force.low
                             : std::min(force.high, -force.low);
}

std::vector<std::string> list_drive_limit_keys() {
  std::vector<std::string> keys;
  for (const DriveLimitKind& kind : list_drive_limit_kinds()) {
    if (std::find(keys.begin(), keys.end(), kind.key) == keys.end()) keys.push_back(kind.key);
  }
  keys.emplace_back(kRated);
  return keys;
}

DriveLimits read_drive_limits(const Node& root, const Parameters& parameters,
                              const Mechanism& mechanism) {
  DriveLimits limits;
  const auto drives = root.find("drives");
  if (!drives) return limits;
  for (const auto& [key, node] : Patterns(root, parameters).entries(*drives)) {
    const Drive& drive = mechanism.drives[limits.size()];
    DriveLimit limit;
    for (const DriveLimitKind& kind : list_drive_limit_kinds()) {
      kind.read(node, drive, parameters, limit);
    }
    read_rated(node, drive, parameters, limit);
    limits.push_back(limit);
  }
  return limits;
}

}  // namespace globaldyn
