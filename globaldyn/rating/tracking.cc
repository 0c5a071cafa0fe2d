#include "globaldyn/rating/tracking.h"

#include <algorithm>
#include <cmath>

#include "core/base/constants.h"
#include "globaldyn/simulation/machine_simulation.h"

namespace globaldyn::inside {
inline namespace rating {
namespace {

// Errors of parameters matter in per cent: integration errors need not be smaller than 1e-6.
constexpr double kTolerance = 1e-6;
constexpr int kSamples = 401;
// Ten times what the library's machines take, and as much for each measurement, where the
// integration starts again. A loop that is unstable or far too stiff gives up.
constexpr long kMostRightSides = 300'000;
constexpr double kMostPerMeasurement = 100.0;

TrackingError never(const ErrorCase& error_case, const std::string& reason) {
  return {kInfinity, "case " + error_case.name + ": " + reason};
}

TrackingError replay(const Machine& machine, const Path& path, PlannedForces& planned,
                     const ErrorCase& error_case, const Machine& real) {
  ReplayOptions options;
  options.simulation.duration = planned.duration();
  options.simulation.tolerance = kTolerance;
  options.simulation.samples = kSamples;
  options.real = &real;
  options.errors = error_case.errors;
  options.simulation.work = kMostRightSides;
  const Feedback& feedback = machine.feedback->feedback;
  if (feedback.bandwidth > 0.0) options.feedback = feedback;
  if (options.feedback && feedback.period > 0.0) {
    options.simulation.work +=
        std::lround(kMostPerMeasurement * planned.duration() / feedback.period);
  }
  try {
    const MachineSimulation simulation = replay_plan(machine, path, planned, options);
    if (simulation.result.status == SimulationStatus::done) return {simulation.tracking_error, ""};
    return never(error_case, simulation.result.reason);
  } catch (const InputError&) {
    throw;
  } catch (const Error& error) {
    return never(error_case, error.what());  // it cannot be at the start of its path, say
  }
}

}  // namespace

TrackingError find_tracking_error(const Machine& machine, const Path& path, const PathPlan& plan) {
  StoredPlan stored;
  stored.path = path.name;
  stored.reserve = plan.options.reserve;
  stored.plan = plan.plan;
  stored.stops = plan.stops;
  PlannedForces planned(machine, path, stored);
  TrackingError largest;
  for (std::size_t i = 0; i < machine.perturbed.size() && largest.reason.empty(); ++i) {
    const TrackingError one =
        replay(machine, path, planned, machine.feedback->cases[i], machine.perturbed[i]);
    if (one.size >= largest.size) largest = one;
  }
  return largest;
}

}  // namespace rating
}  // namespace globaldyn::inside
