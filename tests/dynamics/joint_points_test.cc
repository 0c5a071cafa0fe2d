// Paths of joints through points of lists and tables: what is read is what was written, in any
// units, names and order. Oracles: the points themselves, straight lines between them, and
// differences.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "core/base/nth.h"
#include "globaldyn/machine/machine.h"
#include "tests/support/draw.h"
#include "tests/support/temporary_folder.h"

namespace globaldyn::inside::test {
namespace {

// A rotary table, a slide, and a spindle that turns and moves.
Machine read_spindle(const std::string& path, const std::string& folder = ".") {
  return parse_machine(R"(globaldyn: 1
name: spindle
parameters: {way: 0.2 m}
bodies: {one: {mass: 1}, two: {mass: 1}, three: {mass: 1}}
joints:
  A: {type: revolute, a: ground, b: one}
  B: {type: prismatic, a: one, b: two}
  J: {type: cylindrical, a: two, b: three}
drives: {DA: {joint: A}, DB: {joint: B}}
tool: three
paths:
  path: )" + path + "\n",
                       "spindle.yaml", folder);
}

std::string tell_why_not(const std::string& path, const std::string& folder = ".") {
  try {
    (void)read_spindle(path, folder);
  } catch (const InputError& error) {
    return error.what();
  }
  return "accepted";
}

void expect_in(const std::string& message, const std::string& part) {
  EXPECT_NE(message.find(part), std::string::npos) << message;
}

VectorXd value_at(const Machine& machine, double p) {
  return machine.paths[0].task(p).target.value;
}

// --- Whatever is written is read -----------------------------------------------------------------

struct JointColumn {
  const char* name;   // of the joint's coordinate, as results show it
  const char* other;  // another way to write it
  bool is_angle;
};

constexpr JointColumn kColumns[] = {{"A", "A.angle", true},
                                    {"B", "B.displacement", false},
                                    {"J.angle", "J.angle", true},
                                    {"J.displacement", "J.displacement", false}};

struct WrittenUnit {
  const char* name;  // empty: none is written
  double size;
};

struct WrittenJoints {
  std::vector<std::size_t> columns;  // of kColumns, in the order of the file
  MatrixXd points;                   // SI, a row a column
  Knots knots;                       // empty: none are written
  bool is_polyline{false};
  double blend{0.0};  // as a share of what fits
};

WrittenJoints draw_joints(Draw& draw) {
  WrittenJoints written;
  for (std::size_t i = 0; i < 4; ++i) {
    if (draw.chance(0.6)) written.columns.push_back(i);
  }
  if (written.columns.empty()) written.columns.push_back(draw.below(4));
  for (std::size_t i = written.columns.size(); i > 1; --i) {
    std::swap(written.columns[i - 1], written.columns[draw.below(i)]);
  }
  const auto count = static_cast<Eigen::Index>(2 + draw.below(6));
  written.points.resize(static_cast<Eigen::Index>(written.columns.size()), count);
  for (double& value : written.points.reshaped()) value = draw.uniform(-2.0, 2.0);
  if (draw.chance(0.5)) {
    written.knots.push_back(0.0);
    while (written.knots.size() < static_cast<std::size_t>(count)) {
      written.knots.push_back(written.knots.back() + draw.uniform(0.2, 2.0));
    }
  }
  written.is_polyline = draw.chance(0.6);
  if (written.is_polyline && draw.chance(0.6)) written.blend = draw.uniform(0.1, 1.0);
  return written;
}

// How the manual measures the way between points.
MatrixXd measure_as_told(const WrittenJoints& written) {
  MatrixXd points = written.points;
  bool angles = false, lengths = false;
  for (const std::size_t column : written.columns) {
    (kColumns[column].is_angle ? angles : lengths) = true;
  }
  if (!angles || !lengths) return points;
  for (Eigen::Index i = 0; i < points.rows(); ++i) {
    points.row(i) /= points.row(i).maxCoeff() - points.row(i).minCoeff();
  }
  return points;
}

double find_way(const MatrixXd& points, Eigen::Index piece) {
  return (points.col(piece + 1) - points.col(piece)).norm();
}

Knots find_told_knots(const WrittenJoints& written) {
  if (!written.knots.empty()) return written.knots;
  const MatrixXd points = measure_as_told(written);
  Knots knots{0.0};
  double whole = 0.0;
  for (Eigen::Index i = 0; i + 1 < points.cols(); ++i) whole += find_way(points, i);
  for (Eigen::Index i = 0; i + 1 < points.cols(); ++i) {
    knots.push_back(knots.back() + find_way(points, i) / whole);
  }
  return knots;
}

// Of a joint polyline whose inner points are all corners, as random ones are.
double find_told_room(const WrittenJoints& written) {
  const MatrixXd points = measure_as_told(written);
  double room = 1e300;
  for (Eigen::Index i = 0; i + 1 < points.cols(); ++i) {
    const int count = (i > 0 ? 1 : 0) + (i + 2 < points.cols() ? 1 : 0);
    if (count > 0) room = std::min(room, find_way(points, i) / count);
  }
  return room;
}

WrittenUnit draw_unit(bool is_angle, bool is_needed, Draw& draw) {
  constexpr WrittenUnit kAngles[] = {{"rad", 1.0}, {"deg", std::numbers::pi / 180.0}, {"", 1.0}};
  constexpr WrittenUnit kLengths[] = {{"mm", 1e-3}, {"cm", 1e-2}, {"m", 1.0}, {"", 1.0}};
  if (is_angle) return kAngles[draw.below(is_needed ? 2 : 3)];
  return kLengths[draw.below(is_needed ? 3 : 4)];
}

std::string write_options(const WrittenJoints& written, bool is_table) {
  std::string text =
      is_table && (written.is_polyline || written.blend > 0.0) ? ", interpolation: polyline" : "";
  if (written.blend > 0.0) {
    text += fmt::format(", blend: {:.17g}", written.blend * find_told_room(written));
  }
  return text;
}

// As a CSV file, its columns named either way.
Machine read_as_table(const WrittenJoints& written, Draw& draw, const TemporaryFolder& folder) {
  std::vector<std::string> headings;
  std::vector<double> sizes;
  for (const std::size_t column : written.columns) {
    const JointColumn& one = kColumns[column];
    const WrittenUnit unit = draw_unit(one.is_angle, false, draw);
    headings.push_back(draw.chance(0.5) ? one.name : one.other);
    if (*unit.name != '\0') headings.back() += fmt::format(" [{}]", unit.name);
    sizes.push_back(unit.size);
  }
  // Where p stands, if it does.
  const std::size_t at = written.knots.empty() ? 99 : draw.below(headings.size() + 1);
  std::string table;
  for (Eigen::Index row = -1; row < written.points.cols(); ++row) {
    std::vector<std::string> cells;
    for (std::size_t i = 0; i <= headings.size(); ++i) {
      if (i == at)
        cells.push_back(
            row < 0 ? "p" : fmt::format("{:.17g}", nth(written.knots, static_cast<int>(row))));
      if (i == headings.size()) break;
      cells.push_back(
          row < 0 ? headings[i]
                  : fmt::format("{:.17g}",
                                written.points(static_cast<Eigen::Index>(i), row) / sizes[i]));
    }
    table += fmt::format("{}\n", fmt::join(cells, ","));
  }
  (void)folder.write("joints.csv", table);
  return read_spindle("{joints: {csv: {file: joints.csv" + write_options(written, true) + "}}}",
                      folder.path().string());
}

Machine read_as_list(const WrittenJoints& written, Draw& draw) {
  std::vector<std::string> names, points, knots;
  for (const std::size_t column : written.columns) {
    names.emplace_back(draw.chance(0.5) ? kColumns[column].name : kColumns[column].other);
  }
  for (Eigen::Index i = 0; i < written.points.cols(); ++i) {
    std::vector<std::string> values;
    for (std::size_t k = 0; k < written.columns.size(); ++k) {
      const WrittenUnit unit = draw_unit(kColumns[written.columns[k]].is_angle, false, draw);
      values.push_back(fmt::format(
          "{:.17g} {}", written.points(static_cast<Eigen::Index>(k), i) / unit.size, unit.name));
    }
    points.push_back(fmt::format("[{}]", fmt::join(values, ", ")));
    if (!written.knots.empty())
      knots.push_back(fmt::format("{:.17g}", nth(written.knots, static_cast<int>(i))));
  }
  return read_spindle(fmt::format(
      "{{joints: {{{}: {{of: [{}], points: [{}]{}{}}}}}}}",
      written.is_polyline ? "polyline" : "spline", fmt::join(names, ", "), fmt::join(points, ", "),
      knots.empty() ? "" : fmt::format(", knots: [{}]", fmt::join(knots, ", ")),
      write_options(written, false)));
}

// Numbers of some 2 that went through other units and back.
constexpr double kWritten = 1e-13;

void expect_points(const WrittenJoints& written, const Machine& machine) {
  const Path& path = machine.paths[0];
  const Knots knots = find_told_knots(written);
  ASSERT_EQ(path.coordinates.size(), written.columns.size());
  for (std::size_t k = 0; k < written.columns.size(); ++k) {
    EXPECT_EQ(name_of(machine.mechanism, path.coordinates[k]),
              std::string("joint ") + kColumns[written.columns[k]].name);
  }
  EXPECT_NEAR(path.p_max, knots.back(), kWritten * knots.back());
  const auto count = static_cast<std::size_t>(written.points.cols());
  for (std::size_t i = 0; i < count; ++i) {
    const bool is_end = i == 0 || i + 1 == count;
    if (written.blend > 0.0 && !is_end) continue;
    const double p = i + 1 == count ? path.p_max : knots[i];
    // What rounding errors of p are in the coordinates: they run at up to 4 over 0.02.
    EXPECT_LT((value_at(machine, p) - written.points.col(static_cast<Eigen::Index>(i))).norm(),
              1e-12);
  }
  if (!written.is_polyline) return;
  // Straight where no blend is.
  const MatrixXd measured = measure_as_told(written);
  const double length = written.blend > 0.0 ? written.blend * find_told_room(written) : 0.0;
  for (std::size_t i = 0; i + 1 < count; ++i) {
    const auto k = static_cast<Eigen::Index>(i);
    const double cut = length / find_way(measured, k);
    const double low = i == 0 ? 0.0 : cut, high = i + 2 == count ? 1.0 : 1.0 - cut;
    for (const double share : {0.001, 0.3, 0.6, 0.999}) {
      const double at = low + share * (high - low);
      const VectorXd expected = (1.0 - at) * written.points.col(k) + at * written.points.col(k + 1);
      EXPECT_LT((value_at(machine, knots[i] + at * (knots[i + 1] - knots[i])) - expected).norm(),
                1e-11);
    }
  }
}

// Continuous to the derivative that its steps say: on both sides of each, and in between.
void expect_derivatives(const Path& path, bool is_spline) {
  const auto compare = [&](double p, bool is_corner) {
    const double beside = 1e-9 * path.p_max;
    const TaskTarget before = path.task(p - beside).target, after = path.task(p + beside).target;
    const double fast = before.first.norm() + after.first.norm();
    EXPECT_LT((after.value - before.value).norm(), 3.0 * beside * fast) << p;
    // A blend of a tenth of a piece changes dR/dp in less than a thousandth of the path.
    if (is_corner) {
      EXPECT_GT((after.first - before.first).norm(), 1e-3 * fast) << p;
    } else {
      EXPECT_LT((after.first - before.first).norm(), 1e-4 * fast) << p;
    }
  };
  for (const double p : path.steps.breaks) compare(p, false);
  for (const double p : path.steps.corners) compare(p, true);
  std::vector<double> steps = path.steps.breaks;
  steps.insert(steps.end(), path.steps.corners.begin(), path.steps.corners.end());
  steps.insert(steps.end(), {0.0, path.p_max});
  std::sort(steps.begin(), steps.end());
  for (std::size_t i = 1; i < steps.size(); ++i) {
    const double length = steps[i] - steps[i - 1], h = 1e-4 * length;
    for (const double share : {0.1, 0.37, 0.5, 0.8}) {
      const double p = steps[i - 1] + share * length;
      const TaskTarget here = path.task(p).target;
      const TaskTarget low = path.task(p - h).target, high = path.task(p + h).target;
      // Central differences: h² of the third derivatives, some 1e3 of the first over length² at
      // most, and rounding errors over h.
      const double size = here.first.norm() + (high.value - low.value).norm() / h;
      EXPECT_LT(((high.value - low.value) / (2.0 * h) - here.first).norm(), 1e-4 * size + 1e-9 / h);
      const double bend = here.second.norm() + here.first.norm() / length;
      EXPECT_LT(((high.first - low.first) / (2.0 * h) - here.second).norm(), 1e-3 * bend);
    }
  }
  if (is_spline) {
    EXPECT_TRUE(path.steps.corners.empty());
  }
}

TEST(JointPoints, AreReadAsTheyAreWrittenInAnyUnitsNamesAndOrder) {
  const TemporaryFolder folder;
  int blended = 0, mixed = 0;
  for (std::uint64_t seed = 0; seed < 300; ++seed) {
    SCOPED_TRACE(testing::Message() << "seed " << seed);
    Draw draw(seed);
    const WrittenJoints written = draw_joints(draw);
    blended += written.blend > 0.0 && written.points.cols() > 2 ? 1 : 0;
    mixed += measure_as_told(written) != written.points ? 1 : 0;
    for (const bool is_table : {true, false}) {
      const Machine machine =
          is_table ? read_as_table(written, draw, folder) : read_as_list(written, draw);
      expect_points(written, machine);
      expect_derivatives(machine.paths[0], !written.is_polyline);
      const std::size_t inner = static_cast<std::size_t>(written.points.cols()) - 2;
      const CurveSteps& steps = machine.paths[0].steps;
      // Random points do not go straight on in two coordinates; in one they may, in p of length.
      if (written.columns.size() > 1) {
        EXPECT_EQ(steps.corners.size(), written.is_polyline && written.blend == 0.0 ? inner : 0);
      }
    }
  }
  EXPECT_GT(blended, 50);
  EXPECT_GT(mixed, 50);
}

// --- What holds for points of positions holds for those of joints --------------------------------

TEST(JointPoints, CornersAreSharpAtStopsAndWhereTheyGoBack) {
  const std::string list =
      "{joints: {polyline: {of: [A, B], points: [[0, 0], [1, 0], [1, 1], [0.5, 1]], ";
  const Path smooth = read_spindle(list + "blend: 0.1}}}").paths[0];
  EXPECT_TRUE(smooth.steps.corners.empty());
  EXPECT_EQ(smooth.steps.breaks.size(), 4u);
  // A full range of either joint counts as 1, so that the corners are at 1/2.5 and 2/2.5.
  EXPECT_NEAR(smooth.steps.breaks[0], 0.9 / 2.5, 1e-15);
  const Path stopped =
      read_spindle(list + "blend: 0.1}}, stops: [{at: point 2, for: 0.2 s}, {at: point 4}]}")
          .paths[0];
  ASSERT_EQ(stopped.steps.corners.size(), 1u);
  EXPECT_EQ(stopped.stops.at(0).p, stopped.steps.corners[0]);
  EXPECT_EQ(stopped.stops.at(0).duration, 0.2);
  EXPECT_EQ(stopped.stops.at(1).p, 1.0);
  EXPECT_EQ(stopped.task(stopped.stops[0].p).target.value(0), 1.0);
  const Path back =
      read_spindle("{joints: {polyline: {of: [A], points: [[0], [1], [0.2]], blend: 0.1}}}")
          .paths[0];
  EXPECT_EQ(back.steps.corners.size(), 1u);
  // A joint that goes on at another rate of p has a corner that a blend rounds.
  const Path on =
      read_spindle(
          "{joints: {polyline: {of: [A], points: [[0], [1], [4]], knots: [0, 1, 2], blend: 0.1}}}")
          .paths[0];
  EXPECT_TRUE(on.steps.corners.empty());
  EXPECT_EQ(on.steps.breaks.size(), 2u);
}

TEST(JointPoints, FormulasAndPositionsGoWithThem) {
  const TemporaryFolder folder;
  (void)folder.write("j.csv", "p,J.angle [deg],B [mm]\n0,0,0\n1,90,100\n2,30,50\n");
  const Machine machine = read_spindle(
      "{position: {x: p, y: 0}, joints: {J.displacement: way*p, csv: {file: j.csv}}, drives: {DA: "
      "0.1*p}}",
      folder.path().string());
  const Path& path = machine.paths[0];
  EXPECT_EQ(path.p_max, 2.0);
  ASSERT_EQ(path.coordinates.size(), 6u);
  const VectorXd at = value_at(machine, 1.0);
  const double expected[] = {1.0, 0.0, std::numbers::pi / 2.0, 0.1, 0.2, 0.1};
  for (int i = 0; i < 6; ++i) EXPECT_NEAR(at(i), expected[i], 1e-15) << i;
  const Machine half =
      read_spindle("{joints: {csv: {file: j.csv}}, p_max: 1}", folder.path().string());
  EXPECT_EQ(half.paths[0].p_max, 1.0);
  // Drives have names of their own.
  const Machine drives =
      read_spindle("{drives: {polyline: {of: [DB, DA], points: [[0, 0], [10 mm, 3 deg]]}}}");
  EXPECT_NEAR(value_at(drives, 1.0)(0), 0.01, 1e-17);
  EXPECT_EQ(name_of(drives.mechanism, drives.paths[0].coordinates[0]), "drive DB");
}

TEST(JointPoints, ClosedSplinesGoOnSmoothlyOverTheirEnd) {
  const Path path =
      read_spindle(
          "{joints: {spline: {of: [A, B, J.angle, J.displacement], closed: true, points: "
          "[[0, 0, 0, 0], [1, 0.3, 2, 0.5], [0.5, 1, 1, 0.2], [0, 0, 0, 0]]}}}")
          .paths[0];
  const TaskTarget start = path.task(0.0).target, end = path.task(1.0).target;
  EXPECT_LT((end.value - start.value).norm(), 1e-14);
  EXPECT_LT((end.first - start.first).norm(), 1e-12);
  EXPECT_LT((end.second - start.second).norm(), 1e-10);
  EXPECT_GT(start.second.norm(), 1.0);
}

// --- Refusals ------------------------------------------------------------------------------------

TEST(JointPoints, FaultyTablesAreRefusedAtTheirLine) {
  const TemporaryFolder folder;
  const auto why = [&](const std::string& table, const std::string& more = "") {
    (void)folder.write("j.csv", table);
    return tell_why_not("{joints: {csv: {file: j.csv" + more + "}}}", folder.path().string());
  };
  EXPECT_EQ(why("p,A\n0,0\n1,1\n"), "accepted");
  expect_in(why("p,A,A.angle [deg]\n0,0,0\n1,1,1\n"), "j.csv:1:5: joint A in two columns");
  expect_in(why("p,A,A\n0,0,0\n1,1,1\n"), "j.csv:1:5: column 'A' twice");
  expect_in(why("p,A,C\n0,0,0\n1,1,1\n"), "j.csv:1:5: unknown column 'C'");
  expect_in(why("p,A,J\n0,0,0\n1,1,1\n"), "j.csv:1:5: unknown column 'J'");
  expect_in(why("p,J.angel [deg]\n0,0\n1,1\n"), "j.csv:1:3: unknown column 'J.angel'");
  expect_in(why("p,A [mm]\n0,0\n1,1\n"),
            "j.csv:1:3: 'A [mm]'; expected a unit of angle, such as 'A [deg]'");
  expect_in(why("p,B [deg]\n0,0\n1,1\n"),
            "j.csv:1:3: 'B [deg]'; expected a unit of length, such as 'B [mm]'");
  expect_in(why("p,A [de]\n0,0\n1,1\n"), "j.csv:1:3: unknown unit 'de'");
  expect_in(why("p,A [deg\n0,0\n1,1\n"), "j.csv:1:3: 'A [deg'");
  expect_in(why("p,A\n0,0\n1,1\n1,2\n"), "j.csv:4:1: p = 1 after 1; expected p to increase from 0");
  expect_in(why("p,A\n0.5,0\n1,1\n"), "j.csv:2:1: p = 0.5 at first");
  expect_in(why("A,p\n0,0\nnan,1\n"), "j.csv:3:1:");
  expect_in(why("A,p\n0,0\ninf,1\n"), "j.csv:3:1:");
  expect_in(why("A,p\n0,0\n1,x\n"), "j.csv:3:3:");
  expect_in(why("A,p\n0,0\n1\n"), "j.csv:3:");
  expect_in(why("p,A\n0,0\n"), "fewer than two points");
  expect_in(why("p\n0\n1\n"), "no column of a joint in 'j.csv'");
  expect_in(why("p,x\n0,0\n1,1\n"), "j.csv:1:3: unknown column 'x'");
  expect_in(why("t [s],A\n0,0\n1,1\n"),
            "j.csv:1:1: a column of times, 't', without a column p; expected p, too");
  EXPECT_EQ(why("t [s],p,A\n0,0,0\n1,1,1\n"), "accepted");
  expect_in(why("t [mm],p,A\n0,0,0\n1,1,1\n"),
            "j.csv:1:1: 't [mm]'; expected a unit of time, such as 't [s]'");
  // Rows that come again: with p nothing would move, without it they have no p.
  expect_in(why("p,A,B\n0,0,0\n1,1,1\n2,1,1\n3,0,0\n"),
            "j.csv:4:1: the same point twice in a row: it is in line 3, too, and nothing moves "
            "from p = 1 to 2");
  expect_in(why("A,B\n0,0\n1,1\n1,1\n0,0\n"),
            "j.csv:4:1: the same point twice in a row, without a column p");
  expect_in(why("A\n1\n1\n"), "j.csv:3:1: the same point twice in a row");
  expect_in(why("p,A\n0,0\n1,1\n", ", blend: 1 deg"),
            "'blend' for a spline; expected 'interpolation: polyline'");
  expect_in(why("p,A\n0,0\n1,1\n", ", shape: smooth"), "'shape' for a spline");
  // Of what kind the length of a blend is.
  const std::string bend = ", interpolation: polyline, blend: ";
  expect_in(why("p,A\n0,0\n1,1\n3,2\n", bend + "1 mm"), "spindle.yaml:12:");
  EXPECT_EQ(why("p,A\n0,0\n1,1\n3,2\n", bend + "1 deg"), "accepted");
  expect_in(why("p,B\n0,0\n1,1\n3,2\n", bend + "1 deg"), "spindle.yaml:12:");
  EXPECT_EQ(why("p,B\n0,0\n1,1\n3,2\n", bend + "1 mm"), "accepted");
  expect_in(why("p,A,B\n0,0,0\n1,1,0\n3,1,5\n", bend + "1 mm"), "spindle.yaml:12:");
  EXPECT_EQ(why("p,A,B\n0,0,0\n1,1,0\n3,1,5\n", bend + "1"), "accepted");
  expect_in(why("p,A,B\n0,0,0\n1,1,0\n3,1,5\n", bend + "1.1"),
            "a blend of 1.1, where the piece from point 1 to point 2 is 1 long and has one at one "
            "end; expected at most 1");
}

TEST(JointPoints, FaultyListsAreRefusedWhereTheyStand) {
  const auto why = [](const std::string& list, const std::string& more = "") {
    return tell_why_not("{joints: {polyline: {" + list + "}" + more + "}}");
  };
  EXPECT_EQ(why("of: [A, B], points: [[0, 0], [1, 1]]"), "accepted");
  expect_in(why("points: [[0, 0], [1, 1]]"), "'of' is missing");
  expect_in(why("of: [], points: [[0, 0], [1, 1]]"), "no names");
  expect_in(why("of: [A, A.angle], points: [[0, 0], [1, 1]]"), "joint A twice");
  expect_in(why("of: [A, J], points: [[0, 0], [1, 1]]"), "there is no joint coordinate 'J'");
  expect_in(why("of: [A, B], points: [[0, 0], [1]]"),
            "a point of 1 coordinates; expected 2, as 'of' has");
  expect_in(why("of: [A, B], points: [[0, 0], [1 mm, 1 mm]]"), "spindle.yaml:12:");
  expect_in(why("of: [A, B], points: [[0, 0]]"), "1 points");
  expect_in(why("of: [A, B], points: [[0, 0], [0, 0]]"),
            "the same point twice in a row, without 'knots'");
  expect_in(why("of: [A, B], points: [[0, 0], [1, 1]], knots: [0, 0]"), "increasing numbers");
  expect_in(why("of: [A, B], points: [[0, 0], [1, 1], [1, 1]], knots: [0, 1, 2]"),
            "nothing moves from p = 1 to 2");
  EXPECT_EQ(why("of: [A, B], points: [[0, 0], [1, 1], [1, 1]], knots: [0, 1, 2]", ", J.angle: p"),
            "accepted");
  expect_in(why("of: [A, B], points: [[0, 0], [1, 1]]", ", A: p"), "joint A is prescribed twice");
  expect_in(why("of: [A, B], points: [[0, 0], [1, 1]], closed: true"), "'closed'");
  expect_in(
      why("of: [A], points: [[0], [1]]", ", spline: {of: [B], points: [[0], [1]], knots: [0, 2]}"),
      "points up to p = 2, where another curve of the path ends at p = 1; expected one end, or "
      "'p_max'");
  expect_in(tell_why_not("{joints: {polyline: {of: [A], points: [[0], [1]]}}, p_max: 1.1}"),
            "p_max beyond the end of the curve");
  expect_in(tell_why_not("{joints: {circle: {of: [A]}}, p_max: 1}"),
            "'circle' with more than a formula; expected a formula of p for each of the joints, "
            "such as 'NAME: 0.5*p', or one of csv");
}

TEST(JointPoints, StopsAtPointsAreRefusedWhereThereAreNone) {
  const auto why = [](const std::string& at, const std::string& path) {
    return tell_why_not("{" + path + ", stops: [{at: " + at + "}]}");
  };
  const std::string list =
      "joints: {polyline: {of: [A], points: [[0], [1], [3]], knots: [0, 1, 2]}}";
  EXPECT_EQ(why("point 1", list), "accepted");
  EXPECT_EQ(why("point 3", list), "accepted");
  expect_in(why("point 4", list), "'point 4'; expected one of the 3 points");
  expect_in(why("point 0", list), "'point 0'; expected 'point 1', 'point 2'");
  expect_in(why("point two", list), "'point two'; expected 'point 1'");
  expect_in(why("point 2", "joints: {A: p}, p_max: 1"), "'point 2' of a path without points");
  expect_in(why("point 2", "position: {circle: {center: [0, 0], radius: 1}}"), "without points");
  expect_in(
      why("point 2",
          list + ", drives: {spline: {of: [DB], points: [[0], [1], [3]], knots: [0, 0.5, 2]}}"),
      "'point 2' is p = 1 of one curve and p = 0.5 of another");
  EXPECT_EQ(why("point 2",
                list + ", drives: {spline: {of: [DB], points: [[0], [1], [3]], knots: [0, 1, 2]}}"),
            "accepted");
}

}  // namespace
}  // namespace globaldyn::inside::test
