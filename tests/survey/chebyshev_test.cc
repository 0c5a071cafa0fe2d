// Polynomials through Lobatto points.
#include "globaldyn/survey/chebyshev.h"

#include <gtest/gtest.h>

#include <cmath>

namespace globaldyn::inside::test {
namespace {

VectorXd fit_of(double (*function)(double), int degree) {
  MatrixXd values(1, degree + 1);
  for (int j = 0; j <= degree; ++j) values(0, j) = function(calc_lobatto_point(j, degree));
  return fit_chebyshev(values).row(0).transpose();
}

TEST(Chebyshev, FitsPolynomialsExactly) {
  const auto quartic = [](double x) { return 1.0 + x * (2.0 - x * (3.0 + x * (0.5 - x))); };
  for (const int degree : {4, 8, 16}) {
    const VectorXd fit = fit_of(quartic, degree);
    for (const double x : {-1.0, -0.3, 0.0, 0.77, 1.0}) {
      EXPECT_NEAR(calc_chebyshev(fit, x), quartic(x), 1e-14);
    }
  }
}

TEST(Chebyshev, EveryOtherPointIsOneOfHalfTheDegree) {
  for (const int degree : {2, 4, 8}) {
    for (int j = 0; j <= degree; ++j) {
      EXPECT_EQ(calc_lobatto_point(j, degree), calc_lobatto_point(2 * j, 2 * degree));
    }
  }
}

// The estimate is not smaller than the error, and not a hundred times larger.
TEST(Chebyshev, TailIsWhatIsLeftOut) {
  const std::vector<double (*)(double)> functions{
      [](double x) { return std::exp(x); },
      [](double x) { return std::sin(3.0 * x + 0.4); },
      [](double x) { return 1.0 / (1.0 + 2.0 * x * x); },
      [](double x) { return 1.0 / (1.6 + x); },
      [](double x) { return std::cos(2.0 * x); },
      [](double x) { return std::sqrt(1.3 + x); }};
  for (std::size_t i = 0; i < functions.size(); ++i) {
    for (const int degree : {8, 16}) {
      SCOPED_TRACE(testing::Message() << i << " " << degree);
      const VectorXd fit = fit_of(functions[i], degree);
      double error = 0.0;
      for (int k = 0; k <= 1000; ++k) {
        const double x = -1.0 + 0.002 * k;
        error = std::max(error, std::abs(calc_chebyshev(fit, x) - functions[i](x)));
      }
      const double tail = estimate_tail(fit);
      EXPECT_LE(error, std::max(tail, 1e-14));
      EXPECT_LE(tail, 300.0 * error + 1e-13);
    }
  }
}

TEST(Chebyshev, ChangesOfSign) {
  const VectorXd fit = fit_of([](double x) { return std::sin(7.0 * x + 0.2); }, 16);
  const std::vector<double> found = find_sign_changes(fit, 1e-9);
  ASSERT_EQ(found.size(), 5u);
  for (std::size_t i = 0; i < 5; ++i) {
    // As accurate as the fit.
    EXPECT_NEAR(found[i], (M_PI * (static_cast<double>(i) - 2.0) - 0.2) / 7.0, 1e-4);
  }
  const VectorXd touching = fit_of([](double x) { return x * x; }, 4);
  EXPECT_TRUE(find_sign_changes(touching, 1e-12).empty());
  const VectorXd hill = fit_of([](double x) { return 1.0 - (x - 0.3) * (x - 0.3); }, 4);
  EXPECT_NEAR(find_largest(hill), 0.3, 1e-7);
}

}  // namespace
}  // namespace globaldyn::inside::test
