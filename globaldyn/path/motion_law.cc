#include "globaldyn/path/motion_law.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "core/base/round_off.h"

namespace globaldyn::inside {
inline namespace path {
namespace {

constexpr double kPi = std::numbers::pi;

TimedValue calc_poly5(double u) {
  const double v = u * u;
  return {v * u * (10.0 + u * (6.0 * u - 15.0)), 30.0 * v * (1.0 - u) * (1.0 - u),
          60.0 * u * (1.0 - u) * (1.0 - 2.0 * u)};
}

TimedValue calc_poly7(double u) {
  const double v = u * u, w = (1.0 - u) * (1.0 - u);
  return {v * v * (35.0 + u * (u * (70.0 - 20.0 * u) - 84.0)), 140.0 * v * u * w * (1.0 - u),
          420.0 * v * w * (1.0 - 2.0 * u)};
}

TimedValue calc_cycloid(double u) {
  const double angle = 2.0 * kPi * u;
  return {u - std::sin(angle) / (2.0 * kPi), 2.0 * std::pow(std::sin(kPi * u), 2),
          2.0 * kPi * std::sin(angle)};
}

TimedValue calc_harmonic(double u) {
  return {std::pow(std::sin(0.5 * kPi * u), 2), 0.5 * kPi * std::sin(kPi * u),
          0.5 * kPi * kPi * std::cos(kPi * u)};
}

// Quarter waves of acceleration of an eighth of the time at both ends, half a wave between.
TimedValue calc_modified_sine(double u) {
  constexpr double kScale = 1.0 / (4.0 + kPi);
  if (u < 0.125) {
    const double angle = 4.0 * kPi * u;
    return {kScale * (kPi * u - 0.25 * std::sin(angle)),
            kScale * 2.0 * kPi * std::pow(std::sin(0.5 * angle), 2),
            kScale * 4.0 * kPi * kPi * std::sin(angle)};
  }
  const double angle = (4.0 * kPi * u + kPi) / 3.0;
  return {kScale * (2.0 + kPi * u - 2.25 * std::sin(angle)),
          kScale * kPi * (1.0 - 3.0 * std::cos(angle)), kScale * 4.0 * kPi * kPi * std::sin(angle)};
}

// Quarter waves of acceleration of an eighth of the time at both ends, a quarter of the time at its
// largest and least, half a wave of a quarter between.
TimedValue calc_modified_trapezoid(double u) {
  constexpr double kMost = 8.0 * kPi / (2.0 + kPi), kWave = 4.0 * kPi, kRise = kMost / kWave;
  if (u < 0.125) {
    const double angle = kWave * u;
    return {kRise * (u - std::sin(angle) / kWave), 2.0 * kRise * std::pow(std::sin(0.5 * angle), 2),
            kMost * std::sin(angle)};
  }
  constexpr double kAtEighth = kRise * (0.125 - 1.0 / kWave);
  if (u < 0.375) {
    const double w = u - 0.125;
    return {kAtEighth + w * (kRise + 0.5 * kMost * w), kRise + kMost * w, kMost};
  }
  constexpr double kAtThird = kAtEighth + 0.25 * (kRise + 0.125 * kMost);
  const double w = u - 0.375, angle = kWave * w;
  return {kAtThird + w * (kRise + 0.25 * kMost) + kRise * (1.0 - std::cos(angle)) / kWave,
          kRise + 0.25 * kMost + kRise * std::sin(angle), kMost * std::cos(angle)};
}

TimedValue calc_trapezoid(double u, double ramp) {
  const double speed = 1.0 / (1.0 - ramp), acceleration = speed / ramp;
  if (u < ramp) return {0.5 * acceleration * u * u, acceleration * u, acceleration};
  return {speed * (u - 0.5 * ramp), speed, 0.0};
}

// Of the first half; the second is the first backwards.
TimedValue calc_first_half(const MotionLaw& law, double u) {
  using Shape = MotionLaw::Shape;
  switch (law.shape) {
    case Shape::poly5:
      return calc_poly5(u);
    case Shape::poly7:
      return calc_poly7(u);
    case Shape::cycloid:
      return calc_cycloid(u);
    case Shape::harmonic:
      return calc_harmonic(u);
    case Shape::modified_sine:
      return calc_modified_sine(u);
    case Shape::modified_trapezoid:
      return calc_modified_trapezoid(u);
    case Shape::trapezoid:
      return calc_trapezoid(u, law.ramp);
  }
  return {};
}

}  // namespace

TimedValue MotionLaw::at(double u) const {
  u = std::clamp(u, 0.0, 1.0);
  if (u < 0.5) return calc_first_half(*this, u);
  TimedValue back = calc_first_half(*this, 1.0 - u);
  // At a break of the second half the value on its right is that of the first half on its left.
  if (shape == Shape::trapezoid && 1.0 - u == ramp) back.change = back.rate / ramp;
  return {1.0 - back.value, back.rate, -back.change};
}

std::vector<double> MotionLaw::list_breaks() const {
  switch (shape) {
    case Shape::modified_sine:
      return {0.125, 0.875};
    case Shape::modified_trapezoid:
      return {0.125, 0.375, 0.625, 0.875};
    case Shape::trapezoid:
      return ramp < 0.5 ? std::vector<double>{ramp, 1.0 - ramp} : std::vector<double>{0.5};
    default:
      return {};
  }
}

// s rises, so that halving finds it; Newton's method would have no slope at the ends.
double MotionLaw::find_u(double s) const {
  double low = 0.0, high = 1.0;
  constexpr int kHalvings = 60;
  for (int i = 0; i < kHalvings; ++i) {
    const double middle = 0.5 * (low + high);
    (at(middle).value < s ? low : high) = middle;
  }
  return 0.5 * (low + high);
}

const std::vector<std::string>& list_law_shapes() {
  static const std::vector<std::string> names{
      "poly5", "poly7", "cycloid", "harmonic", "modified_sine", "modified_trapezoid", "trapezoid"};
  return names;
}

const char* to_string(MotionLaw::Shape shape) {
  return list_law_shapes()[static_cast<std::size_t>(shape)].c_str();
}

}  // namespace path
}  // namespace globaldyn::inside
