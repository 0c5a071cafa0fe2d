// What every kind of path prescribes: values by closed forms, derivatives by differences.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>

#include "core/base/constants.h"
#include "globaldyn/machine/machine.h"
#include "tests/support/temporary_folder.h"

namespace globaldyn::inside::test {
namespace {

// One path on a machine with which any path can be read; nothing is assembled here.
Machine make_machine(const std::string& path, const std::string& folder = ".") {
  return parse_machine(R"(globaldyn: 1
name: carrier
parameters: {side: 0.2 m}
bodies: {arm: {mass: 1, inertia: {diag: [1, 1, 1]}}}
joints: {J: {type: cylindrical, a: ground, b: arm}}
drives:
  turn: {joint: J.angle}
  push: {joint: J.displacement}
tool: arm
paths:
  path: )" + path + "\n",
                       "carrier.yaml", folder);
}

TaskTarget target_of(const Machine& machine, double p) {
  return machine.paths[0].task(p).target;
}

Vector3d position_of(const Machine& machine, double p) {
  return target_of(machine, p).value.head<3>();
}

struct PathKind {
  const char* name;
  const char* path;
};

std::ostream& operator<<(std::ostream& out, const PathKind& kind) {
  return out << kind.name;
}

class EveryPathKind : public testing::TestWithParam<PathKind> {
 protected:
  void SetUp() override {
    (void)folder_.write(
        "points.csv", "p,x,y,phi\n0,0.1,0.2,0\n0.5,0.3,0.25,0.4\n1.2,0.2,0.5,0.3\n2,0,0.4,-0.2\n");
  }
  const TemporaryFolder folder_;
};

// Central differences of half and full width, extrapolated: their error is some h^4 of the curve's
// derivatives, about 1e-10 here, and rounding errors over h, about 1e-12.
constexpr double kStep = 1e-3;
template <class F>
auto differentiate_numerically(const F& f, double p) {
  const auto slope = [&](double h) { return ((f(p + h) - f(p - h)) / (2.0 * h)).eval(); };
  return ((4.0 * slope(0.5 * kStep) - slope(kStep)) / 3.0).eval();
}

TEST_P(EveryPathKind, GivesTheDerivativesOfItsValues) {
  const Machine machine = make_machine(GetParam().path, folder_.path().string());
  const Path& path = machine.paths[0];
  for (int i = 0; i < 23; ++i) {
    const double p = path.p_max * (i + 0.4142) / 23.0;
    if (p < 2.0 * kStep || p > path.p_max - 2.0 * kStep) continue;
    SCOPED_TRACE(testing::Message() << "p = " << p);
    const Task task = path.task(p);
    const VectorXd first = differentiate_numerically(
        [&](double at) -> VectorXd { return path.task(at).target.value; }, p);
    const VectorXd second = differentiate_numerically(
        [&](double at) -> VectorXd { return path.task(at).target.first; }, p);
    const Matrix3d turning = differentiate_numerically(
        [&](double at) -> Matrix3d { return path.task(at).target.rotation; }, p);
    const Vector3d rate = find_axial(turning * task.target.rotation.transpose());
    for (Eigen::Index k = 0; k < task.size(); ++k) {
      const TaskCoordinate& coordinate = task.coordinates[static_cast<std::size_t>(k)];
      const bool whole = coordinate.kind == TaskCoordinate::Kind::rotation;
      EXPECT_NEAR(task.target.first(k), whole ? rate(coordinate.index) : first(k), 1e-7);
      EXPECT_NEAR(task.target.second(k), second(k), 1e-6);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(
    Paths, EveryPathKind,
    testing::Values(
        PathKind{"circle", "{position: {circle: {center: [0.1, 0.2, 0.3], radius: 0.5}}}"},
        PathKind{"circle_axes",
                 "{position: {circle: {center: [0, 0, 1], radius: side, axes: "
                 "[y, [0.6, 0, 0.8]]}}}"},
        PathKind{"rose", "{position: {rose: {center: [0, 0], r0: 0.4, k: 3}}}"},
        PathKind{"line", "{position: {line: {from: [0, 1, 2], to: [0.5, 0.5, 0.1]}}}"},
        PathKind{"blended",
                 "{position: {polyline: {points: [[0, 0], [1, 0], [1, 1], [0, 2]], "
                 "blend: 0.2}}}"},
        PathKind{"blended_unevenly",
                 "{position: {polyline: {points: [[0, 0], [1, 0], [1, 1], [0, 2]], "
                 "knots: [0, 1, 1.4, 4], blend: 0.4}}}"},
        PathKind{"blended_by_parabolas",
                 "{position: {polyline: {points: [[0, 0], [1, 0], [1, 1], [0, 2]], "
                 "blend: 0.2, shape: parabola}}}"},
        PathKind{"blended_unevenly_by_parabolas",
                 "{position: {polyline: {points: [[0, 0], [1, 0], [1, 1], [0, 2]], "
                 "knots: [0, 1, 1.4, 4], blend: 0.4, shape: parabola}}}"},
        PathKind{"spline", "{position: {spline: {points: [[0, 0], [1, 0.3], [1.2, 1], [0, 2]]}}}"},
        PathKind{"closed_spline",
                 "{position: {spline: {closed: true, points: [[0, 0], [1, 0.3], "
                 "[1.2, 1], [0, 0]], knots: [0, 1, 1.5, 3]}}}"},
        PathKind{"csv", "{position: {csv: {file: points.csv}}}"},
        PathKind{"csv_polyline",
                 "{position: {csv: {file: points.csv, interpolation: polyline, blend: 0.05}}}"},
        PathKind{"formulas", "{position: {x: side*sin(3*p), z: exp(-p)*p^3}, p_max: 2}"},
        PathKind{"phi",
                 "{position: {line: {from: [0, 0], to: [1, 1]}}, orientation: {phi: "
                 "0.3*p^2 - 20 deg}}"},
        PathKind{"cardan", "{orientation: {cardan: [0.5*p, sin(2*p), 0.3 - p^2]}, p_max: 1.3}"},
        PathKind{"cardan_part", "{orientation: {cardan: {x: 0.5*p, z: cos(p)}}, p_max: 1.3}"},
        PathKind{"rotation",
                 "{orientation: {rotation: {axis: [1, 2, -2], angle: sin(p)}}, p_max: "
                 "3}"},
        PathKind{"tangential",
                 "{position: {circle: {center: [0, 0], radius: 0.5}}, orientation: "
                 "{tangential: {offset: 30 deg}}}"},
        PathKind{"tangential_space",
                 "{position: {x: cos(p), y: 0.5*sin(p), z: 0.2*p^2}, p_max: 2, "
                 "orientation: {tangential: {up: [0.1, 0.3, 1]}}}"},
        PathKind{"tangential_spline",
                 "{position: {spline: {points: [[0, 0], [1, 0.3], [1.2, 1], [0, 2]]}}, "
                 "orientation: {tangential: {}}}"},
        PathKind{"interpolated",
                 "{orientation: {interpolate: {from: {cardan: [0.1, 0.2, 0.3]}, "
                 "to: {cardan: [-0.5, 0.4, 1.9]}}}, p_max: 2}"},
        PathKind{"joints", "{joints: {J.angle: sin(p), J.displacement: 0.1*p^2}, p_max: 2}"},
        PathKind{"drives", "{drives: {turn: p^3, push: side*cos(p)}, p_max: 2}"}),
    [](const auto& test) { return test.param.name; });

TEST(PathValues, CircleTurnsAboutItsNormalFromItsFirstAxis) {
  const Machine machine = make_machine(
      "{position: {circle: {center: [1, 2, 3], radius: 0.5, normal: [0, 0, 2], first_axis: [1, 1, "
      "0]}}}");
  const double h = 0.5 * std::sqrt(0.5);
  EXPECT_LT((position_of(machine, 0.0) - Vector3d(1 + h, 2 + h, 3)).norm(), 1e-15);
  EXPECT_LT((position_of(machine, kPi / 2) - Vector3d(1 - h, 2 + h, 3)).norm(), 1e-15);
  EXPECT_DOUBLE_EQ(machine.paths[0].p_max, 2 * kPi);
}

TEST(PathValues, CircleInGivenAxes) {
  const Machine machine =
      make_machine("{position: {circle: {center: [0, 0, 1], radius: 0.5, axes: [z, -x]}}}");
  EXPECT_LT((position_of(machine, 0.0) - Vector3d(0, 0, 1.5)).norm(), 1e-15);
  EXPECT_LT((position_of(machine, kPi / 2) - Vector3d(-0.5, 0, 1)).norm(), 1e-15);
}

TEST(PathValues, RoseHasTheRadiusOfItsFormula) {
  const Machine machine =
      make_machine("{position: {rose: {center: [0.1, -0.2], r0: 0.4, k: 2/3}}, p_max: 18}");
  for (const double p : {0.0, 0.7, 2.9, 11.0}) {
    const double r = 0.4 * std::cos(2.0 / 3.0 * p);
    const VectorXd at = target_of(machine, p).value;
    EXPECT_NEAR(at(0), 0.1 + r * std::cos(p), 1e-15);
    EXPECT_NEAR(at(1), -0.2 + r * std::sin(p), 1e-15);
  }
}

// Straight except for the blends; these start at the blend's length from the corner and have
// continuous velocity and a constant second derivative.
TEST(PathValues, PolylineRoundsItsCornersWithinTheBlend) {
  const Machine machine = make_machine(
      "{position: {polyline: {points: [[0, 0], [1, 0], [1, 2]], knots: [0, 1, 3], blend: 0.1, "
      "shape: parabola}}}");
  EXPECT_LT((target_of(machine, 0.899).value - Eigen::Vector2d(0.899, 0)).norm(), 1e-15);
  EXPECT_LT((target_of(machine, 1.101).value - Eigen::Vector2d(1, 0.101)).norm(), 1e-15);
  const TaskTarget middle = target_of(machine, 1.0);
  // The parabola's distance from the corner is half the distance of the corner from the chord.
  EXPECT_LT((middle.value - Eigen::Vector2d(1 - 0.025, 0.025)).norm(), 1e-15);
  EXPECT_LT((middle.second - Eigen::Vector2d(-5, 5)).norm(), 1e-12);
  for (const double edge : {0.9, 1.1}) {
    const TaskTarget before = target_of(machine, edge - 1e-12);
    const TaskTarget after = target_of(machine, edge + 1e-12);
    EXPECT_LT((after.value - before.value).norm(), 1e-11);
    EXPECT_LT((after.first - before.first).norm(), 1e-10);
    EXPECT_NEAR((after.second - before.second).norm(), 5 * std::sqrt(2.0), 1e-9);
  }
}

// The parabola that touches both pieces at the blend's length from the corner, whatever p is there:
// with a from 0 to 1 between its ends, seen from the corner, (1 - a)² of the one and a² of the
// other.
TEST(PathValues, BlendsAreAsLongOnBothSidesWhateverTheKnots) {
  const double length = 0.2;
  for (const char* knots : {"[0, 1, 2]", "[0, 1, 11]", "[0, 30, 30.01]", "[0, 0.02, 1]"}) {
    SCOPED_TRACE(knots);
    const Machine machine = make_machine(
        "{position: {polyline: {points: [[0, 0], [1, 0], [1, 2]], blend: 0.2, shape: parabola, "
        "knots: " +
        std::string(knots) + "}}}");
    const std::vector<double>& breaks = machine.paths[0].steps.breaks;
    ASSERT_EQ(breaks.size(), 2u);
    EXPECT_TRUE(machine.paths[0].steps.corners.empty());
    EXPECT_LT((target_of(machine, breaks[0]).value - Eigen::Vector2d(1 - length, 0)).norm(), 1e-12);
    EXPECT_LT((target_of(machine, breaks[1]).value - Eigen::Vector2d(1, length)).norm(), 1e-12);
    double last = 0.0;
    for (int i = 1; i < 20; ++i) {
      const double p = breaks[0] + (breaks[1] - breaks[0]) * i / 20.0;
      const VectorXd at = target_of(machine, p).value;
      const double in = std::sqrt((1 - at(0)) / length), out = std::sqrt(at(1) / length);
      EXPECT_NEAR(in + out, 1.0, 1e-12) << p;
      EXPECT_GT(out, last) << p;
      last = out;
    }
    // Where dR/dp changes fastest it does by itself along the narrower side.
    const double knot = std::stod(std::string(knots).substr(std::string(knots).find(',') + 1));
    const double step = 1e-6 * std::min(knot - breaks[0], breaks[1] - knot);
    for (const double edge : breaks) {
      const VectorXd before = target_of(machine, edge - step).first;
      const VectorXd after = target_of(machine, edge + step).first;
      EXPECT_LT((after - before).norm(), 1e-4 * before.norm()) << edge;
    }
  }
}

std::string why_not(const std::string& path, const std::string& folder = ".") {
  try {
    (void)make_machine(path, folder);
  } catch (const InputError& error) {
    return error.what();
  }
  return "accepted";
}

void expect_part(const std::string& message, const std::string& part) {
  EXPECT_NE(message.find(part), std::string::npos) << message;
}

// The ends of the polyline need no blend: 20 mm fit on a first piece of 25 mm.
TEST(PathValues, ABlendIsAsLongAsItSaysOrRefused) {
  const auto path = [](const std::string& points, const std::string& blend) {
    return "{position: {polyline: {points: " + points + ", blend: " + blend + "}}}";
  };
  const std::string cycle = "[[0, 0], [0, 25 mm], [305 mm, 25 mm], [305 mm, 0]]";
  for (const std::string blend : {"12.5 mm", "20 mm", "24 mm"}) {
    SCOPED_TRACE(blend);
    const Machine machine = make_machine(path(cycle, blend));
    const double length = 1e-3 * std::stod(blend);
    const VectorXd begin = target_of(machine, machine.paths[0].steps.breaks.at(0)).value;
    EXPECT_NEAR(begin(1), 0.025 - length, 1e-15);
  }
  EXPECT_EQ(why_not(path(cycle, "25 mm")), "accepted");
  const std::string long_one = why_not(path(cycle, "25.1 mm"));
  expect_part(long_one, "carrier.yaml:11:");
  expect_part(long_one,
              "a blend of 0.0251 m, where the piece from point 1 to point 2 is 0.025 m long");
  expect_part(long_one, "one at one end; expected at most 0.025 m");
  // On the middle piece two have to share.
  expect_part(
      why_not(path("[[0, 0], [1, 0], [1, 0.3], [0, 0.3]]", "0.2")),
      "from point 2 to point 3 is 0.3 m long and has one at both ends; expected at most 0.15");
  // What is said to fit does.
  const std::string skew = "[[0, 0], [0.1, 0.3], [0.2, 0.1], [0.7, 0.2]]";
  const std::string refused = why_not(path(skew, "30 m"));
  const std::size_t most = refused.find("at most ") + 8;
  EXPECT_EQ(why_not(path(skew, refused.substr(most))), "accepted") << refused;
  // Where nothing is rounded there is nothing to fit.
  EXPECT_EQ(why_not(path("[[0, 0], [1, 0], [2, 0]]", "30 m")), "accepted");
  EXPECT_EQ(why_not(path("[[0, 0], [1, 0], [0, 0]]", "30 m")), "accepted");
}

// A stop at a blended point is at the point.
TEST(PathValues, ACornerWithAStopIsNotBlended) {
  const std::string points =
      "{position: {polyline: {points: [[0, 0], [0.3, 0], [0.3, 0.6], [0, 0.6]], "
      "blend: 60 mm}}, stops: [{at: ";
  // By length the corners are at 1/4 and 3/4.
  for (const char* at : {"0.25", "0.3/1.2", "0.2500000001"}) {
    SCOPED_TRACE(at);
    const Machine machine = make_machine(points + at + ", for: 0.2 s}]}");
    const Path& path = machine.paths[0];
    ASSERT_EQ(path.steps.corners.size(), 1u);
    EXPECT_EQ(path.stops.at(0).p, path.steps.corners[0]);
    EXPECT_LT((target_of(machine, path.stops[0].p).value - Eigen::Vector2d(0.3, 0)).norm(), 1e-15);
    EXPECT_EQ(path.steps.breaks.size(), 2u);  // the other corner is still round
  }
  const std::string beside = why_not(points + "0.24, for: 0.2 s}]}");
  expect_part(beside, "a stop at p = 0.24 on the blend from p = 0.2 to 0.3");
  expect_part(beside, "expected the corner itself, p = 0.25");
  // Next to the blend, and without one, stops are where they are said to be.
  EXPECT_EQ(make_machine(points + "0.2}]}").paths[0].stops.at(0).p, 0.2);
  EXPECT_EQ(make_machine(points + "0.1}]}").paths[0].stops.at(0).p, 0.1);
}

// --- Points that come again ----------------------------------------------------------------------

TEST(PathValues, APointTwiceInARowIsRefusedInEveryWayToWriteIt) {
  const TemporaryFolder folder;
  const auto csv = [&](const std::string& rows, const std::string& more = "") {
    (void)folder.write("points.csv", rows);
    return why_not("{position: {csv: {file: points.csv" + more + "}}}", folder.path().string());
  };
  for (const std::string kind :
       {"", ", interpolation: polyline", ", interpolation: polyline, blend: 0.01 mm"}) {
    SCOPED_TRACE(kind);
    expect_part(csv("p,x\n0,0\n1,0\n2,0.5\n", kind),
                "points.csv:3:1: the same point twice in a row: it is in line 2, too, and nothing "
                "moves from p = 0 to 1; expected another point");
    expect_part(csv("p,x\n0,0\n1,0.2\n2,0.2\n3,0.5\n", kind),
                "points.csv:4:1: the same point twice in a row: it is in line 3, too, and nothing "
                "moves from p = 1 to 2; expected another point; where the machine rests, one point "
                "and 'stops: [{at: 1, for: …}]'");
    expect_part(csv("p,x\n0,0\n1,0.5\n2,0.5\n", kind), "points.csv:4:1: the same point");
    expect_part(csv("p,x,y\n0,0,1\n\n1,0.5,1\n2,0.5,1\n3,0,1\n", kind), "points.csv:5:1: the same");
    // Up to rounding errors, beside the largest of the numbers.
    expect_part(csv("p,x\n0,0\n1,0.3\n2,0.30000000000000004\n3,1\n", kind),
                "points.csv:4:1: the same");
    expect_part(csv("p,x,phi\n0,0,1\n1,0.3,2\n2,0.3,2.0000000000000004\n3,1,0\n", kind),
                ":4:1: the same");
    EXPECT_EQ(csv("p,x\n0,0\n1,0.3\n2,0.3001\n3,1\n", kind), "accepted");
    // The tool turns on the spot.
    EXPECT_EQ(csv("p,x,phi\n0,0,1\n1,0.3,2\n2,0.3,3\n3,1,0\n", kind), "accepted");
  }
  for (const std::string kind : {"polyline", "spline"}) {
    SCOPED_TRACE(kind);
    const auto points = [&](const std::string& list, const std::string& more = "") {
      return why_not("{position: {" + kind + ": {points: " + list + "}}" + more + "}");
    };
    const std::string twice = "[[0, 0], [1, 0], [1, 0], [1, 1]]";
    expect_part(points(twice),
                "the same point twice in a row, without 'knots'; expected another point");
    expect_part(points(twice + ", knots: [0, 1, 2, 3]"), "carrier.yaml:11:");
    expect_part(points(twice + ", knots: [0, 1, 2, 3]"), "nothing moves from p = 1 to 2");
    EXPECT_EQ(points(twice + ", knots: [0, 1, 2, 3]", ", orientation: {phi: p}"), "accepted");
    EXPECT_EQ(points(twice + ", knots: [0, 1, 2, 3]", ", joints: {J.angle: p^2}"), "accepted");
    expect_part(points(twice + ", knots: [0, 1, 2, 3]", ", orientation: {phi: 0.3}"),
                "the same point");
    expect_part(points(twice + ", knots: [0, 1, 2, 3]", ", orientation: {tangential: {}}"),
                "the same point");
    // Of what is prescribed nothing moves.
    expect_part(points("[[0, 0], [1, 0], [1, 1]]", ", prescribe: [x]"), "the same point");
    EXPECT_EQ(points("[[0, 0], [1, 0], [1, 1]]", ", prescribe: [x, y]"), "accepted");
  }
}

// Position and orientation each stand still while the other moves: all three have to stop between.
TEST(PathValues, ATurnOnTheSpotHasACornerAtBothEnds) {
  const TemporaryFolder folder;
  (void)folder.write("points.csv", "p,x,phi\n0,0,0\n1,1,0\n2,1,1\n3,2,1\n");
  const Machine machine =
      make_machine("{position: {csv: {file: points.csv, interpolation: polyline, blend: 0.2}}}",
                   folder.path().string());
  EXPECT_EQ(machine.paths[0].steps.corners, (std::vector<double>{1.0, 2.0}));
  EXPECT_TRUE(machine.paths[0].steps.breaks.empty());
  EXPECT_EQ(target_of(machine, 1.5).value(0), 1.0);
  EXPECT_EQ(target_of(machine, 1.5).value(1), 0.5);
}

TEST(PathValues, ColumnsOfACsvMayHaveUnits) {
  const TemporaryFolder folder;
  (void)folder.write("si.csv", "p,x,y,phi\n0,0,0,0\n1.5,0.1,0.2,1\n3,0.3,-0.1,0.5\n");
  (void)folder.write(
      "units.csv",
      fmt::format("p [deg],x [mm],y [cm],phi [deg]\n0,0,0,0\n{},100,20,{}\n{},300,-10,{}\n",
                  1.5 * 180 / kPi, 180 / kPi, 3 * 180 / kPi, 90 / kPi));
  const auto read = [&](const std::string& name) {
    return make_machine("{position: {csv: {file: " + name + "}}}", folder.path().string());
  };
  const Machine si = read("si.csv"), units = read("units.csv");
  EXPECT_NEAR(units.paths[0].p_max, 3.0, 1e-14);
  for (const double p : {0.0, 0.7, 1.5, 2.9}) {
    EXPECT_LT((target_of(si, p).value - target_of(units, p).value).norm(), 1e-14) << p;
  }
  (void)folder.write("wrong.csv", "p,x [deg]\n0,0\n1,1\n");
  const auto why = [&] {
    return why_not("{position: {csv: {file: wrong.csv}}}", folder.path().string());
  };
  expect_part(why(), "wrong.csv:1:3: 'x [deg]'; expected a unit of length, such as 'x [mm]'");
  (void)folder.write("wrong.csv", "p [mm],x\n0,0\n1,1\n");
  expect_part(why(), "wrong.csv:1:1: 'p [mm]'; expected a unit of angle, such as 'p [deg]'");
  (void)folder.write("wrong.csv", "p,x [mm],x\n0,0,0\n1,1,1\n");
  expect_part(why(), "column 'x' twice");
}

TEST(PathValues, PolylineWithoutBlendHasTheDerivativesToTheRightAtItsCorner) {
  const Machine machine =
      make_machine("{position: {polyline: {points: [[0, 0], [1, 0], [1, 1]]}}}");
  EXPECT_DOUBLE_EQ(machine.paths[0].p_max, 1.0);  // by length
  const TaskTarget corner = target_of(machine, 0.5);
  EXPECT_LT((corner.value - Eigen::Vector2d(1, 0)).norm(), 1e-15);
  EXPECT_LT((corner.first - Eigen::Vector2d(0, 2)).norm(), 1e-15);
}

TEST(PathValues, SplinePassesItsPointsTwiceDifferentiableWithNaturalEnds) {
  const Machine machine = make_machine(
      "{position: {spline: {points: [[0, 0, 0], [1, 0.3, -1], [1.2, 1, 0], [0, 2, 0.5]], knots: "
      "[0, 1, 1.5, 4]}}}");
  const double knots[] = {0, 1, 1.5, 4};
  const Vector3d points[] = {{0, 0, 0}, {1, 0.3, -1}, {1.2, 1, 0}, {0, 2, 0.5}};
  for (int i = 0; i < 4; ++i) {
    EXPECT_LT((position_of(machine, knots[i]) - points[i]).norm(), 1e-14);
  }
  for (const double knot : {1.0, 1.5}) {
    const TaskTarget before = target_of(machine, knot - 1e-12);
    const TaskTarget after = target_of(machine, knot + 1e-12);
    EXPECT_LT((after.first - before.first).norm(), 1e-9);
    EXPECT_LT((after.second - before.second).norm(), 1e-9);
  }
  EXPECT_LT(target_of(machine, 0.0).second.norm(), 1e-13);
  EXPECT_LT(target_of(machine, 4.0).second.norm(), 1e-13);
}

TEST(PathValues, ClosedSplineGoesOnSmoothlyOverItsEnd) {
  const Machine machine = make_machine(
      "{position: {spline: {closed: true, points: [[0, 0], [1, 0.3], [1.2, 1], [0.3, 0.8], [0, "
      "0]]}}}");
  const TaskTarget start = target_of(machine, 0.0), end = target_of(machine, 1.0);
  EXPECT_LT((end.value - start.value).norm(), 1e-14);
  EXPECT_LT((end.first - start.first).norm(), 1e-12);
  EXPECT_LT((end.second - start.second).norm(), 1e-10);
  EXPECT_GT(start.second.norm(), 1.0);
}

TEST(PathValues, CsvIsTheSameAsItsPointsWritten) {
  const TemporaryFolder folder;
  // As written by a spreadsheet: byte order mark, carriage returns, a plus sign.
  (void)folder.write("points.csv",
                     "\xEF\xBB\xBFp,x,z,phi\r\n0,0,+0.5,0\r\n1,1,0.3,0.2\r\n3,0.5,-1,0.6\r\n");
  for (const std::string kind : {"spline", "polyline"}) {
    const std::string blend = kind == "polyline" ? ", blend: 0.1" : "";
    const Machine csv =
        make_machine("{position: {csv: {file: points.csv, interpolation: " + kind + blend + "}}}",
                     folder.path().string());
    const Machine points =
        make_machine("{position: {" + kind +
                     ": {points: [[0, 0, 0.5], [1, 0, 0.3], [0.5, 0, -1]], knots: [0, 1, 3]" +
                     blend + "}}, prescribe: [x, z]}");
    for (const double p : {0.0, 0.4, 0.96, 1.0, 1.1, 2.9, 3.0}) {
      const TaskTarget a = target_of(csv, p), b = target_of(points, p);
      EXPECT_LT((a.value.head<2>() - b.value).norm(), 1e-15) << kind << " p = " << p;
      EXPECT_LT((a.second.head<2>() - b.second).norm(), 1e-12) << kind << " p = " << p;
    }
    EXPECT_NEAR(target_of(csv, 0.0).value(2), 0.0, 1e-15);
    EXPECT_NEAR(target_of(csv, 3.0).value(2), 0.6, 1e-15);
    EXPECT_EQ(csv.paths[0].coordinates[2].kind, TaskCoordinate::Kind::phi);
  }
}

// A blend that would be shorter than any angle if its metres were taken for radians.
TEST(PathValues, AnglesOfACsvPolylineAreBlendedWhereThePositionIs) {
  const TemporaryFolder folder;
  (void)folder.write("points.csv", "p,x,phi\n0,0,0\n1,1,20\n2,2,0\n");
  const Machine machine = make_machine(
      "{position: {csv: {file: points.csv, interpolation: polyline, blend: 0.1, "
      "shape: parabola}}}",
      folder.path().string());
  EXPECT_DOUBLE_EQ(target_of(machine, 0.89).value(1), 17.8);
  EXPECT_DOUBLE_EQ(target_of(machine, 1.0).second(1), -40 / 0.2);
  EXPECT_EQ(target_of(machine, 1.11).second(1), 0.0);
}

TEST(PathValues, OrientationsAreTheRotationsTheySay) {
  using Eigen::AngleAxisd;
  const Machine cardan = make_machine("{orientation: {cardan: [0.5*p, 0.2, 0.3 - p]}, p_max: 1}");
  const Matrix3d expected =
      (AngleAxisd(0.4, Vector3d::UnitX()) * AngleAxisd(0.2, Vector3d::UnitY()) *
       AngleAxisd(-0.5, Vector3d::UnitZ()))
          .toRotationMatrix();
  EXPECT_LT((target_of(cardan, 0.8).rotation - expected).norm(), 1e-15);

  const Machine rotation =
      make_machine("{orientation: {rotation: {axis: [1, 2, -2], angle: p^2}}, p_max: 1}");
  const Vector3d axis = Vector3d(1, 2, -2) / 3;
  EXPECT_LT((target_of(rotation, 0.8).rotation - AngleAxisd(0.64, axis).toRotationMatrix()).norm(),
            1e-15);
  EXPECT_LT((target_of(rotation, 0.8).first - 1.6 * axis).norm(), 1e-14);
  EXPECT_LT((target_of(rotation, 0.8).second - 2 * axis).norm(), 1e-14);
}

TEST(PathValues, TangentialOrientationFollowsTheCurve) {
  const Machine planar = make_machine(
      "{position: {circle: {center: [3, 0], radius: 0.5}}, orientation: {tangential: {offset: 10 "
      "deg}}}");
  const TaskTarget at = target_of(planar, 0.3);
  EXPECT_NEAR(at.value(2), 0.3 + kPi / 2 + kPi / 18, 1e-15);
  EXPECT_NEAR(at.first(2), 1.0, 1e-14);
  EXPECT_NEAR(at.second(2), 0.0, 1e-13);

  const Machine space = make_machine(
      "{position: {x: cos(p), y: sin(p), z: 0.5*p}, p_max: 2, orientation: {tangential: {}}}");
  const TaskTarget helix = target_of(space, 0.7);
  const Vector3d tangent = Vector3d(-std::sin(0.7), std::cos(0.7), 0.5).normalized();
  EXPECT_LT((helix.rotation.col(0) - tangent).norm(), 1e-15);
  EXPECT_NEAR(helix.rotation(2, 1), 0.0, 1e-15);  // y level: z as close to the vertical as possible
  EXPECT_GT(helix.rotation(2, 2), 0.0);
  EXPECT_NEAR(helix.rotation.determinant(), 1.0, 1e-14);
  EXPECT_LT((helix.first.tail<3>() - Vector3d::UnitZ()).norm(), 1e-14);
}

TEST(PathValues, InterpolationReachesBothEndsAtAConstantRate) {
  const Machine space = make_machine(
      "{orientation: {interpolate: {from: {cardan: [0.3, 0, 0]}, to: {cardan: [1.7, 0, 0]}}}, "
      "p_max: 2}");
  for (const double p : {0.0, 0.5, 2.0}) {
    const Matrix3d expected =
        Eigen::AngleAxisd(0.3 + 0.7 * p, Vector3d::UnitX()).toRotationMatrix();
    EXPECT_LT((target_of(space, p).rotation - expected).norm(), 1e-15);
  }
  EXPECT_LT((target_of(space, 1.0).first - Vector3d(0.7, 0, 0)).norm(), 1e-14);
  const Machine skew = make_machine(
      "{orientation: {interpolate: {from: {cardan: [0.3, -0.4, 0.5]}, to: {cardan: [1.1, 0.6, "
      "-0.2]}}}, p_max: 2}");
  EXPECT_LT((target_of(skew, 0.0).rotation - make_cardan_rotation(Vector3d(0.3, -0.4, 0.5))).norm(),
            1e-15);
  EXPECT_LT((target_of(skew, 2.0).rotation - make_cardan_rotation(Vector3d(1.1, 0.6, -0.2))).norm(),
            1e-14);
  const Machine planar = make_machine(
      "{position: {line: {from: [0, 0], to: [1, 1]}}, orientation: {interpolate: {from: 10 deg, "
      "to: 100 deg}}}");
  EXPECT_DOUBLE_EQ(target_of(planar, 0.5).value(2), 55 * kPi / 180);
  EXPECT_DOUBLE_EQ(target_of(planar, 0.5).first(2), kPi / 2);
}

}  // namespace
}  // namespace globaldyn::inside::test
