// By how much quadratics may miss a function, judged by what they miss at quarters. Oracle: the
// function itself at many places.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "globaldyn/plan/rows/bernstein.h"
#include "tests/rows/function_field.h"

namespace globaldyn::inside::test {
namespace {

struct Misfit {
  double actual, bound;
};

// Of a function on [begin, begin + length].
template <class Function>
Misfit find_misfit(const Function& f, double begin, double length) {
  const auto at = [&](double r) { return f(begin + r * length); };
  const Quadratic3 q = Quadratic3::through(at(0.0), at(0.5), at(1.0));
  Misfit misfit{0.0, bound_misfit(at(0.25) - q.at(0.25), at(0.75) - q.at(0.75))};
  constexpr int kPlaces = 200;
  for (int i = 0; i <= kPlaces; ++i) {
    const double r = static_cast<double>(i) / kPlaces;
    misfit.actual = std::max(misfit.actual, std::abs(at(r) - q.at(r)));
  }
  return misfit;
}

TEST(Misfits, OfCubicsAreBoundedAndNotByFarTooMuch) {
  const Misfit misfit = find_misfit([](double p) { return p * p * p; }, -0.3, 1.7);
  EXPECT_LE(misfit.actual, misfit.bound);
  EXPECT_LE(misfit.bound, 1.1 * misfit.actual);
}

TEST(Misfits, OfQuarticsAreBounded) {
  for (const double middle : {0.0, 0.2, 0.5, 0.9}) {
    SCOPED_TRACE(middle);
    const Misfit misfit = find_misfit([&](double p) { return std::pow(p - middle, 4); }, 0.0, 1.0);
    EXPECT_LE(misfit.actual, misfit.bound);
    EXPECT_LE(misfit.bound, 2.3 * misfit.actual);
  }
}

// A feature of width 1, with segments of any place about it: as long as they are not more than
// twice as long it is bounded.
template <class Function>
void expect_bounded(const Function& f) {
  for (double length = 0.05; length <= 2.0; length += 0.05) {
    for (double begin = -6.0; begin <= 4.0; begin += 0.05) {
      const Misfit misfit = find_misfit(f, begin, length);
      // What is a millionth of the feature may be missed.
      ASSERT_LE(misfit.actual, misfit.bound + 1e-6) << begin << " " << length;
    }
  }
}

TEST(Misfits, OfBumpsAndStepsAreBounded) {
  expect_bounded([](double p) { return std::exp(-p * p); });
  expect_bounded([](double p) { return 1.0 / (1.0 + p * p); });
  expect_bounded([](double p) { return std::tanh(p); });
}

}  // namespace
}  // namespace globaldyn::inside::test
