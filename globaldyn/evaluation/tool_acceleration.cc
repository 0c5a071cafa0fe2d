#include "globaldyn/evaluation/tool_acceleration.h"

#include <cmath>

#include "core/base/round_off.h"
#include "core/formulations/loads.h"
#include "globaldyn/evaluation/tool_motion.h"

namespace globaldyn::inside {
inline namespace evaluation {
namespace {

// Of R'' p_max: a place at which the tool stands still is known to rounding errors of p, and so is
// R' there. So near to it the tangent is R'' itself to as many digits.
constexpr double kStill = 1e-11;

Vector3d without_rounding(const Vector3d& value, double size) {
  return value.norm() <= round_off::kSolved * size ? Vector3d::Zero() : value;
}

}  // namespace

ToolAcceleration calc_tool_acceleration(const Mechanism& mechanism, const Motion& motion,
                                        double p_max) {
  const auto [first, second] = calc_tool_motion(mechanism, motion);
  const MotionSize size = find_motion_size(mechanism, motion);
  const double length = mechanism.characteristic_length;
  const Vector3d rate = without_rounding(first.v, length * size.rate);
  const Vector3d change = without_rounding(second.v, length * size.change);
  ToolAcceleration result;
  result.is_still = rate.norm() <= kStill * p_max * change.norm();
  const Vector3d& direction = result.is_still ? change : rate;
  if (direction.isZero(0.0)) return result;
  result.tangent = direction.normalized();
  result.along_square = result.tangent.dot(change);
  if (result.is_still) return result;
  result.along = rate.norm();
  // Of a straight path rounding errors would be a direction.
  result.binormal = without_rounding(result.tangent.cross(change), length * size.change);
  result.across_square = result.binormal.norm();
  if (std::abs(result.along_square) <= round_off::kSolved * length * size.change) {
    result.along_square = 0.0;
  }
  return result;
}

}  // namespace evaluation
}  // namespace globaldyn::inside
