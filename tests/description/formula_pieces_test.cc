// Where formulas have kinks. Oracles: places and orders by hand; for random formulas the formula
// itself, evaluated as it is written, whose derivatives between kinks agree with Taylor's formula.
#include "core/expression/formula_pieces.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <random>
#include <string>
#include <vector>

#include "core/base/constants.h"
#include "tests/support/random_formulas.h"

namespace globaldyn::inside {
namespace {

Expression parse_in_p(const std::string& text) {
  return Expression::parse(text, {"file", 1, 1},
                           [](const std::string& name, const SourcePlace& at) {
                             if (name != "p")
                               throw InputError(at, "unknown name '" + name + "'", "expected p");
                             return Symbol{Symbol::Kind::variable, 0.0, 0, false, {}};
                           });
}

Jet evaluate_jet(const Expression& formula, double p) {
  const Jet parameter = make_path_parameter(p);
  return formula.evaluate(std::span<const Jet>(&parameter, 1));
}

struct Kink {
  double p;
  int order;
};

struct KinkCase {
  const char* text;
  double end;  // of the range, which begins at 0
  std::vector<Kink> kinks;
};

// Places are what arithmetic in doubles makes of them: to a few digits of the last place.
constexpr double kPlace = 8.0 * std::numeric_limits<double>::epsilon();

void expect_kinks(const KinkCase& c) {
  const FormulaPieces pieces = find_pieces(parse_in_p(c.text), 0.0, c.end);
  ASSERT_FALSE(pieces.fault) << c.text << " " << pieces.fault->what << " at " << pieces.fault->p;
  EXPECT_TRUE(pieces.unbounded.empty()) << c.text;
  EXPECT_EQ(pieces.parts.size(), pieces.bounds.size() + 1) << c.text;
  ASSERT_EQ(pieces.jumps.size(), c.kinks.size()) << c.text;
  for (std::size_t i = 0; i < c.kinks.size(); ++i) {
    EXPECT_NEAR(pieces.jumps[i].p, c.kinks[i].p, kPlace * c.end) << c.text;
    EXPECT_EQ(pieces.jumps[i].order, c.kinks[i].order) << c.text;
  }
}

TEST(FormulaPieces, KinksAreFoundWhereverTheyAre) {
  const std::vector<KinkCase> cases{
      {"0.02*abs(p - 0.317)", 1, {{0.317, 1}}},
      {"20 mm*abs(p - 0.317)", 1, {{0.317, 1}}},
      {"abs(3*p - 1)", 1, {{1.0 / 3.0, 1}}},
      {"max(p, 1 - p)", 1, {{0.5, 1}}},
      {"min(sin(p), cos(p))", 1, {{0.25 * kPi, 1}}},
      {"abs(exp(p) - 2)", 1, {{std::log(2.0), 1}}},
      {"hypot(p - 0.3, 0)", 1, {{0.3, 1}}},
      {"hypot(0, 0.3 - p)", 1, {{0.3, 1}}},
      {"sqrt((p - 0.3)^2)", 1, {{0.3, 1}}},
      {"sqrt((p - 0.3)*(p - 0.3))", 1, {{0.3, 1}}},
      // Several, beside each other, nested, at both ends.
      {"abs((p - 0.3)*(p - 0.300001))", 1, {{0.3, 1}, {0.300001, 1}}},
      {"abs(abs(p - 0.5) - 0.25)", 1, {{0.25, 1}, {0.5, 1}, {0.75, 1}}},
      {"max(abs(p - 0.5), 0.25)", 1, {{0.25, 1}, {0.75, 1}}},
      {"abs(p) + abs(p - 1) + abs(1 - p) + max(0, p)", 1, {}},
      {"min(5, 1/abs(p - 0.5))", 1, {{0.3, 1}, {0.7, 1}}},
      {"abs(p - 1e-12)", 1e-11, {{1e-12, 1}}},
      {"abs(p - 1e6)", 3e6, {{1e6, 1}}},
  };
  for (const KinkCase& c : cases) expect_kinks(c);
}

TEST(FormulaPieces, OnlyWhatJumpsIsAKink) {
  const std::vector<KinkCase> cases{
      {"abs(p - 0.3)*(p - 0.3)", 1, {{0.3, 2}}},
      {"abs(p - 0.3)^3", 1, {{0.3, 3}}},
      {"max(0, p - 0.4)^3", 1, {{0.4, 3}}},
      {"max(0, p - 0.4)^2", 1, {{0.4, 2}}},
      {"abs(p - 0.3)^2.5", 1, {{0.3, 3}}},
      {"abs(sin(p) - 0.3)^2.5", 1, {{std::asin(0.3), 3}}},
      {"abs(p - 0.3)*abs(p - 0.3)", 1, {}},
      {"abs(p - 0.3)^5", 1, {{0.3, 4}}},  // 4 stands for all higher ones
      {"abs(p - 0.3)*(p - 0.3)^3", 1, {{0.3, 4}}},
      // Zero is touched, not crossed, whether that is exact or not.
      {"abs((p - 0.3)^2)", 1, {}},
      {"abs(p^2 - 0.6*p + 0.09)", 1, {}},
      {"max(p^2, 2*p - 1)", 2, {}},
      {"abs((p - 0.3)^3)", 1, {{0.3, 3}}},
      // Nothing to choose.
      {"abs(0*p)", 1, {}},
      {"max(p, p)", 1, {}},
      {"max(sin(p)^2 + cos(p)^2, 1)", 1, {}},
      {"max(5, abs(p - 0.3))", 1, {}},
      {"abs(-2) + max(1, 3)*p", 1, {}},
      {"hypot(p - 0.3, 0.1)", 1, {}},
      {"p^(1/3*3)", 1, {}},
      {"sqrt(max(0, p - 2)) + acos(max(1, p))", 1, {}},
      {"atan2(1, -1)*p", 1, {}},
      // Kinks that cancel each other.
      {"abs(p - 0.3) - abs(0.3 - p)", 1, {}},
      {"abs(3*p - 0.9) - 3*abs(p - 0.3)", 1, {}},
      {"max(p, 0.3) + min(p, 0.3)", 1, {}},
      {"abs(p - 0.3) - max(p, 0.3)*2", 1, {}},
  };
  for (const KinkCase& c : cases) expect_kinks(c);
}

TEST(FormulaPieces, ManyKinksAreAllFound) {
  const FormulaPieces pieces = find_pieces(parse_in_p("abs(sin(1000*p))"), 0.0, 1.0);
  ASSERT_FALSE(pieces.fault);
  ASSERT_EQ(pieces.jumps.size(), 318u);
  for (std::size_t k = 0; k < pieces.jumps.size(); ++k) {
    // The argument, a thousand, is rounded.
    EXPECT_NEAR(pieces.jumps[k].p, static_cast<double>(k + 1) * kPi / 1000.0, 4e-16);
  }
  const FormulaPieces more = find_pieces(parse_in_p("abs(sin(100000*p))"), 0.0, 1.0);
  ASSERT_TRUE(more.fault);
  EXPECT_NE(more.fault->what.find("more kinks"), std::string::npos) << more.fault->what;
  // Work is bounded by itself.
  std::string sum = "0";
  for (int i = 0; i < 40; ++i) sum += fmt::format("+sin({}00000*p)", i + 1);
  const FormulaPieces rough = find_pieces(parse_in_p("abs(" + sum + ")"), 0.0, 1.0);
  EXPECT_TRUE(rough.fault);
}

// The angle turns on where atan2 jumps by a turn.
TEST(FormulaPieces, AnglesJumpByATurn) {
  const FormulaPieces pieces = find_pieces(parse_in_p("atan2(sin(p), cos(p))"), 0.0, 10.0);
  ASSERT_FALSE(pieces.fault);
  ASSERT_EQ(pieces.jumps.size(), 2u);
  for (const FormulaJump& jump : pieces.jumps) {
    EXPECT_EQ(jump.order, 0);
    EXPECT_NEAR(jump.step, -2.0 * kPi, 1e-14);
  }
  EXPECT_NEAR(pieces.jumps[0].p, kPi, 1e-15);
  EXPECT_NEAR(pieces.jumps[1].p, 3.0 * kPi, 4e-15);
}

TEST(FormulaPieces, PlacesWithoutAValueAreNamed) {
  struct FaultCase {
    const char* text;
    double p;
  };
  for (const FaultCase& c : std::vector<FaultCase>{{"1/(p - 0.3)", 0.3},
                                                   {"1/(p - 0.3)^2", 0.3},
                                                   {"1/(3*p - 1)", 1.0 / 3.0},
                                                   {"sqrt(p - 0.5)", 0.0},
                                                   {"sqrt(0.5 - p)", 0.5},
                                                   {"abs(p - 0.3)/(p - 0.3)", 0.3},
                                                   {"tan(4*p)", kPi / 8.0},
                                                   {"log(0.2 - p)", 0.2},
                                                   {"acos(2*p)", 0.5},
                                                   {"(0.5 - p)^1.5", 0.5},
                                                   {"p^(-1)", 0.0},
                                                   {"atan2(p - 0.3, p - 0.3)", 0.3},
                                                   {"abs(1/(p - 0.3))", 0.3}}) {
    const FormulaPieces pieces = find_pieces(parse_in_p(c.text), 0.0, 1.0);
    const double p = pieces.fault               ? pieces.fault->p
                     : pieces.unbounded.empty() ? -1.0
                                                : pieces.unbounded.front();
    EXPECT_NEAR(p, c.p, 1e-15) << c.text;
  }
}

TEST(FormulaPieces, PlacesWithoutDerivativesAreNamed) {
  for (const auto& [text, p] :
       std::vector<std::pair<std::string, double>>{{"sqrt(p)", 0.0},
                                                   {"abs(p - 0.3)^1.5", 0.3},
                                                   {"asin(sin(2*p))", kPi / 4.0},
                                                   {"hypot(p - 0.3, 2*p - 0.6)", 0.3},
                                                   {"sqrt(1 - p)", 1.0}}) {
    const FormulaPieces pieces = find_pieces(parse_in_p(text), 0.0, 1.0);
    ASSERT_EQ(pieces.unbounded.empty(), false) << text;
    // sin(2 p) is 1 within rounding errors for 1e-8 about its top.
    EXPECT_NEAR(pieces.unbounded.front(), p, 2e-8) << text;
  }
}

Jet evaluate_pieces(const FormulaPieces& pieces, double p) {
  const auto part =
      std::upper_bound(pieces.bounds.begin(), pieces.bounds.end(), p) - pieces.bounds.begin();
  return evaluate_jet(pieces.parts[static_cast<std::size_t>(part)], p);
}

// Between kinks of the first derivative it changes as the second says (trapezoidal rule); at them
// it jumps.
void expect_smooth_between(const std::string& text, const Expression& formula,
                           const FormulaPieces& pieces) {
  constexpr int kSteps = 2000;
  constexpr double kBeside = 1e-9;
  std::vector<double> nodes{0.0, 1.0};
  for (int i = 1; i < kSteps; ++i) nodes.push_back((i + 0.41421356) / kSteps);
  for (const FormulaJump& jump : pieces.jumps) nodes.push_back(jump.p);
  std::sort(nodes.begin(), nodes.end());
  int skipped = 0;
  for (std::size_t i = 1; i < nodes.size(); ++i) {
    const double h = nodes[i] - nodes[i - 1];
    if (h < 4.0 * kBeside) continue;
    const double from = nodes[i - 1] + kBeside, to = nodes[i] - kBeside;
    const Jet a = evaluate_jet(formula, from), b = evaluate_jet(formula, to);
    // As it is written a formula has no derivatives where two values differ by less than rounding
    // errors, next to where sin(x) crosses sin(sin(x)); it has in pieces.
    if (!std::isfinite(a.derivative(1) + b.derivative(1))) {
      EXPECT_TRUE(std::isfinite(evaluate_pieces(pieces, from).derivative(3))) << text;
      ++skipped;
      continue;
    }
    const double size = 1.0 + std::abs(a.derivative(3)) + std::abs(b.derivative(3));
    const double change = b.derivative(1) - a.derivative(1);
    const double by_second = 0.5 * (to - from) * (a.derivative(2) + b.derivative(2));
    // h³ / 12 of the fourth derivative at most ten thousand times the third's; and rounding.
    EXPECT_LE(std::abs(change - by_second), (1e4 * h * h * h + 1e-11) * size)
        << text << " between " << from << " and " << to;
    const Jet here = evaluate_pieces(pieces, from);
    for (std::size_t order = 0; order <= 3; ++order) {
      EXPECT_NEAR(here.derivative(order), a.derivative(order), 1e-10 * size)
          << text << ", derivative " << order << " at " << from;
    }
  }
  EXPECT_LE(skipped, 8) << text;
}

TEST(FormulaPieces, RandomFormulasAreSmoothBetweenTheirKinks) {
  constexpr int kFormulas = 400;
  test::RandomFormulas random(20261127);
  std::size_t corners = 0, breaks = 0;
  for (int i = 0; i < kFormulas; ++i) {
    const std::string text = random.write(1 + i % 4);
    const Expression formula = parse_in_p(text);
    const FormulaPieces pieces = find_pieces(formula, 0.0, 1.0);
    ASSERT_FALSE(pieces.fault) << text << " " << pieces.fault->what;
    expect_smooth_between(text, formula, pieces);
    for (const FormulaJump& jump : pieces.jumps) {
      ++(jump.order == 1 ? corners : breaks);
      constexpr double kBeside = 1e-9;
      const auto beside = [&](const FormulaJump& other) {
        return std::abs(other.p - jump.p) <= 2.0 * kBeside;
      };
      if (jump.order != 1 || std::count_if(pieces.jumps.begin(), pieces.jumps.end(), beside) > 1) {
        continue;
      }
      // What it says is a corner is one, if there is no other just beside it.
      const Jet before = evaluate_jet(formula, jump.p - kBeside);
      const Jet after = evaluate_jet(formula, jump.p + kBeside);
      const double smooth = kBeside * (before.derivative(2) + after.derivative(2));
      // What is left of that is 1e-18 of the third derivative, or rounding error.
      EXPECT_GT(std::abs(after.derivative(1) - before.derivative(1) - smooth), 1e-14)
          << text << " at " << jump.p;
    }
  }
  // So that it is known what was tried.
  EXPECT_GT(corners, 300u);
  EXPECT_GT(breaks, 5u);
}

}  // namespace
}  // namespace globaldyn::inside
