#include "globaldyn/plan/segment_motion.h"

#include <algorithm>
#include <cmath>

#include "core/base/constants.h"
#include "globaldyn/plan/cubic_time.h"

namespace globaldyn::inside {
inline namespace plan {
namespace {

// Three times x, from the start to s, by what its powers of u = 0 … 1 add at u = 1, the last of
// them three times: so that nothing is divided by 3, which would leave rounding errors where x is
// zero.
template <class Number>
Bernstein<Number> make_cubic(const Number& x, const Number& linear, const Number& square,
                             const Number& cube3) {
  const Number x3 = Number(3.0) * x, middle = x3 + linear;
  return {x3, middle, middle + linear + square, x3 + Number(3.0) * (linear + square) + cube3};
}

Bernstein<SumOfDoubles> make_exact_cubic(const SegmentMotion& motion, double s) {
  const SumOfDoubles whole(s);
  const SumOfDoubles rise = add_exactly(motion.d2_end, -motion.d2_begin);
  const SumOfDoubles bulge(4.0 * motion.bulge);
  const SumOfDoubles r = whole / SumOfDoubles(motion.length);
  const SumOfDoubles square = whole * r;
  return make_cubic<SumOfDoubles>(motion.x_begin, whole * SumOfDoubles(2.0 * motion.d2_begin),
                                  square * (rise + bulge), square * r * bulge * SumOfDoubles(-2.0));
}

// In plain doubles, if that is exact enough: if x stays well above the rounding errors of its
// terms.
bool try_plain_cubic(const SegmentMotion& motion, double s, Bernstein<double>& cubic) {
  const double r = s / motion.length;
  const double linear = 2.0 * motion.d2_begin * s;
  const double square = s * r * (motion.d2_end - motion.d2_begin + 4.0 * motion.bulge);
  cubic = make_cubic<double>(motion.x_begin, linear, square, -8.0 * s * r * r * motion.bulge);
  constexpr double kShare = 0.125;
  const double terms =
      motion.x_begin + std::abs(linear) +
      s * r * (std::abs(motion.d2_begin) + std::abs(motion.d2_end) + 8.0 * std::abs(motion.bulge));
  return std::min({cubic[0], cubic[1], cubic[2], cubic[3]}) >= 3.0 * kShare * terms;
}

constexpr double kRoot3 = 1.7320508075688772935;

CubicMotion follow(const SegmentMotion& motion, double s, double most) {
  Bernstein<double> cubic{};
  if (try_plain_cubic(motion, s, cubic)) return follow_cubic(cubic, most);
  return follow_cubic(make_exact_cubic(motion, s), most);
}

}  // namespace

double SegmentMotion::time_to(double s) const {
  if (s <= 0.0) return 0.0;
  return kRoot3 * s * follow(*this, s, kInfinity).time;
}

double SegmentMotion::s_at(double t) const {
  if (!(t > 0.0)) return 0.0;
  const double u = follow(*this, length, t / (kRoot3 * length)).u;
  // Rounding of t / length must not matter at the end.
  constexpr double kNear = 1.0 - 1e-9;
  return u > kNear && t >= time_to(length) ? length : length * u;
}

}  // namespace plan
}  // namespace globaldyn::inside
