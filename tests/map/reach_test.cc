// Oracle: where machines reach, in closed form.
#include "globaldyn/maps/reach.h"

#include <array>
#include <cmath>
#include <numbers>

#include "core/kinematics/assembly.h"
#include "globaldyn/criteria/registry/registry.h"
#include "tests/map/small_maps.h"
#include "tests/support/machines.h"

namespace globaldyn::inside::test {
namespace {

using Kind = TaskCoordinate::Kind;

constexpr double kLink1 = 0.5, kLink2 = 0.3;

// An arm that reaches the ring of 0.2 … 0.8 m about its shoulder.
std::string make_arm(const std::string& map, bool with_branch = true) {
  return std::string(R"(
globaldyn: 1
name: arm
bodies:
  upper: {mass: 6, com: [0.25, 0], inertia: {rod: 0.1}}
  lower: {mass: 4, com: [0.15, 0], inertia: {rod: 0.1}}
joints:
  J1: {type: revolute, a: ground, b: upper, guess: 10 deg}
  J2: {type: revolute, a: {body: upper, at: [0.5, 0]}, b: lower, guess: 100 deg}
drives: {M1: {joint: J1, limits: 90}, M2: {joint: J2, limits: 30}}
tool: {body: lower, at: [0.3, 0]}
)") + (with_branch ? "assembly: {branch: [{joint: J2, range: [0, 180 deg]}]}\n" : "") +
         "maps: {m: " + map + "}\n";
}

std::vector<ReachedPose> reach(const Machine& machine, const MapDescription& map) {
  return find_reachable(machine, map, MapGrid(map), SolveBy::loops, {});
}

// The tool's place and the branch of every pose that is said to be reached.
void expect_true_poses(const Machine& machine, const MapDescription& map,
                       const std::vector<ReachedPose>& poses) {
  const MapGrid grid(map);
  const Tool& tool = *machine.mechanism.tool;
  for (std::size_t cell = 0; cell < poses.size(); ++cell) {
    EXPECT_EQ(poses[cell].reason.empty(), poses[cell].status == SampleStatus::ok);
    if (poses[cell].status != SampleStatus::ok) continue;
    EXPECT_TRUE(find_failed_conditions(machine.mechanism, poses[cell].pose).empty());
    const Frame frame = place(poses[cell].pose[tool.body], tool.frame);
    const PoseTarget target = grid.make_target(cell);
    for (std::size_t k = 0; k < grid.coordinates().size(); ++k) {
      const TaskCoordinate& coordinate = grid.coordinates()[k];
      if (coordinate.kind != Kind::position) continue;
      // Poses are solved to 1e-12 of the machine's size.
      EXPECT_NEAR(frame.origin(coordinate.index), target.value(static_cast<Eigen::Index>(k)),
                  1e-10);
    }
  }
}

TEST(Reach, OfAnArmIsARing) {
  const Machine machine = parse_machine(
      make_arm("{grid: {x: {from: -0.85, to: 0.86, count: 30}, y: {from: -0.84, to: 0.85, "
               "count: 29}}}"),
      "arm.yaml", ".");
  const MapDescription& map = machine.maps[0];
  const std::vector<ReachedPose> poses = reach(machine, map);
  int inside = 0, outside = 0;
  for (std::size_t i = 0; i < poses.size(); ++i) {
    const double x = map.axes[0].value(static_cast<int>(i / 29));
    const double y = map.axes[1].value(static_cast<int>(i % 29));
    const double r = std::hypot(x, y);
    // Less than a millimetre from the edge the arm is practically stretched: singular.
    if (std::abs(r - 0.2) < 1e-3 || std::abs(r - 0.8) < 1e-3) continue;
    const bool is_inside = r > 0.2 && r < 0.8;
    EXPECT_EQ(poses[i].status, is_inside ? SampleStatus::ok : SampleStatus::unreachable)
        << x << ", " << y << ": " << poses[i].reason;
    ++(is_inside ? inside : outside);
    if (poses[i].status != SampleStatus::ok) continue;
    // The elbow is where the law of cosines and the branch put it.
    const double elbow =
        std::acos((r * r - kLink1 * kLink1 - kLink2 * kLink2) / (2.0 * kLink1 * kLink2));
    const double found = calc_joint_coordinates(machine.mechanism, poses[i].pose)[1];
    EXPECT_NEAR(found, elbow, 1e-8);
  }
  EXPECT_GT(inside, 400);
  EXPECT_GT(outside, 200);
  expect_true_poses(machine, map, poses);
}

// The arm's motion continues beyond the end of its branch condition, but the branch ends there.
TEST(Reach, EndsWhereTheBranchConditionDoes) {
  std::string text = make_arm(
      "{grid: {x: {from: 0, to: 0.86, count: 20}, y: {from: 0, to: 0.85, "
      "count: 20}}}");
  text.replace(text.find("[0, 180 deg]"), 12, "[60 deg, 120 deg]");
  const Machine machine = parse_machine(text, "arm.yaml", ".");
  const MapDescription& map = machine.maps[0];
  const std::vector<ReachedPose> poses = reach(machine, map);
  int ok = 0, lost = 0;
  for (std::size_t i = 0; i < poses.size(); ++i) {
    const double r = std::hypot(map.axes[0].value(static_cast<int>(i / 20)),
                                map.axes[1].value(static_cast<int>(i % 20)));
    const auto reach_at = [](double elbow) {  // by the law of cosines
      return std::sqrt(kLink1 * kLink1 + kLink2 * kLink2 +
                       2.0 * kLink1 * kLink2 * std::cos(elbow * std::numbers::pi / 180.0));
    };
    const bool holds = r < reach_at(60.0) && r > reach_at(120.0);
    EXPECT_EQ(poses[i].status == SampleStatus::ok, holds) << "r = " << r;
    if (holds) ++ok;
    if (poses[i].status != SampleStatus::lost_branch) continue;
    ++lost;
    EXPECT_TRUE(r > 0.2 && r < 0.8) << "r = " << r;
  }
  EXPECT_GT(ok, 50);
  EXPECT_GT(lost, 10);
  expect_true_poses(machine, map, poses);
}

TEST(Reach, OfASliderCrankIsItsStroke) {
  const Machine machine = load("slider_crank");
  MapDescription map;
  map.name = "stroke";
  map.axes = {make_axis("x", {Kind::position, 0, {}}, 0.15, 0.45, 301)};
  map.orientations.emplace_back();
  const std::vector<ReachedPose> poses = reach(machine, map);
  const double least = std::sqrt(0.2 * 0.2 - 0.02 * 0.02);
  const double greatest = std::sqrt(0.4 * 0.4 - 0.02 * 0.02);
  for (int i = 0; i < 301; ++i) {
    const double x = map.axes[0].value(i);
    if (std::abs(x - least) < 1e-4 || std::abs(x - greatest) < 1e-4) continue;
    const bool inside = x > least && x < greatest;
    EXPECT_EQ(poses[static_cast<std::size_t>(i)].status,
              inside ? SampleStatus::ok : SampleStatus::unreachable)
        << "x = " << x;
  }
  expect_true_poses(machine, map, poses);
}

// Sliders of the Sliding Star at phi = 0, from the numbers of its README; NaN out of a leg's reach.
std::array<double, 4> find_sliders(double x, double y) {
  const auto foot = [](double beside) { return std::sqrt(0.85 * 0.85 - beside * beside); };
  const double wall = 0.8 - 0.15;
  return {y + foot(wall - x), -(x - foot(wall - y)), -(y - foot(wall + x)), x + foot(wall + y)};
}

TEST(Reach, OfTheSlidingStar) {
  Machine machine = load("sliding_star");
  machine.clearance.reset();
  MapDescription map;
  map.name = "upright";
  map.axes = {make_axis("x", {Kind::position, 0, {}}, -0.27, 0.27, 28),
              make_axis("y", {Kind::position, 1, {}}, -0.25, 0.27, 27)};
  map.orientations = {{"upright", 0.0, std::nullopt}};
  map.criteria = {{"reachability", find_criterion("reachability"), {}}};
  const std::vector<ReachedPose> poses = reach(machine, map);
  const WorkspaceMap result = make_map(machine, map);
  int inside = 0, beyond_travel = 0;
  for (std::size_t i = 0; i < poses.size(); ++i) {
    const double x = map.axes[0].value(static_cast<int>(i / 27));
    const double y = map.axes[1].value(static_cast<int>(i % 27));
    SCOPED_TRACE(testing::Message() << x << ", " << y);
    const bool is_inside = std::max(std::abs(x), std::abs(y)) < 0.2;
    ASSERT_EQ(poses[i].status, is_inside ? SampleStatus::ok : SampleStatus::unreachable);
    if (!is_inside) {
      EXPECT_EQ(result.status[i], SampleStatus::unreachable);
      continue;
    }
    ++inside;
    const std::array<double, 4> sliders = find_sliders(x, y);
    const std::vector<double> found = calc_joint_coordinates(machine.mechanism, poses[i].pose);
    for (std::size_t k = 0; k < 4; ++k) EXPECT_NEAR(found[k], sliders[k], 1e-8);
    const bool in_travel = *std::max_element(sliders.begin(), sliders.end()) <= 0.8;
    beyond_travel += in_travel ? 0 : 1;
    EXPECT_EQ(result.status[i], in_travel ? SampleStatus::ok : SampleStatus::out_of_travel);
  }
  EXPECT_EQ(inside, 400);
  EXPECT_GT(beyond_travel, 4);
  EXPECT_LT(beyond_travel, 200);
  expect_true_poses(machine, map, poses);
}

// Orientations are a dimension of the grid like any other, and stay on the branch.
TEST(Reach, AcrossOrientations) {
  const Machine machine = load("sliding_star");
  MapDescription map;
  map.name = "turned";
  map.axes = {make_axis("x", {Kind::position, 0, {}}, -0.25, 0.25, 9),
              make_axis("y", {Kind::position, 1, {}}, -0.25, 0.25, 9)};
  for (const double phi : {-0.9, -0.3, 0.0, 0.5}) {
    map.orientations.push_back({"", phi, std::nullopt});
  }
  const std::vector<ReachedPose> poses = reach(machine, map);
  expect_true_poses(machine, map, poses);
  for (std::size_t layer = 0; layer < 4; ++layer) {
    EXPECT_EQ(poses[layer * 81 + 40].status, SampleStatus::ok) << layer;  // the middle
  }
}

// Line y = 0.05 through the ring: the hole in its middle splits it.
constexpr const char* kParted = "grid: {x: {from: -0.75, to: 0.77, count: 41}}, at: {y: 0.05}";

struct Islands {
  int left;
  int right;
};

Islands count_islands(const std::string& more, bool with_branch) {
  const Machine machine =
      parse_machine(make_arm("{" + std::string(kParted) + more + "}", with_branch), "a.yaml", ".");
  const MapDescription& map = machine.maps[0];
  const std::vector<ReachedPose> poses = reach(machine, map);
  expect_true_poses(machine, map, poses);
  Islands islands{0, 0};
  for (int i = 0; i < 41; ++i) {
    const double x = map.axes[0].value(i);
    const bool ok = poses[static_cast<std::size_t>(i)].status == SampleStatus::ok;
    if (std::hypot(x, 0.05) < 0.2) {
      EXPECT_FALSE(ok) << x;
    } else {
      (x < 0.0 ? islands.left : islands.right) += ok ? 1 : 0;
    }
  }
  return islands;
}

TEST(Reach, FindsIslandsByTheirBranch) {
  const Islands both = count_islands("", true);
  EXPECT_EQ(both.left, 15);   // -0.75 … -0.218 by 0.038
  EXPECT_EQ(both.right, 16);  // 0.2 … 0.77
  // Both seeds are on the branch.
  const Islands seeded = count_islands(", searches: 0, seeds: [[-0.5], [0.5]]", true);
  EXPECT_EQ(seeded.left, both.left);
  EXPECT_EQ(seeded.right, both.right);
}

TEST(Reach, DoesNotClaimIslandsItCannotTellTheBranchOf) {
  for (const char* more : {"", ", seeds: [[-0.5]]", ", seeds: [[0.5], [-0.5]]"}) {
    const Islands islands = count_islands(more, false);
    EXPECT_EQ(std::min(islands.left, islands.right), 0) << more;
    EXPECT_EQ(std::max(islands.left, islands.right), islands.left > 0 ? 15 : 16) << more;
  }
  const Islands alone = count_islands(", searches: 0, seeds: [[-0.5]]", true);
  EXPECT_EQ(alone.left, 15);
  EXPECT_EQ(alone.right, 0);
}

// Axes are reversed or swapped: the same poses, the same values.
TEST(Reach, DoesNotDependOnTheOrderOfTheGrid) {
  const Machine machine = load("sliding_star");
  MapDescription map;
  map.name = "plain";
  map.axes = {make_axis("x", {Kind::position, 0, {}}, -0.23, 0.21, 12),
              make_axis("y", {Kind::position, 1, {}}, -0.22, 0.24, 10)};
  map.orientations = {{"held", 0.1, std::nullopt}};
  map.criteria = list_pose_requests(machine.mechanism);
  MapDescription mirrored = map, swapped = map;
  for (MapAxis& axis : mirrored.axes) std::swap(axis.from, axis.to);
  std::swap(swapped.axes[0], swapped.axes[1]);
  const WorkspaceMap plain = make_map(machine, map);
  const WorkspaceMap backwards = make_map(machine, mirrored), across = make_map(machine, swapped);
  ASSERT_GT(plain.count(SampleStatus::ok), 40u);
  for (std::size_t i = 0; i < 120; ++i) {
    const std::size_t back = 119 - i, aside = i % 10 * 12 + i / 10;
    EXPECT_EQ(backwards.status[back], plain.status[i]);
    EXPECT_EQ(across.status[aside], plain.status[i]);
    for (std::size_t c = 0; c < plain.columns.size(); ++c) {
      const double expected = plain.columns[c].values[i];
      if (std::isinf(expected)) continue;
      // Poses come from other neighbours: solved to 1e-12, condition numbers up to 1e4; distances
      // to 1e-6 m.
      const bool is_distance = plain.columns[c].plan.name == "clearance";
      const double slack = is_distance ? 2e-6 : 1e-8 * std::abs(expected);
      EXPECT_NEAR(backwards.columns[c].values[back], expected, slack) << plain.columns[c].plan.name;
      EXPECT_NEAR(across.columns[c].values[aside], expected, slack) << plain.columns[c].plan.name;
    }
  }
}

}  // namespace
}  // namespace globaldyn::inside::test
