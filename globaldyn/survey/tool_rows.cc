#include "globaldyn/survey/tool_rows.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "core/base/nth.h"

namespace globaldyn::inside {
inline namespace survey {
namespace {

using Limit = PathAccelerationLimit;

bool is_limited(const Path& path, double Limit::*direction) {
  return std::any_of(path.acceleration_limits.begin(), path.acceleration_limits.end(),
                     [&](const Limit& limit) { return std::isfinite(limit.*direction); });
}

double find_least(const Path& path, double Limit::*direction, double p) {
  double least = kInfinity;
  for (const Limit& limit : path.acceleration_limits) {
    if (p >= limit.from && p <= limit.to) least = std::min(least, limit.*direction);
  }
  return least;
}

MotionPolynomial make_terms(const ToolRow& side, const ToolAcceleration& of) {
  return {.alpha = side.along * of.along_square + side.across * of.across_square,
          .delta = side.along * of.along};
}

// Where it stands still, the tangent is that of what is beside it; elsewhere the side to which the
// path bends is.
void go_on_from(const ToolAcceleration& beside, ToolAcceleration& here) {
  const bool is_against = here.tangent.dot(beside.tangent) < 0.0;
  if (here.is_still && is_against) {
    here.tangent = -here.tangent;
    here.along_square = -here.along_square;
  }
  if (here.binormal.isZero(0.0)) {
    here.binormal = beside.binormal;
  } else if (here.binormal.dot(beside.binormal) < 0.0) {
    here.binormal = -here.binormal;
    here.across_square = -here.across_square;
  }
}

}  // namespace

ToolRows::ToolRows(const Path& path) : path_(path) {
  if (!path.speed_limits.empty()) labels_.push_back({"tool", LimitKind::speed});
  const auto add = [&](const ToolRow& side, bool is_continued) {
    sides_.push_back(side);
    labels_.push_back({"tool", LimitKind::acceleration, false, is_continued});
  };
  if (is_limited(path, &Limit::along)) add({1.0, 0.0}, false);
  if (is_limited(path, &Limit::across)) add({0.0, 1.0}, false);
  if (!is_limited(path, &Limit::all)) return;
  const double to_side = std::cos(std::numbers::pi / kSides);
  for (int k = 0; k < kSides / 2; ++k) {  // a row is two opposite sides
    const double angle = (2.0 * k + 1.0) * std::numbers::pi / kSides;
    // The distance of a side is less than the limit, by which rows are known.
    add({std::cos(angle) / to_side, std::sin(angle) / to_side}, k > 0);
  }
}

double ToolRows::find_speed(double p) const {
  double speed = kInfinity;
  for (const PathSpeedLimit& limit : path_.speed_limits) {
    if (p >= limit.from && p <= limit.to) speed = std::min(speed, limit.speed);
  }
  return speed;
}

// One per row of accelerations, in their order.
std::vector<double> ToolRows::list_bounds(double p) const {
  std::vector<double> bounds;
  if (is_limited(path_, &Limit::along)) bounds.push_back(find_least(path_, &Limit::along, p));
  if (is_limited(path_, &Limit::across)) bounds.push_back(find_least(path_, &Limit::across, p));
  bounds.resize(sides_.size(), find_least(path_, &Limit::all, p));
  return bounds;
}

void ToolRows::append(double p, double speed_square, const ToolAcceleration& acceleration,
                      LimitSystem& system) const {
  const auto add = [&](const MotionPolynomial& terms) {
    LimitRow& row = system.rows.emplace_back();
    row.terms() = terms;
    row.v = VectorXd::Zero(system.redundancy);
  };
  if (!path_.speed_limits.empty()) add({.alpha = speed_square});
  for (const ToolRow& side : sides_) add(make_terms(side, acceleration));
  std::vector<double> low(labels_.size()), high(labels_.size());
  write_limits(p, low, high);
  LimitRow* row = &system.rows[system.rows.size() - labels_.size()];
  for (std::size_t k = 0; k < labels_.size(); ++k, ++row) {
    row->low = low[k];
    row->high = high[k];
  }
}

void ToolRows::write_limits(double p, std::vector<double>& low, std::vector<double>& high) const {
  std::size_t at = low.size() - labels_.size();
  if (!path_.speed_limits.empty()) {
    const double speed = find_speed(p);
    low[at] = -kInfinity;
    high[at++] = speed * speed;
  }
  for (const double bound : list_bounds(p)) {
    low[at] = -bound;
    high[at++] = bound;
  }
}

void ToolRows::turn(const ToolAcceleration& beside, ToolAcceleration& acceleration,
                    MatrixXd& rows) const {
  go_on_from(beside, acceleration);
  const auto first = rows.rows() - static_cast<Eigen::Index>(sides_.size());
  for (std::size_t k = 0; k < sides_.size(); ++k) {
    rows.row(first + static_cast<Eigen::Index>(k)).head<kMotionColumns>() =
        make_terms(sides_[k], acceleration).entries();
  }
}

}  // namespace survey
}  // namespace globaldyn::inside
