// Blends with a continuous second derivative, and blends of single corners. Oracle: the formula of
// the manual, solved for s from one coordinate and compared in the other.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>

#include "globaldyn/machine/machine.h"
#include "tests/support/draw.h"

namespace globaldyn::inside::test {
namespace {

Machine read_plotter(const std::string& path) {
  return parse_machine(R"(globaldyn: 1
name: plotter
bodies: {arm: {mass: 1}}
joints: {J: {type: cylindrical, a: ground, b: arm}}
tool: arm
paths:
  path: )" + path + "\n",
                       "plotter.yaml", ".");
}

Path read_bend(const std::string& polyline, const std::string& more = "") {
  return read_plotter("{position: {polyline: {" + polyline + "}}" + more + "}").paths[0];
}

std::string tell_bend_refusal(const std::string& polyline) {
  try {
    (void)read_bend(polyline);
  } catch (const InputError& error) {
    return error.what();
  }
  return "accepted";
}

double find_share(double s) {
  return 2.0 * s * s * s - s * s * s * s;
}

// The s with B(s) = share, by halving.
double solve_share(double share) {
  double low = 0.0, high = 1.0;
  for (int i = 0; i < 60; ++i) {
    const double middle = 0.5 * (low + high);
    (find_share(middle) < share ? low : high) = middle;
  }
  return 0.5 * (low + high);
}

// Coordinates along the pieces before and behind the corner, in blends' lengths.
Eigen::Vector2d find_along(const VectorXd& place, const Eigen::Vector2d& corner,
                           const Eigen::Vector2d& u, const Eigen::Vector2d& v, double length) {
  Eigen::Matrix2d axes;
  axes << -u, v;
  return axes.inverse() * (Eigen::Vector2d(place) - corner) / length;
}

TEST(SmoothBlends, AreTheirFormulaWhateverTheKnots) {
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    SCOPED_TRACE(testing::Message() << "seed " << seed);
    Draw draw(seed);
    const auto place = [&] { return Eigen::Vector2d(draw.uniform(-1, 1), draw.uniform(-1, 1)); };
    const Eigen::Vector2d from = place(), corner = place(), to = place();
    const Eigen::Vector2d u = (corner - from).normalized(), v = (to - corner).normalized();
    const double most = std::min((corner - from).norm(), (to - corner).norm());
    const double length = most * draw.uniform(0.05, 1.0);
    // Straight pieces make axes that hardly differ.
    if (std::abs(u.x() * v.y() - u.y() * v.x()) < 0.05) continue;
    const double last = seed % 3 == 0 ? 0.0 : draw.decade(-3.0, 3.0);
    const std::string knots =
        last == 0.0 ? "" : fmt::format(", knots: [0, 1, {:.17g}]", 1.0 + last);
    const Path path = read_bend(fmt::format(
        "points: [[{:.17g}, {:.17g}], [{:.17g}, {:.17g}], [{:.17g}, {:.17g}]], blend: {:.17g}, "
        "shape: smooth{}",
        from.x(), from.y(), corner.x(), corner.y(), to.x(), to.y(), length, knots));
    ASSERT_EQ(path.steps.breaks.size(), length == most ? 1u : 2u);
    const double begin = path.steps.breaks[0], end = path.steps.breaks.back();
    const double legs = (corner - from).norm() + (to - corner).norm();
    const double knot = last == 0.0 ? (corner - from).norm() / legs : 1.0;
    // Nearest in the middle of s.
    double before = -1.0;
    for (int i = 0; i <= 40; ++i) {
      const double p = begin + (end - begin) * i / 40.0;
      const TaskTarget at = path.task(p).target;
      const Eigen::Vector2d along = find_along(at.value, corner, u, v, length);
      const double s = solve_share(along.y());
      // Where B is flat, s follows from it to some 1e-5 only, and so does the other.
      if (s > 1e-3) {
        EXPECT_NEAR(along.x(), find_share(1.0 - s), 1e-9) << p;
      }
      EXPECT_GT(s, before - 1e-9) << p;
      before = s;
      // It leaves and joins its pieces as fast as they are, and does not turn yet.
      const double h = 1e-4 * std::min({p - begin, end - p, 1e-2 * (end - begin)});
      if (i == 0 || i == 40) continue;
      const TaskTarget low = path.task(p - h).target, high = path.task(p + h).target;
      const double fast = at.first.norm();
      EXPECT_LT(((high.value - low.value) / (2.0 * h) - at.first).norm(), 1e-5 * fast) << p;
      EXPECT_LT(((high.first - low.first) / (2.0 * h) - at.second).norm(),
                1e-4 * (at.second.norm() + fast / (end - begin)))
          << p;
    }
    for (const double edge : {begin, end}) {
      const double width = edge == begin ? knot - begin : end - knot, beside = 1e-9 * width;
      if (edge + beside > path.p_max) continue;
      const TaskTarget low = path.task(edge - beside).target,
                       high = path.task(edge + beside).target;
      const TaskTarget outside = edge == begin ? low : high, inside = edge == begin ? high : low;
      EXPECT_LT((inside.first - outside.first).norm(), 1e-9 * outside.first.norm());
      EXPECT_LT(outside.second.norm(), 1e-9 * outside.first.norm());
      // It rises by some 1e-9 of a parabola's, which has the turn of the pieces over the width;
      // times what p is slower on the other piece.
      EXPECT_LT(inside.second.norm() * width, 1e-4 * outside.first.norm());
    }
  }
}

TEST(SmoothBlends, PassTheCornerAsFarAsTheManualSays) {
  const Path path = read_bend("points: [[0, 0], [1, 0], [1, 1]], blend: 0.4, shape: smooth");
  const TaskTarget middle = path.task(0.5).target;
  // 3/16 of 0.4 in each direction; dR/dp halfway between those of the pieces, 2 each.
  EXPECT_LT((middle.value - Eigen::Vector2d(1.0 - 0.075, 0.075)).norm(), 1e-15);
  EXPECT_LT((middle.first - Eigen::Vector2d(1.0, 1.0)).norm(), 1e-14);
  // 1.5 times a parabola's, over a width of 0.4.
  EXPECT_LT((middle.second - 1.5 * Eigen::Vector2d(-5.0, 5.0)).norm(), 1e-12);
  // Symmetric about the corner.
  for (const double d : {0.05, 0.1, 0.19}) {
    const VectorXd a = path.task(0.5 - d).target.value, b = path.task(0.5 + d).target.value;
    EXPECT_NEAR(1.0 - a(0), b(1), 1e-15);
    EXPECT_NEAR(a(1), 1.0 - b(0), 1e-15);
  }
}

TEST(SmoothBlends, ATangentTurnsWithoutStops) {
  const std::string bend =
      "{position: {polyline: {points: [[0, 0], [1, 0], [1, 1]], blend: 0.4, shape: ";
  const std::string tangent = "}}, orientation: {tangential: {}}}";
  EXPECT_TRUE(read_plotter(bend + "smooth" + tangent).paths[0].steps.corners.empty());
  EXPECT_EQ(read_plotter(bend + "parabola" + tangent).paths[0].steps.corners.size(), 2u);
}

TEST(SmoothBlends, AreWhatBlendsAreWhereNothingIsSaid) {
  const auto find_bend = [](const std::string& shape) {
    const Path path = read_bend("points: [[0, 0], [1, 0], [1, 1]], blend: 0.4" + shape);
    return VectorXd(path.task(0.5).target.second);
  };
  EXPECT_EQ(find_bend(""), find_bend(", shape: smooth"));
  EXPECT_GT((find_bend("") - find_bend(", shape: parabola")).norm(), 1.0);
}

// --- Blends of single corners, and those that fit ------------------------------------------------

std::vector<double> list_blend_lengths(const Path& path, const std::vector<double>& corners,
                                       double whole) {
  std::vector<double> lengths;
  for (const double corner : corners) {
    double nearest = 1.0;
    for (const double p : path.steps.breaks) {
      if (p <= corner) nearest = std::min(nearest, corner - p);
    }
    lengths.push_back(whole * nearest);
  }
  return lengths;
}

TEST(CornerBlends, AreThoseOfTheirPoints) {
  // Pieces of 1, 0.5, 1 and 0.3 m.
  const auto lengths = [](const std::string& first, const std::string& second,
                          const std::string& third, const std::string& all = "") {
    const Path path = read_bend("points: [[0, 0], [1, 0" + first + "], [1, 0.5" + second +
                                "], [0, 0.5" + third + "], [0, 0.2]]" + all);
    return list_blend_lengths(path, {1.0 / 2.8, 1.5 / 2.8, 2.5 / 2.8}, 2.8);
  };
  const auto own = [](const std::string& blend) { return ", {blend: " + blend + "}"; };
  const auto expect = [](const std::vector<double>& found, double a, double b, double c) {
    EXPECT_NEAR(found[0], a, 1e-14);
    EXPECT_NEAR(found[1], b, 1e-14);
    EXPECT_NEAR(found[2], c, 1e-14);
  };
  expect(lengths(own("0.1"), own("50 mm"), own("0.2"), ", blend: 0.3"), 0.1, 0.05, 0.2);
  expect(lengths("", own("0.2"), "", ", blend: 0.1"), 0.1, 0.2, 0.1);
  expect(lengths("", "", "", ", blend: fit"), 0.25, 0.25, 0.3);
  expect(lengths("", "", "", ", blend: {fit: 0.26}"), 0.25, 0.25, 0.26);
  expect(lengths(own("0.4"), "", "", ", blend: fit"), 0.4, 0.1, 0.3);
  expect(lengths(own("0.1"), own("fit"), own("0.3")), 0.1, 0.4, 0.3);
  expect(lengths(own("fit"), own("{fit: 0.1}"), own("0.3")), 0.25, 0.1, 0.3);
  // A stop needs no room, and the blend beside it may have all.
  const Path stopped = read_bend("points: [[0, 0], [1, 0], [1, 0.5], [0, 0.5]], blend: fit",
                                 ", stops: [{at: point 3}]");
  EXPECT_EQ(stopped.steps.corners.size(), 1u);
  EXPECT_NEAR(list_blend_lengths(stopped, {1.0 / 2.5}, 2.5)[0], 0.5, 1e-14);
  // A blend of 0 leaves its corner sharp.
  EXPECT_EQ(read_bend("points: [[0, 0], [1, 0, {blend: 0}], [1, 0.5], [0, 0.5]], blend: 0.1")
                .steps.corners.size(),
            1u);
}

TEST(CornerBlends, ThatDoNotFitAreRefusedAtTheirPoint) {
  const auto expect = [](const std::string& polyline, const std::string& part) {
    const std::string why = tell_bend_refusal(polyline);
    EXPECT_NE(why.find(part), std::string::npos) << why;
  };
  expect("points: [[0, 0], [1, 0, {blend: 1.1}], [1, 2]]",
         "a blend of 1.1 m, where the piece from point 1 to point 2 is 1 m long "
         "and has one at one end; expected at most 1 m");
  expect("points: [[0, 0], [1, 0, {blend: 0.3}], [1, 0.5, {blend: 0.25}], [0, 0.5]]",
         "blends of 0.3 m and 0.25 m, where the piece from point 2 to point 3 is 0.5 m long; "
         "expected together at most 0.5 m");
  expect("points: [[0, 0, {blend: 1 mm}], [1, 0], [1, 2]]",
         "a blend where there is nothing to round");
  expect("points: [[0, 0], [1, 0, {blend: 1 mm}], [2, 0]]",
         "a blend where there is nothing to round");
  expect("points: [[0, 0], [1, 0, {blend: 1 mm}], [0, 0]]",
         "a blend where there is nothing to round");
  expect("points: [[0, 0], [1, 0, {blend: 1 s}], [1, 1]]", "plotter.yaml:7:");
  expect("points: [[0, 0], [1, 0, {blend: -1 mm}], [1, 1]]", "plotter.yaml:7:");
  expect("points: [[0, 0], [1, 0, {blend: {fit: 0}}], [1, 1]]", "plotter.yaml:7:");
  expect("points: [[0, 0], [1, 0, {radius: 1 mm}], [1, 1]]", "'radius'");
  expect("points: [[0, 0], [1, {blend: 1 mm}], [1, 1]]", "1 coordinates");
  expect("points: [[0, 0], [1, 0], [1, 1]], blend: fitting", "plotter.yaml:7:");
  expect("points: [[0, 0], [1, 0], [1, 1]], shape: round", "'round'");
}

}  // namespace
}  // namespace globaldyn::inside::test
