// Maps of tools that may be turned: against the same map of all turns, of which the best is taken
// pose by pose.
#include "globaldyn/maps/best_turns.h"

#include <fmt/format.h>

#include "core/base/errors.h"
#include "tests/map/small_maps.h"

namespace globaldyn::inside::test {
namespace {

std::string write_turning_arm(const std::string& orientation) {
  return R"(globaldyn: 1
name: arm
gravity: [0, -9.81]
bodies:
  a: {mass: 3 kg, com: [0.2, 0], inertia: {rod: 0.4}, frames: {end: [0.4, 0]}}
  b: {mass: 2 kg, com: [0.15, 0], inertia: {rod: 0.3}, frames: {end: [0.3, 0]}}
  c: {mass: 1 kg, com: [0.05, 0], inertia: {rod: 0.1}, frames: {tip: [0.1, 0]}}
joints:
  A: {type: revolute, a: ground, b: a, guess: 20 deg, travel: [-170 deg, 170 deg]}
  B: {type: revolute, a: a.end, b: b, guess: 40 deg, travel: [5 deg, 150 deg]}
  C: {type: revolute, a: b.end, b: c, guess: 10 deg, travel: [-60 deg, 80 deg]}
drives: {MA: {joint: A, limits: 40 N m}, MB: {joint: B, limits: 20 N m}, MC: {joint: C, limits: 3 N m}}
tool: c.tip
maps:
  work:
    grid: {x: {from: 0.2 m, to: 0.75 m, count: 5}, y: {from: -0.3 m, to: 0.4 m, count: 5}}
    orientation: )" +
         orientation + R"(
    criteria: [reachability, dexterity, acceleration, holding_share]
    patterns: {around: {circle: {radius: 20 mm, planes: [xy]}, speed: 0.5 m/s}}
)";
}

std::string list_turned(double base, const std::vector<double>& turns) {
  std::string list;
  for (const double turn : turns) {
    list += fmt::format("{}{{phi: {:.17g} deg}}", list.empty() ? "" : ", ", base + turn);
  }
  return "[" + list + "]";
}

// Each number of a pose is the best of those of the layers [first, first + count).
void expect_best_turn(const WorkspaceMap& best, std::size_t layer, const WorkspaceMap& all,
                      std::size_t first, std::size_t count) {
  const std::size_t size = 25;
  for (std::size_t i = 0; i < size; ++i) {
    bool is_ok = false;
    for (std::size_t k = first; k < first + count; ++k) {
      is_ok = is_ok || all.status[k * size + i] == SampleStatus::ok;
    }
    EXPECT_EQ(best.status[layer * size + i] == SampleStatus::ok, is_ok) << i;
    EXPECT_EQ(best.reason[layer * size + i].empty(), is_ok) << i;
    for (std::size_t c = 0; c < all.columns.size(); ++c) {
      const bool is_larger = all.columns[c].plan.criterion->better == Better::larger;
      double value = all.columns[c].values[first * size + i];
      for (std::size_t k = first; k < first + count; ++k) {
        const double other = all.columns[c].values[k * size + i];
        value = is_larger ? std::max(value, other) : std::min(value, other);
      }
      const double found = best.columns[c].values[layer * size + i];
      if (value == found) continue;  // infinite ones
      EXPECT_NEAR(found, value, 1e-9 * std::abs(value)) << all.columns[c].plan.name << " at " << i;
    }
  }
}

TEST(BestTurns, AreTheBestOfAll) {
  const WorkspaceMap best = map_text(
      write_turning_arm("{phi: 10 deg, free: {axis: z, range: [-40 deg, 60 deg], count: 6}}"));
  const WorkspaceMap all =
      map_text(write_turning_arm(list_turned(10.0, {-40, -20, 0, 20, 40, 60})));
  ASSERT_EQ(best.status.size(), 25u);
  ASSERT_EQ(best.shape, (std::vector<std::size_t>{1, 5, 5}));
  ASSERT_EQ(best.description.orientations.size(), 1u);
  expect_best_turn(best, 0, all, 0, 6);
  EXPECT_GT(best.count(SampleStatus::ok), all.count(SampleStatus::ok) / 6);
}

TEST(BestTurns, BesideOthers) {
  const WorkspaceMap best = map_text(write_turning_arm(
      "[{phi: 0, name: held}, {phi: 20 deg, free: z, name: any}, {phi: 40 deg}]"));
  std::vector<double> turns{0.0};
  for (int i = 0; i < 24; ++i) turns.push_back(20.0 + 15.0 * i);
  turns.push_back(40.0);
  const WorkspaceMap all = map_text(write_turning_arm(list_turned(0.0, turns)));
  ASSERT_EQ(best.status.size(), 75u);
  expect_best_turn(best, 0, all, 0, 1);
  expect_best_turn(best, 1, all, 1, 24);
  expect_best_turn(best, 2, all, 25, 1);
}

TEST(BestTurns, ReadOnlyWhatIsMeant) {
  for (const char* wrong :
       {"{phi: 0, free: x}", "{phi: 0, free: w}", "{free: z}",
        "{phi: 0, free: {axis: z, count: 1}}", "{phi: 0, free: {range: 1}}",
        "{phi: 0, free: {axis: z, range: [0, none]}}", "{phi: 0, free: {axis: z, turns: 3}}"}) {
    EXPECT_THROW((void)parse_machine(write_turning_arm(wrong), "arm.yaml", "."), InputError)
        << wrong;
  }
}

}  // namespace
}  // namespace globaldyn::inside::test
