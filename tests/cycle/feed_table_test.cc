// How fast a plan runs along each line, arc and blend of its path. Oracles: closed forms of a
// gantry from rest to rest, lengths by Euclid, and the trajectory asked for the times of the ends.
#include "globaldyn/record/feed_table.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <sstream>

#include "tests/support/draw.h"

namespace globaldyn::inside::test {
namespace {

// 2 m/s² along x, 1 m/s² along y.
Machine make_feed_gantry(const std::string& path, const std::string& units = "[mm]") {
  return parse_machine(
      fmt::format(
          "globaldyn: 1\nname: gantry\nunits: {}\n"
          "bodies: {{bridge: {{mass: 3}}, head: {{mass: 1}}}}\n"
          "joints:\n"
          "  X: {{type: prismatic, a: {{body: ground, axis: x}}, b: {{body: bridge, axis: x}}}}\n"
          "  Y: {{type: prismatic, a: {{body: bridge, axis: y}}, b: {{body: head, axis: y}}}}\n"
          "drives: {{MX: {{joint: X, limits: 8}}, MY: {{joint: Y, limits: 1}}}}\n"
          "tool: head\n"
          "paths: {{way: {}}}\n",
          units, path),
      "gantry.yaml", ".");
}

PlannedMotion plan_way(const Machine& machine, double tolerance = 1e-8) {
  PlannedMotionOptions options;
  options.plan.tolerance = tolerance;
  options.samples = 11;
  return plan_motion(machine, machine.paths.front(), options);
}

// When the motion is at p, going forwards: before the stops there.
double find_arrival(const PathPlan& plan, double p) {
  double low = 0.0, high = plan.time();
  for (int i = 0; i < 100; ++i) {
    const double middle = 0.5 * (low + high);
    (plan.trajectory.at(middle).p < p ? low : high) = middle;
  }
  return high;
}

// Each leg is as long as from rest to rest, 2 sqrt(L / a), and sqrt(L a) at its middle.
TEST(FeedTable, OfAGantryHasItsClosedForms) {
  const Machine machine = make_feed_gantry(
      "{position: {polyline: {points: [[0, 0], [0.5, 0], [0.5, 0.3]]}}, "
      "stops: [{at: point 2, for: 0.2 s}, {at: 1, for: 0.1 s}]}");
  const PlannedMotion motion = plan_way(machine);
  const std::vector<PieceFeed> feeds = list_feeds(machine.paths[0], motion);
  ASSERT_EQ(feeds.size(), 2U);
  const std::vector<std::pair<double, double>> legs{{0.5, 2.0}, {0.3, 1.0}};
  for (std::size_t i = 0; i < 2; ++i) {
    const auto [length, acceleration] = legs[i];
    EXPECT_EQ(feeds[i].piece.kind, PieceKind::line);
    EXPECT_EQ(feeds[i].piece.from, i + 1);
    EXPECT_EQ(feeds[i].piece.to, i + 2);
    EXPECT_NEAR(feeds[i].length, length, 1e-14);
    // The tolerance of the plan's time, and of its peak, whose error goes with the root of it.
    EXPECT_NEAR(feeds[i].time, 2.0 * std::sqrt(length / acceleration), 1e-7);
    EXPECT_NEAR(feeds[i].greatest, std::sqrt(length * acceleration), 1e-3);
    EXPECT_NEAR(feeds[i].mean(), 0.5 * std::sqrt(length * acceleration), 1e-6);
    EXPECT_EQ(feeds[i].least, 0.0);
  }
  EXPECT_EQ(feeds[0].wait, 0.0);
  EXPECT_NEAR(feeds[1].wait, 0.3, 1e-15);
}

// Nowhere faster or slower than a speed limit that everything else allows.
TEST(FeedTable, OfAConstantSpeedIsThatSpeed) {
  const Machine machine = make_feed_gantry(
      "{position: {pieces: {start: [0, 0], then: [{line: [0.5, 0], blend: 0.2}, {line: [0.5, "
      "0.6]}, "
      "{arc: {center: [0.1, 0.6], to: [0.1, 1], turn: left}}]}}, speed_limit: 0.2 m/s}");
  PlannedMotionOptions options;
  options.plan.start = options.plan.end = {EndSpeed::Kind::free, 0.0};
  const PlannedMotion motion = plan_motion(machine, machine.paths[0], options);
  const std::vector<PieceFeed> feeds = list_feeds(machine.paths[0], motion);
  const std::vector<PieceKind> kinds{PieceKind::line, PieceKind::blend, PieceKind::line,
                                     PieceKind::arc};
  const std::vector<double> lengths{0.3, 0.0, 0.4, 0.4 * std::numbers::pi / 2.0};
  ASSERT_EQ(feeds.size(), kinds.size());
  for (std::size_t i = 0; i < feeds.size(); ++i) {
    SCOPED_TRACE(i);
    EXPECT_EQ(feeds[i].piece.kind, kinds[i]);
    if (lengths[i] > 0.0) {
      EXPECT_NEAR(feeds[i].length, lengths[i], 1e-12);
    }
    // A dip over a hundredth of the path may be 1e-4 deep in a time that is known to 1e-6.
    EXPECT_NEAR(feeds[i].least, 0.2, 1e-3 * 0.2);
    EXPECT_NEAR(feeds[i].greatest, 0.2, 1e-4 * 0.2);
    EXPECT_NEAR(feeds[i].time, feeds[i].length / 0.2, 1e-4 * feeds[i].time);
  }
  EXPECT_EQ(feeds[1].piece.from, 2U);
  EXPECT_EQ(feeds[1].piece.to, 2U);
  const std::string csv = to_csv(feeds, machine.units);
  EXPECT_EQ(csv.substr(0, csv.find('\n')),
            "piece,from,to,kind,length [mm],time [s],wait [s],least speed [m/s],mean speed "
            "[m/s],greatest speed [m/s],feed [mm/min]");
}

// A path as it was drawn, with the lengths that it must have.
struct DrawnPath {
  std::string text;
  std::vector<PieceKind> kinds;  // without blends
  std::vector<double> lengths;   // m, before blends take theirs
  std::vector<double> blends;    // m, at inner points; 0: none
};

DrawnPath draw_path(Draw& draw) {
  DrawnPath drawn;
  using Vector2 = Eigen::Vector2d;
  Vector2 at(draw.uniform(-0.2, 0.2), draw.uniform(-0.2, 0.2));
  drawn.text =
      fmt::format("{{position: {{pieces: {{start: [{:.17g}, {:.17g}], then: [", at.x(), at.y());
  const std::size_t count = 2 + draw.below(4);
  double angle = draw.uniform(0.0, 6.0);
  for (std::size_t i = 0; i < count; ++i) {
    const bool is_line = draw.chance(0.6);
    angle += draw.uniform(0.4, 2.0);  // a corner
    const double size = draw.uniform(0.1, 0.3);
    const Vector2 along(std::cos(angle), std::sin(angle));
    if (i > 0) drawn.text += ", ";
    if (is_line) {
      const Vector2 to = at + size * along;
      drawn.text += fmt::format("{{line: [{:.17g}, {:.17g}]", to.x(), to.y());
      drawn.lengths.push_back(size);
      at = to;
    } else {
      // Left about a centre, by less than half a turn.
      const double turn = draw.uniform(0.5, 2.5);
      const Vector2 center = at + size * Vector2(-along.y(), along.x());
      const Vector2 out = at - center;
      const Vector2 to = center + Vector2(out.x() * std::cos(turn) - out.y() * std::sin(turn),
                                          out.x() * std::sin(turn) + out.y() * std::cos(turn));
      drawn.text +=
          fmt::format("{{arc: {{center: [{:.17g}, {:.17g}], to: [{:.17g}, {:.17g}], turn: left}}",
                      center.x(), center.y(), to.x(), to.y());
      drawn.lengths.push_back(size * turn);
      angle += turn;
      at = to;
    }
    drawn.kinds.push_back(is_line ? PieceKind::line : PieceKind::arc);
    const bool both_lines = is_line && i > 0 && drawn.kinds[i - 1] == PieceKind::line;
    // Blends between lines alone are never refused as turning back.
    drawn.blends.push_back(0.0);
    if (both_lines && draw.chance(0.6)) drawn.blends[i - 1] = 0.03;
    drawn.text += "}";
  }
  // Own blends are written behind the piece in front of their corner.
  std::string with_blends;
  std::size_t piece = 0;
  int depth = 0;
  const std::size_t first = drawn.text.find("then: [");
  for (std::size_t i = 0; i < drawn.text.size(); ++i) {
    const char c = drawn.text[i];
    if (i > first && c == '{') ++depth;
    if (i > first && c == '}' && --depth == 0) {
      const double blend = piece + 1 < count ? drawn.blends[piece] : 0.0;
      if (blend > 0.0) with_blends += fmt::format(", blend: {}", blend);
      ++piece;
    }
    with_blends += c;
  }
  drawn.text = with_blends + "]}}}";
  return drawn;
}

void expect_rows(const DrawnPath& drawn, const std::vector<PieceFeed>& feeds) {
  std::size_t row = 0;
  for (std::size_t i = 0; i < drawn.kinds.size(); ++i) {
    const double before = i > 0 ? drawn.blends[i - 1] : 0.0;
    const double after = i + 1 < drawn.kinds.size() ? drawn.blends[i] : 0.0;
    ASSERT_LT(row, feeds.size());
    EXPECT_EQ(feeds[row].piece.kind, drawn.kinds[i]);
    EXPECT_EQ(feeds[row].piece.from, i + 1);
    EXPECT_EQ(feeds[row].piece.to, i + 2);
    EXPECT_NEAR(feeds[row].length, drawn.lengths[i] - before - after, 1e-11);
    ++row;
    if (after == 0.0) continue;
    ASSERT_LT(row, feeds.size());
    EXPECT_EQ(feeds[row].piece.kind, PieceKind::blend);
    EXPECT_EQ(feeds[row].piece.from, i + 2);
    // Between the straight line from end to end and the way around the corner.
    EXPECT_LT(feeds[row].length, 2.0 * after);
    ++row;
  }
  EXPECT_EQ(row, feeds.size());
}

TEST(FeedTable, OfRandomPiecesIsReadBack) {
  int blends = 0;
  for (std::uint64_t seed = 0; seed < 25; ++seed) {
    SCOPED_TRACE(testing::Message() << "seed " << seed);
    Draw draw(seed);
    const DrawnPath drawn = draw_path(draw);
    const Machine machine = make_feed_gantry(drawn.text);
    const PlannedMotion motion = plan_way(machine, 1e-4);
    ASSERT_TRUE(motion.plan.has_motion()) << motion.plan.reason << drawn.text;
    const std::vector<PieceFeed> feeds = list_feeds(machine.paths[0], motion);
    expect_rows(drawn, feeds);
    double time = 0.0;
    for (const PieceFeed& feed : feeds) {
      time += feed.time + feed.wait;
      blends += feed.piece.kind == PieceKind::blend ? 1 : 0;
      // Next to a stop p tells the time to the root of rounding errors only.
      const double begin = find_arrival(motion.plan, feed.piece.begin);
      EXPECT_NEAR(feed.time, find_arrival(motion.plan, feed.piece.end) - begin, 1e-6);
      constexpr double kBetween = 1e-6;  // speeds are looked at in places
      EXPECT_LE(feed.least, feed.mean() * (1.0 + kBetween));
      EXPECT_GE(feed.greatest, feed.mean() * (1.0 - kBetween));
    }
    EXPECT_NEAR(time, motion.plan.time(), 1e-10 * motion.plan.time());
    // What is written is what was found.
    std::istringstream lines(to_csv(feeds, machine.units));
    std::string line;
    std::getline(lines, line);
    for (const PieceFeed& feed : feeds) {
      std::getline(lines, line);
      std::vector<std::string> cells;
      std::istringstream row(line);
      for (std::string cell; std::getline(row, cell, ',');) cells.push_back(cell);
      ASSERT_EQ(cells.size(), 11U);
      EXPECT_EQ(cells[3], to_string(feed.piece.kind));
      EXPECT_NEAR(1e-3 * std::stod(cells[4]), feed.length, 1e-15);
      EXPECT_EQ(std::stod(cells[5]), feed.time);
      EXPECT_NEAR(std::stod(cells[10]) * 1e-3 / 60.0, feed.least, 1e-15);
    }
  }
  EXPECT_GT(blends, 5);
}

TEST(FeedTable, IsOfLinesAndArcsAlone) {
  const auto refuse = [](const std::string& path) {
    const Machine machine = make_feed_gantry(path);
    EXPECT_THROW((void)list_feeds(machine.paths[0], plan_way(machine, 1e-3)), InputError) << path;
  };
  refuse("{position: {circle: {center: [0, 0], radius: 0.2}}}");
  refuse("{position: {spline: {points: [[0, 0], [0.2, 0.1], [0.3, 0]]}}}");
  refuse("{position: {polyline: {points: [[0, 0], [0.2, 0.1]]}}, law: {time: 2 s, shape: poly5}}");
}

}  // namespace
}  // namespace globaldyn::inside::test
