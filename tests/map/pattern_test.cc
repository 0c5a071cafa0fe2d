// Oracle: evaluate() on paths of the machine file equal to the pattern's, with p in metres.
#include <fmt/format.h>

#include <cmath>
#include <map>
#include <numbers>

#include "globaldyn/criteria/registry/registry.h"
#include "globaldyn/evaluation/evaluation.h"
#include "tests/map/small_maps.h"
#include "tests/support/small_machines.h"

namespace globaldyn::inside::test {
namespace {

using Eigen::Vector2d;

// Poses are reached along different ways, each solved to 1e-12; regions lose some digits.
constexpr double kTolerance = 1e-8;

// An arm with friction and a torque-speed line: regions bounded by arcs.
const std::string kPatternArm = write_arm(R"(drives:
  M1: {joint: J1, limits: 90, viscous: 2}
  M2: {joint: J2, limits: 35, speed_line: {stall: 40, no_load_speed: 30}}
)");

constexpr double kSpeed = 0.8;

std::string make_map_text(const std::string& pattern) {
  return kPatternArm +
         "maps: {m: {grid: {x: {from: 0.35, to: 0.6, count: 2}, y: {from: 0, to: 0.3, count: 2}}, "
         "criteria: [reachability], patterns: {p: {speed: 0.8, " +
         pattern + "}}}}\n";
}

struct Tally {
  double worst, best, sum;
};

// The criteria of regions along paths, by the definitions in words.
class Oracle {
 public:
  void add(const std::string& position, double p_max, const std::vector<double>& at,
           double metres_per_p = 1.0) {
    const Machine machine = parse_machine(
        kPatternArm + fmt::format("paths: {{q: {{position: {}, p_max: {}}}}}\n", position, p_max),
        "path.yaml", ".");
    EvaluationOptions options;
    options.at = at;
    const Evaluation evaluation = evaluate(machine, options);
    for (const Sample& sample : evaluation.paths.at(0).samples) add(sample, metres_per_p);
  }

  void expect_in(const WorkspaceMap& map, std::size_t pose) const {
    ASSERT_TRUE(runs_);
    for (const auto& entry : tallies_) {
      const std::string& name = entry.first;
      const Tally& tally = entry.second;
      SCOPED_TRACE(name);
      const auto expect = [&](const char* take, double expected) {
        EXPECT_NEAR(values_of(map, "p." + name + "." + take)[pose], expected,
                    kTolerance * std::abs(expected))
            << take;
      };
      const bool larger = find_criterion(name)->better == Better::larger;
      expect("worst", larger ? tally.worst : tally.best);
      expect("best", larger ? tally.best : tally.worst);
      expect("mean", tally.sum / samples_);
    }
  }

 private:
  // d1 in metres per second is d1 of p times the metres per p.
  void add(const Sample& sample, double metres) {
    if (sample.status != SampleStatus::ok) {
      runs_ = false;
      return;
    }
    const auto intervals = sample.region.d1_intervals();
    const auto range = sample.region.d2_range(kSpeed / metres);
    ASSERT_FALSE(intervals.empty());
    take("d1max", metres * intervals.back().high);
    take("d2max", range ? metres * range->high : 0.0);
    take("d2min", range ? metres * range->low : 0.0);
    take("d2range", range ? metres * (range->high - range->low) : 0.0);
    take("area", metres * metres * sample.region.area_d1_d2().value());
    ++samples_;
  }
  // `worst` and `best` are the smallest and the largest here.
  void take(const std::string& name, double value) {
    const auto [at, is_new] = tallies_.try_emplace(name, Tally{value, value, 0.0});
    at->second.worst = std::min(at->second.worst, value);
    at->second.best = std::max(at->second.best, value);
    at->second.sum += value;
  }

  std::map<std::string, Tally> tallies_;
  int samples_{0};
  bool runs_{true};
};

Vector2d find_pose(std::size_t i) {
  return {i / 2 == 0 ? 0.35 : 0.6, i % 2 == 0 ? 0.0 : 0.3};
}

std::string make_line(const Vector2d& from, const Vector2d& direction) {
  return fmt::format("{{x: {} + {}*p, y: {} + {}*p}}", from.x(), direction.x(), from.y(),
                     direction.y());
}

TEST(Pattern, LinesInThePoseItself) {
  const WorkspaceMap map = map_text(make_map_text("lines: 5"));
  for (std::size_t i = 0; i < 4; ++i) {
    SCOPED_TRACE(i);
    Oracle oracle;
    for (int k = 0; k < 5; ++k) {
      const double angle = 2.0 * std::numbers::pi * k / 5;
      oracle.add(make_line(find_pose(i), {std::cos(angle), std::sin(angle)}), 0.01, {0.0});
    }
    oracle.expect_in(map, i);
  }
}

// Directions need not be units in the file.
TEST(Pattern, LongLines) {
  const WorkspaceMap map =
      map_text(make_map_text("lines: {directions: [[3, -4], y], length: 0.15, samples: 4}"));
  for (std::size_t i = 0; i < 4; ++i) {
    SCOPED_TRACE(i);
    Oracle oracle;
    for (const Vector2d& direction : {Vector2d(0.6, -0.8), Vector2d(0.0, 1.0)}) {
      oracle.add(make_line(find_pose(i), direction), 0.15, {0.0, 0.05, 0.1, 0.15});
    }
    oracle.expect_in(map, i);
  }
}

// A circle of the file has its angle as p: rates are multiplied by the radius. In both directions.
TEST(Pattern, Circles) {
  constexpr double kRadius = 0.08;
  for (const bool forwards : {true, false}) {
    const WorkspaceMap map = map_text(make_map_text(fmt::format(
        "circle: {{radius: {}, samples: 7, planes: [{}]}}", kRadius, forwards ? "xy" : "yx")));
    std::vector<double> angles;
    for (int k = 0; k < 7; ++k) angles.push_back(2.0 * std::numbers::pi * k / 7);
    for (std::size_t i = 0; i < 4; ++i) {
      SCOPED_TRACE(i);
      const Vector2d center = find_pose(i);
      Oracle oracle;
      if (forwards) {
        oracle.add(fmt::format("{{circle: {{center: [{}, {}], radius: {}}}}}", center.x(),
                               center.y(), kRadius),
                   2.0 * std::numbers::pi, angles, kRadius);
      } else {
        oracle.add(fmt::format("{{x: {0} + {2}*sin(p), y: {1} + {2}*cos(p)}}", center.x(),
                               center.y(), kRadius),
                   2.0 * std::numbers::pi, angles, kRadius);
      }
      oracle.expect_in(map, i);
    }
  }
}

// A pose whose pattern leaves the reach of the arm (0.9 m) is reached, but has no region.
TEST(Pattern, ThatLeavesTheReach) {
  const WorkspaceMap map = map_text(make_map_text("lines: {directions: [x], length: 0.28}"));
  for (std::size_t i = 0; i < 4; ++i) {
    EXPECT_EQ(map.status[i], SampleStatus::ok);
    EXPECT_EQ(values_of(map, "reachability")[i], 1.0);
    // From (0.6, 0.3) to (0.88, 0.3) is too far, from (0.6, 0) to (0.88, 0) is not.
    const bool runs = i < 3;
    EXPECT_EQ(values_of(map, "p.d1max.best")[i] > 0.0, runs) << i;
    EXPECT_EQ(values_of(map, "p.area.mean")[i] > 0.0, runs) << i;
    EXPECT_EQ(std::isfinite(values_of(map, "p.d2max.worst")[i]), runs) << i;
  }
}

}  // namespace
}  // namespace globaldyn::inside::test
