// Oracle: evaluate() on straight paths of the machine file through the poses.
#include "globaldyn/maps/axis_regions.h"

#include <fmt/format.h>

#include "globaldyn/evaluation/path_summary.h"
#include "tests/map/small_maps.h"
#include "tests/support/small_machines.h"

namespace globaldyn::inside::test {
namespace {

// Poses are reached along different ways, each solved to 1e-12; regions lose some digits.
constexpr double kAxisTolerance = 1e-8;

const std::string kAxisArm = write_arm(R"(drives:
  M1: {joint: J1, limits: 90, viscous: 2}
  M2: {joint: J2, limits: 35, speed_line: {stall: 40, no_load_speed: 30}}
)");

// Reaches 0.9 m: the last column of poses is beyond.
Machine make_mapped() {
  return parse_machine(kAxisArm +
                           "maps: {m: {grid: {x: {from: 0.35, to: 0.95, count: 3}, y: {from: 0, "
                           "to: 0.3, count: 2}}, criteria: [reachability]}}\n",
                       "map.yaml", ".");
}

Region find_region(double x, double y, int axis) {
  const Machine machine = parse_machine(
      kAxisArm + fmt::format("paths: {{q: {{position: {{x: {}{}, y: {}{}}}, p_max: 0.01}}}}\n", x,
                             axis == 0 ? " + p" : "", y, axis == 1 ? " + p" : ""),
      "path.yaml", ".");
  EvaluationOptions options;
  options.at = {0.0};
  return evaluate(machine, options).paths.at(0).samples.at(0).region;
}

TEST(AxisRegions, AreThoseOfStraightPaths) {
  const Machine machine = make_mapped();
  const auto regions = find_axis_regions(machine, machine.maps.at(0), 100, {});
  ASSERT_EQ(regions.size(), 2u);
  EXPECT_EQ(regions[0].name, "x");
  EXPECT_EQ(regions[1].name, "y");
  int count = 0;
  for (int axis = 0; axis < 2; ++axis) {
    const std::vector<Sample>& samples = regions[static_cast<std::size_t>(axis)].samples;
    ASSERT_EQ(samples.size(), 4u);
    for (std::size_t i = 0; i < samples.size(); ++i) {
      EXPECT_EQ(samples[i].p, static_cast<double>(i));  // the last axis varies fastest
      ASSERT_EQ(samples[i].status, SampleStatus::ok);
      const Region expected = find_region(i / 2 == 0 ? 0.35 : 0.65, i % 2 == 0 ? 0.0 : 0.3, axis);
      for (const double d1 : {0.0, 0.5, 1.0, 1.5}) {
        const auto wanted = expected.d2_range(d1), found = samples[i].region.d2_range(d1);
        ASSERT_EQ(found.has_value(), wanted.has_value()) << d1;
        if (!wanted) continue;
        EXPECT_NEAR(found->low, wanted->low, kAxisTolerance * std::abs(wanted->low));
        EXPECT_NEAR(found->high, wanted->high, kAxisTolerance * std::abs(wanted->high));
        ++count;
      }
      const auto wanted = find_d1_max(expected), found = find_d1_max(samples[i].region);
      ASSERT_TRUE(wanted && found);
      EXPECT_NEAR(*found, *wanted, kAxisTolerance * *wanted);
    }
  }
  EXPECT_GE(count, 16);
}

// Every second pose along both axes: 0 and 4 of the six, of which the latter is beyond reach.
TEST(AxisRegions, LargeMapsAreThinned) {
  const Machine machine = make_mapped();
  const auto regions = find_axis_regions(machine, machine.maps.at(0), 5, {});
  ASSERT_EQ(regions[0].samples.size(), 1u);
  EXPECT_EQ(regions[0].samples[0].p, 0.0);
}

TEST(AxisRegions, DoNotDependOnThreads) {
  const Machine machine = make_mapped();
  const auto one = find_axis_regions(machine, machine.maps.at(0), 100, {.threads = 1});
  const auto three = find_axis_regions(machine, machine.maps.at(0), 100, {.threads = 3});
  for (std::size_t k = 0; k < 2; ++k) {
    ASSERT_EQ(one[k].samples.size(), three[k].samples.size());
    for (std::size_t i = 0; i < one[k].samples.size(); ++i) {
      EXPECT_EQ(find_d1_max(one[k].samples[i].region), find_d1_max(three[k].samples[i].region));
    }
  }
}

}  // namespace
}  // namespace globaldyn::inside::test
