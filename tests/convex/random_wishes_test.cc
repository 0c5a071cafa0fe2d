// What any motion that is wished for must be, of machines generated from seeds.
#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>
#include <map>

#include "globaldyn/criteria/path/heat_trace.h"
#include "globaldyn/machine/machine.h"
#include "globaldyn/record/planned_motion.h"
#include "tests/support/random_machine.h"

namespace globaldyn::inside::test {
namespace {

std::uint64_t read_count(const char* variable, std::uint64_t otherwise) {
  const char* asked = std::getenv(variable);
  return asked != nullptr ? static_cast<std::uint64_t>(std::atoll(asked)) : otherwise;
}

void rate_drives(double share, Machine& machine) {
  for (Drive& drive : machine.mechanism.drives) {
    const Interval& force = drive.limit.force;
    const double most = std::max(std::abs(force.low), std::abs(force.high));
    if (std::isfinite(most) && most > 0.0) drive.limit.rated = share * most;
  }
}

struct Outcome {
  PlannedMotion motion;
  std::string refused;
};

Outcome plan_as(const Machine& machine, const MotionWish& wish) {
  PlannedMotionOptions options;
  options.plan.tolerance = 1e-4;
  options.plan.explain = options.plan.report = false;
  options.plan.wish = wish;
  options.checks = 200;
  try {
    return {plan_motion(machine, machine.paths.front(), options), ""};
  } catch (const InputError& error) {
    return {{}, error.what()};
  }
}

// @param fastest a lower bound of all motions' times
void expect_sound(const Outcome& outcome, double fastest) {
  const PathPlan& plan = outcome.motion.plan;
  if (!outcome.refused.empty()) return;
  ASSERT_TRUE(plan.has_motion() || !plan.reason.empty());
  if (!plan.has_motion()) return;
  EXPECT_TRUE(std::isfinite(plan.time()));
  // To its tolerance nothing is faster than any motion is known to be.
  EXPECT_TRUE(plan.status() != PlanStatus::optimal || plan.time() >= fastest * (1.0 - 1e-3));
  EXPECT_TRUE(plan.status() != PlanStatus::inaccurate || !plan.reason.empty());
  const bool is_kept = outcome.motion.max_violation <= 1e-6;
  EXPECT_TRUE(plan.status() != PlanStatus::optimal || is_kept);
}

// One limit more, of which the fastest motion needs more than there is.
enum class More { power, supply, rate, jerk };

Machine limit_more(More more, const Outcome& fastest, Machine machine) {
  const DriveUse& use = fastest.motion.use;
  const double time = fastest.motion.plan.time();
  constexpr double kShare = 0.7, kRise = 0.05;
  if (more == More::supply) {
    machine.supply = {.power = kShare * use.peak_supply, .back = kShare * use.peak_return};
    if (use.peak_return <= 0.0) machine.supply.back = kInfinity;
    return machine;
  }
  double fastest_tool = 0.0;
  for (const MotionSample& sample : fastest.motion.record.samples) {
    fastest_tool = std::max(fastest_tool, sample.tool_acceleration.v.norm());
  }
  if (more == More::jerk) {
    for (Path& path : machine.paths) {
      path.jerk_limits.push_back({0.0, path.p_max, fastest_tool / (kRise * time)});
    }
    return machine;
  }
  Eigen::Index row = 0;
  for (Drive& drive : machine.mechanism.drives) {
    const double power = use.peak_power(row), force = use.peak_force(row);
    ++row;
    if (more == More::power && power > 0.0) drive.limit.power = kShare * power;
    if (more == More::rate && force > 0.0) drive.limit.rate = force / (kRise * time);
  }
  return machine;
}

// That it is kept, as far as records tell.
void expect_kept(More more, const Machine& machine, const PlannedMotion& motion) {
  constexpr double kKept = 1.0 + 1e-6;
  if (more == More::supply) {
    EXPECT_LE(motion.use.peak_supply, machine.supply.power * kKept);
    EXPECT_LE(motion.use.peak_return, machine.supply.back * kKept);
  }
  Eigen::Index row = 0;
  for (const Drive& drive : machine.mechanism.drives) {
    if (more == More::power) {
      EXPECT_LE(motion.use.peak_power(row), drive.limit.power * kKept);
    }
    ++row;
  }
}

// Motors that warm up in about the motion's time; where that can be told they are never too hot.
Outcome plan_warm(Machine machine, double time) {
  for (Drive& drive : machine.mechanism.drives) {
    if (std::isfinite(drive.limit.rated)) drive.limit.thermal_time = 0.7 * time;
  }
  Outcome warm = plan_as(machine, {.within_rated = true});
  const PlannedMotion& motion = warm.motion;
  if (!warm.refused.empty() || motion.plan.status() != PlanStatus::optimal) return warm;
  HeatTrace trace = motion.use.heat_trace;
  if (motion.plan.wished->pause > 0.0) {
    trace.add(motion.plan.wished->pause, VectorXd::Zero(motion.use.heat.size()));
  }
  for (const DriveId k : machine.mechanism.drives.ids()) {
    const double tau = machine.mechanism.drives[k].limit.thermal_time;
    if (std::isinf(tau)) continue;
    EXPECT_LE(find_hottest(trace, row_of(k), tau), 1.0 + 1e-2);
  }
  return warm;
}

// What drives draw from a supply that recovers some of what they give back: by the record, and no
// more than the motion of least losses draws.
Outcome plan_thrifty(Machine machine, const Outcome& least, double time, double recovered) {
  machine.supply.recovered = recovered;
  Eigen::Index row = 0;
  VectorXd weights(least.motion.use.rms_force.size());
  const double power = std::max(least.motion.use.peak_power.maxCoeff(), 1e-9);
  for (Drive& drive : machine.mechanism.drives) {
    const double force = std::max(least.motion.use.peak_force(row), 1e-6);
    weights(row) = drive.limit.loss_weight = 0.3 * power / (force * force);
    ++row;
  }
  const auto draw = [&](const PlannedMotion& motion) {
    const auto& samples = motion.fine.samples;
    double sum = 0.0, before = 0.0;
    for (std::size_t i = 0; i < samples.size(); ++i) {
      const double net = samples[i].calc_power().sum() + weights.dot(samples[i].forces.cwiseAbs2());
      const double here = net > 0.0 ? net : recovered * net;
      if (i > 0) sum += 0.5 * (here + before) * (samples[i].state.t - samples[i - 1].state.t);
      before = here;
    }
    return sum;
  };
  Outcome thrifty = plan_as(machine, {.least_energy = true, .time = time});
  if (!thrifty.refused.empty() || thrifty.motion.plan.status() != PlanStatus::optimal) {
    return thrifty;
  }
  const Outcome cool = plan_as(machine, {.least_losses = true, .time = time});
  const double drawn = draw(thrifty.motion), size = std::abs(drawn) + power * time * 0.05;
  EXPECT_NEAR(drawn, thrifty.motion.plan.wished->energy, 0.03 * size);
  if (cool.motion.plan.status() == PlanStatus::optimal) {
    EXPECT_LE(drawn, draw(cool.motion) + 0.03 * size);
  }
  return thrifty;
}

// Many of these machines are unreasonable, with corners, steps and narrow bumps in their limits,
// drives a million times weaker than others, or limited to one side; where a motion stays
// inaccurate it says so. Of seeds 0 to 11 all are met that are not refused.
TEST(RandomWishes, AreMetOrRefusedWithAReason) {
  const std::uint64_t first = read_count("GLOBALDYN_FIRST_WISH", 0);
  const std::uint64_t count = read_count("GLOBALDYN_WISHES", 12);
  std::map<std::string, int> outcomes;
  for (std::uint64_t seed = first; seed < first + count; ++seed) {
    SCOPED_TRACE(seed);
    Machine machine = parse_machine(make_random_machine(seed).text, "random.yaml", ".");
    rate_drives(0.6, machine);
    const Outcome fastest = plan_as(machine, {});
    if (!fastest.motion.plan.has_motion()) continue;
    const double time = fastest.motion.plan.time();
    const double least_time = fastest.motion.plan.plan.time_lower;
    const Outcome rated = plan_as(machine, {.within_rated = true});
    expect_sound(rated, least_time);
    if (rated.motion.plan.status() == PlanStatus::optimal && rated.refused.empty()) {
      const double pause = rated.motion.plan.wished->pause;
      const double cycle = rated.motion.plan.time() + pause;
      EXPECT_LE(rated.motion.use.heat.maxCoeff() * rated.motion.plan.time(), cycle * (1.0 + 5e-3));
    }
    const Outcome least = plan_as(machine, {.least_losses = true, .time = 1.3 * time});
    expect_sound(least, least_time);
    if (least.motion.plan.status() == PlanStatus::optimal) {
      EXPECT_LE(least.motion.plan.time(), 1.3 * time * (1.0 + 1e-4));
    }
    const auto more = static_cast<More>(seed % 4);
    const bool has_tool = machine.mechanism.tool.has_value();
    Outcome limited;
    if (more != More::jerk || has_tool) {
      const Machine other = limit_more(more, fastest, machine);
      limited = plan_as(other, {});
      expect_sound(limited, least_time);
      if (limited.motion.plan.status() == PlanStatus::optimal && limited.refused.empty()) {
        expect_kept(more, other, limited.motion);
      }
    }
    Outcome warm, thrifty;
    if (rated.motion.plan.status() == PlanStatus::optimal && rated.refused.empty()) {
      warm = plan_warm(machine, time);
      expect_sound(warm, least_time);
    }
    if (least.motion.plan.status() == PlanStatus::optimal && least.refused.empty()) {
      thrifty = plan_thrifty(machine, least, 1.3 * time, 0.25 * static_cast<double>(seed % 5));
      expect_sound(thrifty, least_time);
    }
    for (const Outcome* one :
         std::initializer_list<const Outcome*>{&rated, &least, &limited, &warm, &thrifty}) {
      if (one->refused.empty() && one->motion.plan.reason.empty() &&
          !one->motion.plan.has_motion()) {
        continue;
      }
      if (count > 12 && one->motion.plan.status() != PlanStatus::optimal) {
        printf("%d %s: %s%s\n", static_cast<int>(seed), to_string(one->motion.plan.status()),
               one->motion.plan.reason.c_str(), one->refused.c_str());
      }
      ++outcomes[one->refused.empty() ? to_string(one->motion.plan.status()) : "refused"];
    }
    if (::testing::Test::HasFailure()) return;
  }
  int all = 0;
  for (const auto& [status, number] : outcomes) {
    all += number;
    RecordProperty(status, number);
    if (count > 12) printf("%s: %d\n", status.c_str(), number);
  }
  EXPECT_GE(outcomes["optimal"], count > 12 ? 3 * all / 4 : all - outcomes["refused"]);
}

}  // namespace
}  // namespace globaldyn::inside::test
