// Masses, centres of mass and inertias of bodies as the machine file gives them. The oracle is
// integration over the solids: clouds of weighted points from quadrature rules that are exact for
// second moments, moved to where the file puts the solid. It shares neither the closed forms nor
// the parallel axis theorem with the reader.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <cstdio>
#include <string>
#include <utility>
#include <vector>

#include "core/base/constants.h"
#include "globaldyn/machine/machine.h"
#include "tests/support/round_off.h"

namespace globaldyn::inside {
namespace {

using test::round_off;

struct PointMass {
  double mass;
  Vector3d r;
};
using Cloud = std::vector<PointMass>;

// Rx Ry Rz written out, as the file's format defines `cardan`.
Matrix3d make_rotation_by_hand(double x, double y, double z) {
  Matrix3d Rx, Ry, Rz;
  Rx << 1, 0, 0, 0, std::cos(x), -std::sin(x), 0, std::sin(x), std::cos(x);
  Ry << std::cos(y), 0, std::sin(y), 0, 1, 0, -std::sin(y), 0, std::cos(y);
  Rz << std::cos(z), -std::sin(z), 0, std::sin(z), std::cos(z), 0, 0, 0, 1;
  return Rx * Ry * Rz;
}

const std::array<double, 2> kGauss2{-std::sqrt(1.0 / 3.0), std::sqrt(1.0 / 3.0)};  // on [-1, 1]

// Two Gauss points per edge are exact to the third degree.
Cloud integrate_box(const Vector3d& edges, double density) {
  Cloud cloud;
  for (const double x : kGauss2) {
    for (const double y : kGauss2) {
      for (const double z : kGauss2) {
        cloud.push_back(
            {density * edges.prod() / 8.0, 0.5 * edges.cwiseProduct(Vector3d(x, y, z))});
      }
    }
  }
  return cloud;
}

// About z. With s = r² the measure r dr is ds / 2, and second moments are linear in s.
Cloud integrate_cylinder(double outer, double inner, double length, double density) {
  constexpr int kAngles = 8;
  const double r = std::sqrt(0.5 * (outer * outer + inner * inner));
  const double mass = density * kPi * (outer * outer - inner * inner) * length;
  Cloud cloud;
  for (int k = 0; k < kAngles; ++k) {
    const double angle = 2.0 * kPi * k / kAngles;
    for (const double z : kGauss2) {
      cloud.push_back(
          {mass / (2 * kAngles), {r * std::cos(angle), r * std::sin(angle), 0.5 * length * z}});
    }
  }
  return cloud;
}

// Gauss points in the radius (r⁴ needs three), the polar angle's cosine and the azimuth.
Cloud integrate_sphere(double radius, double density) {
  constexpr int kAngles = 8;
  const double node = std::sqrt(0.6);
  Cloud cloud;
  for (const auto& [x, weight] :
       {std::pair{-node, 5.0 / 9.0}, {0.0, 8.0 / 9.0}, {node, 5.0 / 9.0}}) {
    const double r = 0.5 * radius * (1.0 + x);
    for (const double c : kGauss2) {
      for (int k = 0; k < kAngles; ++k) {
        const double angle = 2.0 * kPi * k / kAngles, s = std::sqrt(1.0 - c * c);
        cloud.push_back({density * r * r * (0.5 * radius * weight) * (2.0 * kPi / kAngles),
                         r * Vector3d(s * std::cos(angle), s * std::sin(angle), c)});
      }
    }
  }
  return cloud;
}

Cloud move(Cloud cloud, const Vector3d& origin, const Matrix3d& axes) {
  for (PointMass& point : cloud) point.r = origin + axes * point.r;
  return cloud;
}

// A right-handed frame whose z axis points from `from` to `to`; which x axis does not matter to
// a body of revolution.
Matrix3d make_frame_along(const Vector3d& from, const Vector3d& to) {
  const Vector3d z = (to - from).normalized();
  const Vector3d x = z.unitOrthogonal();
  Matrix3d frame;
  frame << x, z.cross(x), z;
  return frame;
}

Cloud operator+(Cloud a, const Cloud& b) {
  a.insert(a.end(), b.begin(), b.end());
  return a;
}

MassProperties sum_up(const Cloud& cloud) {
  MassProperties sum;
  for (const PointMass& point : cloud) {
    sum.mass += point.mass;
    sum.com += point.mass * point.r;
  }
  sum.com /= sum.mass;
  for (const PointMass& point : cloud) {
    const Vector3d r = point.r - sum.com;
    sum.inertia += point.mass * (r.squaredNorm() * Matrix3d::Identity() - r * r.transpose());
  }
  return sum;
}

// The mass properties of a body with these keys.
MassProperties read_mass(const std::string& keys) {
  const Machine machine = parse_machine(
      "globaldyn: 1\nname: test\nmaterials: {steel: 7850 kg/m^3, foam: 30 kg/m^3}\n"
      "bodies:\n  part:\n" +
          keys + "joints: {hinge: {type: revolute, a: ground, b: part}}\n",
      "test.yaml", "");
  return machine.mechanism.bodies[BodyId(1)].mass_properties;
}

// Some 200 operations, on terms no larger than mass x (distance from the origin)².
void expect_same(const MassProperties& a, const MassProperties& b, double reach) {
  EXPECT_NEAR(a.mass, b.mass, round_off(200, b.mass));
  EXPECT_LT((a.com - b.com).norm(), round_off(200, reach));
  EXPECT_LT((a.inertia - b.inertia).cwiseAbs().maxCoeff(), round_off(200, b.mass * reach * reach))
      << a.inertia << "\n\n"
      << b.inertia;
  EXPECT_TRUE(a.inertia.isApprox(a.inertia.transpose(), round_off(10, 1.0)));
}

// ---- Single solids ----

TEST(SolidMass, ClosedFormsOfTheTextbook) {
  // m (3 r² + l²) / 12 across, m r² / 2 along; the hollow one with R² + r²; box and sphere.
  const MassProperties rod = read_mass(
      "    solids: [rod: {from: [0, 0, 0], to: [0, 0, 0.5], diameter: 40 mm, material: steel}]\n");
  const double mass = 7850 * kPi * 0.02 * 0.02 * 0.5;
  EXPECT_DOUBLE_EQ(rod.mass, mass);
  EXPECT_TRUE(rod.com.isApprox(Vector3d(0, 0, 0.25)));
  EXPECT_DOUBLE_EQ(rod.inertia(0, 0), mass * (3 * 0.02 * 0.02 + 0.5 * 0.5) / 12);
  EXPECT_DOUBLE_EQ(rod.inertia(2, 2), mass * 0.02 * 0.02 / 2);

  const MassProperties tube = read_mass(
      "    solids: [tube: {from: [0, 0, 0], to: [0, 0, 0.5], diameter: 40 mm, wall: 5 mm, "
      "mass: 3 kg}]\n");
  const double squares = 0.02 * 0.02 + 0.015 * 0.015;
  EXPECT_EQ(tube.mass, 3.0);
  EXPECT_DOUBLE_EQ(tube.inertia(0, 0), 3.0 * (3 * squares + 0.5 * 0.5) / 12);
  EXPECT_DOUBLE_EQ(tube.inertia(2, 2), 3.0 * squares / 2);

  const MassProperties box = read_mass("    solids: [box: {size: [1, 2, 3], density: 10}]\n");
  EXPECT_DOUBLE_EQ(box.mass, 60.0);
  EXPECT_TRUE(box.inertia.isApprox(Matrix3d(Vector3d(65, 50, 25).asDiagonal())));

  const MassProperties sphere = read_mass("    solids: [sphere: {diameter: 2, mass: 5}]\n");
  EXPECT_TRUE(sphere.inertia.isApprox(2.0 * Matrix3d::Identity()));

  const MassProperties plate =
      read_mass("    solids: [plate: {size: [3, 4], thickness: 1e-9, mass: 12}]\n");
  EXPECT_TRUE(plate.inertia.isApprox(Matrix3d(Vector3d(16, 9, 25).asDiagonal())));
}

TEST(SolidMass, FullTubeIsARodAndThinWallAHoop) {
  const std::string ends = "{from: [0, 0.1, 0], to: [0.3, 0, 0], diameter: 0.2, mass: 4";
  expect_same(read_mass("    solids: [tube: " + ends + ", wall: 0.1}]\n"),
              read_mass("    solids: [cylinder: " + ends + "}]\n"), 0.4);
  const MassProperties hoop = read_mass(
      "    solids: [tube: {from: [0, 0, 0], to: [0, 0, 1e-9], diameter: 0.2, wall: 1e-9, "
      "mass: 4}]\n");
  EXPECT_NEAR(hoop.inertia(2, 2), 4 * 0.01, 4 * 0.01 * 2e-8);  // wall / radius, twice
}

TEST(SolidMass, RodAnywhere) {
  const Vector3d from(0.1, 0.2, -0.1), to(0.4, -0.3, 0.5);
  const double length = (to - from).norm();
  const Cloud cloud = move(integrate_cylinder(0.03, 0.0, length, 7850.0), 0.5 * (from + to),
                           make_frame_along(from, to));
  expect_same(read_mass("    solids: [rod: {from: [0.1, 0.2, -0.1], to: [0.4, -0.3, 0.5], "
                        "diameter: 60 mm, material: steel}]\n"),
              sum_up(cloud), 0.8);
}

TEST(SolidMass, TubeAlongEveryAxis) {
  for (const Vector3d& to :
       {Vector3d(0.7, 0, 0), Vector3d(0, 0.7, 0), Vector3d(0, 0, -0.7), Vector3d(-0.7, 0, 0)}) {
    const Cloud cloud = move(integrate_cylinder(0.05, 0.046, 0.7, 2700.0), 0.5 * to,
                             make_frame_along(Vector3d::Zero(), to));
    const std::string end =
        std::to_string(to.x()) + ", " + std::to_string(to.y()) + ", " + std::to_string(to.z());
    expect_same(read_mass("    solids: [tube: {from: [0, 0, 0], to: [" + end +
                          "], diameter: 0.1, wall: 4 mm, density: 2700 kg/m^3}]\n"),
                sum_up(cloud), 0.7);
  }
}

TEST(SolidMass, TurnedBoxAndOffsetSphere) {
  const Cloud box = move(integrate_box({0.2, 0.3, 0.5}, 30.0), {1.0, -2.0, 0.5},
                         make_rotation_by_hand(0.3, -0.7, 1.9));
  expect_same(read_mass("    solids: [box: {size: [0.2, 0.3, 0.5], at: [1, -2, 0.5], "
                        "cardan: [0.3, -0.7, 1.9], material: foam}]\n"),
              sum_up(box), 2.5);
  const Cloud sphere = move(integrate_sphere(0.4, 100.0), {0.0, 1.0, 0.5}, Matrix3d::Identity());
  expect_same(read_mass("    solids: [sphere: {at: [0, 1, 0.5], diameter: 0.8, density: 100}]\n"),
              sum_up(sphere), 1.5);
}

// ---- Bodies of several solids ----

TEST(CompositeMass, SumsOverTheSolids) {
  Matrix3d upright;  // z along the body's y, x along its z
  upright << 0, 1, 0, 0, 0, 1, 1, 0, 0;
  const Vector3d from(0, 0, 0), to(0.6, 0.1, 0.0);
  const Cloud cloud = move(integrate_cylinder(0.02, 0.0, (to - from).norm(), 7850.0),
                           0.5 * (from + to), make_frame_along(from, to)) +
                      move(integrate_box({0.2, 0.1, 0.02}, 7850.0), {0.3, 0.4, -0.2}, upright) +
                      move(integrate_box({0.3, 0.3, 0.3}, 30.0), {0.0, 0.0, 0.5},
                           make_rotation_by_hand(0.0, 0.0, kPi / 4.0)) +
                      move(integrate_sphere(0.05, 1.5 / (4.0 / 3.0 * kPi * std::pow(0.05, 3))),
                           {0.6, 0.1, 0.0}, Matrix3d::Identity());
  const std::string text =
      "    solids:\n"
      "      - rod: {from: [0, 0], to: [0.6, 0.1], diameter: 40 mm, material: steel}\n"
      "      - plate: {size: [0.2, 0.1], thickness: 20 mm, at: [0.3, 0.4, -0.2], axis: y, "
      "x_axis: z, material: steel}\n"
      "      - box: {size: [0.3, 0.3, 0.3], at: [0, 0, 0.5], cardan: [0, 0, 45 deg], "
      "material: foam}\n"
      "      - sphere: {at: [0.6, 0.1], diameter: 0.1, mass: 1.5 kg}\n";
  expect_same(read_mass(text), sum_up(cloud), 0.8);
  // A solid that is only drawn adds nothing.
  expect_same(read_mass(text + "      - box: {size: [9, 9, 9]}\n"), sum_up(cloud), 0.8);
  // The counter-check: a millimetre in one of the solids is detected.
  const MassProperties moved =
      read_mass(text + "      - box: {size: [1e-3, 1e-3, 1e-3], mass: 1e-6}\n");
  EXPECT_GT((moved.inertia - sum_up(cloud).inertia).norm(), round_off(200, 10.0));
}

TEST(CompositeMass, NamedFramesCarrySolids) {
  const Cloud cloud = move(integrate_box({0.1, 0.2, 0.3}, 50.0), {0.5, 0.1, 0.0},
                           make_rotation_by_hand(0.0, 0.4, 0.0));
  expect_same(read_mass("    frames:\n"
                        "      head: {at: [0.5, 0.1], cardan: [0, 0.4, 0]}\n"
                        "    solids: [box: {size: [0.1, 0.2, 0.3], in: part.head, density: 50}]\n"),
              sum_up(cloud), 0.7);
}

// Roll, pitch, yaw about fixed axes are Rz Ry Rx; and a quaternion is the same turn.
TEST(CompositeMass, FramesByRpyAndQuaternion) {
  const Matrix3d turn = make_rotation_by_hand(0.0, 0.0, -0.4) *
                        make_rotation_by_hand(0.0, 0.3, 0.0) * make_rotation_by_hand(0.2, 0.0, 0.0);
  const Cloud cloud = move(integrate_box({0.1, 0.2, 0.3}, 50.0), {0.5, 0.1, 0.0}, turn);
  const Eigen::Quaterniond q(turn);
  const auto read_box = [](const std::string& how) {
    return read_mass("    solids: [box: {size: [0.1, 0.2, 0.3], at: [0.5, 0.1], density: 50, " +
                     how + "}]\n");
  };
  expect_same(read_box("rpy: [0.2, 0.3, -0.4]"), sum_up(cloud), 0.7);
  expect_same(read_box(fmt::format("quaternion: {{w: {}, x: {}, y: {}, z: {}}}", q.w(), q.x(),
                                   q.y(), q.z())),
              sum_up(cloud), 0.7);
  EXPECT_GT((read_box("cardan: [0.2, 0.3, -0.4]").inertia - sum_up(cloud).inertia).norm(), 1e-4);
  // Of the axes in which moments are given, too.
  const Matrix3d moments = Vector3d(0.02, 0.03, 0.04).asDiagonal();
  const MassProperties read =
      read_mass("    mass: 1\n    inertia: {diag: [0.02, 0.03, 0.04], rpy: [0.2, 0.3, -0.4]}\n");
  EXPECT_LT((read.inertia - turn * moments * turn.transpose()).norm(), 1e-15);
}

TEST(CompositeMass, ManyPartsAreAsGoodAsOne) {
  std::vector<MassProperties> slices;
  constexpr int kSlices = 16;
  for (int i = 0; i < kSlices; ++i) {
    slices.push_back(
        calc_mass_properties({Solid::Shape::box,
                              {Vector3d(0, 0, (i + 0.5) / kSlices), Matrix3d::Identity()},
                              Vector3d(0.2, 0.3, 1.0 / kSlices)},
                             1.0));
  }
  const MassProperties whole = calc_mass_properties(
      {Solid::Shape::box, {Vector3d(0, 0, 0.5), Matrix3d::Identity()}, Vector3d(0.2, 0.3, 1.0)},
      kSlices);
  expect_same(combine(slices), whole, 1.0);
  EXPECT_EQ(combine({}).mass, 0.0);
  EXPECT_TRUE(combine({}).inertia.isZero(0.0));
}

TEST(SolidVolume, IsThatOfTheCloud) {
  const Frame frame;
  const auto volume = [](const Cloud& cloud) { return sum_up(cloud).mass; };
  EXPECT_DOUBLE_EQ(calc_volume({Solid::Shape::box, frame, Vector3d(1, 2, 3)}),
                   volume(integrate_box({1, 2, 3}, 1.0)));
  EXPECT_DOUBLE_EQ(calc_volume({Solid::Shape::cylinder, frame, Vector3d(0.4, 0, 2)}),
                   volume(integrate_cylinder(0.2, 0.0, 2.0, 1.0)));
  EXPECT_DOUBLE_EQ(calc_volume({Solid::Shape::tube, frame, Vector3d(0.4, 0.3, 2)}),
                   volume(integrate_cylinder(0.2, 0.15, 2.0, 1.0)));
  EXPECT_DOUBLE_EQ(calc_volume({Solid::Shape::sphere, frame, Vector3d(0.4, 0.4, 0.4)}),
                   volume(integrate_sphere(0.2, 1.0)));
}

// ---- Inertia given as numbers ----

TEST(GivenInertia, Forms) {
  const auto inertia = [](const std::string& map) {
    return read_mass("    mass: 2 kg\n    inertia: " + map + "\n").inertia;
  };
  Matrix3d full;
  full << 0.5, 0.01, -0.02, 0.01, 0.6, 0.03, -0.02, 0.03, 0.7;
  EXPECT_EQ(inertia("{diag: [0.5, 0.6, 0.7]}"), Matrix3d(Vector3d(0.5, 0.6, 0.7).asDiagonal()));
  EXPECT_EQ(inertia("{matrix: [[0.5, 0.01, -0.02], [0.01, 0.6, 0.03], [-0.02, 0.03, 0.7]]}"), full);
  EXPECT_EQ(inertia("{xx: 0.5, yy: 0.6, zz: 0.7, xy: 0.01, xz: -0.02, yz: 0.03}"), full);
  EXPECT_EQ(inertia("{plate: 0.4}"), Matrix3d(Vector3d(0.2, 0.2, 0.4).asDiagonal()));
  EXPECT_EQ(inertia("{rod: 0.4}"), Matrix3d(Vector3d(0.01 * 0.4, 0.4, 0.4).asDiagonal()));
  EXPECT_EQ(inertia("{plate: 400 kg cm^2}")(2, 2), 400 * std::pow(1e-2, 2));
}

// A cloud's own moments about the origin, in rotated axes, are what a catalogue may give; the
// reader must find those about the centre of mass in the body's axes again.
TEST(GivenInertia, AboutTheOriginInTurnedAxes) {
  const Vector3d com(0.3, -0.2, 0.1);
  const Cloud cloud =
      move(integrate_box({0.2, 0.3, 0.5}, 100.0), com, make_rotation_by_hand(0.4, -0.5, 0.6));
  const MassProperties expected = sum_up(cloud);
  Matrix3d about_origin = Matrix3d::Zero();
  for (const PointMass& point : cloud) {
    about_origin +=
        point.mass * (point.r.squaredNorm() * Matrix3d::Identity() - point.r * point.r.transpose());
  }
  const Matrix3d R = make_rotation_by_hand(-0.2, 0.9, 0.1);
  const Matrix3d given = R.transpose() * about_origin * R;  // in the turned axes
  std::string rows;
  for (int i = 0; i < 3; ++i) {
    rows += i == 0 ? "[" : ", [";
    for (int j = 0; j < 3; ++j) {
      char number[40];
      std::snprintf(number, sizeof number, "%s%.17g", j == 0 ? "" : ", ",
                    0.5 * (given(i, j) + given(j, i)));
      rows += number;
    }
    rows += "]";
  }
  const std::string mass = "    mass: 3\n    com: [0.3, -0.2, 0.1]\n";
  expect_same(read_mass(mass + "    inertia: {matrix: [" + rows +
                        "], cardan: [-0.2, 0.9, 0.1], about: origin}\n"),
              expected, 0.6);
  // About the centre of mass nothing is subtracted.
  const MassProperties central = read_mass(mass + "    inertia: {diag: [1, 2, 2.5], about: com}\n");
  EXPECT_EQ(central.inertia, Matrix3d(Vector3d(1, 2, 2.5).asDiagonal()));
}

TEST(GivenInertia, MassAloneIsAPoint) {
  const MassProperties point = read_mass("    mass: 2 kg\n    com: [0.1, 0.2]\n");
  EXPECT_EQ(point.mass, 2.0);
  EXPECT_EQ(point.com, Vector3d(0.1, 0.2, 0.0));
  EXPECT_TRUE(point.inertia.isZero(0.0));
}

// ---- Which tensors a body can have ----

TEST(PossibleInertia, BracketsTheTriangleInequality) {
  const auto explain = [](double x, double y, double z) {
    const Matrix3d R = make_rotation_by_hand(0.7, -0.3, 2.0);
    return explain_impossible_inertia(R * Vector3d(x, y, z).asDiagonal() * R.transpose());
  };
  EXPECT_EQ(explain(1, 2, 2.9), "");
  EXPECT_EQ(explain(1, 2, 3), "");          // a lamina: equality
  EXPECT_EQ(explain(1, 2, 3 + 1e-10), "");  // round-off
  EXPECT_NE(explain(1, 2, 3 + 1e-8), "");
  EXPECT_EQ(explain(0, 2, 2), "");  // a line of mass
  EXPECT_EQ(explain(0, 0, 0), "");  // a point
  EXPECT_NE(explain(-1e-8, 1, 1), "");
  EXPECT_NE(explain(0, 0, 1), "");
  EXPECT_NE(explain(1e-20, 1e-20, 3e-20), "");  // small tensors are judged alike
  EXPECT_NE(explain_impossible_inertia(Matrix3d::Constant(std::nan(""))), "");
  Matrix3d skew = Matrix3d::Identity();
  skew(0, 1) = 1e-8;
  EXPECT_EQ(explain_impossible_inertia(skew), "not symmetric");
}

}  // namespace
}  // namespace globaldyn::inside
