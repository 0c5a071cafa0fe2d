// Orientations through points. Oracles: the rotations written, as Eigen makes them; closed forms of
// turns about one axis; differences; the same points seen from other frames and backwards.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <functional>

#include "core/base/constants.h"
#include "globaldyn/machine/machine.h"
#include "tests/support/draw.h"
#include "tests/support/temporary_folder.h"

namespace globaldyn::inside::test {
namespace {

using Eigen::AngleAxisd;
using Eigen::Quaterniond;

// Nothing is assembled here: any path can be read.
Machine read_flyer(const std::string& path, const std::string& folder = ".") {
  return parse_machine(R"(globaldyn: 1
name: flyer
bodies: {arm: {mass: 1}}
joints: {J: {type: cylindrical, a: ground, b: arm}}
tool: arm
paths:
  path: )" + path + "\n",
                       "flyer.yaml", folder);
}

Path read_turns(const std::string& orientation, const std::string& more = "",
                const std::string& folder = ".") {
  return read_flyer("{orientation: {" + orientation + "}" + more + "}", folder).paths[0];
}

std::string tell_turns_refusal(const std::string& path, const std::string& folder = ".") {
  try {
    (void)read_flyer(path, folder);
  } catch (const InputError& error) {
    return error.what();
  }
  return "accepted";
}

void expect_turns_told(const std::string& message, const std::string& part) {
  EXPECT_NE(message.find(part), std::string::npos) << message;
}

TaskTarget look_at(const Path& path, double p) {
  return path.task(p).target;
}

double calc_gap(const Matrix3d& a, const Matrix3d& b) {
  return (a - b).norm();
}

Vector3d draw_direction(Draw& draw) {
  for (;;) {
    const Vector3d v(draw.uniform(-1, 1), draw.uniform(-1, 1), draw.uniform(-1, 1));
    if (v.norm() > 0.1 && v.norm() < 1.0) return v.normalized();
  }
}

struct DrawnTurns {
  std::vector<Matrix3d> rotations;
  std::vector<double> knots;
};

// Each from the one before by up to this angle, at knots that are up to five times as far apart.
DrawnTurns draw_turns(Draw& draw, std::size_t count, double most) {
  DrawnTurns turns{{make_rotation(3.0 * draw_direction(draw))}, {0.0}};
  while (turns.rotations.size() < count) {
    turns.rotations.push_back(make_rotation(draw.uniform(0.0, most) * draw_direction(draw)) *
                              turns.rotations.back());
    turns.knots.push_back(turns.knots.back() + draw.uniform(0.2, 1.0));
  }
  return turns;
}

std::string write_knots(const std::vector<double>& knots) {
  std::string text;
  for (const double p : knots) text += fmt::format("{}{:.17g}", text.empty() ? "" : ", ", p);
  return "knots: [" + text + "]";
}

// w, x, y, z.
std::string write_quaternions(const std::vector<Matrix3d>& rotations) {
  std::string text;
  for (const Matrix3d& R : rotations) {
    const Quaterniond q(R);
    text += fmt::format("{}[{:.17g}, {:.17g}, {:.17g}, {:.17g}]", text.empty() ? "" : ", ", q.w(),
                        q.x(), q.y(), q.z());
  }
  return "as: quaternion, points: [" + text + "]";
}

Path read_spline_of(const DrawnTurns& turns, const std::string& more = "") {
  return read_turns("spline: {" + write_quaternions(turns.rotations) + ", " +
                    write_knots(turns.knots) + more + "}");
}

// Between each two knots the path turns by less than once round: whichever way is longer would.
double measure_turn(const Path& path, double from, double to) {
  double turned = 0.0;
  constexpr int kSteps = 200;
  for (int i = 0; i < kSteps; ++i) {
    turned += look_at(path, from + (to - from) * (i + 0.5) / kSteps).first.norm() / kSteps;
  }
  return turned * (to - from);
}

// Central differences of half and full width, extrapolated: the error is h^4 times the fifth
// derivative over 480, some 1e-12 times (1 / the least distance of knots)^5 here, and rounding
// errors over h, 1e-12.
template <class F>
auto differentiate_turns(const F& f, double p) {
  constexpr double kWidth = 1e-3;
  const auto slope = [&](double h) { return ((f(p + h) - f(p - h)) / (2.0 * h)).eval(); };
  return ((4.0 * slope(0.5 * kWidth) - slope(kWidth)) / 3.0).eval();
}

void expect_derivatives(const Path& path, double p) {
  const TaskTarget at = look_at(path, p);
  const Matrix3d turning =
      differentiate_turns([&](double q) -> Matrix3d { return look_at(path, q).rotation; }, p);
  const VectorXd second =
      differentiate_turns([&](double q) -> VectorXd { return look_at(path, q).first; }, p);
  const double size = 1.0 + at.first.norm() + at.second.norm();
  EXPECT_LT((find_axial(turning * at.rotation.transpose()) - at.first).norm(), 1e-7 * size) << p;
  EXPECT_LT((second - at.second).norm(), 1e-7 * size * size) << p;
  EXPECT_LT(calc_gap(at.rotation * at.rotation.transpose(), Matrix3d::Identity()), 1e-14);
}

TEST(RotationSplines, PassTheirPointsSmoothlyTheShortWay) {
  for (std::uint64_t seed = 0; seed < 40; ++seed) {
    SCOPED_TRACE(testing::Message() << "seed " << seed);
    Draw draw(seed);
    const DrawnTurns turns = draw_turns(draw, 2 + draw.below(7), seed % 2 == 0 ? 1.2 : 3.1);
    const Path path = read_spline_of(turns);
    ASSERT_EQ(path.coordinates.size(), 3u);
    ASSERT_EQ(path.p_max, turns.knots.back());
    EXPECT_TRUE(path.steps.corners.empty());
    EXPECT_EQ(path.steps.breaks,
              std::vector<double>(turns.knots.begin() + 1, turns.knots.end() - 1));
    for (std::size_t i = 0; i < turns.knots.size(); ++i) {
      const double p = turns.knots[i];
      // Numbers of 17 digits, and some thirty operations.
      EXPECT_LT(calc_gap(look_at(path, p).rotation, turns.rotations[i]), 1e-14) << i;
      if (i == 0) {
        EXPECT_LT(look_at(path, p).second.norm(), 1e-11 * (1.0 + look_at(path, p).first.norm()));
        continue;
      }
      const double from = turns.knots[i - 1], width = p - from;
      for (const double share : {0.1, 0.4142, 0.7, 0.95}) {
        expect_derivatives(path, from + share * width);
      }
      if (i + 1 == turns.knots.size()) continue;
      // Just before and just behind: apart by 2e-10 of the next derivative, which is some 100.
      const TaskTarget before = look_at(path, p - 1e-10), behind = look_at(path, p + 1e-10);
      EXPECT_LT((before.first - behind.first).norm(), 1e-7);
      EXPECT_LT((before.second - behind.second).norm(), 1e-6);
    }
  }
}

// Two points: at a constant rate, whichever sign a quaternion has.
TEST(RotationSplines, TakeTheShortWayWhateverTheSignOfAQuaternion) {
  for (const char* sign : {"", "-"}) {
    const std::string other = fmt::format("[{0}0.6, {0}0.8, 0, 0]", sign);
    const Path path = read_turns("spline: {as: quaternion, points: [[1, 0, 0, 0], " + other + "]}");
    const double angle = 2.0 * std::atan2(0.8, 0.6);
    for (const double p : {0.0, 0.3, 1.0}) {
      const TaskTarget at = look_at(path, p);
      EXPECT_LT(calc_gap(at.rotation, AngleAxisd(p * angle, Vector3d::UnitX()).toRotationMatrix()),
                1e-14);
      EXPECT_LT((at.first - angle * Vector3d::UnitX()).norm(), 1e-13);
    }
    EXPECT_NEAR(measure_turn(path, 0.0, 1.0), angle, 1e-12);
  }
}

// To 1e-12, also over many turns, with knots of any distances.
TEST(RotationSplines, ATurnAtAConstantRateIsExact) {
  for (std::uint64_t seed = 0; seed < 40; ++seed) {
    SCOPED_TRACE(testing::Message() << "seed " << seed);
    Draw draw(seed);
    const Vector3d rate = draw.uniform(0.2, 3.0) * draw_direction(draw);
    const Matrix3d start = make_rotation(2.0 * draw_direction(draw));
    DrawnTurns turns;
    double p = 0.0;
    for (int i = 0; i < 12; ++i) {
      turns.knots.push_back(p);
      turns.rotations.push_back(make_rotation(p * rate) * start);
      p += draw.uniform(0.2, 1.0);
    }
    for (const char* kind : {"spline", "polyline"}) {
      const Path path = read_turns(fmt::format(
          "{}: {{{}, {}}}", kind, write_quaternions(turns.rotations), write_knots(turns.knots)));
      EXPECT_TRUE(path.steps.corners.empty()) << kind;
      for (int i = 0; i <= 50; ++i) {
        const double at = path.p_max * i / 50.0;
        const TaskTarget target = look_at(path, at);
        EXPECT_LT(calc_gap(target.rotation, make_rotation(at * rate) * start), 1e-12) << kind;
        EXPECT_LT((target.first - rate).norm(), 1e-12 * (1.0 + rate.norm())) << kind;
        EXPECT_LT(target.second.norm(), 1e-11 * (1.0 + rate.norm())) << kind;
      }
    }
  }
}

// The angle of a table in the plane, and the same turns in space, about any axis: splines and
// polylines with blends.
TEST(RotationCurves, AboutOneAxisAreThoseOfItsAngle) {
  const TemporaryFolder folder;
  Draw draw(3);
  const Vector3d axis = draw_direction(draw);
  const std::vector<double> angles{0.0, 0.7, -1.1, 1.9, 2.5, 2.5, 4.0},
      knots{0, 1, 1.5, 4, 4.5, 5, 7};
  std::string flat = "p,x,phi\n";
  DrawnTurns turns{{}, knots};
  for (std::size_t i = 0; i < angles.size(); ++i) {
    flat += fmt::format("{},{},{}\n", knots[i], knots[i], angles[i]);
    turns.rotations.push_back(AngleAxisd(angles[i], axis).toRotationMatrix());
  }
  (void)folder.write("flat.csv", flat);
  for (const std::string more :
       {"", ", interpolation: polyline", ", interpolation: polyline, blend: 0.2",
        ", interpolation: polyline, blend: 0.2, shape: smooth"}) {
    SCOPED_TRACE(more);
    std::string table = "p,x,qw,qx,qy,qz\n";
    for (std::size_t i = 0; i < angles.size(); ++i) {
      const Quaterniond q(turns.rotations[i]);
      table += fmt::format("{},{},{:.17g},{:.17g},{:.17g},{:.17g}\n", knots[i], knots[i], q.w(),
                           q.x(), q.y(), q.z());
    }
    (void)folder.write("space.csv", table);
    const auto read = [&](const char* file) {
      return read_flyer(fmt::format("{{position: {{csv: {{file: {}{}}}}}}}", file, more),
                        folder.path().string())
          .paths[0];
    };
    const Path plane = read("flat.csv"), space = read("space.csv");
    EXPECT_EQ(space.steps.corners, plane.steps.corners);
    EXPECT_EQ(space.steps.breaks, plane.steps.breaks);
    for (int i = 0; i <= 70; ++i) {
      const double p = 0.1 * i + 0.0123 * (i % 7 == 6 ? 0 : 1);
      if (p > 7.0) continue;
      const TaskTarget a = look_at(plane, p), b = look_at(space, p);
      EXPECT_LT(calc_gap(b.rotation, AngleAxisd(a.value(1), axis).toRotationMatrix()), 1e-13) << p;
      EXPECT_LT((b.first.tail<3>() - a.first(1) * axis).norm(), 1e-12) << p;
      EXPECT_LT((b.second.tail<3>() - a.second(1) * axis).norm(), 1e-11) << p;
    }
  }
}

// Neither the frame of the machine nor that of the tool changes the motion, nor does the direction.
TEST(RotationCurves, AreTheSameFromEverywhereAndBackwards) {
  Draw draw(11);
  const DrawnTurns turns = draw_turns(draw, 7, 2.9);
  const Matrix3d Q = make_rotation(2.2 * draw_direction(draw)),
                 T = make_rotation(1.7 * draw_direction(draw));
  DrawnTurns moved = turns, back = turns;
  for (Matrix3d& R : moved.rotations) R = Q * R * T;
  std::reverse(back.rotations.begin(), back.rotations.end());
  std::reverse(back.knots.begin(), back.knots.end());
  for (double& p : back.knots) p = turns.knots.back() - p;
  for (const char* kind : {"spline: {", "polyline: {blend: {fit: 0.3}, shape: smooth, "}) {
    const auto read = [&](const DrawnTurns& of) {
      return read_turns(kind + write_quaternions(of.rotations) + ", " + write_knots(of.knots) +
                        "}");
    };
    const Path path = read(turns), other = read(moved), backwards = read(back);
    const bool is_spline = kind[0] == 's';
    for (int i = 1; i < 60; ++i) {
      const double p = path.p_max * i / 60.0;
      const TaskTarget a = look_at(path, p), b = look_at(other, p),
                       c = look_at(backwards, path.p_max - p);
      EXPECT_LT(calc_gap(b.rotation, Q * a.rotation * T), 1e-12) << p;
      EXPECT_LT((b.second - Q * a.second).norm(), 1e-9 * (1.0 + a.second.norm())) << p;
      // On a blend the piece before is turned first.
      if (!is_spline) continue;
      EXPECT_LT(calc_gap(c.rotation, a.rotation), 1e-12) << p;
      EXPECT_LT((c.first + a.first).norm(), 1e-10 * (1.0 + a.first.norm())) << p;
    }
  }
}

TEST(RotationSplines, ThatAreClosedGoOnSmoothly) {
  Draw draw(5);
  DrawnTurns turns = draw_turns(draw, 5, 1.5);
  turns.rotations.push_back(turns.rotations.front());
  turns.knots.push_back(turns.knots.back() + 0.7);
  const Path closed = read_spline_of(turns, ", closed: true"), open = read_spline_of(turns);
  const TaskTarget begin = look_at(closed, 0.0), end = look_at(closed, closed.p_max);
  EXPECT_LT(calc_gap(begin.rotation, end.rotation), 1e-14);
  EXPECT_LT((begin.first - end.first).norm(), 1e-12 * (1.0 + end.first.norm()));
  EXPECT_LT((begin.second - end.second).norm(), 1e-11 * (1.0 + end.second.norm()));
  EXPECT_GT(begin.second.norm(), 0.1);
  EXPECT_LT(look_at(open, 0.0).second.norm(), 1e-11);
  turns.rotations.back() = turns.rotations[1];
  expect_turns_told(
      tell_turns_refusal("{orientation: {spline: {" + write_quaternions(turns.rotations) +
                         ", closed: true}}}"),
      "a closed spline whose ends differ; expected the first orientation again at the end");
}

// --- Polylines -----------------------------------------------------------------------------------

TEST(RotationPolylines, TurnAboutAFixedAxisFromPointToPoint) {
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    SCOPED_TRACE(testing::Message() << "seed " << seed);
    Draw draw(seed);
    const DrawnTurns turns = draw_turns(draw, 3 + draw.below(5), 3.1);
    const std::string points = write_quaternions(turns.rotations) + ", " + write_knots(turns.knots);
    const Path sharp = read_turns("polyline: {" + points + "}");
    EXPECT_EQ(sharp.steps.corners,
              std::vector<double>(turns.knots.begin() + 1, turns.knots.end() - 1));
    for (const char* shape : {"smooth", "parabola"}) {
      const Path round = read_turns("polyline: {" + points + ", blend: fit, shape: " + shape + "}");
      EXPECT_TRUE(round.steps.corners.empty());
      std::vector<double> places = round.steps.breaks;
      places.insert(places.begin(), 0.0);
      places.push_back(round.p_max);
      for (std::size_t i = 1; i + 1 < places.size(); ++i) {
        // A billionth of the way to the next break on either side. Along the narrow side of a blend
        // rates change as often faster as that is narrower, and their changes so twice.
        const double p = places[i];
        const double way = std::min(p - places[i - 1], places[i + 1] - p), beside = 1e-9 * way;
        const TaskTarget before = look_at(round, p - beside), behind = look_at(round, p + beside);
        EXPECT_LT(calc_gap(before.rotation, behind.rotation), 1e-7);
        EXPECT_LT((before.first - behind.first).norm(), 1e-7 * before.first.norm());
        if (shape[0] == 's') {
          EXPECT_LT(way * (before.second - behind.second).norm(), 1e-3 * before.first.norm());
        }
      }
      for (int i = 1; i < 40; ++i) {
        const double p = round.p_max * (i + 0.1) / 41.0;
        const bool is_near = std::any_of(round.steps.breaks.begin(), round.steps.breaks.end(),
                                         [&](double q) { return std::abs(q - p) < 3e-3; });
        if (!is_near && seed < 3) expect_derivatives(round, p);
      }
    }
    // A tenth of the way into each piece the sharp one has turned by a tenth.
    for (std::size_t i = 0; i + 1 < turns.knots.size(); ++i) {
      const AngleAxisd turn(turns.rotations[i + 1] * turns.rotations[i].transpose());
      const double width = turns.knots[i + 1] - turns.knots[i];
      for (const double share : {0.0, 0.1, 0.8}) {
        const TaskTarget at = look_at(sharp, turns.knots[i] + share * width);
        const Matrix3d expected =
            AngleAxisd(share * turn.angle(), turn.axis()).toRotationMatrix() * turns.rotations[i];
        EXPECT_LT(calc_gap(at.rotation, expected), 1e-13);
        EXPECT_LT((at.first - turn.angle() / width * turn.axis()).norm(), 1e-11);
      }
    }
  }
}

// By the angle between them, if nothing else says where: 30 and 60 degrees.
TEST(RotationPolylines, WithoutAPositionPIsTheAngle) {
  const std::string points = "as: cardan, points: [[0, 0, 0], [30 deg, 0, 0], [30 deg, 60 deg, 0]]";
  const Path sharp = read_turns("polyline: {" + points + "}");
  EXPECT_DOUBLE_EQ(sharp.p_max, 1.0);
  ASSERT_EQ(sharp.steps.corners.size(), 1u);
  EXPECT_NEAR(sharp.steps.corners[0], 1.0 / 3.0, 1e-15);
  // 10 degrees to either side, of 90 in all.
  const Path round = read_turns("polyline: {blend: 10 deg, " + points + "}");
  ASSERT_EQ(round.steps.breaks.size(), 2u);
  EXPECT_NEAR(round.steps.breaks[0], 2.0 / 9.0, 1e-15);
  EXPECT_NEAR(round.steps.breaks[1], 4.0 / 9.0, 1e-15);
  EXPECT_NEAR(read_turns("spline: {" + points + "}").steps.breaks.at(0), 1.0 / 3.0, 1e-15);
}

// --- How orientations are written ----------------------------------------------------------------

// What a roll, a pitch and a yaw are: turns about the fixed axes x, y and z, one after the other.
TEST(WrittenOrientations, AreTheSameInEverySpelling) {
  const TemporaryFolder folder;
  const double degree = kPi / 180.0;
  for (std::uint64_t seed = 0; seed < 10; ++seed) {
    SCOPED_TRACE(testing::Message() << "seed " << seed);
    Draw draw(seed);
    std::vector<std::string> lists(6);
    std::string by_quaternion = "p,x [mm],qx,qw,qy,qz\n",
                by_degrees = "p,x,yaw [deg],pitch [deg],roll [mrad]\n",
                by_vector = "p,x,rx [deg],ry [deg],rz\n", by_cardan = "p,x,rx,ry,rz\n", places,
                knots;
    std::vector<Matrix3d> rotations;
    Vector3d angles(draw.uniform(-180, 180), draw.uniform(-80, 80), draw.uniform(-180, 180));
    for (int i = 0; i < 6; ++i) {
      angles += Vector3d(draw.uniform(-50, 50), draw.uniform(-20, 20), draw.uniform(-50, 50));
      const Vector3d rad = degree * angles;
      const Matrix3d R =
          (AngleAxisd(rad.z(), Vector3d::UnitZ()) * AngleAxisd(rad.y(), Vector3d::UnitY()) *
           AngleAxisd(rad.x(), Vector3d::UnitX()))
              .toRotationMatrix();
      rotations.push_back(R);
      Quaterniond q(R);
      if (draw.chance(0.5)) q.coeffs() *= -1.0;
      const Vector3d v = find_rotation_vector(R), c = find_cardan_angles(R);
      const auto add = [&](std::string& list, const std::string& item) {
        list += (list.empty() ? "[" : ", [") + item + "]";
      };
      const auto three = [](const Vector3d& of, const char* unit) {
        return fmt::format("{0:.17g}{3}, {1:.17g}{3}, {2:.17g}{3}", of.x(), of.y(), of.z(), unit);
      };
      add(lists[0], three(angles, " deg"));
      add(lists[1], three(rad, ""));
      add(lists[2], fmt::format("{:.17g}, {:.17g}, {:.17g}, {:.17g}", q.w(), q.x(), q.y(), q.z()));
      add(lists[3], three(v, ""));
      add(lists[4], three(c, " rad"));
      add(lists[5], three(v / degree, " deg"));
      add(places, fmt::format("{}, 0, 0", 0.1 * i * i));
      knots += fmt::format("{}{}", i == 0 ? "" : ", ", i);
      by_quaternion += fmt::format("{},{},{:.17g},{:.17g},{:.17g},{:.17g}\n", i, 100.0 * i * i,
                                   q.x(), q.w(), q.y(), q.z());
      by_degrees += fmt::format("{},{},{:.17g},{:.17g},{:.17g}\n", i, 0.1 * i * i, angles.z(),
                                angles.y(), 1000.0 * rad.x());
      by_vector += fmt::format("{},{},{:.17g},{:.17g},{:.17g}\n", i, 0.1 * i * i, v.x() / degree,
                               v.y() / degree, v.z());
      by_cardan +=
          fmt::format("{},{},{:.17g},{:.17g},{:.17g}\n", i, 0.1 * i * i, c.x(), c.y(), c.z());
    }
    const std::string kind = seed % 2 == 0 ? "spline" : "polyline";
    const std::string position = "position: {" + kind + ": {points: [" + places + "], knots: [" +
                                 knots + "]}}, prescribe: [x]";
    const char* names[] = {
        "rpy", "rpy", "quaternion", "rotation_vector", "cardan", "rotation_vector"};
    std::vector<Path> paths;
    for (std::size_t i = 0; i < lists.size(); ++i) {
      paths.push_back(
          read_flyer(fmt::format("{{{}, orientation: {{{}: {{as: {}, points: [{}]}}}}}}", position,
                                 kind, names[i], lists[i]))
              .paths[0]);
    }
    const auto add_table = [&](const std::string& table, const std::string& more) {
      (void)folder.write("points.csv", table);
      for (const std::string& path :
           {"{position: {csv: {file: points.csv, interpolation: " + kind + more + "}}}",
            "{" + position + ", orientation: {csv: {file: turns.csv, interpolation: " + kind +
                more + "}}}"}) {
        std::string turns;
        for (std::size_t begin = 0; begin < table.size();) {
          const std::size_t end = table.find('\n', begin) + 1;
          const std::string line = table.substr(begin, end - begin);
          const std::size_t x = line.find(',');
          turns += line.substr(0, x) + line.substr(line.find(',', x + 1));
          begin = end;
        }
        (void)folder.write("turns.csv", turns);
        paths.push_back(read_flyer(path, folder.path().string()).paths[0]);
      }
    };
    add_table(by_quaternion, "");
    add_table(by_degrees, "");
    add_table(by_vector, ", as: rotation_vector");
    add_table(by_cardan, ", as: cardan");
    ASSERT_EQ(paths.size(), 14u);
    for (std::size_t i = 0; i < rotations.size(); ++i) {
      EXPECT_LT(calc_gap(look_at(paths[0], static_cast<double>(i)).rotation, rotations[i]), 1e-13);
    }
    for (const Path& path : paths) {
      EXPECT_EQ(path.steps.corners, paths[0].steps.corners);
      for (int i = 0; i <= 30; ++i) {
        const double p = i / 6.0;
        const TaskTarget a = look_at(paths[0], p), b = look_at(path, p);
        EXPECT_NEAR(b.value(0), a.value(0), 1e-14);
        EXPECT_LT(calc_gap(b.rotation, a.rotation), 1e-12) << p;
        EXPECT_LT((b.first - a.first).norm(), 1e-12 * (1.0 + a.first.norm())) << p;
        EXPECT_LT((b.second - a.second).norm(), 1e-11 * (1.0 + a.second.norm())) << p;
      }
    }
  }
}

TEST(WrittenOrientations, StandAtThePointsOfThePosition) {
  const std::string turns = "as: cardan, points: [[0, 0, 0], [0, 0, 90 deg], [0, 0, 100 deg]]";
  for (const std::string position :
       {"{polyline: {points: [[0, 0, 0], [1, 0, 0], [1, 3, 0]], blend: 0.1}}",
        "{spline: {points: [[0, 0, 0], [1, 0, 0], [1, 3, 0]]}}",
        "{pieces: {start: [0, 0, 0], then: [{line: [1, 0, 0]}, {line: [1, 3, 0]}]}}"}) {
    const Path path =
        read_flyer("{position: " + position + ", orientation: {spline: {" + turns + "}}}").paths[0];
    EXPECT_LT(calc_gap(look_at(path, 0.25).rotation,
                       AngleAxisd(kPi / 2, Vector3d::UnitZ()).toRotationMatrix()),
              1e-14);
  }
  const auto refusal = [&](const std::string& position, const std::string& more) {
    return tell_turns_refusal("{position: " + position + ", orientation: {spline: {" + turns +
                              more + "}}}");
  };
  expect_turns_told(refusal("{polyline: {points: [[0, 0, 0], [1, 0, 0]]}}", ""),
                    "3 orientations; expected 2, one a point of the position, or 'knots'");
  expect_turns_told(
      refusal("{circle: {center: [0, 0, 0], radius: 1}}", ""),
      "orientations beside a position without points, without 'knots'; expected 'knots'");
  expect_turns_told(refusal("{line: {from: [0, 0, 0], to: [1, 0, 0]}}", ", knots: [0, 0.5, 0.9]"),
                    "points up to p = 0.9, where another curve of the path ends at p = 1");
  EXPECT_EQ(refusal("{line: {from: [0, 0, 0], to: [1, 0, 0]}}", ", knots: [0, 0.1, 1]"),
            "accepted");
}

// A path that turns on the spot, and one that does nothing there.
TEST(WrittenOrientations, WhatStandsStillInAllOfThePoseIsRefused) {
  const TemporaryFolder folder;
  const auto refusal = [&](const std::string& rows) {
    (void)folder.write("points.csv", "p,x,y,z,roll,pitch,yaw [deg]\n0,0,0,0,0,0,0\n" + rows);
    return tell_turns_refusal("{position: {csv: {file: points.csv, interpolation: polyline}}}",
                              folder.path().string());
  };
  EXPECT_EQ(refusal("1,1,0,0,0,0,0\n2,1,0,0,0,0,90\n3,1,1,0,0,0,90\n"), "accepted");
  expect_turns_told(refusal("1,1,0,0,0,0,30\n2,1,0,0,0,0,30\n3,1,1,0,0,0,90\n"),
                    "points.csv:4:1: the same point twice in a row");
  expect_turns_told(
      tell_turns_refusal("{orientation: {spline: {as: cardan, points: [[0, 0, 0], [0, 0, 0]]}}}"),
      "the same point twice in a row, without 'knots'");
  expect_turns_told(tell_turns_refusal(
                        "{orientation: {spline: {as: cardan, knots: [0, 1, 2], points: [[0, 0, 0], "
                        "[0, 0, 0], [1, 0, 0]]}}}"),
                    "the same point twice in a row: it is in column ");
}

TEST(WrittenOrientations, MistakesAreToldWithTheirLine) {
  const TemporaryFolder folder;
  const auto list = [&](const std::string& text) {
    return tell_turns_refusal("{orientation: {spline: {" + text + "}}}");
  };
  expect_turns_told(list("points: [[0, 0, 0], [1, 0, 0]]"), "'as' is missing");
  expect_turns_told(list("as: euler, points: [[0, 0, 0], [1, 0, 0]]"), "flyer.yaml:7:");
  expect_turns_told(list("as: rpy, points: [[0, 0, 0], [1, 0, 0, 0]]"),
                    "4 numbers; expected 3 angles");
  expect_turns_told(list("as: quaternion, points: [[1, 0, 0, 0], [1, 0, 0]]"),
                    "3 numbers; expected 4 of a quaternion: w, x, y, z");
  EXPECT_EQ(list("as: quaternion, points: [[1, 0, 0, 0], [0.707, 0.708, 0, 0]]"), "accepted");
  expect_turns_told(list("as: quaternion, points: [[1, 0, 0, 0], [0.7, 0.7, 0, 0]]"),
                    "flyer.yaml:7:72: a quaternion of length 0.989949; expected 1");
  expect_turns_told(
      list("as: rpy, points: [[0, 0, 0], [180 deg, 0, 0]]"),
      "flyer.yaml:7:62: an orientation 180 deg from the one before, so that either way round "
      "may be meant; expected at most 179.9 deg");
  EXPECT_EQ(list("as: rpy, points: [[0, 0, 0], [179.8 deg, 0, 0]]"), "accepted");
  expect_turns_told(list("as: rpy, points: [[0, 0, 0], [1 m, 0, 0]]"), "flyer.yaml:7:");
  expect_turns_told(list("as: rpy, points: [[0, 0, 0], [1, 0, 0]], blend: 1 deg"), "'blend'");
  expect_turns_told(list("as: rpy, points: [[0, 0, 0], [1, 0, 0, {blend: 1 deg}], [2, 1, 0]]"),
                    "'blend' for a spline");
  const auto table = [&](const std::string& text, const std::string& more = "") {
    (void)folder.write("turns.csv", text);
    return tell_turns_refusal("{position: {csv: {file: turns.csv" + more + "}}}",
                              folder.path().string());
  };
  expect_turns_told(
      table("p,x,roll,pitch\n0,0,0,0\n1,0,0,1\n"),
      "turns.csv:1:5: a column 'roll' without 'yaw'; expected all of roll, pitch, yaw");
  expect_turns_told(table("p,x,qw,qx,qy,qz,phi\n0,0,1,0,0,0,0\n1,0,1,0,0,0,0\n"),
                    "turns.csv:1:17: an orientation by 'phi' and by 'qw'; expected one of them");
  expect_turns_told(table("p,x,qw,qx,qy,qz,rx,ry,rz\n0,0,1,0,0,0,0,0,0\n1,0,1,0,0,0,0,0,0\n"),
                    "turns.csv:1:17: an orientation by 'qw' and by 'rx'");
  expect_turns_told(
      table("p,x,rx,ry,rz\n0,0,0,0,0\n1,1,0,0,1\n"),
      "turns.csv:1:5: columns rx, ry, rz that may be a rotation vector or angles; expected "
      "'as: rotation_vector'");
  expect_turns_told(table("p,x,roll,pitch,yaw\n0,0,0,0,0\n1,1,0,0,1\n", ", as: rpy"),
                    "'as' with columns roll, pitch, yaw; expected it with rx, ry, rz");
  expect_turns_told(table("p,x,phi\n0,0,0\n1,1,0\n", ", as: rpy"), "'as' without columns");
  expect_turns_told(table("p,x,qw,qx,qy,qz\n0,0,1,0,0,0\n# a remark\n1,1,1,0.1,0,0\n"),
                    "turns.csv:4:1: a quaternion of length 1.00499");
  expect_turns_told(table("p,x,roll,pitch,yaw [deg]\n0,0,0,0,0\n1,1,0,0,90\n2,2,0,0,-90\n"),
                    "turns.csv:4:1: an orientation 180 deg from the one before");
  expect_turns_told(table("p,x,roll,pitch,yaw [mm]\n0,0,0,0,0\n1,1,0,0,90\n"),
                    "expected a unit of angle");
  expect_turns_told(table("p,x,roll,pitch,yaw\n0,0,0,0,0\n1,1,0,0,1\n1,2,0,0,1\n"),
                    "turns.csv:4:1: p = 1 after 1");
  expect_turns_told(table("roll,pitch,yaw\n0,0,0\n0,0,1\n"), "no column p in 'turns.csv'");
  expect_turns_told(
      tell_turns_refusal("{position: {csv: {file: turns.csv}}, orientation: {phi: 0}}",
                         (folder.write("turns.csv", "p,x,roll,pitch,yaw\n0,0,0,0,0\n1,1,0,0,1\n"),
                          folder.path().string())),
      "orientation given twice");
  expect_turns_told(
      tell_turns_refusal("{position: {csv: {file: turns.csv}}, orientation: {csv: {file: "
                         "turns.csv}}}",
                         folder.path().string()),
      "unknown column 'x'");
}

}  // namespace
}  // namespace globaldyn::inside::test
