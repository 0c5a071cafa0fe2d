#include "globaldyn/exchange/angle_text.h"

#include <fmt/format.h>

#include <charconv>
#include <cmath>
#include <numbers>
#include <optional>

#include "core/description/rotations.h"

namespace globaldyn::inside {
inline namespace exchange {
namespace {

constexpr double kDegreeInRad = 0.017453292519943295;  // as machine files read it
constexpr double kNoAngle = 1e-12;                     // rad

constexpr double kAngleRounding = 1e-15;  // of an angle that is converted once
// Angles are told by 11 decimals and more: 1.57079632679 is meant to be a right angle.
constexpr double kWholeDegrees = 1e-11;  // rad

// Whole degrees, or in thousandths at most; none if the angle is another by more than that share of
// it.
std::optional<double> find_short_degrees(double radians, double share) {
  constexpr double kParts = 1000.0;
  const double whole = std::round(radians / kDegreeInRad);
  if (whole != 0.0 && std::abs(whole * kDegreeInRad - radians) <= kWholeDegrees) return whole;
  const double degrees = std::round(radians / kDegreeInRad * kParts) / kParts;
  if (std::abs(degrees * kDegreeInRad - radians) > share * std::abs(radians)) return std::nullopt;
  return degrees;
}

// Angles near short numbers of degrees are those.
Vector3d snap(const Vector3d& angles) {
  return angles.unaryExpr([](double one) {
    if (std::abs(one) < kNoAngle) return 0.0;
    const auto degrees = find_short_degrees(one, kNoAngle);
    if (!degrees) return one;
    return std::abs(*degrees) == 180.0 ? std::numbers::pi : *degrees * kDegreeInRad;
  });
}

}  // namespace

bool is_short_angle(double radians) {
  return find_short_degrees(radians, kAngleRounding).has_value();
}

std::string write_angle(double radians) {
  if (radians == 0.0) return "0";
  if (const auto degrees = find_short_degrees(radians, kAngleRounding)) {
    return fmt::format("{} deg", *degrees);
  }
  // Seventeen digits are those of rounding errors mostly.
  const std::string plain = fmt::format("{:.15g}", radians);
  double read = 0.0;
  std::from_chars(plain.data(), plain.data() + plain.size(), read);
  const bool is_same = std::abs(read - radians) <= kAngleRounding * std::abs(radians);
  return (is_same ? plain : fmt::format("{}", radians)) + " rad";
}

std::string write_angles(const Vector3d& radians) {
  const Vector3d angles =
      radians.unaryExpr([](double one) { return std::abs(one) < kNoAngle ? 0.0 : one; });
  return fmt::format("[{}, {}, {}]", write_angle(angles.x()), write_angle(angles.y()),
                     write_angle(angles.z()));
}

Vector3d find_plain_rpy(const Matrix3d& axes) {
  constexpr double kPi = std::numbers::pi;
  // The transpose is Rx(-roll) Ry(-pitch) Rz(-yaw).
  const Vector3d first = -find_cardan_angles(axes.transpose());
  const auto wrap = [](double angle) { return angle > 0.0 ? angle - kPi : angle + kPi; };
  const Vector3d second(wrap(first.x()), first.y() > 0.0 ? kPi - first.y() : -kPi - first.y(),
                        wrap(first.z()));
  Vector3d best = first;
  int most = -1;
  for (const Vector3d& one : {first, second}) {
    constexpr double kSame = 4e-15;
    const Vector3d snapped = snap(one);
    const bool is_same = (make_rpy_rotation(snapped) - axes).cwiseAbs().maxCoeff() < kSame;
    const int zeros = is_same ? static_cast<int>((snapped.array() == 0.0).count()) : 0;
    if (zeros <= most) continue;
    most = zeros;
    best = is_same ? snapped : one;
  }
  // More digits than 15 are not told by axes.
  return best.unaryExpr([](double one) {
    const std::string text = fmt::format("{:.15g}", one);
    double read = one;
    std::from_chars(text.data(), text.data() + text.size(), read);
    return is_short_angle(one) ? one : read;
  });
}

}  // namespace exchange
}  // namespace globaldyn::inside
