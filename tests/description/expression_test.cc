// Formulas of the machine file: values, units, dimensions, exact derivatives, places of errors.

#include "core/expression/expression.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <random>
#include <string>
#include <vector>

#include "tests/support/round_off.h"

#include "core/base/constants.h"

namespace globaldyn::inside {
namespace {

using test::round_off;

// One parameter with unit, one without, and two variables.
Symbol find_symbol(const std::string& name, const SourcePlace& place) {
  if (name == "leg") return {Symbol::Kind::constant, 0.85, 0, true, dimension::length};
  if (name == "weight") return {Symbol::Kind::constant, 2.0, 0, true, dimension::mass};
  if (name == "bare") return {Symbol::Kind::constant, 3.0, 0, false, {}};
  if (name == "p") return {Symbol::Kind::variable, 0.0, 0, false, {}};
  if (name == "q.x") return {Symbol::Kind::variable, 0.0, 1, false, {}};
  throw InputError(place, "unknown name '" + name + "'", "expected another");
}

const SourcePlace kStart{"file", 7, 5};

Expression parse(const std::string& text) {
  return Expression::parse(text, kStart, find_symbol);
}

double evaluate(const std::string& text) {
  return parse(text).evaluate();
}

double evaluate_at(const std::string& text, double p) {
  return parse(text).evaluate(std::array{p, 0.0});
}

void expect_error(const std::string& text, int offset, const std::string& part) {
  try {
    const Expression expression = parse(text);
    ADD_FAILURE() << "accepted: " << text;
  } catch (const InputError& error) {
    EXPECT_EQ(error.place(), (SourcePlace{"file", 7, 5 + offset})) << error.what();
    EXPECT_NE(std::string(error.what()).find(part), std::string::npos) << error.what();
    EXPECT_EQ(std::string(error.what()).find("boost"), std::string::npos) << error.what();
  }
}

// ---- Values ----

TEST(ExpressionValue, Precedence) {
  EXPECT_EQ(evaluate("1 + 2*3"), 7.0);
  EXPECT_EQ(evaluate("(1 + 2)*3"), 9.0);
  EXPECT_EQ(evaluate("10 - 3 - 2"), 5.0);  // from the left
  EXPECT_EQ(evaluate("16/4/2"), 2.0);      // from the left
  EXPECT_EQ(evaluate("2^3^2"), 512.0);     // from the right
  EXPECT_EQ(evaluate("-2^2"), -4.0);       // the power first
  EXPECT_EQ(evaluate("(-2)^2"), 4.0);
  EXPECT_EQ(evaluate("2^-2"), 0.25);
  EXPECT_EQ(evaluate("2^-1^2"), 0.5);
  EXPECT_EQ(evaluate("2*-3"), -6.0);
  EXPECT_EQ(evaluate("2 - -3"), 5.0);
  EXPECT_EQ(evaluate("--3"), 3.0);
  EXPECT_EQ(evaluate("+3 - +4"), -1.0);
  EXPECT_EQ(evaluate("-3*2 + 1"), -5.0);
  EXPECT_EQ(evaluate("2*3^2"), 18.0);
  EXPECT_EQ(evaluate(" ( ( 1 ) ) "), 1.0);
}

TEST(ExpressionValue, Functions) {
  EXPECT_EQ(evaluate("sin(1)"), std::sin(1.0));
  EXPECT_EQ(evaluate("cos(1)"), std::cos(1.0));
  EXPECT_EQ(evaluate("tan(1)"), std::tan(1.0));
  EXPECT_EQ(evaluate("asin(0.5)"), std::asin(0.5));
  EXPECT_EQ(evaluate("acos(0.5)"), std::acos(0.5));
  EXPECT_EQ(evaluate("atan(2)"), std::atan(2.0));
  EXPECT_EQ(evaluate("exp(2)"), std::exp(2.0));
  EXPECT_EQ(evaluate("log(2)"), std::log(2.0));
  EXPECT_EQ(evaluate("sqrt(2)"), std::sqrt(2.0));
  EXPECT_EQ(evaluate("abs(-2)"), 2.0);
  EXPECT_EQ(evaluate("atan2(1, -2)"), std::atan2(1.0, -2.0));  // y first
  EXPECT_EQ(evaluate("min(2, 1)"), 1.0);
  EXPECT_EQ(evaluate("max(2, 1)"), 2.0);
  EXPECT_EQ(evaluate("hypot(3, 4)"), 5.0);
  EXPECT_EQ(evaluate("pi"), kPi);
  EXPECT_EQ(evaluate("sin(pi/6 + max(0, min(1, 0)))"), std::sin(kPi / 6.0));
}

TEST(ExpressionValue, NamesAndVariables) {
  EXPECT_EQ(evaluate("2*bare"), 6.0);
  EXPECT_EQ(evaluate("leg"), 0.85);
  EXPECT_EQ(parse("p - 2*q.x").evaluate(std::array{7.0, 2.0}), 3.0);
  EXPECT_TRUE(parse("2*bare").is_constant());
  EXPECT_FALSE(parse("0*p").is_constant());
  EXPECT_EQ(Expression().evaluate(), 0.0);
  EXPECT_EQ(Expression(1.5).evaluate(), 1.5);
}

TEST(ExpressionValue, UndefinedIsNotFinite) {
  EXPECT_TRUE(std::isinf(evaluate("1/0")));
  EXPECT_TRUE(std::isnan(evaluate("0/0")));
  EXPECT_TRUE(std::isnan(evaluate("sqrt(-1)")));
  EXPECT_TRUE(std::isnan(evaluate("(-8)^(1/3)")));
}

// ---- Numeric literals are rounded correctly ----

TEST(ExpressionLiteral, IsWhatTheCompilerReads) {
  EXPECT_EQ(evaluate("0.1"), 0.1);
  EXPECT_EQ(evaluate("9007199254740993"), 9007199254740992.0);  // a tie: to even
  EXPECT_EQ(evaluate("9007199254740993.000000000000000000001"), 9007199254740994.0);
  EXPECT_EQ(evaluate("2.2250738585072012e-308"), std::numeric_limits<double>::min());
  EXPECT_EQ(evaluate("1.7976931348623157e308"), std::numeric_limits<double>::max());
  EXPECT_EQ(evaluate("5e-324"), std::numeric_limits<double>::denorm_min());
  EXPECT_EQ(evaluate(".5"), 0.5);
  EXPECT_EQ(evaluate("5."), 5.0);
  EXPECT_EQ(evaluate("1E+2"), 100.0);
  EXPECT_EQ(evaluate("1e-400"), 0.0);  // the nearest double
}

TEST(ExpressionLiteral, AgreesWithStrtod) {
  std::mt19937_64 random(2);
  const auto draw = [&](unsigned below) { return static_cast<unsigned>(random() % below); };
  for (int i = 0; i < 20'000; ++i) {
    std::string text;
    const unsigned digits = 1 + draw(25);
    const unsigned point = draw(digits + 1);
    for (unsigned k = 0; k < digits; ++k) {
      if (k == point) text += '.';
      text += static_cast<char>('0' + draw(10));
    }
    if (draw(2) == 0) text += "e" + std::to_string(static_cast<int>(draw(560)) - 290);
    EXPECT_EQ(evaluate(text), std::strtod(text.c_str(), nullptr)) << text;
  }
}

// ---- Units ----

TEST(ExpressionUnit, IsTurnedIntoSi) {
  EXPECT_EQ(evaluate("850 mm"), 850 * 1e-3);
  EXPECT_EQ(evaluate("3 cm"), 3 * 1e-2);
  EXPECT_EQ(evaluate("2 g"), 2 * 1e-3);
  EXPECT_EQ(evaluate("5 kN"), 5000.0);
  EXPECT_EQ(evaluate("180 deg"), 180.0 * (2.0 * kPi / 360.0));
  EXPECT_DOUBLE_EQ(evaluate("60 rpm"), 2.0 * kPi);
  EXPECT_EQ(evaluate("60 N s/m"), 60.0);
  EXPECT_EQ(evaluate("2 min"), 120.0);
  EXPECT_DOUBLE_EQ(evaluate("850 mm^2"), 850e-6);  // the unit's power, not the number's
  EXPECT_DOUBLE_EQ(evaluate("7.85 g/cm^3"), 7850.0);
  EXPECT_DOUBLE_EQ(evaluate("2 kg m^2 s^-2"), 2.0);
  EXPECT_EQ(evaluate("(1 + 2) mm"), 3 * 1e-3);
  EXPECT_EQ(evaluate("2 m/s"), 2.0);
  EXPECT_DOUBLE_EQ(evaluate("1/2 mm"), 500.0);  // 1/(2 mm)
  EXPECT_DOUBLE_EQ(evaluate("-3 mm"), -3e-3);
  EXPECT_DOUBLE_EQ(evaluate("1 m - 1 mm"), 0.999);
}

// Of the number before it alone, as every unit is.
TEST(ExpressionUnit, PercentIsAHundredth) {
  EXPECT_EQ(evaluate("94 %"), 94 * 0.01);
  EXPECT_EQ(evaluate("5%"), 5 * 0.01);
  EXPECT_DOUBLE_EQ(evaluate("1 - 6 %"), 0.94);
  EXPECT_DOUBLE_EQ(evaluate("2*2.5 %"), 0.05);
  EXPECT_DOUBLE_EQ(evaluate("(1 + 2)%*10 N"), 0.3);
  EXPECT_EQ(parse("94 %").dimension(), dimension::number);
  EXPECT_TRUE(parse("94 %").is_typed());
  EXPECT_THROW((void)evaluate("% 94"), InputError);
  EXPECT_THROW((void)evaluate("94 % 2"), InputError);
}

TEST(ExpressionUnit, EveryUnitIsKnownToItself) {
  for (const std::string& name : list_unit_names()) {
    const Expression one = parse("1 " + name);
    EXPECT_TRUE(one.is_typed()) << name;
    EXPECT_EQ(one.evaluate(), find_unit(name)->factor) << name;
    EXPECT_EQ(one.dimension(), find_unit(name)->dimension) << name;
    EXPECT_EQ(parse("1/(1/" + name + ")").dimension(), one.dimension()) << name;
  }
}

// ---- Dimensions ----

TEST(ExpressionDimension, FollowsFromUnits) {
  EXPECT_EQ(parse("leg").dimension(), dimension::length);
  EXPECT_EQ(parse("3 N m").dimension(), dimension::torque);
  EXPECT_EQ(parse("3 N/(m/s)").dimension(), dimension::damping);
  EXPECT_EQ(parse("weight*leg^2/12").dimension(), dimension::inertia);
  EXPECT_EQ(parse("sqrt(leg^2 - (1 m/2)^2)").dimension(), dimension::length);
  EXPECT_EQ(parse("(leg^2)^0.5").dimension(), dimension::length);
  EXPECT_EQ(parse("1/leg").dimension(), dimension::inverse_length);
  EXPECT_EQ(parse("abs(-leg)").dimension(), dimension::length);
  EXPECT_EQ(parse("min(leg, 2)").dimension(), dimension::length);
  EXPECT_EQ(parse("hypot(leg, 1 mm)").dimension(), dimension::length);
  EXPECT_EQ(parse("2 + leg").dimension(), dimension::length);
  EXPECT_EQ(parse("leg + bare").dimension(), dimension::length);
  EXPECT_EQ(parse("atan2(leg, 1 m)").dimension(), dimension::angle);
  EXPECT_EQ(parse("leg/(1 m)").dimension(), dimension::number);
  EXPECT_EQ(parse("1 N").dimension(), parse("1 kg m/s^2").dimension());
  EXPECT_EQ(parse("1 W").dimension(), parse("1 N m/s").dimension());
  EXPECT_EQ(parse("1 Pa").dimension(), parse("1 N/m^2").dimension());
}

TEST(ExpressionDimension, BareNumbersFitAnywhere) {
  for (const std::string text : {"3", "2*3 - 1", "bare", "p", "2*p", "sin(p)", "pi/2"}) {
    EXPECT_FALSE(parse(text).is_typed()) << text;
    EXPECT_NO_THROW(parse(text).require_dimension(dimension::density)) << text;
  }
  EXPECT_NO_THROW(parse("0.1*cos(p)").require_dimension(dimension::length));
}

TEST(ExpressionDimension, WrongOnesAreRefused) {
  EXPECT_NO_THROW(parse("3 mm").require_dimension(dimension::length));
  EXPECT_THROW(parse("3 kg").require_dimension(dimension::length), InputError);
  EXPECT_THROW(parse("30 deg").require_dimension(dimension::length), InputError);
  EXPECT_THROW(parse("leg").require_dimension(dimension::number), InputError);
  try {
    parse("3 N").require_dimension(dimension::length);
    ADD_FAILURE();
  } catch (const InputError& error) {
    EXPECT_EQ(error.place(), kStart);
    EXPECT_STREQ(error.what(), "file:7:5: '3 N' is force (N); expected length (m)");
  }
}

// The exponent decides the dimension, however it is written.
TEST(ExpressionDimension, FollowsTheValueOfTheExponent) {
  for (const std::string two : {"2", "(1 + 1)", "(3 - 1)", "(4/2)", "sqrt(4)", "abs(-2)",
                                "max(1, 2)", "min(3, 2)", "hypot(2, 0)", "(2*1)", "--2"}) {
    const std::string text = "(3 m)^" + two;
    try {
      const Expression area = parse(text);
      EXPECT_EQ(area.evaluate(), 9.0) << text;
      EXPECT_EQ(area.dimension(), (Dimension{4, 0, 0})) << text;
    } catch (const InputError& error) {  // not recognised: refusing is right, too
      EXPECT_NE(std::string(error.what()).find("exponent"), std::string::npos) << error.what();
    }
  }
  EXPECT_THROW((void)parse("(3 m)^bare"), InputError);
  EXPECT_THROW((void)parse("(3 m)^p"), InputError);
}

// Half exponents are exact; quarters have no representation and must not be taken for whole ones.
TEST(ExpressionDimension, QuartersAreRefused) {
  EXPECT_EQ(parse("sqrt(leg)").dimension(), (Dimension{1, 0, 0}));
  EXPECT_EQ(parse("sqrt(leg)^2").dimension(), dimension::length);
  EXPECT_THROW((void)parse("sqrt(sqrt(leg))"), InputError);
  EXPECT_THROW((void)parse("(leg^0.5)^0.5"), InputError);
  EXPECT_THROW((void)parse("leg^0.25"), InputError);
  EXPECT_NO_THROW((void)parse("sqrt(sqrt(leg^2))"));
}

// ---- Derivatives by p, to the third ----

struct Closed {
  std::string text;
  double p;
  std::array<double, 4> values;  // f, f', f'', f''' computed by hand
  int operations;                // roughly, of the jet arithmetic of a formula this long
};

// Rounding error: operations x eps x the largest of the derivatives and intermediates, which for
// the cases below stay below `scale`.
void expect_jet(const Closed& c, double scale) {
  const Jet p = make_path_parameter(c.p);
  const Jet f = parse(c.text).evaluate(std::array{p, Jet(0.0)});
  for (std::size_t k = 0; k < 4; ++k) {
    EXPECT_NEAR(f.derivative(k), c.values[k], round_off(c.operations, scale))
        << c.text << " at p = " << c.p << ", derivative " << k;
  }
  EXPECT_NEAR(evaluate_at(c.text, c.p), c.values[0], round_off(c.operations, scale)) << c.text;
}

double largest(const std::array<double, 4>& values) {
  double result = 1.0;
  for (const double value : values) result = std::max(result, std::abs(value));
  return result;
}

TEST(ExpressionDerivative, ElementaryFunctions) {
  // One call of a series of four terms costs some 20 operations, each bounded by the largest
  // derivative times the factorials that occur (at most 3! = 6).
  for (const double p : {0.3, 0.7, 1.1, 2.9}) {
    const double s = std::sin(p), c = std::cos(p), t = std::tan(p), e = std::exp(p);
    const double t1 = 1.0 + t * t;
    const double r = std::sqrt(p);
    const std::vector<Closed> cases{
        {"p", p, {p, 1, 0, 0}, 1},
        {"sin(p)", p, {s, c, -s, -c}, 20},
        {"cos(p)", p, {c, -s, -c, s}, 20},
        {"tan(p)", p, {t, t1, 2 * t * t1, 2 * t1 * (1 + 3 * t * t)}, 40},
        {"exp(p)", p, {e, e, e, e}, 20},
        {"log(p)", p, {std::log(p), 1 / p, -1 / (p * p), 2 / (p * p * p)}, 20},
        {"sqrt(p)", p, {r, 0.5 / r, -0.25 / (r * p), 0.375 / (r * p * p)}, 20},
        {"1/p", p, {1 / p, -1 / (p * p), 2 / (p * p * p), -6 / (p * p * p * p)}, 20},
        {"atan(p)",
         p,
         {std::atan(p), 1 / (1 + p * p), -2 * p / std::pow(1 + p * p, 2),
          (6 * p * p - 2) / std::pow(1 + p * p, 3)},
         40},
        {"abs(p)", p, {p, 1, 0, 0}, 1},
        {"abs(-p)", p, {p, 1, 0, 0}, 2},
        {"max(p, 0)", p, {p, 1, 0, 0}, 1},
        {"min(p, 0)", p, {0, 0, 0, 0}, 1},
        {"hypot(p, 1)",
         p,
         {std::hypot(p, 1), p / std::hypot(p, 1), 1 / std::pow(1 + p * p, 1.5),
          -3 * p / std::pow(1 + p * p, 2.5)},
         40},
    };
    for (const Closed& c2 : cases) expect_jet(c2, 6.0 * largest(c2.values));
  }
  for (const double p : {-0.6, 0.0, 0.5}) {
    const double w = 1 - p * p, root = std::sqrt(w);
    const std::array<double, 4> arc{std::asin(p), 1 / root, p / (w * root),
                                    (1 + 2 * p * p) / (w * w * root)};
    expect_jet({"asin(p)", p, arc, 40}, 6.0 * largest(arc));
    expect_jet({"acos(p)", p, {std::acos(p), -arc[1], -arc[2], -arc[3]}, 40}, 6.0 * largest(arc));
  }
}

TEST(ExpressionDerivative, ProductsQuotientsAndChains) {
  const double p = 0.8, s = std::sin(p), c = std::cos(p), e = std::exp(p);
  expect_jet({"p*sin(p)", p, {p * s, s + p * c, 2 * c - p * s, -3 * s - p * c}, 40}, 24.0);
  expect_jet({"exp(p)*cos(p)", p, {e * c, e * (c - s), -2 * e * s, -2 * e * (s + c)}, 60}, 60.0);
  // sin p / p
  expect_jet({"sin(p)/p",
              p,
              {s / p, c / p - s / (p * p), -s / p - 2 * c / (p * p) + 2 * s / (p * p * p),
               -c / p + 3 * s / (p * p) + 6 * c / (p * p * p) - 6 * s / (p * p * p * p)},
              60},
             6.0 * 6.0 / std::pow(p, 4));
  // sin(p^2): the chain rule to the third order.
  const double u = p * p, su = std::sin(u), cu = std::cos(u);
  expect_jet(
      {"sin(p^2)", p, {su, 2 * p * cu, 2 * cu - 4 * u * su, -12 * p * su - 8 * p * u * cu}, 60},
      100.0);
  expect_jet({"exp(-p^2/2)",
              p,
              {std::exp(-u / 2), -p * std::exp(-u / 2), (u - 1) * std::exp(-u / 2),
               (3 * p - p * u) * std::exp(-u / 2)},
              60},
             36.0);
}

TEST(ExpressionDerivative, AtanTwoInEveryQuadrant) {
  // The angle of the circle's point is p itself, and its derivatives are 1, 0, 0.
  for (int k = -11; k <= 12; ++k) {
    const double p = k * kPi / 12.0;
    const Jet f =
        parse("atan2(2*sin(p), 2*cos(p))").evaluate(std::array{make_path_parameter(p), Jet(0.0)});
    EXPECT_NEAR(std::remainder(f.derivative(0) - p, 2.0 * kPi), 0.0, round_off(10, 4.0)) << p;
    EXPECT_NEAR(f.derivative(1), 1.0, round_off(60, 8.0)) << p;
    EXPECT_NEAR(f.derivative(2), 0.0, round_off(60, 24.0)) << p;
    EXPECT_NEAR(f.derivative(3), 0.0, round_off(60, 96.0)) << p;
  }
  // On the axes themselves, where one argument is exactly 0.
  expect_jet({"atan2(p, 1)", 0.0, {0, 1, 0, -2}, 40}, 6.0);
  expect_jet({"atan2(p, -1)", 0.0, {kPi, -1, 0, 2}, 40}, 6.0);
  expect_jet({"atan2(1, p)", 0.0, {kPi / 2, -1, 0, 2}, 40}, 6.0);
  expect_jet({"atan2(-1, p)", 0.0, {-kPi / 2, 1, 0, -2}, 40}, 6.0);
}

// Powers have their derivatives at 0 too, where exp(n log p) has none.
TEST(ExpressionDerivative, PowersAtZero) {
  expect_jet({"p^0", 0.0, {1, 0, 0, 0}, 1}, 1.0);
  expect_jet({"p^1", 0.0, {0, 1, 0, 0}, 1}, 1.0);
  expect_jet({"p^2", 0.0, {0, 0, 2, 0}, 1}, 2.0);
  expect_jet({"p^3", 0.0, {0, 0, 0, 6}, 1}, 6.0);
  expect_jet({"p^4", 0.0, {0, 0, 0, 0}, 1}, 1.0);
  expect_jet({"(p - 1)^3", 1.0, {0, 0, 0, 6}, 1}, 6.0);
  expect_jet({"p^100", 0.0, {0, 0, 0, 0}, 1}, 1.0);
  expect_jet({"p^3.5", 0.0, {0, 0, 0, 0}, 1}, 1.0);
  const Jet f = parse("p^2.5").evaluate(std::array{make_path_parameter(0.0), Jet(0.0)});
  for (std::size_t k = 0; k < 3; ++k) EXPECT_EQ(f.derivative(k), 0.0) << k;  // the third has none
}

TEST(ExpressionDerivative, PowersElsewhere) {
  for (const double p : {-1.3, -0.4, 0.6, 1.2}) {
    for (const int n : {-3, -1, 2, 3, 5, 8, 64, 65, 101}) {
      std::array<double, 4> values{};
      double factor = 1.0;
      for (int k = 0; k < 4; ++k) {
        values[static_cast<std::size_t>(k)] = factor * std::pow(p, n - k);
        factor *= n - k;
      }
      // Relative errors add up over the n factors.
      expect_jet({"p^" + std::to_string(n), p, values, 20 + 4 * std::abs(n)}, largest(values));
    }
  }
  const double p = 0.6;
  const double r = std::pow(p, 2.5);
  expect_jet({"p^2.5", p, {r, 2.5 * r / p, 3.75 * r / (p * p), 1.875 * r / (p * p * p)}, 60}, 6.0);
  // p^p = exp(p log p)
  const double l = 1.0 + std::log(p), f = std::pow(p, p);
  expect_jet(
      {"p^p", p, {f, f * l, f * (l * l + 1 / p), f * (l * l * l + 3 * l / p - 1 / (p * p))}, 80},
      24.0);
  expect_jet(
      {"2^p",
       p,
       {std::exp2(p), std::log(2.0) * std::exp2(p), std::pow(std::log(2.0), 2) * std::exp2(p),
        std::pow(std::log(2.0), 3) * std::exp2(p)},
       60},
      6.0);
}

// The counter-check: the tolerance must not let a wrong third derivative pass.
TEST(ExpressionDerivative, ToleranceSeesASmallError) {
  const double p = 0.7;
  const Jet f = parse("sin(1.0000000001*p)").evaluate(std::array{make_path_parameter(p), Jet(0.0)});
  EXPECT_GT(std::abs(f.derivative(3) + std::cos(p)), round_off(20, 6.0));
}

// ---- Places of errors ----

TEST(ExpressionError, PointsAtTheCharacter) {
  expect_error("", 0, "ends too early");
  expect_error("   ", 3, "ends too early");
  expect_error("1 +", 3, "ends too early");
  expect_error("1 + * 2", 4, "unexpected '*'");
  expect_error("(1 + 2", 6, "')'");
  expect_error("1 + 2)", 5, "unexpected ')'");
  expect_error("2 3", 2, "unexpected '3'");
  expect_error("2 # 3", 2, "unexpected '#'");
  expect_error("1.5.2", 3, "unexpected '.'");
  expect_error("sin()", 4, "unexpected ')'");
  expect_error("sin(1,)", 5, "unexpected ','");
  expect_error("sin(1 2)", 6, "expected ')'");
  expect_error("2*sin 1", 6, "unexpected '1'");
  expect_error("1 + 3 mx", 6, "unknown unit 'mx'");
  expect_error("1 + 3 kg mx", 9, "unknown unit 'mx'");
  expect_error("3 m^x", 4, "exponent of a unit");
  expect_error("2*name", 2, "unknown name 'name'");
  expect_error("q.y + 1", 0, "unknown name 'q.y'");
  expect_error("1 + sinus(2)", 4, "unknown function 'sinus'");
  expect_error("1 + 1e400", 4, "too large");
  expect_error("1 + atan2(1)", 4, "expected 2");
  expect_error("1 + sin(leg)", 4, "plain number or an angle");
  expect_error("leg + 3 kg", 4, "length (m) combined with mass (kg)");
  expect_error("1 m + 2 m - 3 s", 10, "length (m) combined with time (s)");
  expect_error("2 + 2^leg", 5, "plain number or an angle");
  expect_error("1 + max(leg, 2 kg)", 4, "length (m) combined with mass (kg)");
}

TEST(ExpressionError, LengthAndDepthAreBounded) {
  EXPECT_EQ(evaluate(std::string(999, ' ') + "1"), 1.0);
  expect_error(std::string(1000, ' ') + "1", 0, "1001 characters");
  EXPECT_EQ(evaluate(std::string(100, '(') + "1" + std::string(100, ')')), 1.0);
  expect_error(std::string(101, '(') + "1" + std::string(101, ')'), 100, "nested too deep");
  expect_error("1 + ---1", 6, "in a row");
  // Depth without parentheses, within the length allowed, must not exhaust the stack either.
  std::string signs;
  for (int i = 0; i < 400; ++i) signs += "- ";
  EXPECT_EQ(evaluate(signs + "1"), 1.0);
  std::string powers;
  for (int i = 0; i < 400; ++i) powers += "1^";
  EXPECT_EQ(evaluate(powers + "1"), 1.0);
}

// Bytes outside ASCII (a degree sign, typographic minus, no-break space) are refused as whole
// characters, without undefined behaviour.
TEST(ExpressionError, ForeignCharactersAreShownWhole) {
  expect_error("10\u00b0", 2, "'\u00b0'");
  expect_error("\u2212 3", 0, "'\u2212'");
  expect_error("1 + \u00a02", 4, "unexpected");
  expect_error("1 + \xff", 4, "unexpected");
}

}  // namespace
}  // namespace globaldyn::inside
