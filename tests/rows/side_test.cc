// Products and integrals of Bernstein forms. Oracle: the polynomials themselves, by de Casteljau's
// definition, in long double.
#include "globaldyn/plan/rows/side.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <random>
#include <span>
#include <vector>

namespace globaldyn::inside::test {
namespace {

constexpr int kForms = 500, kPlaces = 21;
// Some thirty operations on numbers up to `size`.
constexpr double kFewRoundings = 2e-15;

long double evaluate(std::span<const double> form, long double r) {
  std::vector<long double> b(form.begin(), form.end());
  for (std::size_t n = b.size() - 1; n > 0; --n) {
    for (std::size_t j = 0; j < n; ++j) b[j] += r * (b[j + 1] - b[j]);
  }
  return b[0];
}

class RandomForms {
 public:
  template <std::size_t N>
  std::array<double, N> make() {
    std::array<double, N> form{};
    for (double& value : form) value = uniform_(random_);
    return form;
  }
  Quadratic3 quadratic() { return {make<3>()}; }
  double unit() { return 0.5 + 0.5 * uniform_(random_); }

 private:
  std::mt19937_64 random_{7};
  std::uniform_real_distribution<double> uniform_{-1.0, 1.0};
};

template <class Check>
void at_places(const Check& check) {
  for (int i = 0; i < kPlaces; ++i) check(static_cast<long double>(i) / (kPlaces - 1));
}

TEST(Sides, ProductsAreThoseOfThePolynomials) {
  RandomForms forms;
  for (int n = 0; n < kForms; ++n) {
    const Quadratic3 a = forms.quadratic(), d = forms.quadratic();
    const CubicSpeed x = forms.make<4>();
    const QuadraticPush u = forms.make<3>();
    const RowCurve row = multiply(a, x, d, u);
    at_places([&](long double r) {
      const long double value =
          evaluate(a.at_control, r) * evaluate(x, r) + evaluate(d.at_control, r) * evaluate(u, r);
      ASSERT_NEAR(static_cast<double>(evaluate(row, r) - value), 0.0, kFewRoundings);
    });
  }
}

TEST(Sides, RaisedFormsAreTheSame) {
  RandomForms forms;
  for (int n = 0; n < kForms; ++n) {
    const Quadratic3 c = forms.quadratic();
    const RowCurve raised = raise(c);
    at_places([&](long double r) {
      const long double value = evaluate(c.at_control, r);
      ASSERT_NEAR(static_cast<double>(evaluate(raised, r) - value), 0.0, kFewRoundings);
      ASSERT_NEAR(c.at(static_cast<double>(r)), static_cast<double>(value), kFewRoundings);
    });
  }
}

// The d2 found from x is the one x was integrated from, and a shape plus its mean is the d2 it was
// taken from.
TEST(Sides, PushesAreFoundFromTheirIntegrals) {
  RandomForms forms;
  for (int n = 0; n < kForms; ++n) {
    const QuadraticPush u = forms.make<3>();
    const double h = 0.1 + forms.unit(), mean = (u[0] + u[1] + u[2]) / 3.0;
    const QuadraticPush found = find_push(integrate(forms.unit(), u, h), h);
    const QuadraticPush whole = subtract_mean(u).about(mean);
    for (std::size_t j = 0; j < 3; ++j) {
      // x is up to about 3, of which differences of 0.07 h remain.
      EXPECT_NEAR(found[j], u[j], 100.0 * kFewRoundings);
      EXPECT_NEAR(whole[j], u[j], kFewRoundings);
    }
  }
}

// dx/dp = 2 u, and x starts at the given value: Simpson's rule is exact for the quadratic u.
TEST(Sides, IntegralsAreTwiceThePush) {
  RandomForms forms;
  for (int n = 0; n < kForms; ++n) {
    const QuadraticPush u = forms.make<3>();
    const double begin = forms.unit(), h = 3.0 * forms.unit();
    const CubicSpeed x = integrate(begin, u, h);
    at_places([&](long double r) {
      const long double mean =
          (evaluate(u, 0.0L) + 4.0L * evaluate(u, 0.5L * r) + evaluate(u, r)) / 6.0L;
      const long double value = begin + 2.0L * h * r * mean;
      ASSERT_NEAR(static_cast<double>(evaluate(x, r) - value), 0.0, 10.0 * kFewRoundings);
      ASSERT_NEAR(find_x_at(x, static_cast<double>(r)), static_cast<double>(value),
                  10.0 * kFewRoundings);
    });
  }
}

TEST(Sides, QuadraticsPassThroughTheirValues) {
  RandomForms forms;
  for (int n = 0; n < kForms; ++n) {
    const auto values = forms.make<3>();
    const Quadratic3 q = Quadratic3::through(values[0], values[1], values[2]);
    EXPECT_EQ(q.at(0.0), values[0]);
    EXPECT_EQ(q.at(1.0), values[2]);
    EXPECT_NEAR(q.at(0.5), values[1], kFewRoundings);
    EXPECT_NEAR(q.middle(), values[1], kFewRoundings);
  }
}

TEST(Sides, PartsOfCubicsAreTheCubic) {
  RandomForms forms;
  for (int n = 0; n < kForms; ++n) {
    const CubicSpeed x = forms.make<4>();
    const double one = forms.unit(), other = forms.unit();
    const double from = n % 5 == 0 ? 0.0 : std::min(one, other);
    const double to = n % 7 == 0 ? 1.0 : std::max(one, other);
    const CubicSpeed part = cut(x, from, to);
    at_places([&](long double r) {
      const long double value = evaluate(x, from + r * (static_cast<long double>(to) - from));
      ASSERT_NEAR(static_cast<double>(evaluate(part, r) - value), 0.0, kFewRoundings);
    });
  }
}

// A reversed side is the same row at the same place, with the opposite sign of u; a mirrored one
// the same with opposite signs of x and u; a widened one has its limit moved by the ease's share of
// the room.
TEST(Sides, TurnedMirroredAndWidenedAreTheSameRows) {
  RandomForms forms;
  const auto calc = [](const Side& side, double r, double x, double u) {
    return side.a.at(r) * x + side.c.at(r) + side.d.at(r) * u;
  };
  for (int n = 0; n < kForms; ++n) {
    Side side{forms.quadratic(), forms.quadratic(), forms.quadratic(), {}, n};
    for (std::size_t j = 0; j < 3; ++j) side.room[j] = static_cast<float>(forms.unit());
    const double x = forms.unit(), u = forms.unit() - 0.5, r = forms.unit();
    const SideEase ease{forms.unit(), forms.unit()};
    const double value = calc(side, r, x, u);
    const Side turned = turn(side, Travel::backward);
    EXPECT_NEAR(calc(turned, 1.0 - r, x, -u), value, kFewRoundings);
    EXPECT_NEAR(turned.room.at(1.0 - r), side.room.at(r), kFewRoundings);
    EXPECT_EQ(calc(turn(side, Travel::forward), r, x, u), value);
    EXPECT_NEAR(calc(mirror(side), r, -x, -u), value, kFewRoundings);
    // Coefficients of a x and room are multiplied point by point only where room is constant.
    Side even = side;
    even.room = {{1.0F, 1.0F, 1.0F}};
    EXPECT_NEAR(calc(widen(even, ease), r, x, u), value - ease.rest - ease.per_x * x,
                kFewRoundings);
    EXPECT_NEAR(calc(widen(side, {ease.rest, 0.0}), r, x, u), value - ease.rest * side.room.at(r),
                kFewRoundings);
    for (const Side& other : {turned, mirror(side), widen(side, ease)}) {
      EXPECT_EQ(other.number, side.number);
    }
  }
}

}  // namespace
}  // namespace globaldyn::inside::test
