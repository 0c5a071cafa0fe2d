// Plans of knives and nozzles that turn on the spot at corners, on a gantry whose four axes do not
// act on each other. Oracles: closed forms from rest to rest, and plans of each piece alone.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <string>
#include <vector>

#include "core/base/constants.h"
#include "globaldyn/record/planned_motion.h"
#include "tests/support/draw.h"
#include "tests/support/temporary_folder.h"

namespace globaldyn::inside::test {
namespace {

// m/s² and rad/s²: 8 N on 4 kg, 4.5 N on 3 kg, 2 N on 2 kg, 0.05 N m on 0.01 kg m².
constexpr double kAlongX = 2.0, kAlongY = 1.5, kUp = 1.0, kRound = 5.0;

Machine make_knife_gantry(const std::string& path, const std::string& folder = ".") {
  return parse_machine(R"(globaldyn: 1
name: knife
gravity: [0, 0, 0]
bodies:
  bridge: {mass: 1 kg, inertia: {diag: [1, 1, 1]}}
  head: {mass: 1 kg, inertia: {diag: [1, 1, 1]}}
  ram: {mass: 1 kg, inertia: {diag: [1, 1, 1]}}
  knife: {mass: 1 kg, inertia: {diag: [0.01, 0.01, 0.01]}}
joints:
  X: {type: prismatic, a: {body: ground, axis: x}, b: {body: bridge, axis: x}}
  Y: {type: prismatic, a: {body: bridge, axis: y}, b: {body: head, axis: y}}
  Z: {type: prismatic, a: head, b: ram}
  C: {type: revolute, a: ram, b: knife}
drives:
  MX: {joint: X, limits: 8 N}
  MY: {joint: Y, limits: 4.5 N}
  MZ: {joint: Z, limits: 2 N}
  MC: {joint: C, limits: 0.05 N m}
tool: knife
paths:
  path: )" + path + "\n",
                       "knife.yaml", folder);
}

PlannedMotion plan_cut(const Machine& machine) {
  PlannedMotionOptions options;
  options.plan.tolerance = 1e-7;
  options.plan.report = false;
  options.samples = 4001;
  return plan_motion(machine, machine.paths.front(), options);
}

double calc_rest_to_rest(double way, double most) {
  return 2.0 * std::sqrt(std::abs(way) / most);
}

double calc_heading(const Vector3d& way) {
  return std::atan2(way.y(), way.x());
}

// What the knife has turned by while its tip stayed within rounding errors above a corner.
double measure_turn_above(const MotionRecord& record, const Vector3d& corner, double by) {
  double most = 0.0, low = kInfinity, high = -kInfinity;
  for (const MotionSample& sample : record.samples) {
    if ((sample.tool.origin - corner).head<2>().norm() > 1e-9) {
      low = kInfinity;
      high = -kInfinity;
      continue;
    }
    low = std::min(low, sample.positions(3));
    high = std::max(high, sample.positions(3));
    // Corners may be passed twice.
    if (std::abs(std::abs(by) - (high - low)) < std::abs(std::abs(by) - most)) most = high - low;
  }
  return most;
}

struct Cut {
  std::vector<Vector3d> points;
  std::vector<double> rests;  // s, at each
  double lift{0.0};           // m
};

Cut draw_cut(Draw& draw) {
  Cut cut;
  const std::size_t count = 3 + draw.below(4);
  // Whole tenths of millimetres.
  const auto draw_place = [&] { return 1e-4 * std::round(draw.uniform(-5000.0, 5000.0)); };
  while (cut.points.size() < count) {
    Vector3d next(draw_place(), draw_place(), 0.0);
    const bool is_back = cut.points.size() > 1 && draw.chance(0.15);
    if (is_back) next = *std::prev(cut.points.end(), 2);
    if (!cut.points.empty() && (next - cut.points.back()).norm() < 0.05) continue;
    cut.points.push_back(next);
    const bool is_inside = cut.points.size() > 1 && cut.points.size() < count;
    cut.rests.push_back(is_inside && draw.chance(0.3) ? 0.1 * static_cast<double>(1 + draw.below(4))
                                                      : 0.0);
  }
  if (draw.chance(0.5)) cut.lift = 1e-3 * static_cast<double>(1 + draw.below(20));
  return cut;
}

// As a polyline, as pieces, or as a table.
std::string write_cut(const Cut& cut, std::size_t manner, const TemporaryFolder& folder) {
  std::string points, pieces, table = "x [mm],y [mm],z\n", stops;
  for (std::size_t i = 0; i < cut.points.size(); ++i) {
    const Vector3d& at = cut.points[i];
    const std::string point = fmt::format("[{:.17g}, {:.17g}, 0]", at.x(), at.y());
    points += (i == 0 ? "" : ", ") + point;
    if (i > 0) pieces += fmt::format("{}{{line: {}}}", i == 1 ? "" : ", ", point);
    table += fmt::format("{:.17g},{:.17g},0\n", 1e3 * at.x(), 1e3 * at.y());
    if (cut.rests[i] > 0.0) {
      stops += fmt::format("{}{{at: point {}, for: {:.3f} s}}", stops.empty() ? "" : ", ", i + 1,
                           cut.rests[i]);
    }
  }
  (void)folder.write("cut.csv", table);
  const std::string first = points.substr(0, points.find(']') + 1);
  const std::string position = manner == 0 ? "{polyline: {points: [" + points + "]}}"
                               : manner == 1
                                   ? "{pieces: {start: " + first + ", then: [" + pieces + "]}}"
                                   : "{csv: {file: cut.csv, interpolation: polyline}}";
  const std::string lift = cut.lift == 0.0 ? "" : fmt::format(", lift: {{z: {} m}}", cut.lift);
  return "{position: " + position + ", orientation: {tangential: {offset: 0, turn: at corners" +
         lift + "}}" + (stops.empty() ? "" : ", stops: [" + stops + "]") + "}";
}

TEST(CornerTurnPlans, TakeTheTimeOfTheirAxes) {
  const TemporaryFolder folder;
  int turns = 0;
  for (std::uint64_t seed = 0; seed < 30; ++seed) {
    SCOPED_TRACE(testing::Message() << "seed " << seed);
    Draw draw(seed);
    const Cut cut = draw_cut(draw);
    const Machine machine =
        make_knife_gantry(write_cut(cut, seed % 3, folder), folder.path().string());
    const PlannedMotion motion = plan_cut(machine);
    ASSERT_EQ(motion.plan.status(), PlanStatus::optimal) << motion.plan.reason;
    double time = 0.0, rest = 0.0, turned = 0.0, both_ways = 0.0;
    for (std::size_t i = 1; i < cut.points.size(); ++i) {
      const Vector3d way = cut.points[i] - cut.points[i - 1];
      time += std::max(calc_rest_to_rest(way.x(), kAlongX), calc_rest_to_rest(way.y(), kAlongY));
      if (i + 1 == cut.points.size()) break;
      double by = wrap_angle(calc_heading(cut.points[i + 1] - cut.points[i]) - calc_heading(way));
      // Back the way it came: to the left.
      if (std::abs(by) > kPi - 1e-9) by = std::abs(by);
      time += calc_rest_to_rest(by, kRound) + 2.0 * calc_rest_to_rest(cut.lift, kUp);
      rest += cut.rests[i];
      turned += by;
      both_ways += std::abs(by);
      ++turns;
      EXPECT_NEAR(measure_turn_above(motion.record, cut.points[i], by), std::abs(by), 1e-3) << i;
    }
    // All motions are of one axis at its limit: rounding errors, and the tolerance of a plan.
    EXPECT_NEAR(motion.plan.time(), time + rest, 1e-6 * time);
    const std::size_t stops_a_corner = cut.lift > 0.0 ? 4 : 2;
    EXPECT_EQ(motion.plan.stops.size(), stops_a_corner * (cut.points.size() - 2));
    const auto& samples = motion.record.samples;
    double way_round = 0.0, highest = 0.0;
    for (std::size_t i = 1; i < samples.size(); ++i) {
      way_round += std::abs(samples[i].positions(3) - samples[i - 1].positions(3));
      highest = std::max(highest, samples[i].tool.origin.z());
    }
    EXPECT_NEAR(samples.back().positions(3) - samples.front().positions(3), turned, 1e-9);
    EXPECT_NEAR(way_round, both_ways, 1e-9);
    EXPECT_NEAR(highest, cut.lift, 1e-9);
  }
  EXPECT_GT(turns, 60);
}

// Lines and arcs: along an arc the knife turns by its angle, at corners by theirs. As long as each
// piece alone, from rest to rest, and each turn.
TEST(CornerTurnPlans, AlongArcsAreThoseOfTheirPieces) {
  const std::vector<std::string> starts{"[0, 0]", "[0.3, 0]", "[0.3, 0.2]", "[0, 0.2]"};
  const std::vector<std::string> pieces{
      "{line: [0.3, 0]}", "{arc: {through: [0.4, 0.1], to: [0.3, 0.2]}}", "{line: [0, 0.2]}",
      "{arc: {center: [-0.1, 0.2], to: [-0.1, 0.3], turn: left}}"};
  const auto write = [](const std::string& start, const std::string& then, const char* tangential) {
    return "{position: {pieces: {start: " + start + ", then: [" + then +
           "]}}, orientation: {tangential: {" + tangential + "}}, joints: {Z: 0}}";
  };
  // Straight from the line into the arc and on: 0 and 180 degrees are 0 apart there, no corner;
  // into the last, which leaves along y, 90 degrees to the right.
  double time = 0.0;
  std::string all;
  for (std::size_t i = 0; i < pieces.size(); ++i) {
    all += (i == 0 ? "" : ", ") + pieces[i];
    const PlannedMotion alone =
        plan_cut(make_knife_gantry(write(starts[i], pieces[i], "turn: at corners")));
    ASSERT_EQ(alone.plan.status(), PlanStatus::optimal) << alone.plan.reason;
    time += alone.plan.time();
  }
  time += calc_rest_to_rest(kPi / 2, kRound);
  const PlannedMotion motion =
      plan_cut(make_knife_gantry(write(starts[0], all, "turn: at corners")));
  ASSERT_EQ(motion.plan.status(), PlanStatus::optimal) << motion.plan.reason;
  EXPECT_NEAR(motion.plan.time(), time, 1e-6 * time);
  const auto& samples = motion.record.samples;
  // Half a turn and a quarter along the arcs, a quarter back between them.
  EXPECT_NEAR(samples.back().positions(3) - samples.front().positions(3), kPi + kPi / 2 - kPi / 2,
              1e-9);
  EXPECT_NEAR(measure_turn_above(motion.record, {0.0, 0.2, 0.0}, kPi / 2), kPi / 2, 1e-3);
}

// A corner that is blended is passed as it is; the others are turned at.
TEST(CornerTurnPlans, BlendsAreNotTurnedAt) {
  const std::string points = "[[0, 0], [0.3, 0, {blend: 50 mm}], [0.3, 0.4], [0, 0.4]]";
  const auto write = [&](const char* points_of, const char* tangential) {
    return std::string("{position: {polyline: {points: ") + points_of +
           ", shape: smooth}}, orientation: {tangential: {" + tangential + "}}, joints: {Z: 0}}";
  };
  const PlannedMotion both = plan_cut(make_knife_gantry(write(points.c_str(), "turn: at corners")));
  const PlannedMotion first = plan_cut(
      make_knife_gantry(write("[[0, 0], [0.3, 0, {blend: 50 mm}], [0.3, 0.4]]", "offset: 0")));
  ASSERT_EQ(both.plan.status(), PlanStatus::optimal) << both.plan.reason;
  ASSERT_EQ(first.plan.status(), PlanStatus::optimal) << first.plan.reason;
  EXPECT_EQ(both.plan.stops.size(), 2u);
  const double time =
      first.plan.time() + calc_rest_to_rest(kPi / 2, kRound) + calc_rest_to_rest(0.3, kAlongX);
  EXPECT_NEAR(both.plan.time(), time, 1e-6 * time);
}

}  // namespace
}  // namespace globaldyn::inside::test
