// Oracle: the dense reference, which does not use trees and loops.
#include <cmath>

#include "tests/map/small_maps.h"
#include "tests/support/machines.h"

namespace globaldyn::inside::test {
namespace {

using Kind = TaskCoordinate::Kind;

// What users are promised; both ways solve poses to 1e-12.
constexpr double kTolerance = 1e-8;

struct Case {
  const char* machine;
  double x, y, z;  // the middle of the grid; z for spatial machines, otherwise NaN
  double half;
  bool turns;  // the tool has an orientation to prescribe

  friend std::ostream& operator<<(std::ostream& out, const Case& c) { return out << c.machine; }
};

constexpr double kPlanar = std::numeric_limits<double>::quiet_NaN();

MapDescription make_description(const Case& c, const Machine& machine) {
  MapDescription map;
  map.name = "part";
  map.axes = {make_axis("x", {Kind::position, 0, {}}, c.x - c.half, c.x + c.half, 4),
              make_axis("y", {Kind::position, 1, {}}, c.y - c.half, c.y + c.half, 3)};
  if (!std::isnan(c.z)) map.fixed = {{{Kind::position, 2, {}}, c.z}};
  map.orientations.emplace_back();
  if (c.turns && std::isnan(c.z)) {
    map.orientations = {{"left", 0.04, std::nullopt}, {"right", -0.06, std::nullopt}};
  } else if (c.turns) {
    map.orientations = {{"level", std::nullopt, Matrix3d::Identity()},
                        {"leaning", std::nullopt, make_cardan_rotation({0.05, -0.1, 0.08})}};
  }
  map.criteria = list_pose_requests(machine.mechanism);
  PatternDescription lines;
  lines.name = "lines";
  lines.directions = {Vector3d::UnitX(), Vector3d(-0.6, 0.8, 0.0)};
  lines.speed = 0.3;
  PatternDescription circle;
  circle.name = "circle";
  circle.kind = PatternDescription::Kind::circle;
  circle.radius = 0.01;
  circle.planes = {{0, 1}};
  circle.samples = 4;
  map.patterns = {lines, circle};
  return map;
}

class Agreement : public ::testing::TestWithParam<Case> {};

TEST_P(Agreement, WithTheDenseReference) {
  Machine machine = load(GetParam().machine);
  for (std::size_t k = 0; k < machine.mechanism.drives.size(); ++k) {
    machine.mechanism.drives[DriveId(k)].stiffness = 1e5 * (1.0 + 0.2 * static_cast<double>(k));
  }
  const MapDescription description = make_description(GetParam(), machine);
  const WorkspaceMap by_loops = make_map(machine, description);
  MapOptions options;
  options.method.solve_by = SolveBy::dense;
  const WorkspaceMap dense = make_map(machine, description, options);
  ASSERT_EQ(by_loops.status, dense.status);
  EXPECT_GE(dense.count(SampleStatus::ok), dense.status.size() * 3 / 4);
  ASSERT_EQ(by_loops.columns.size(), dense.columns.size());
  ASSERT_GT(dense.columns.size(), 40u);
  for (std::size_t c = 0; c < dense.columns.size(); ++c) {
    SCOPED_TRACE(dense.columns[c].plan.name);
    for (std::size_t i = 0; i < dense.status.size(); ++i) {
      const double value = by_loops.columns[c].values[i], expected = dense.columns[c].values[i];
      ASSERT_EQ(std::isinf(value), std::isinf(expected)) << value << " and " << expected;
      if (std::isinf(expected)) continue;
      EXPECT_NEAR(value, expected, kTolerance * std::abs(expected)) << "pose " << i;
    }
  }
  for (std::size_t i = 0; i < dense.status.size(); ++i) {
    EXPECT_NEAR(by_loops.signed_margin[i], dense.signed_margin[i],
                kTolerance * std::abs(dense.signed_margin[i]));
  }
}

INSTANTIATE_TEST_SUITE_P(Machines, Agreement,
                         ::testing::Values(Case{"sliding_star", 0.02, -0.01, kPlanar, 0.1, true},
                                           Case{"cable_planar", 0.03, 0.05, kPlanar, 0.2, true},
                                           Case{"delta", 0.01, 0.02, -0.45, 0.1, false},
                                           Case{"hexapod_6ups", 0.01, 0.02, 1.0, 0.1, true}),
                         [](const auto& test) { return std::string(test.param.machine); });

}  // namespace
}  // namespace globaldyn::inside::test
