// Oracle: machines with rotary and sliding drives in closed form, where lengths and angles meet.
#include <cmath>
#include <numbers>

#include "globaldyn/criteria/registry/registry.h"
#include "tests/map/small_maps.h"
#include "tests/support/machines.h"
#include "tests/support/transforms.h"

namespace globaldyn::inside::test {
namespace {

using Kind = TaskCoordinate::Kind;

// Closed forms; poses are solved to 1e-12.
constexpr double kPolarTolerance = 1e-9;

// A slide on a turntable; no point is farther from a centre of mass than the tool, 0.3 m.
constexpr const char* kPolar = R"(
globaldyn: 1
name: polar
bodies:
  table: {mass: 3, com: [0.2, 0], inertia: {plate: 0.1}}
  slide: {mass: 2, inertia: {plate: 0.02}}
joints:
  T: {type: revolute, a: ground, b: table, guess: 20 deg}
  S: {type: prismatic, a: {body: table, axis: x}, b: {body: slide, axis: x}, guess: 0.4}
drives:
  M: {joint: T, limits: 40}
  F: {joint: S, limits: 120}
tool: {body: slide, at: [0.3, 0]}
assembly: {branch: [{joint: S, range: [0, none]}]}
maps:
  plane:
    grid: {x: {from: 0.31, to: 0.9, count: 4}, y: {from: 0.05, to: 0.6, count: 3}}
    criteria: [dexterity, drive_margin, motion_margin, acceleration, force, holding_share]
)";

double find_radius(std::size_t i) {
  return std::hypot(0.31 + (0.9 - 0.31) / 3.0 * static_cast<double>(i / 3),
                    0.05 + 0.275 * static_cast<double>(i % 3));
}

// Transverse motion of the tool rotates the table by 1/r, which counts as L/r; radial slides by 1.
TEST(Polar, DexterityCountsTurnsInCharacteristicLengths) {
  const Machine machine = parse_machine(kPolar, "polar.yaml", ".");
  constexpr double kLength = 0.3;
  ASSERT_NEAR(machine.mechanism.characteristic_length, kLength, 1e-12);
  const WorkspaceMap map = make_map(machine, machine.maps[0]);
  ASSERT_EQ(map.count(SampleStatus::ok), 12u);
  for (std::size_t i = 0; i < 12; ++i) {
    const double r = find_radius(i);
    EXPECT_NEAR(values_of(map, "dexterity")[i], std::min(kLength / r, r / kLength), kPolarTolerance)
        << "r = " << r;
    EXPECT_NEAR(values_of(map, "force")[i], std::min(40.0 / r, 120.0), 120.0 * kPolarTolerance);
    const double inertia = 0.1 + 3.0 * 0.04 + 0.02 + 2.0 * (r - 0.3) * (r - 0.3);
    EXPECT_NEAR(values_of(map, "acceleration")[i], std::min(40.0 * r / inertia, 120.0 / 2.0),
                120.0 * kPolarTolerance);
  }
}

// Dimensionless criteria do not depend on the unit of length, and the others scale with it.
TEST(Polar, OtherUnitsOfLength) {
  constexpr double kFactor = 2.9;
  const Machine machine = parse_machine(kPolar, "polar.yaml", ".");
  Machine large = scale_lengths(machine, kFactor);
  for (Joint& joint : large.mechanism.joints) {
    if (joint.kind == JointKind::prismatic) joint.guess[0] *= kFactor;
  }
  MapDescription description = machine.maps[0];
  for (MapAxis& axis : description.axes) {
    axis.from *= kFactor;
    axis.to *= kFactor;
  }
  const WorkspaceMap plain = make_map(machine, machine.maps[0]);
  const WorkspaceMap scaled = make_map(large, description);
  for (const MapColumn& column : plain.columns) {
    const double factor = std::pow(kFactor, 0.5 * column.plan.criterion->dimension.length);
    for (std::size_t i = 0; i < 12; ++i) {
      const double expected = factor * column.values[i];
      EXPECT_NEAR(values_of(scaled, column.plan.name)[i], expected, kPolarTolerance * expected)
          << column.plan.name;
    }
  }
}

// A crank pushed by its slider: at the dead centres the slider cannot move it, and beyond them its
// force turns it the other way.
TEST(SignedMargin, ChangesSignAtAParallelSingularity) {
  Machine machine = load("slider_crank");
  machine.clearance.reset();
  machine.mechanism.drives[DriveId(0)].coordinate = CoordinateIndex{JointId(3), 0};
  machine.mechanism.drives[DriveId(0)].rotational = false;
  MapDescription map;
  map.name = "turn";
  map.axes = {make_axis("O", {Kind::joint, 0, {JointId(0), 0}}, 0.1, 6.1, 61)};
  map.axes[0].rotational = true;
  map.orientations.emplace_back();
  map.criteria = {{"drive_margin", find_criterion("drive_margin"), {}}};
  const WorkspaceMap result = make_map(machine, map);
  int negative = 0;
  for (int i = 0; i < 61; ++i) {
    const auto cell = static_cast<std::size_t>(i);
    ASSERT_EQ(result.status[cell], SampleStatus::ok);
    // x = r cos q + sqrt(l^2 - (e - r sin q)^2)
    const double q = map.axes[0].value(i);
    const double height = 0.02 - 0.1 * std::sin(q);
    const double slope =
        -0.1 * std::sin(q) + height * 0.1 * std::cos(q) / std::sqrt(0.09 - height * height);
    EXPECT_EQ(result.signed_margin[cell] < 0.0, slope < 0.0) << q;
    EXPECT_NEAR(std::abs(result.signed_margin[cell]), values_of(result, "drive_margin")[cell],
                1e-15);
    EXPECT_LE(std::abs(result.signed_margin[cell]), 1.0);
    if (std::abs(slope) > 0.05) {
      EXPECT_GT(std::abs(result.signed_margin[cell]), 0.1);
    }
    negative += slope < 0.0 ? 1 : 0;
  }
  EXPECT_GT(negative, 20);
  EXPECT_LT(negative, 40);
}

}  // namespace
}  // namespace globaldyn::inside::test
