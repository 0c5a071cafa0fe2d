#include "core/simulation/simulation.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "core/base/errors.h"
#include "core/base/round_off.h"
#include "core/simulation/moving_problem.h"
#include "core/simulation/turn_watch.h"

namespace globaldyn::inside {
inline namespace core {
namespace {

// One run from its start to its end.
class Run {
 public:
  Run(const Mechanism& mechanism, const Topology& topology, const ForceLaw& law,
      const SimulationOptions& options, const TakeSimulationSample& take)
      : mechanism_(mechanism),
        options_(options),
        take_(take),
        problem_(mechanism, topology, law, options),
        integrator_(make_integrator(problem_.make_ode(),
                                    {.method = options.method,
                                     .tolerance = options.tolerance,
                                     .absolute = options.tolerance * problem_.sizes()})) {}

  SimulationResult run(const Pose& pose, const Twists& twists) {
    start(pose, twists);
    if (problem_.is_beyond_an_end()) {
      (void)end_at_travel();
    } else {
      bool goes_on = take_samples();
      while (goes_on && t_ < options_.duration) goes_on = advance();
      if (goes_on) result_.status = SimulationStatus::done;
    }
    result_.time = t_;
    result_.count = {integrator_->steps(), problem_.right_sides()};
    return std::move(result_);
  }

 private:
  void start(const Pose& pose, const Twists& twists) {
    problem_.start(pose, twists, y_);
    problem_.sample_law(t_, y_);
    settle();
    problem_.go_to(y_);
    turns_.end_step(t_, problem_.dynamics());
    turns_.go_on();
    start_energy_ = calc_energy();
    watch_accuracy();
    result_.dependent = problem_.dynamics().list_dependent();
    result_.closing = problem_.dynamics().list_closing_rows();
  }

  void settle() {
    problem_.settle(t_, y_);
    integrator_->start(t_, y_);
    ++result_.restarts;
  }

  // One step, with its samples and events. False if the run ends.
  bool advance() {
    if (problem_.next_break() <= t_) {
      problem_.sample_law(t_, y_);
      settle();
    }
    step_begin_ = t_;
    const IntegrationOutcome outcome =
        integrator_->step(std::min(options_.duration, problem_.find_next_stop(t_, y_)));
    t_ = outcome.t;
    y_ = integrator_->y();
    if (outcome.status == IntegrationOutcome::Status::failed) return fail(outcome.reason);
    // Not all integrators end there as they end steps.
    if (outcome.status == IntegrationOutcome::Status::event) project(y_);
    problem_.go_to(y_);
    turns_.end_step(t_, problem_.dynamics());
    watch_accuracy();
    if (is_lost()) return fail({});
    if (!take_samples()) return false;
    turns_.go_on();
    return outcome.status != IntegrationOutcome::Status::event || take_events(outcome.events);
  }

  // Steps alone decide: a run is as accurate however often it is looked at.
  void watch_accuracy() {
    ForwardDynamics& dynamics = problem_.dynamics();
    const double kinetic = dynamics.calc_kinetic_energy();
    const double potential = dynamics.calc_potential_energy();
    const double work = problem_.work_of(y_);
    const double error = kinetic + potential - start_energy_ - work;
    result_.max_drift = std::max(result_.max_drift, dynamics.calc_drift());
    result_.energy_error = std::max(result_.energy_error, std::abs(error));
    result_.max_kinetic = std::max(result_.max_kinetic, kinetic);
    result_.energy_size = std::max(result_.energy_size, std::abs(potential) + std::abs(work));
  }

  [[nodiscard]] double calc_energy() {
    return problem_.dynamics().calc_kinetic_energy() + problem_.dynamics().calc_potential_energy();
  }

  // Where branches cross and steps become ever shorter, rounding errors are about to decide which
  // one the motion follows.
  bool is_lost() {
    constexpr double kShort = 1e-3;  // as a share of the longest step
    constexpr int kMany = 10;
    const double step = t_ - step_begin_;
    longest_step_ = std::max(longest_step_, step);
    const bool creeps = problem_.dynamics().is_near_singular() && step < kShort * longest_step_;
    creeping_ = creeps ? creeping_ + 1 : 0;
    is_lost_ = creeping_ > kMany;
    return is_lost_;
  }

  bool take_events(const std::vector<int>& events) {
    if (is_at_a_standstill()) return fail("events follow each other without end");
    for (const int event : events) {
      if (event == MovingProblem::kTravelEnd) return end_at_travel();
      if (event == MovingProblem::kWorn) {
        problem_.renew(y_);
      } else {
        problem_.stick(event);
        ++result_.stick_slips;
      }
    }
    settle();
    return true;
  }

  // Many events after each other, no time between them.
  bool is_at_a_standstill() {
    constexpr int kMost = 1000;
    const bool is_same = t_ - last_event_ <= round_off::kRoot * std::max(t_, options_.duration);
    burst_ = is_same ? burst_ + 1 : 0;
    last_event_ = t_;
    return burst_ > kMost;
  }

  bool end_at_travel() {
    problem_.go_to(y_);
    return end(SimulationStatus::travel_end, describe(problem_.find_nearest_end(), mechanism_,
                                                      problem_.dynamics().pose(), options_.units));
  }

  bool fail(const std::string& reason) {
    if (problem_.is_cancelled()) return end(SimulationStatus::cancelled, "interrupted");
    if (problem_.is_used_up()) {
      return end(SimulationStatus::failed,
                 fmt::format("its work, {} right-hand sides, is used up", options_.work));
    }
    if (is_lost_) {
      return end(SimulationStatus::singular,
                 "the pose is so near a singular one that it may move on in several ways");
    }
    if (!problem_.is_singular()) return end(SimulationStatus::failed, reason);
    return end(SimulationStatus::singular,
               "the pose is singular: other constraints depend on each other than at the start");
  }

  bool end(SimulationStatus status, const std::string& reason) {
    result_.status = status;
    result_.reason = fmt::format("{} at t = {:.6g} s", reason, t_);
    return false;
  }

  // Those up to where the last step ended. False if it is interrupted.
  bool take_samples() {
    const int last = std::max(options_.samples - 1, 1);
    for (; samples_taken_ <= last; ++samples_taken_) {
      const double t =
          samples_taken_ == last ? options_.duration : options_.duration * samples_taken_ / last;
      if (t > t_) break;
      take_sample(t);
      if (options_.progress) options_.progress(t);
      if (options_.is_cancelled && options_.is_cancelled()) {
        return end(SimulationStatus::cancelled, "interrupted");
      }
    }
    return true;
  }

  // As the ends of steps are; a state that cannot be is left.
  void project(VectorXd& y) {
    if (options_.method == IntegrationMethod::adams) return;
    scratch_ = y;
    if (!problem_.project(y)) y = scratch_;
  }

  void take_sample(double t) {
    if (t == t_) {
      sample_y_ = y_;
    } else if (!integrator_->interpolate(t, sample_y_)) {
      throw NumericalError(fmt::format("no state of the machine is known at t = {:.6g} s", t));
    } else {
      project(sample_y_);
    }
    problem_.accelerate(t, sample_y_);
    ForwardDynamics& dynamics = problem_.dynamics();
    SimulationSample sample{.t = t,
                            .pose = dynamics.pose(),
                            .twists = dynamics.twists(),
                            .accelerations = dynamics.accelerations(),
                            .p = problem_.actuation().p,
                            .forces = problem_.actuation().forces,
                            .transmitted = dynamics.calc_transmitted_forces(problem_.actuation()),
                            .friction = problem_.modes().modes(),
                            .closing = dynamics.calc_closing_forces(),
                            .drift = dynamics.calc_drift(),
                            .kinetic = dynamics.calc_kinetic_energy(),
                            .potential = dynamics.calc_potential_energy(),
                            .work = problem_.work_of(sample_y_)};
    const TurnWatch::Instant& drives = turns_.look(t, dynamics);
    sample.positions = drives.positions;
    sample.rates = drives.rates;
    take_(sample);
  }

  const Mechanism& mechanism_;
  const SimulationOptions& options_;
  const TakeSimulationSample& take_;
  MovingProblem problem_;
  TurnWatch turns_{mechanism_};
  std::unique_ptr<Integrator> integrator_;
  VectorXd y_, sample_y_, scratch_;
  double t_{0.0};
  int samples_taken_{0};
  double start_energy_{0.0};
  double last_event_{0.0};
  int burst_{0};
  double step_begin_{0.0}, longest_step_{0.0};  // s
  int creeping_{0};                             // steps in a row
  bool is_lost_{false};
  SimulationResult result_;
};

}  // namespace

const char* to_string(SimulationStatus status) {
  switch (status) {
    case SimulationStatus::done:
      return "done";
    case SimulationStatus::singular:
      return "singular";
    case SimulationStatus::travel_end:
      return "travel_end";
    case SimulationStatus::failed:
      return "failed";
    case SimulationStatus::cancelled:
      return "cancelled";
  }
  return "";
}

SimulationResult simulate(const Mechanism& mechanism, const Topology& topology, const Pose& pose,
                          const Twists& twists, const ForceLaw& law,
                          const SimulationOptions& options, const TakeSimulationSample& take) {
  return Run(mechanism, topology, law, options, take).run(pose, twists);
}

}  // namespace core
}  // namespace globaldyn::inside
