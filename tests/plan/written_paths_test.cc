// What a file says of points, blends, stops and units, against what the plan does. Oracle: closed
// forms of a table on two slides with a turning plate, whose three axes do not act on each other.
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
#include "tests/support/law_slide.h"
#include "tests/support/temporary_folder.h"

namespace globaldyn::inside::test {
namespace {

constexpr double kDegree = std::numbers::pi / 180.0;
// Of its axes, m/s² and rad/s²: 6 N on 3 kg, 3 N on 2 kg, 0.05 N m on 0.01 kg m².
constexpr double kMostX = 2.0, kMostY = 1.5, kMostTurn = 5.0;

Machine make_plate(const std::string& path, const std::string& folder = ".") {
  return parse_machine(R"(globaldyn: 1
name: plate
gravity: [0, 0, 0]
bodies:
  beam: {mass: 1 kg, inertia: {diag: [1, 1, 1]}}
  cart: {mass: 1 kg, inertia: {diag: [1, 1, 1]}}
  plate: {mass: 1 kg, inertia: {diag: [0.01, 0.01, 0.01]}}
joints:
  X: {type: prismatic, a: {body: ground, axis: x}, b: {body: beam, axis: x}}
  Y: {type: prismatic, a: {body: beam, axis: y}, b: {body: cart, axis: y}}
  C: {type: revolute, a: cart, b: plate}
drives: {FX: {joint: X, limits: 6 N}, FY: {joint: Y, limits: 3 N}, MC: {joint: C, limits: 0.05 N m}}
tool: plate
paths:
  path: )" + path + "\n",
                       "plate.yaml", folder);
}

struct WrittenPoint {
  Vector3d at;  // x and y in m, phi in rad
  double p{0.0};
  double rest{0.0};  // s: 0 if the file asks for no stop there
};

struct WrittenCase {
  std::vector<WrittenPoint> points;
  double blend{0.0};  // m; 0: none
  bool is_table{false};
};

// As long as a straight piece takes from rest to rest.
double calc_time(const WrittenPoint& from, const WrittenPoint& to) {
  const Vector3d way = (to.at - from.at).cwiseAbs();
  const double slowest = std::max({way.x() / kMostX, way.y() / kMostY, way.z() / kMostTurn});
  return 2.0 * std::sqrt(slowest);
}

bool goes_back(const WrittenCase& written, std::size_t i) {
  const Vector3d in = written.points[i].at - written.points[i - 1].at;
  const Vector3d out = written.points[i + 1].at - written.points[i].at;
  return (in.head<2>().normalized() + out.head<2>().normalized()).norm() < 1e-9;
}

bool stands(const WrittenCase& written, std::size_t i) {
  return (written.points[i].at - written.points[i - 1].at).head<2>().norm() == 0.0;
}

// Whether the blend rounds it, as the manual says.
bool is_round(const WrittenCase& written, std::size_t i) {
  if (i == 0 || i + 1 == written.points.size() || written.blend == 0.0) return false;
  if (written.points[i].rest > 0.0 || goes_back(written, i)) return false;
  return !stands(written, i) && !stands(written, i + 1);
}

double find_room(WrittenCase written) {
  written.blend = 1.0;
  double most = kInfinity;
  for (std::size_t i = 1; i < written.points.size(); ++i) {
    const int count = (is_round(written, i - 1) ? 1 : 0) + (is_round(written, i) ? 1 : 0);
    const double length = (written.points[i].at - written.points[i - 1].at).head<2>().norm();
    if (count > 0) most = std::min(most, length / count);
  }
  return most;
}

WrittenCase draw_case(Draw& draw) {
  WrittenCase written;
  written.is_table = draw.chance(0.5);
  // Whole tenths of millimetres and of degrees.
  const auto draw_place = [&] { return 1e-4 * std::round(draw.uniform(-5000.0, 5000.0)); };
  const auto draw_angle = [&] { return kDegree * 0.1 * std::round(draw.uniform(-1500.0, 1500.0)); };
  const std::size_t count = 3 + draw.below(4);
  while (written.points.size() < count) {
    WrittenPoint next;
    next.at = {draw_place(), draw_place(), written.is_table ? draw_angle() : 0.0};
    if (!written.points.empty()) {
      const WrittenPoint& last = written.points.back();
      next.p = last.p + 0.25 * static_cast<double>(1 + draw.below(12));
      if (written.is_table && draw.chance(0.2)) next.at.head<2>() = last.at.head<2>();
      // Back where it was before.
      if (written.points.size() > 1 && draw.chance(0.15))
        next.at = std::prev(written.points.end(), 2)->at;
    }
    written.points.push_back(next);
  }
  for (std::size_t i = 1; i + 1 < count; ++i) {
    if (draw.chance(0.35)) written.points[i].rest = 0.1 * static_cast<double>(1 + draw.below(5));
  }
  if (draw.chance(0.7)) {
    const double room = find_room(written);
    if (room < kInfinity) written.blend = room * (draw.chance(0.2) ? 1.0 : draw.uniform(0.05, 1.0));
  }
  return written;
}

// In which units, and how p is numbered, makes no difference to the motion.
struct Manner {
  const char* length;  // unit
  double size;         // of it, m
  bool is_in_degrees{false};
  double stretch{1.0};  // of p
};

std::string write_stops(const WrittenCase& written, const Manner& manner) {
  std::string stops;
  for (const WrittenPoint& point : written.points) {
    if (point.rest == 0.0) continue;
    stops += fmt::format("{}{{at: {}, for: {:.0f} ms}}", stops.empty() ? "" : ", ",
                         manner.stretch * point.p, 1e3 * point.rest);
  }
  return stops.empty() ? "" : ", stops: [" + stops + "]";
}

std::string write_blend(const WrittenCase& written, const Manner& manner) {
  if (written.blend == 0.0) return "";
  return fmt::format(", blend: {} {}", written.blend / manner.size, manner.length);
}

Machine read(const WrittenCase& written, const Manner& manner, const TemporaryFolder& folder) {
  if (!written.is_table) {
    std::string points, knots;
    for (const WrittenPoint& point : written.points) {
      const char* comma = points.empty() ? "" : ", ";
      points += fmt::format("{}[{:.9g} {}, {:.9g} {}]", comma, point.at.x() / manner.size,
                            manner.length, point.at.y() / manner.size, manner.length);
      knots += fmt::format("{}{}", comma, manner.stretch * point.p);
    }
    return make_plate(
        fmt::format("{{position: {{polyline: {{points: [{}], knots: [{}]{}}}}}, "
                    "orientation: {{phi: 0}}{}}}",
                    points, knots, write_blend(written, manner), write_stops(written, manner)));
  }
  const double turn = manner.is_in_degrees ? kDegree : 1.0;
  std::string table = fmt::format("p,x [{0}],y [{0}],phi [{1}]\n", manner.length,
                                  manner.is_in_degrees ? "deg" : "rad");
  for (const WrittenPoint& point : written.points) {
    table +=
        fmt::format("{},{:.9g},{:.9g},{:.17g}\n", manner.stretch * point.p,
                    point.at.x() / manner.size, point.at.y() / manner.size, point.at.z() / turn);
  }
  (void)folder.write("points.csv", table);
  return make_plate(
      fmt::format("{{position: {{csv: {{file: points.csv, interpolation: polyline{}}}}}{}}}",
                  write_blend(written, manner), write_stops(written, manner)),
      folder.path().string());
}

Vector3d find_place(const Frame& tool) {
  return {tool.origin.x(), tool.origin.y(), std::atan2(tool.axes(1, 0), tool.axes(0, 0))};
}

double find_distance(const Vector3d& a, const Vector3d& b) {
  return std::max((a - b).head<2>().norm(), std::abs(wrap_angle(a.z() - b.z())));
}

double find_blend_gap(const WrittenCase& written, std::size_t i) {
  const auto direction = [&](std::size_t from) -> Eigen::Vector2d {
    return (written.points[from + 1].at - written.points[from].at).head<2>().normalized();
  };
  return 3.0 / 16.0 * written.blend * (direction(i) - direction(i - 1)).norm();
}

// How near to a place the recorded tool comes.
double find_least(const MotionRecord& record, const Eigen::Vector2d& place) {
  double least = kInfinity;
  for (const MotionSample& sample : record.samples) {
    least = std::min(least, (sample.tool.origin.head<2>() - place).norm());
  }
  return least;
}

// The longest time without a break that the tool is at a place.
double find_rest(const MotionRecord& record, const Vector3d& place) {
  double longest = 0.0, since = kInfinity;
  for (const MotionSample& sample : record.samples) {
    if (find_distance(find_place(sample.tool), place) > 1e-9) {
      since = kInfinity;
      continue;
    }
    since = std::min(since, sample.state.t);
    longest = std::max(longest, sample.state.t - since);
  }
  return longest;
}

PlannedMotion plan(const Machine& machine) {
  PlannedMotionOptions options;
  options.plan.tolerance = 1e-6;
  options.plan.report = false;
  options.samples = 4001;
  return plan_motion(machine, machine.paths.front(), options);
}

void expect_as_written(const WrittenCase& written, const PlannedMotion& motion) {
  const MotionRecord& record = motion.record;
  const double between = motion.plan.time() / 4000.0;
  ASSERT_FALSE(record.samples.empty());
  for (const bool is_end : {false, true}) {
    const MotionSample& sample = is_end ? record.samples.back() : record.samples.front();
    const Vector3d& place = is_end ? written.points.back().at : written.points.front().at;
    EXPECT_LT(find_distance(find_place(sample.tool), place), 1e-9);
    EXPECT_LT(sample.tool_velocity.v.norm() + sample.tool_velocity.w.norm(), 1e-9);
  }
  double sharp = 0.0, dwell = 0.0;
  bool is_sharp = true;
  for (std::size_t i = 1; i < written.points.size(); ++i) {
    const WrittenPoint& point = written.points[i];
    sharp += calc_time(written.points[i - 1], point);
    if (i + 1 == written.points.size()) break;
    SCOPED_TRACE(testing::Message() << "point " << i);
    dwell += point.rest;
    if (point.rest > 0.0) {
      EXPECT_NEAR(find_rest(record, point.at), point.rest, 2.0 * between);
    } else if (is_round(written, i)) {
      is_sharp = false;
      // Nowhere does the tool come nearer than the parabola's vertex; other pieces may.
      if (written.points.size() == 3) {
        const double gap = find_blend_gap(written, i);
        EXPECT_NEAR(find_least(record, point.at.head<2>()), gap, 1e-3 * written.blend);
      }
    } else {
      EXPECT_LT(find_least(record, point.at.head<2>()), 1e-3);
    }
  }
  if (is_sharp) {
    EXPECT_NEAR(motion.plan.time(), sharp + dwell, 2e-6 * sharp);
  } else {
    EXPECT_LT(motion.plan.time(), sharp + dwell);
  }
}

TEST(WrittenPaths, AreDoneAsTheySayInAnyUnits) {
  const TemporaryFolder folder;
  const std::vector<Manner> manners{
      {"m", 1.0, false, 1.0}, {"mm", 1e-3, true, 1.0}, {"cm", 1e-2, true, 128.0}};
  int blended = 0, stopped = 0;
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    SCOPED_TRACE(testing::Message() << "seed " << seed);
    Draw draw(seed);
    const WrittenCase written = draw_case(draw);
    blended += written.blend > 0.0 ? 1 : 0;
    double time = 0.0;
    for (const Manner& manner : manners) {
      SCOPED_TRACE(manner.length);
      const PlannedMotion motion = plan(read(written, manner, folder));
      ASSERT_EQ(motion.plan.status(), PlanStatus::optimal) << motion.plan.reason;
      stopped += static_cast<int>(motion.plan.stops.size());
      if (time == 0.0) {
        time = motion.plan.time();
        expect_as_written(written, motion);
      }
      EXPECT_NEAR(motion.plan.time(), time, 2e-6 * time);
    }
  }
  EXPECT_GT(blended, 20);
  EXPECT_GT(stopped, 100);
}

// --- Paths that stand still ----------------------------------------------------------------------

std::string why_not(const Machine& machine) {
  try {
    const PathPlan plan = plan_path(machine, machine.paths.front());
    return plan.has_motion() ? "accepted" : plan.reason;
  } catch (const InputError& error) {
    return error.what();
  }
}

// From rest to rest along 0.5 m at 10 m/s² and at most 2 m/s: the motion would start at 2 m/s.
TEST(WrittenPaths, FormulasThatDoNotMoveOnAStretchAreRefused) {
  for (const char* law : {"0.5*max(0, p - 1.1)", "0.5*min(1.1, p)", "0.3",
                          "0.3*(sin(p)^2 + cos(p)^2)", "0.5*min(p, 0.7) + 0.5*max(0, p - 1.2)"}) {
    SCOPED_TRACE(law);
    const std::string why =
        why_not(make_law_slide(law, "2", "  M: {joint: P, limits: 20 N, max_speed: 2 m/s}\n"));
    EXPECT_NE(why.find("slide.yaml:"), std::string::npos) << why;
    EXPECT_NE(why.find("path 'a' does not move from p = "), std::string::npos) << why;
    EXPECT_NE(why.find("a rest is written as 'stops: [{at: "), std::string::npos) << why;
  }
  EXPECT_EQ(why_not(make_law_slide("0.3*p^3", "2")), "accepted");
}

// In front of the stop the path moves, behind it begins as a square, or the other way round: a stop
// needs d1 = 0 on the side that moves.
TEST(WrittenPaths, AStopIsKeptWhereThePathStandsStillOnOneSideOnly) {
  for (const bool is_behind : {false, true}) {
    SCOPED_TRACE(is_behind);
    Machine machine = make_law_slide("p", "1");
    Path& path = machine.paths[0];
    path.task = [coordinates = path.coordinates, is_behind](double p) {
      const double u = p - 0.5;
      const bool is_square = (u >= 0.0) == is_behind;
      const double sign = is_behind ? 1.0 : -1.0;
      Task task{coordinates, {}};
      task.target.value = VectorXd::Constant(1, is_square ? sign * u * u : u);
      task.target.first = VectorXd::Constant(1, is_square ? 2.0 * sign * u : 1.0);
      task.target.second = VectorXd::Constant(1, is_square ? 2.0 * sign : 0.0);
      return task;
    };
    path.stops = {{0.5, 0.1}};
    // 40 N on 2 kg, along 0.5 m and 0.25 m.
    const double time = 0.1 + 2.0 * (std::sqrt(0.5 / 20.0) + std::sqrt(0.25 / 20.0));
    const PathPlan plan = plan_path(machine, path);
    if (!plan.has_motion()) continue;
    EXPECT_GE(plan.time(), time * (1.0 - 1e-9));
    EXPECT_LE(plan.time_lower(), time * (1.0 + 1e-9));
  }
}

TEST(WrittenPaths, ATurnOnTheSpotIsFromRestToRest) {
  const TemporaryFolder folder;
  (void)folder.write("points.csv", "p,x,y,phi\n0,0,0,0\n1,0.4,0,0\n2,0.4,0,1.5\n3,0.4,0.3,1.5\n");
  const Machine machine =
      make_plate("{position: {csv: {file: points.csv, interpolation: polyline, blend: 0.1}}}",
                 folder.path().string());
  const PathPlan plan = plan_path(machine, machine.paths.front());
  ASSERT_EQ(plan.status(), PlanStatus::optimal) << plan.reason;
  const double time =
      2.0 * (std::sqrt(0.4 / kMostX) + std::sqrt(1.5 / kMostTurn) + std::sqrt(0.3 / kMostY));
  EXPECT_NEAR(plan.time(), time, 1e-6 * time);
}

// Blends as long as fit meet: of a straight piece between them nothing may be left, not even what
// rounding errors leave. The same curve with other knots takes the same time.
TEST(WrittenPaths, BlendsThatMeetLeaveNothingBetween) {
  std::mt19937 engine(17);
  std::uniform_int_distribution<int> centimetres(8, 60);
  for (int i = 0; i < 25; ++i) {
    const double a = 0.01 * centimetres(engine), b = 0.01 * centimetres(engine);
    const double c = std::max(0.5 * b, 0.01 * centimetres(engine));
    const double first = std::max(0.5 * b, a);
    const auto write = [&](const char* knots) {
      return fmt::format(
          "{{position: {{polyline: {{points: [[0, 0], [{0}, 0], [{0}, {1}], [{2}, {1}]], blend: "
          "{3}{4}}}}}, orientation: {{phi: 0}}}}",
          first, b, first + c, 0.5 * b, knots);
    };
    const Machine by_length = make_plate(write("")),
                  by_knots = make_plate(write(", knots: [0, 1, 2, 3]"));
    const PathPlan one = plan_path(by_length, by_length.paths.front());
    const PathPlan other = plan_path(by_knots, by_knots.paths.front());
    ASSERT_EQ(one.status(), PlanStatus::optimal) << one.reason << write("");
    ASSERT_EQ(other.status(), PlanStatus::optimal) << other.reason << write("");
    EXPECT_NEAR(one.time(), other.time(), 3e-6 * one.time()) << write("");
  }
}

// --- Paths that jump -----------------------------------------------------------------------------

TEST(WrittenPaths, JumpsAreToldWithTheirPlace) {
  const auto why = [](const std::string& path) { return why_not(make_plate(path)); };
  const auto expect = [](const std::string& message, const std::string& part) {
    EXPECT_NE(message.find(part), std::string::npos) << message;
  };
  const std::string tangential = ", orientation: {tangential: {offset: 0}}}";
  const auto polyline = [&](const std::string& points) {
    return why("{position: {polyline: {points: " + points + "}}" + tangential);
  };
  expect(polyline("[[0, 0], [0.3, 0], [0.3, 0.3]]"),
         "plate.yaml:15:3: path 'path' jumps at its corner at p = 0.5: phi by 1.5708 rad (90 deg); "
         "expected a path without jumps: 'blend' rounds");
  expect(polyline("[[0, 0], [0.3, 0], [0.6, 0.009]]"), "phi by 0.029991 rad");
  expect(polyline("[[0, 0], [0.3, 0], [0, 0]], blend: 10 mm"), "phi by 3.14159 rad (180 deg)");
  EXPECT_EQ(polyline("[[0, 0], [0.3, 0], [0.3, 0.3]], blend: 50 mm"), "accepted");
  // A stop keeps the corner sharp.
  expect(
      why("{position: {polyline: {points: [[0, 0], [0.3, 0], [0.3, 0.3]], blend: 50 mm}}, stops: "
          "[{at: 0.5}]" +
          tangential),
      "jumps at its corner at p = 0.5");
  // Formulas, too.
  expect(why("{position: {x: p, y: abs(p - 0.3)}, p_max: 1" + tangential),
         "path 'path' jumps at its corner at p = 0.3: phi by 1.5708 rad");
  // Formulas that jump are refused where they stand.
  const auto refusal = [](const std::string& path) -> std::string {
    try {
      (void)make_plate(path);
    } catch (const InputError& error) {
      return error.what();
    }
    return "accepted";
  };
  expect(
      refusal("{position: {x: p, y: 0.1*(p - 0.7)/abs(p - 0.7)}, orientation: {phi: 0}, p_max: 1}"),
      "has no value at p = 0.7");
  expect(refusal("{position: {x: p, y: 0}, orientation: {phi: \"atan2(p - 0.2, 0)\"}, p_max: 1, "
                 "stops: [{at: 0.2}]}"),
         "at p = 0.2");
  // A full turn is none, nor is a steep place.
  EXPECT_EQ(
      why("{position: {x: p, y: 0}, orientation: {phi: \"atan2(sin(7*p), cos(7*p))\"}, p_max: 1}"),
      "accepted");
  EXPECT_EQ(why("{position: {x: p, y: 0.1*atan((p - 0.5)*1000)}, orientation: {phi: 0}, p_max: 1}"),
            "accepted");
}

}  // namespace
}  // namespace globaldyn::inside::test
