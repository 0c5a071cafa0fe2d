#pragma once

#include <string>
#include <vector>

namespace globaldyn::inside {
inline namespace path {

/// A coordinate that is a function of time, with its rates.
struct TimedValue {
  double value{0.0};
  double rate{0.0};    ///< per s
  double change{0.0};  ///< per s²
};

/// How a motion from rest to rest is distributed over its time: s(u) from 0 to 1 for u from 0 to 1.
/// Names are those of VDI 2143 part 1 for laws of motion between rests.
struct MotionLaw {
  enum class Shape {
    poly5,               ///< 3-4-5 polynomial
    poly7,               ///< 4-5-6-7 polynomial, without a jump of jerk at the ends
    cycloid,             ///< inclined sine line
    harmonic,            ///< simple sine line: accelerations jump at both ends
    modified_sine,       ///< modified sine line
    modified_trapezoid,  ///< modified acceleration trapezoid
    trapezoid,           ///< of speed: constant acceleration, speed and deceleration
  };
  Shape shape{Shape::poly5};
  double time{1.0};  ///< s, from beginning to end
  double ramp{0.0};  ///< of a trapezoid: each ramp as a share of the time, 0 < ramp <= 1/2

  /// s at u in [0, 1], rates per u; where accelerations jump, those on the right.
  [[nodiscard]] TimedValue at(double u) const;

  /// Where a derivative up to the third jumps inside, in u.
  [[nodiscard]] std::vector<double> list_breaks() const;

  /// u at which s is reached, for 0 <= s <= 1.
  [[nodiscard]] double find_u(double s) const;
};

/// poly5, poly7, cycloid, ...
[[nodiscard]] const char* to_string(MotionLaw::Shape shape);

/// All of them, in their order.
[[nodiscard]] const std::vector<std::string>& list_law_shapes();

}  // namespace path
}  // namespace globaldyn::inside
