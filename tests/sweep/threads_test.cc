// For any number of threads the results are the same to the last bit.
#include <tbb/global_control.h>

#include <atomic>

#include "globaldyn/evaluation/evaluation.h"
#include "globaldyn/maps/write_map.h"
#include "tests/map/small_maps.h"
#include "tests/support/machines.h"

namespace globaldyn::inside::test {
namespace {

using Kind = TaskCoordinate::Kind;

// TBB starts no more threads than there are cores unless it is told to.
class ManyThreads {
  const tbb::global_control control_{tbb::global_control::max_allowed_parallelism, 8};
};

MapDescription describe_map(const Machine& machine, bool in_space) {
  MapDescription map;
  map.name = "part";
  map.axes = {make_axis("x", {Kind::position, 0, {}}, -0.24, 0.2, in_space ? 5 : 12),
              make_axis("y", {Kind::position, 1, {}}, -0.22, 0.23, in_space ? 4 : 9)};
  if (in_space) {
    map.fixed = {{{Kind::position, 2, {}}, 1.0}};
    map.orientations = {{"level", std::nullopt, Matrix3d::Identity()},
                        {"leaning", std::nullopt, make_cardan_rotation({0.1, -0.2, 0.1})}};
  } else {
    map.orientations = {{"left", 0.1, std::nullopt}, {"right", -0.2, std::nullopt}};
  }
  map.criteria = list_pose_requests(machine.mechanism);
  PatternDescription lines;
  lines.name = "lines";
  lines.directions = {Vector3d::UnitX(), Vector3d(-0.6, 0.8, 0.0)};
  lines.length = 0.03;
  lines.samples = 2;
  map.patterns = {lines};
  return map;
}

void expect_same(const std::vector<double>& values, const std::vector<double>& expected) {
  ASSERT_EQ(values.size(), expected.size());
  for (std::size_t i = 0; i < values.size(); ++i) {
    EXPECT_TRUE(is_same(values[i], expected[i])) << values[i] << " and " << expected[i];
  }
}

class MapThreads : public ::testing::TestWithParam<const char*>, ManyThreads {};
class PathThreads : public ::testing::Test, ManyThreads {};
class MapSweep : public ::testing::Test, ManyThreads {};

TEST_P(MapThreads, DoNotChangeTheMap) {
  const Machine machine = load(GetParam());
  const MapDescription description =
      describe_map(machine, GetParam() == std::string("hexapod_6ups"));
  MapOptions options;
  options.sweep.threads = 1;
  const WorkspaceMap expected = make_map(machine, description, options);
  EXPECT_GT(expected.count(SampleStatus::ok), 20u);
  for (const int threads : {1, 2, 3, 8}) {
    SCOPED_TRACE(testing::Message() << threads << " threads");
    options.sweep.threads = threads;
    const WorkspaceMap map = make_map(machine, description, options);
    EXPECT_EQ(map.status, expected.status);
    EXPECT_EQ(map.reason, expected.reason);
    expect_same(map.signed_margin, expected.signed_margin);
    ASSERT_EQ(map.columns.size(), expected.columns.size());
    for (std::size_t c = 0; c < map.columns.size(); ++c) {
      SCOPED_TRACE(map.columns[c].plan.name);
      expect_same(map.columns[c].values, expected.columns[c].values);
    }
    EXPECT_EQ(to_csv(map), to_csv(expected));
    EXPECT_EQ(to_json(map, {}), to_json(expected, {}));
  }
}

INSTANTIATE_TEST_SUITE_P(Machines, MapThreads, ::testing::Values("sliding_star", "hexapod_6ups"),
                         [](const auto& test) { return std::string(test.param); });

TEST_F(PathThreads, DoNotChangeTheRegions) {
  const std::vector<Machine> machines{load("sliding_star"), load("arm_2r"),
                                      load("sliding_star", {{"friction", "60 N s/m"}}),
                                      load("cable_planar")};
  std::vector<const Machine*> pointers;
  for (const Machine& machine : machines) pointers.push_back(&machine);
  EvaluationOptions options;
  options.samples = 7;
  options.bounds_at = {0.5};
  options.sweep.threads = 1;
  const std::vector<Evaluation> expected = evaluate_all(pointers, options);
  for (const int threads : {2, 3, 8}) {
    SCOPED_TRACE(testing::Message() << threads << " threads");
    options.sweep.threads = threads;
    const std::vector<Evaluation> found = evaluate_all(pointers, options);
    ASSERT_EQ(found.size(), 4u);
    for (std::size_t i = 0; i < 4; ++i) {
      EXPECT_EQ(found[i].machine, machines[i].mechanism.name);
      ASSERT_EQ(found[i].paths.size(), expected[i].paths.size());
      for (std::size_t k = 0; k < found[i].paths.size(); ++k) {
        const PathEvaluation &path = found[i].paths[k], &other = expected[i].paths[k];
        EXPECT_EQ(path.name, other.name);
        ASSERT_EQ(path.samples.size(), 7u);
        for (std::size_t s = 0; s < 7; ++s) {
          const Sample &a = path.samples[s], &b = other.samples[s];
          EXPECT_EQ(a.status, b.status);
          ASSERT_EQ(a.map.A().size(), b.map.A().size());
          for (Eigen::Index r = 0; r < a.map.A().size(); ++r) {
            EXPECT_TRUE(is_same(a.map.A()(r), b.map.A()(r)) && is_same(a.map.D()(r), b.map.D()(r)));
          }
          EXPECT_EQ(a.region.d1_intervals(), b.region.d1_intervals());
          EXPECT_EQ(a.d2_at, b.d2_at);
          EXPECT_EQ(a.region.area_d1_d2(), b.region.area_d1_d2());
        }
      }
    }
  }
}

// Two paths that prescribe too little: the error is that of the first.
TEST_F(PathThreads, DoNotChangeTheError) {
  const auto make = [](const std::string& name) {
    return parse_machine("globaldyn: 1\nname: " + name + R"(
bodies: {b: {mass: 1, inertia: {plate: 1}}}
joints: {J: {type: planar, a: ground, b: b}}
drives: {D: {joint: J.x, limits: 1}, E: {joint: J.y, limits: 1}}
tool: b
paths:
  too_little: {position: {x: p}, p_max: 1}
)",
                         name + ".yaml", ".");
  };
  const Machine good = load("sliding_star"), first = make("first"), second = make("second");
  for (const int threads : {1, 2, 3, 8}) {
    EvaluationOptions options;
    options.samples = 3;
    options.sweep.threads = threads;
    try {
      (void)evaluate_all({&good, &first, &second}, options);
      ADD_FAILURE() << "accepted";
    } catch (const InputError& error) {
      EXPECT_EQ(error.place().file, "first.yaml");
    }
  }
}

TEST_F(MapSweep, StopWhenCancelled) {
  const Machine machine = load("sliding_star");
  const MapDescription description = describe_map(machine, false);
  for (const int threads : {1, 3}) {
    std::atomic<bool> cancel{true};
    MapOptions options;
    options.sweep.threads = threads;
    options.sweep.cancel = &cancel;
    EXPECT_THROW((void)make_map(machine, description, options), Interrupted);
    EvaluationOptions paths;
    paths.sweep = options.sweep;
    EXPECT_THROW((void)evaluate(machine, paths), Interrupted);
  }
}

// For a map, progress counts poses and ends with all of them.
TEST_F(MapSweep, ProgressEndsWithAllPoses) {
  const Machine machine = load("arm_2r");
  MapDescription description;
  description.name = "tip";
  description.axes = {make_axis("x", {Kind::position, 0, {}}, 0.3, 0.6, 8),
                      make_axis("y", {Kind::position, 1, {}}, 0.0, 0.3, 8)};
  description.orientations.emplace_back();
  description.criteria = list_pose_requests(machine.mechanism);
  MapOptions options;
  std::vector<SweepProgress> told;
  options.sweep.progress = [&](const SweepProgress& progress) { told.push_back(progress); };
  const WorkspaceMap map = make_map(machine, description, options);
  ASSERT_EQ(map.count(SampleStatus::ok), 64u);
  ASSERT_GE(told.size(), 1u);
  for (std::size_t i = 1; i < told.size(); ++i) EXPECT_GE(told[i].share(), told[i - 1].share());
  EXPECT_EQ(told.back().done, told.back().total);
  EXPECT_EQ(told.back().total, 64u);
}

}  // namespace
}  // namespace globaldyn::inside::test
