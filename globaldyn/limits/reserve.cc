#include "globaldyn/limits/reserve.h"

#include <cmath>

#include "globaldyn/limits/limit_size.h"

namespace globaldyn::inside {
inline namespace limits {
namespace {

void move_inwards(double share, double& low, double& high) {
  if (low == high) return;
  const double size = calc_limit_size(low, high);
  if (std::isfinite(low)) low += share * size;
  if (std::isfinite(high)) high -= share * size;
}

}  // namespace

void tighten(LimitSystem& system, double share) {
  for (std::size_t k = 0; k < system.rows.size(); ++k) {
    LimitRow& row = system.rows[k];
    const bool is_speed = system.labels && (*system.labels)[k].kind == LimitKind::speed;
    if (is_speed && row.low != row.high) {
      row.high *= (1.0 - share) * (1.0 - share);
    } else {
      move_inwards(share, row.low, row.high);
    }
  }
}

Drives tighten(const Drives& drives, double share) {
  Drives tight = drives;
  for (Drive& drive : tight) {
    DriveLimit& limit = drive.limit;
    move_inwards(share, limit.force.low, limit.force.high);
    for (SpeedLine& line : limit.lines) line.stall *= 1.0 - share;
    limit.speed *= 1.0 - share;
    limit.acceleration *= 1.0 - share;
    for (Interval* range : {&limit.transmitted, &limit.preload}) {
      move_inwards(share, range->low, range->high);
    }
    if (std::isfinite(limit.tension)) limit.tension += share * std::abs(limit.tension);
  }
  return tight;
}

}  // namespace limits
}  // namespace globaldyn::inside
