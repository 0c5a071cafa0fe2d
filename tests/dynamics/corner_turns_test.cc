// Tools that follow a curve's tangent and turn on the spot at its corners: where they are, which
// way they look, and over which p. Oracles: the points written and the directions between them.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "globaldyn/machine/machine.h"
#include "globaldyn/path/path_jumps.h"
#include "tests/support/draw.h"
#include "tests/support/temporary_folder.h"

namespace globaldyn::inside::test {
namespace {

// Nothing is assembled here: any path can be read.
Machine read_cutter(const std::string& path, const std::string& folder = ".") {
  return parse_machine(R"(globaldyn: 1
name: cutter
bodies: {arm: {mass: 1}}
joints: {J: {type: cylindrical, a: ground, b: arm}}
tool: arm
paths:
  path: )" + path + "\n",
                       "cutter.yaml", folder);
}

std::string tell_cutter_refusal(const std::string& path, const std::string& folder = ".") {
  try {
    const Machine machine = read_cutter(path, folder);
    require_continuous(machine.mechanism, machine.paths[0], machine.paths[0].p_max);
  } catch (const InputError& error) {
    return error.what();
  }
  return "accepted";
}

void expect_part_of(const std::string& message, const std::string& part) {
  EXPECT_NE(message.find(part), std::string::npos) << message;
}

// From one value of p to the next, on either side of each step.
void expect_no_jump(const Machine& machine) {
  const Path& path = machine.paths[0];
  std::vector<double> places = path.steps.corners;
  places.insert(places.end(), path.steps.breaks.begin(), path.steps.breaks.end());
  EXPECT_FALSE(find_jump(machine.mechanism, path, places));
}

std::vector<Vector3d> draw_points(Draw& draw, std::size_t count, double height) {
  std::vector<Vector3d> points;
  while (points.size() < count) {
    const Vector3d next(draw.uniform(-1, 1), draw.uniform(-1, 1), height * draw.uniform(-1, 1));
    if (points.empty() || (next - points.back()).head<2>().norm() > 0.1) points.push_back(next);
  }
  return points;
}

std::string write_points(const std::vector<Vector3d>& points, bool planar) {
  std::string text;
  for (const Vector3d& at : points) {
    text += text.empty() ? "[" : ", [";
    text += fmt::format("{:.17g}, {:.17g}", at.x(), at.y());
    text += planar ? "]" : fmt::format(", {:.17g}]", at.z());
  }
  return "points: [" + text + "]";
}

double find_heading_of(const Vector3d& way) {
  return std::atan2(way.y(), way.x());
}

TEST(CornerTurns, StandAtTheCornerAndTurnByItsAngle) {
  for (std::uint64_t seed = 0; seed < 30; ++seed) {
    SCOPED_TRACE(testing::Message() << "seed " << seed);
    Draw draw(seed);
    const bool lifts = seed % 3 == 0;
    const std::vector<Vector3d> points = draw_points(draw, 3 + draw.below(5), lifts ? 0.1 : 0.0);
    const double offset = draw.uniform(-3, 3), height = 0.02;
    const Machine machine = read_cutter(fmt::format(
        "{{position: {{polyline: {{{}}}}}, orientation: {{tangential: {{offset: {:.17g}, "
        "turn: at corners{}}}}}}}",
        write_points(points, !lifts), offset, lifts ? ", lift: {z: 20 mm}" : ""));
    expect_no_jump(machine);
    const Path& path = machine.paths[0];
    // A full turn is as long as a piece on average; a lift as long as it is along the path.
    double length = 0.0;
    for (std::size_t i = 1; i < points.size(); ++i) length += (points[i] - points[i - 1]).norm();
    const double piece = 1.0 / static_cast<double>(points.size() - 1);
    const double rise = lifts ? height / length : 0.0;
    std::vector<double> corners;
    double p = 0.0;
    for (std::size_t i = 1; i + 1 < points.size(); ++i) {
      const Vector3d in = points[i] - points[i - 1], out = points[i + 1] - points[i];
      const double by = wrap_angle(find_heading_of(out) - find_heading_of(in));
      p += in.norm() / length;
      corners.push_back(p);
      const double turn = piece * std::abs(by) / (2.0 * std::numbers::pi);
      for (const double share : {0.0, 0.3, 0.9}) {
        const TaskTarget at = path.task(p + rise + share * turn + 1e-13).target;
        Vector3d place = Vector3d::Zero();
        place.head(lifts ? 3 : 2) = at.value.head(lifts ? 3 : 2);
        const Vector3d expected = points[i] + (lifts ? height : 0.0) * Vector3d::UnitZ();
        EXPECT_LT((place - expected).norm(), 1e-11);
        const double angle = at.value(lifts ? 3 : 2), rate = at.first(lifts ? 3 : 2);
        EXPECT_NEAR(wrap_angle(angle - offset - find_heading_of(in) - share * by), 0.0, 1e-10);
        EXPECT_NEAR(rate, by / turn, 1e-9 * std::abs(by / turn));
        EXPECT_EQ(at.first.head(lifts ? 3 : 2).norm(), 0.0);
      }
      if (lifts) {
        corners.insert(corners.end(), {p + rise, p + rise + turn, p + 2.0 * rise + turn});
        const TaskTarget up = path.task(p + 0.5 * rise).target;
        EXPECT_LT((up.value.head<3>() - points[i] - 0.5 * height * Vector3d::UnitZ()).norm(),
                  1e-12);
        EXPECT_NEAR(wrap_angle(up.value(3) - offset - find_heading_of(in)), 0.0, 1e-12);
        EXPECT_EQ(up.first(3), 0.0);
        const TaskTarget down = path.task(p + 1.75 * rise + turn).target;
        EXPECT_LT((down.value.head<3>() - points[i] - 0.25 * height * Vector3d::UnitZ()).norm(),
                  1e-12);
        EXPECT_NEAR(wrap_angle(down.value(3) - offset - find_heading_of(out)), 0.0, 1e-12);
      } else {
        corners.push_back(p + turn);
      }
      p += turn + 2.0 * rise;
    }
    p += (points.back() - points[points.size() - 2]).norm() / length;
    EXPECT_NEAR(path.p_max, p, 1e-12);
    ASSERT_EQ(path.steps.corners.size(), corners.size());
    for (std::size_t i = 0; i < corners.size(); ++i) {
      EXPECT_NEAR(path.steps.corners[i], corners[i], 1e-12);
    }
  }
}

// The whole orientation: x along the path, turned about whatever is between two directions.
TEST(CornerTurns, InSpaceTheToolIsTurnedTheShortWay) {
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    SCOPED_TRACE(testing::Message() << "seed " << seed);
    Draw draw(seed);
    const std::vector<Vector3d> points = draw_points(draw, 4, 1.0);
    const Machine machine =
        read_cutter("{position: {polyline: {" + write_points(points, false) +
                    "}}, orientation: {tangential: {up: [0.1, 0.2, 1], turn: at corners}}}");
    expect_no_jump(machine);
    const Path& path = machine.paths[0];
    ASSERT_EQ(path.steps.corners.size(), 4u);
    for (std::size_t i = 0; i < 2; ++i) {
      const double begin = path.steps.corners[2 * i], end = path.steps.corners[2 * i + 1];
      const Matrix3d before = path.task(begin).target.rotation,
                     behind = path.task(end).target.rotation;
      EXPECT_LT((before.col(0) - (points[i + 1] - points[i]).normalized()).norm(), 1e-12);
      EXPECT_LT((behind.col(0) - (points[i + 2] - points[i + 1]).normalized()).norm(), 1e-12);
      const Eigen::AngleAxisd turn(behind * before.transpose());
      const TaskTarget middle = path.task(begin + 0.25 * (end - begin)).target;
      EXPECT_LT((middle.rotation -
                 Eigen::AngleAxisd(0.25 * turn.angle(), turn.axis()).toRotationMatrix() * before)
                    .norm(),
                1e-12);
      EXPECT_LT((middle.first.tail<3>() * (end - begin) - turn.angle() * turn.axis()).norm(),
                1e-10);
      EXPECT_LT((middle.value.head<3>() - points[i + 1]).norm(), 1e-12);
    }
  }
  // Back the way it came it turns by half a turn, about its own z axis to the left.
  const Machine machine = read_cutter(
      "{position: {polyline: {points: [[0, 0, 0], [1, 0.3, 0.2], [0, 0, 0]]}}, orientation: "
      "{tangential: {up: z, turn: at corners}}}");
  expect_no_jump(machine);
  const Path& path = machine.paths[0];
  const double middle = 0.5 * (path.steps.corners.at(0) + path.steps.corners.at(1));
  const TaskTarget at = path.task(middle).target;
  EXPECT_GT(at.first.tail<3>().dot(at.rotation.col(2)), 0.0);
  EXPECT_NEAR(at.first.tail<3>().cross(at.rotation.col(2)).norm(), 0.0, 1e-12);
}

TEST(CornerTurns, AreOnlyWhereTheDirectionJumps) {
  const TemporaryFolder folder;
  const std::string turning = ", orientation: {tangential: {turn: at corners}}";
  // Straight on at another rate: a corner, without a turn. Round, and without corners at all: none.
  const Path straight =
      read_cutter("{position: {polyline: {points: [[0, 0], [1, 0], [2, 0]], knots: [0, 1, 5]}}" +
                  turning + "}")
          .paths[0];
  EXPECT_EQ(straight.steps.corners, std::vector<double>{1.0});
  EXPECT_EQ(straight.p_max, 5.0);
  const Path round =
      read_cutter(
          "{position: {polyline: {points: [[0, 0], [1, 0], [1, 1]], blend: 0.1, shape: "
          "smooth}}" +
          turning + "}")
          .paths[0];
  EXPECT_EQ(round.p_max, 1.0);
  EXPECT_TRUE(round.steps.corners.empty());
  EXPECT_EQ(read_cutter("{position: {circle: {center: [0, 0], radius: 1}}" + turning + "}")
                .paths[0]
                .p_max,
            2.0 * std::numbers::pi);
  // A table, pieces, and a list are the same path; stops and points are where they are told.
  (void)folder.write("points.csv", "x,y\n0,0\n1,0\n1,2\n0,2\n");
  const std::string stop = turning + ", stops: [{at: point 3, for: 1 s}]}";
  const std::vector<Path> paths{
      read_cutter("{position: {polyline: {points: [[0, 0], [1, 0], [1, 2], [0, 2]]}}" + stop)
          .paths[0],
      read_cutter("{position: {csv: {file: points.csv, interpolation: polyline}}" + stop,
                  folder.path().string())
          .paths[0],
      read_cutter(
          "{position: {pieces: {start: [0, 0], then: [{line: [1, 0]}, {line: [1, 2]}, {line: "
          "[0, 2]}]}}" +
          stop)
          .paths[0]};
  for (const Path& path : paths) {
    // A quarter turn is a quarter of a third.
    EXPECT_NEAR(path.p_max, 1.0 + 2.0 / 12.0, 1e-15);
    ASSERT_EQ(path.stops.size(), 1u);
    EXPECT_NEAR(path.stops[0].p, 0.75 + 1.0 / 12.0, 1e-15);
    EXPECT_EQ(path.stops[0].p, path.steps.corners.at(2));
    const TaskTarget at = path.task(path.stops[0].p).target;
    EXPECT_LT((at.value - Vector3d(1.0, 2.0, std::numbers::pi / 2)).norm(), 1e-12);
  }
  for (int i = 0; i <= 100; ++i) {
    const double p = paths[0].p_max * i / 100.0;
    const TaskTarget a = paths[0].task(p).target;
    for (const Path& path : paths) {
      EXPECT_LT((path.task(p).target.value - a.value).norm(), 1e-12) << p;
      EXPECT_LT((path.task(p).target.first - a.first).norm(), 1e-11) << p;
    }
  }
}

// However small a corner is, and however it is written: a tool that does not turn there is refused.
TEST(CornerTurns, WithoutThemCornersOfAnySizeAreRefused) {
  const TemporaryFolder folder;
  for (const double angle : {3.0, 1.0, 1e-3, 1e-6, 1e-8, 3e-9}) {
    SCOPED_TRACE(angle);
    const double x = 1.0 + std::cos(angle), y = std::sin(angle);
    (void)folder.write("points.csv", fmt::format("x,y\n0,0\n1,0\n{:.17g},{:.17g}\n", x, y));
    const std::string last = fmt::format("[{:.17g}, {:.17g}]", x, y);
    for (const std::string& position : std::vector<std::string>{
             "{polyline: {points: [[0, 0], [1, 0], " + last + "]}}",
             "{polyline: {points: [[0, 0], [1, 0], " + last + "], knots: [0, 1, 7]}}",
             "{pieces: {start: [0, 0], then: [{line: [1, 0]}, {line: " + last + "}]}}",
             "{csv: {file: points.csv, interpolation: polyline}}"}) {
      SCOPED_TRACE(position);
      const auto tell = [&](const char* turn) {
        return tell_cutter_refusal(
            "{position: " + position + ", orientation: {tangential: {" + turn + "}}}",
            folder.path().string());
      };
      expect_part_of(tell(""), "path 'path' jumps at its corner at p = ");
      expect_part_of(tell(""), "'turn: at corners' turns the tool there on the spot");
      EXPECT_EQ(tell("turn: at corners"), "accepted");
    }
  }
}

TEST(CornerTurns, MistakesAreTold) {
  const auto tell = [](const std::string& position, const std::string& tangential) {
    return tell_cutter_refusal("{position: " + position + ", orientation: {tangential: {" +
                               tangential + "}}}");
  };
  const std::string flat = "{polyline: {points: [[0, 0], [1, 0], [1, 1]]}}";
  expect_part_of(tell(flat, "turn: everywhere"), "cutter.yaml:7:");
  expect_part_of(tell(flat, "turn: everywhere"), "at corners");
  expect_part_of(tell(flat, "lift: {z: 5 mm}"), "'lift' without 'turn: at corners'; expected both");
  expect_part_of(tell(flat, "turn: at corners, lift: {z: 5 mm}"),
                 "a lift along z, which the position does not prescribe; expected points with that "
                 "coordinate");
  expect_part_of(tell(flat, "turn: at corners, lift: {x: 0}"), "a lift by nothing");
  expect_part_of(tell(flat, "turn: at corners, lift: {u: 5 mm}"), "'u'");
  expect_part_of(tell("{polyline: {points: [[0, 0, 0], [1, 0, 0], [1, 1, 0]]}}",
                      "offset: 0, turn: at corners, lift: {z: 3000}"),
                 "a lift of 3000 m along a path of 2 m; expected at most a thousand times");
  expect_part_of(tell(flat, "up: z, offset: 1"), "'offset' with 'up'; expected one of them");
  expect_part_of(
      tell_cutter_refusal("{position: {x: p, y: abs(p - 0.5)}, p_max: 1, orientation: {tangential: "
                          "{turn: at corners}}}"),
      "'turn' along formulas; expected a position through points");
  expect_part_of(tell("{polyline: {points: [[0, 0, 0], [1, 0, 0], [1, 0, 1]]}}",
                      "offset: 0, turn: at corners"),
                 "a tangent without a direction at p = 0.5");
}

}  // namespace
}  // namespace globaldyn::inside::test
