#include <cmath>

#include "api/dynamics/machine_impl.h"
#include "api/dynamics/plan_options.h"
#include "api/dynamics/run.h"

namespace globaldyn {
namespace {

[[noreturn]] void refuse(const std::string& option, double value, const std::string& expected) {
  throw InputError(inside::whole_place(option), "'" + std::to_string(value) + "'", expected);
}

inside::EndSpeed to_end_speed(const EndSpeed& speed, const std::string& option) {
  // Squares of speeds are what is planned with.
  if (!(speed.value >= 0.0) || !std::isfinite(speed.value * speed.value)) {
    refuse(option, speed.value, "expected >= 0, and no more than 1e150");
  }
  switch (speed.kind) {
    case EndSpeed::Kind::tool:
      return {inside::EndSpeed::Kind::tool, speed.value};
    case EndSpeed::Kind::d1:
      return {inside::EndSpeed::Kind::d1, speed.value};
    case EndSpeed::Kind::free:
      break;
  }
  return {inside::EndSpeed::Kind::free, 0.0};
}

inside::ForceChoice to_force_choice(ForceChoice choice) {
  switch (choice) {
    case ForceChoice::minimum:
      return inside::ForceChoice::minimum;
    case ForceChoice::preload:
      return inside::ForceChoice::preload;
    case ForceChoice::smooth:
      return inside::ForceChoice::smooth;
  }
  return inside::ForceChoice::minimum;
}

void check_plan_numbers(const PlanOptions& options, std::size_t drives) {
  if (!(options.tolerance > 0.0 && options.tolerance < 1.0)) {
    refuse("tolerance", options.tolerance, "expected more than 0, below 1");
  }
  if (!(options.reserve >= 0.0 && options.reserve < 1.0)) {
    refuse("reserve", options.reserve, "expected 0 ... below 1");
  }
  if (!(options.rise_time >= 0.0)) refuse("rise_time", options.rise_time, "expected >= 0");
  if (!(options.time >= 0.0)) refuse("time", options.time, "expected >= 0");
  if (!(options.time_worth >= 0.0)) {
    refuse("time_worth", options.time_worth, "expected >= 0");
  }
  if (!(options.variation_worth >= 0.0)) {
    refuse("variation_worth", options.variation_worth, "expected >= 0");
  }
  const bool is_least = options.least_losses || options.least_energy;
  if (!is_least && (options.time > 0.0 || options.time_worth > 0.0)) {
    refuse("time, time_worth", std::max(options.time, options.time_worth),
           "expected least_losses or least_energy as well");
  }
  if (!(options.rate >= 0.0)) refuse("rate", options.rate, "expected >= 0");
  if (options.samples < 2) refuse("samples", options.samples, "expected at least 2");
  if (options.forces == ForceChoice::preload && options.preload.size() != drives) {
    throw InputError(inside::whole_place("preload"),
                     std::to_string(options.preload.size()) + " forces",
                     "expected " + std::to_string(drives) + ", one a drive");
  }
}

}  // namespace

inside::PlannedMotionOptions to_inside(const PlanOptions& options, const Machine& machine) {
  check_plan_numbers(options, machine.drives().size());
  inside::PlannedMotionOptions result;
  result.plan.tolerance = options.tolerance;
  result.plan.start = to_end_speed(options.start, "start");
  result.plan.end = to_end_speed(options.end, "end");
  result.plan.closed = options.closed;
  result.plan.reserve = options.reserve;
  result.plan.work = options.work;
  result.plan.memory = options.memory;
  result.plan.method.formulation = to_formulation(options.formulation);
  result.choice = to_force_choice(options.forces);
  result.preload = Eigen::Map<const Eigen::VectorXd>(
      options.preload.data(), static_cast<Eigen::Index>(options.preload.size()));
  result.rate = options.rate;
  result.samples = options.samples;
  result.plan.rise_time = options.rise_time;
  result.plan.wish = {.within_rated = options.within_rated,
                      .least_losses = options.least_losses,
                      .least_energy = options.least_energy,
                      .time = options.time,
                      .time_worth = options.time_worth,
                      .variation_worth = options.variation_worth};
  result.reactions = options.reactions;
  result.threads = options.threads;
  return result;
}

}  // namespace globaldyn
