#include "globaldyn/plan/cubic_time.h"

#include <algorithm>
#include <cmath>

#include "core/base/bisect.h"
#include "core/base/constants.h"
#include "core/base/nth.h"

namespace globaldyn::inside {
inline namespace plan {
namespace {

// --- R_F by its series
// ----------------------------------------------------------------------------

// Terms E2^i E3^k of R_F(1 - Z) with E1 = 0 (Carlson 1995, "Numerical computation of real or
// complex elliptic integrals"): those of degree n = 2 i + 3 k in Z have the factor (-1)^(i + k + n)
// (1/2)_(i + k) / (i! k! (2 n + 1)).
constexpr int kDegree = 15;
constexpr int kSquares = kDegree / 2 + 1, kCubes = kDegree / 3 + 1;

constexpr double find_factor(int i, int k) {
  double factor = 1.0;
  for (int j = 0; j < i + k; ++j) factor *= 0.5 + j;
  for (int j = 2; j <= i; ++j) factor /= j;
  for (int j = 2; j <= k; ++j) factor /= j;
  const int n = 2 * i + 3 * k;
  return ((i + k + n) % 2 == 0 ? factor : -factor) / (2 * n + 1);
}

constexpr auto kFactors = [] {
  std::array<std::array<double, kSquares>, kCubes> factors{};
  for (int k = 0; k < kCubes; ++k) {
    for (int i = 0; 2 * i + 3 * k <= kDegree; ++i) {
      nth(nth(factors, k), i) = find_factor(i, k);
    }
  }
  return factors;
}();

// |Z| <= 0.13: the remainder is below Z^16 / 33 times some 0.3, so below 1e-16.
constexpr double kMostE2 = 0.0165, kMostE3 = 0.0021;

double sum_series(double e2, double e3) {
  double sum = 0.0;
  for (int k = kCubes; k-- > 0;) {
    double inner = 0.0;
    const auto& row = nth(kFactors, k);
    for (int i = (kDegree - 3 * k) / 2 + 1; i-- > 0;) {
      inner = inner * e2 + nth(row, i);
    }
    sum = sum * e3 + inner;
  }
  return sum;
}

// --- A piece that is short
// ------------------------------------------------------------------------

// With x = X / scale and time in matching units: the time z has scale = wp(z), and the invariants
// are g2 = -4 e2 and g3 = 4 e3.
struct Piece {
  double scale;
  Bernstein<double> x;
  double e2;
  double e3;
  bool is_short;

  [[nodiscard]] double time() const { return sum_series(e2, e3) / std::sqrt(scale); }
  [[nodiscard]] double find_u(double t) const;
};

Piece make_piece(const Bernstein<double>& b) {
  Piece piece{};
  piece.scale = 0.5 * std::sqrt(b[0]) * std::sqrt(b[3]) + 0.25 * (b[1] + b[2]);
  const double one = 1.0 / piece.scale;
  const Bernstein<double> x{b[0] * one, b[1] * one, b[2] * one, b[3] * one};
  piece.x = x;
  // As a quartic.
  const double q0 = x[0], q1 = 0.25 * (x[0] + 3.0 * x[1]), q2 = 0.5 * (x[1] + x[2]),
               q3 = 0.25 * (3.0 * x[2] + x[3]), q4 = x[3];
  piece.e2 = -0.25 * (q0 * q4 - 4.0 * q1 * q3 + 3.0 * q2 * q2);
  piece.e3 =
      0.25 * (q0 * (q2 * q4 - q3 * q3) + q1 * (q2 * q3 - q1 * q4) + q2 * (q1 * q3 - q2 * q2));
  // With coefficients much above the scale the invariants' rounding errors would show.
  constexpr double kMost = 5.0;
  piece.is_short = std::abs(piece.e2) <= kMostE2 && std::abs(piece.e3) <= kMostE3 &&
                   std::max({x[0], x[1], x[2], x[3]}) <= kMost;
  return piece;
}

// wp(t) t² = P and -wp'(t) t³ / 2 = Q by Laurent's series, in powers of t². A short piece ends at
// most 0.15 of the way to the next pole: ten coefficients leave a remainder below 1e-17.
struct Weierstrass {
  double p{1.0};
  double q{1.0};
};

Weierstrass sum_weierstrass(const Piece& piece, double t2) {
  constexpr std::size_t kCount = 11;
  double c[kCount] = {0.0, 0.0, -piece.e2 / 5.0, piece.e3 / 7.0};
  Weierstrass sum;
  double power = t2;
  for (std::size_t k = 2; k < kCount; ++k) {
    const double n = static_cast<double>(k);
    if (k > 3) {
      for (std::size_t i = 2; i + 2 <= k; ++i) c[k] += c[i] * c[k - i];
      c[k] *= 3.0 / ((2.0 * n + 1.0) * (n - 3.0));
    }
    power *= t2;
    sum.p += c[k] * power;
    sum.q -= (n - 1.0) * c[k] * power;
  }
  return sum;
}

// The same theorem in the other direction: where the motion is at `t`.
double Piece::find_u(double t) const {
  const double z = t * std::sqrt(scale);
  const auto [p, q] = sum_weierstrass(*this, z * z);
  const double first = 3.0 * (x[1] - x[0]);
  const double second = 6.0 * (x[2] - 2.0 * x[1] + x[0]);
  const double third = 6.0 * ((x[3] - x[0]) - 3.0 * (x[2] - x[1]));
  const double r = p - z * z * second / 24.0;
  const double u =
      z * (std::sqrt(x[0]) * q + z * (0.25 * first * r + z * z * x[0] * third / 48.0)) / (r * r);
  return std::clamp(u, 0.0, 1.0);
}

// --- Pieces of what is long
// -----------------------------------------------------------------------

template <class Number>
Number mix(const Number& a, const Number& b, double u) {
  return a * (1.0 - u) + b * u;
}

// De Casteljau subdivision at u, for which 1 - u is exact.
template <class Number>
std::pair<Bernstein<Number>, Bernstein<Number>> divide(const Bernstein<Number>& b, double u) {
  const Number b01 = mix(b[0], b[1], u), b12 = mix(b[1], b[2], u), b23 = mix(b[2], b[3], u);
  const Number left = mix(b01, b12, u), right = mix(b12, b23, u), middle = mix(left, right, u);
  return {{b[0], b01, left, middle}, {middle, right, b23, b[3]}};
}

bool is_negative(const SumOfDoubles& value) {
  return value.high < 0.0;
}

bool has_negative(const Bernstein<SumOfDoubles>& b) {
  return std::any_of(b.begin(), b.end(), is_negative);
}

Bernstein<double> round(const Bernstein<SumOfDoubles>& b) {
  return {b[0].round(), b[1].round(), b[2].round(), b[3].round()};
}

// Close to the middle in time if the acceleration were constant: so that the remainder is not only
// pieces that start or end at rest. Rounded to 10 bits, for which divide() is exact.
double find_middle(double x_begin, double x_end) {
  const double begin = std::sqrt(std::max(0.0, x_begin)), end = std::sqrt(std::max(0.0, x_end));
  if (!(begin + end > 0.0)) return 0.5;
  constexpr double kBits = 1024.0;
  return std::round(kBits * (0.25 + 0.5 * begin / (begin + end))) / kBits;
}

// Goes through the pieces in order, and divides those that are too long.
class Follower {
 public:
  explicit Follower(double most) : most_(most) {}

  void follow(const Bernstein<double>& b, double begin, double width, int depth) {
    if (is_done_) return;
    const Piece piece = make_piece(b);
    if (piece.is_short) return pass(piece, begin, width);
    // Near a zero of x inside, or at a rest that d2 does not leave, less and less remains to be
    // done.
    constexpr int kDeepest = 100;
    if (depth == kDeepest || !(piece.scale > 0.0)) return stop(begin);
    const double middle = find_middle(b[0], b[3]);
    const auto [left, right] = divide(b, middle);
    follow(left, begin, middle * width, depth + 1);
    follow(right, begin + middle * width, (1.0 - middle) * width, depth + 1);
  }

  void follow(const Bernstein<SumOfDoubles>& b, double begin, double width, int depth) {
    if (!has_negative(b)) return follow(round(b), begin, width, depth);
    if (is_done_) return;
    constexpr int kDeepest = 60;
    if (depth == kDeepest || is_negative(b[0]) || is_negative(b[3])) return stop(begin);
    const auto [left, right] = divide(b, 0.5);
    follow(left, begin, 0.5 * width, depth + 1);
    follow(right, begin + 0.5 * width, 0.5 * width, depth + 1);
  }

  [[nodiscard]] CubicMotion result(double end) const {
    return is_done_ ? result_ : CubicMotion{time_, end};
  }

 private:
  void pass(const Piece& piece, double begin, double width) {
    const double duration = width * piece.time();
    if (time_ + duration > most_) {
      is_done_ = true;
      result_ = {most_, begin + width * piece.find_u((most_ - time_) / width)};
      return;
    }
    time_ += duration;
  }

  void stop(double at) {
    is_done_ = true;
    result_ = {kInfinity, at};
  }

  double most_;
  double time_{0.0};
  bool is_done_{false};
  CubicMotion result_{};
};

// --- Ends below zero
// ------------------------------------------------------------------------------

Bernstein<SumOfDoubles> reverse(const Bernstein<SumOfDoubles>& b) {
  return {b[3], b[2], b[1], b[0]};
}

SumOfDoubles evaluate(const Bernstein<SumOfDoubles>& b, const SumOfDoubles& u) {
  const SumOfDoubles v = SumOfDoubles(1.0) - u;
  return ((b[0] * v + b[1] * u * 3.0) * v + b[2] * u * u * 3.0) * v + b[3] * u * u * u;
}

bool is_below_at_begin(const Bernstein<SumOfDoubles>& b) {
  return is_negative(b[0]) || (b[0].high == 0.0 && is_negative(b[1]));
}

// The first u from which X is not negative, if it is less than 0.001; otherwise 1.
SumOfDoubles find_entry(const Bernstein<SumOfDoubles>& b) {
  double high = 0x1p-10;
  if (is_negative(evaluate(b, high))) return 1.0;
  double low = high;
  for (int i = 0; i < 1000 && !is_negative(evaluate(b, low)) && low > 0.0; ++i) {
    high = low;
    low = 0.5 * low;
  }
  const auto is_before = [&](double u) { return is_negative(evaluate(b, u)); };
  const Change entry = bisect(low, high, 0.0, is_before);
  low = entry.yes;
  high = entry.no;
  // To full precision by the secant of two neighbours.
  const SumOfDoubles below = evaluate(b, low), above = evaluate(b, high);
  if (!(above.high > 0.0)) return high;
  return SumOfDoubles(low) + SumOfDoubles(high - low) * (-below / (above - below));
}

Bernstein<SumOfDoubles> cut_begin(const Bernstein<SumOfDoubles>& b, const SumOfDoubles& u) {
  const auto mixed = [&](const SumOfDoubles& low, const SumOfDoubles& high) {
    return low + (high - low) * u;
  };
  const SumOfDoubles b12 = mixed(b[1], b[2]), b23 = mixed(b[2], b[3]);
  return {0.0, mixed(b12, b23), b23, b[3]};  // X is 0 there
}

}  // namespace

CubicMotion follow_cubic(const Bernstein<double>& cubic, double most) {
  Follower follower(most);
  follower.follow(cubic, 0.0, 1.0, 0);
  return follower.result(1.0);
}

CubicMotion follow_cubic(const Bernstein<SumOfDoubles>& cubic, double most) {
  Bernstein<SumOfDoubles> inner = cubic;
  double begin = 0.0, end = 1.0;
  if (is_below_at_begin(inner)) {
    const SumOfDoubles entry = find_entry(inner);
    if (entry.high >= 1.0) return {kInfinity, 0.0};
    inner = cut_begin(inner, entry);
    begin = entry.high;
  }
  if (const auto back = reverse(inner); is_below_at_begin(back)) {
    const SumOfDoubles entry = find_entry(back);
    if (entry.high >= 1.0) return {kInfinity, 0.0};
    inner = reverse(cut_begin(back, entry));
    end -= (1.0 - begin) * entry.high;
  }
  Follower follower(most);
  follower.follow(inner, begin, end - begin, 0);
  return follower.result(1.0);
}

}  // namespace plan
}  // namespace globaldyn::inside
