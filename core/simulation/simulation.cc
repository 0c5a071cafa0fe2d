#include "core/simulation/simulation.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "core/base/constants.h"
#include "core/base/nth.h"
#include "core/base/round_off.h"
#include "core/kinematics/acting_rows.h"
#include "core/kinematics/travel.h"
#include "core/simulation/friction_modes.h"

namespace globaldyn::inside {
inline namespace core {
namespace {

// Rates below this, of a radian or kinematic length per second, count as rest at the start.
constexpr double kRest = round_off::kSame;
// A machine may start at an end of a joint's travel.
constexpr double kBeyond = round_off::kSame;

// One run from its start to its end.
class Run {
 public:
  Run(const Mechanism& mechanism, const Topology& topology, const ForceLaw& law,
      const SimulationOptions& options, const TakeSimulationSample& take)
      : mechanism_(mechanism),
        law_(law),
        options_(options),
        take_(take),
        dynamics_(mechanism, choose(mechanism, topology, options).make_state(mechanism, topology)),
        modes_(mechanism),
        size_(dynamics_.state_size()),
        y_(size_ + 1),
        rates_(size_),
        integrator_(make_problem(), options.method, options.tolerance, make_absolute()) {
    actuation_.forces.setZero(mechanism.drive_count());
    dynamics_.set_stabilisation(options.stabilisation);
    if (options.team.run) dynamics_.set_thread_team(options.team);
    if (options.loop_springs) dynamics_.set_loop_springs(*options.loop_springs);
  }

  SimulationResult run(const Pose& pose, const Twists& twists) {
    start(pose, twists);
    if (find_nearest_end().depth < -kBeyond) {
      (void)end_at_travel();
      return std::move(result_);
    }
    const int last = std::max(options_.samples - 1, 1);
    for (int i = 0; i <= last; ++i) {
      if (!advance_to(options_.duration * i / last)) break;
      take_sample();
      if (options_.progress) options_.progress(t_);
      if (options_.is_cancelled && options_.is_cancelled()) {
        end(SimulationStatus::cancelled, "interrupted");
        break;
      }
      if (i == last) result_.status = SimulationStatus::done;
    }
    result_.time = t_;
    result_.count = integrator_.count();
    // Those that it was refused are no work.
    if (is_used_up_) {
      result_.count.right_sides = std::min(result_.count.right_sides, options_.work);
    }
    return std::move(result_);
  }

 private:
  static const Formulation& choose(const Mechanism& mechanism, const Topology& topology,
                                   const SimulationOptions& options) {
    return options.formulation != nullptr ? *options.formulation
                                          : find_fastest(mechanism, topology);
  }

  OdeProblem make_problem() {
    OdeProblem problem;
    problem.size = size_ + 1;
    problem.calc_rates = [this](double t, const OdeProblem::State& y, Eigen::Ref<VectorXd> rates) {
      return calc_rates(t, y, rates);
    };
    problem.project = [this](double t, Eigen::Ref<VectorXd> y) {
      watch_step(t);
      dynamics_.take(y.head(size_));
      const double tolerance = options_.projection_tolerance;
      if (tolerance > 0.0 && dynamics_.calc_drift() <= tolerance) return true;
      return dynamics_.project(actuation_, y.head(size_));
    };
    problem.event_count = count_events();
    problem.calc_events = [this](double t, const OdeProblem::State& y, double* values) {
      calc_events(t, y, values);
    };
    return problem;
  }

  [[nodiscard]] VectorXd make_absolute() const {
    double mass = 0.0;
    for (const Body& body : mechanism_.bodies) mass += body.mass_properties.mass;
    const double length = mechanism_.kinematic_length;
    VectorXd absolute(size_ + 1);
    absolute.head(size_) = dynamics_.sizes();
    for (const Drive& drive : mechanism_.drives) {
      mass += drive.reflected_inertia / (drive.rotational ? length * length : 1.0);
    }
    if (mass == 0.0) mass = 1.0;
    absolute(size_) = mass * length * (length + mechanism_.gravity.norm());  // of the work
    return options_.tolerance * absolute;
  }

  // One that says that coordinates are worn, one of all travel, one per drive with friction.
  [[nodiscard]] int count_events() const { return 2 + modes_.event_count(); }

  // Up to a break, forces are those before it.
  void set_forces(double t) {
    if (t >= next_break_) t = std::nextafter(next_break_, t_);
    if (law_.find_p) actuation_.p = law_.find_p(t);
    if (law_.calc_forces) law_.calc_forces(t, dynamics_, actuation_.forces);
    for (const DriveId id : mechanism_.drives.ids()) {
      if (std::isfinite(actuation_.forces(row_of(id)))) continue;
      throw InputError(whole_place("drive " + mechanism_.drives[id].name),
                       fmt::format("its force is not finite at t = {:g} s", t),
                       "expected a force that is finite all the time");
    }
  }

  bool calc_rates(double t, const OdeProblem::State& y, Eigen::Ref<VectorXd> rates) {
    if (!y.allFinite() || is_stopped() || is_lost_) return false;
    dynamics_.take(y.head(size_));
    set_forces(t);
    const bool done = dynamics_.calc_rates(actuation_, rates.head(size_));
    rates(size_) = dynamics_.calc_power(actuation_);
    is_singular_ = !done;
    return done;
  }

  // A step may take for ever: the integrator is stopped by right-hand sides that do not exist.
  bool is_stopped() {
    ++evaluations_;
    is_used_up_ = options_.work > 0 && evaluations_ > options_.work;
    constexpr long kOftenEnough = 64;
    if (evaluations_ % kOftenEnough == 0 && options_.is_cancelled) {
      is_cancelled_ = is_cancelled_ || options_.is_cancelled();
    }
    return is_used_up_ || is_cancelled_;
  }

  // Where branches cross and steps become ever shorter, rounding errors are about to decide which
  // one the motion follows.
  void watch_step(double t) {
    constexpr double kShort = 1e-3;  // as a share of the longest step
    constexpr int kMany = 10;
    const double step = t - step_end_;
    step_end_ = t;
    if (!(step > 0.0)) return;  // a step that is repeated
    longest_step_ = std::max(longest_step_, step);
    const bool creeps = dynamics_.is_near_singular() && step < kShort * longest_step_;
    creeping_ = creeps ? creeping_ + 1 : 0;
    is_lost_ = creeping_ > kMany;
  }

  void calc_events(double t, const OdeProblem::State& y, double* values) {
    // Other formulas' steps are watched where they are projected.
    if (options_.method == IntegrationMethod::adams) watch_step(t);
    if (modes_.has_stuck()) {
      (void)calc_rates(t, y, scratch());
    } else {
      dynamics_.take(y.head(size_));
    }
    values[0] = dynamics_.is_worn() ? -1.0 : 1.0;
    // A machine may start at an end: what is seen is a change of sign.
    values[1] = find_nearest_end().depth + 2.0 * kBeyond;
    modes_.calc_events(dynamics_, values + 2);
  }

  [[nodiscard]] Eigen::Ref<VectorXd> scratch() {
    scratch_.resize(size_ + 1);
    return scratch_;
  }

  [[nodiscard]] TravelEnd find_nearest_end() const {
    if (!options_.stops_at_travel_ends) return {};
    return find_nearest_travel_end(mechanism_, dynamics_.pose());
  }

  void start(const Pose& pose, const Twists& twists) {
    dynamics_.start(pose, twists, actuation_, y_.head(size_));
    y_(size_) = 0.0;
    sample_law();
    settle();
    start_energy_ = dynamics_.calc_kinetic_energy() + dynamics_.calc_potential_energy();
    result_.dependent = dynamics_.list_dependent();
    result_.closing = dynamics_.list_closing_rows();
  }

  void sample_law() {
    if (law_.sample) law_.sample(t_, dynamics_);
    next_break_ = law_.find_next_break ? law_.find_next_break(t_) : kInfinity;
  }

  // Finds which drives stick, projects, and starts the integrator there.
  void settle() {
    dynamics_.take(y_.head(size_));
    modes_.take_rates(dynamics_, kRest);
    for (int i = 0; i <= 2 * modes_.event_count(); ++i) {
      actuation_.friction = modes_.modes();
      dynamics_.take(y_.head(size_));
      set_forces(t_);
      VectorXd projected = y_.head(size_);
      if (dynamics_.project(actuation_, projected)) {
        y_.head(size_) = projected;
      } else {
        dynamics_.take(y_.head(size_));
      }
      (void)dynamics_.calc_rates(actuation_, rates_);
      if (modes_.hold_one(dynamics_)) continue;
      if (!modes_.release_one(dynamics_)) break;
    }
    actuation_.friction = modes_.modes();
    modes_.settle();
    integrator_.start(t_, y_);
    ++result_.restarts;
  }

  // False if it ends before.
  bool advance_to(double t_end) {
    while (t_ < t_end) {
      if (next_break_ <= t_) {
        dynamics_.take(y_.head(size_));
        sample_law();
        settle();
      }
      const IntegrationOutcome outcome = integrator_.advance(std::min(t_end, next_break_));
      t_ = outcome.t;
      y_ = integrator_.y();
      dynamics_.take(y_.head(size_));
      if (outcome.status == IntegrationOutcome::Status::failed) return fail(outcome.reason);
      for (const int event : outcome.events) {
        if (!take_event(event)) return false;
      }
      if (outcome.status != IntegrationOutcome::Status::event) continue;
      if (is_at_a_standstill()) return fail("events follow each other without end");
      settle();
    }
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

  bool take_event(int event) {
    if (event == 0) {
      dynamics_.renew(y_.head(size_));
      return true;
    }
    if (event == 1) {
      return end_at_travel();
    }
    modes_.stick(event - 2);
    ++result_.stick_slips;
    return true;
  }

  bool end_at_travel() {
    return end(SimulationStatus::travel_end,
               describe(find_nearest_end(), mechanism_, dynamics_.pose()));
  }

  bool fail(const std::string& reason) {
    if (is_cancelled_) return end(SimulationStatus::cancelled, "interrupted");
    if (is_used_up_) {
      return end(SimulationStatus::failed,
                 fmt::format("its work, {} right-hand sides, is used up", options_.work));
    }
    if (is_lost_) {
      return end(SimulationStatus::singular,
                 "the pose is so near a singular one that it may move on in several ways");
    }
    if (!is_singular_) return end(SimulationStatus::failed, reason);
    return end(SimulationStatus::singular,
               "the pose is singular: other constraints depend on each other than at the start");
  }

  bool end(SimulationStatus status, const std::string& reason) {
    result_.status = status;
    result_.reason = fmt::format("{} at t = {:.6g} s", reason, t_);
    return false;
  }

  void take_sample() {
    dynamics_.take(y_.head(size_));
    set_forces(t_);
    (void)dynamics_.calc_rates(actuation_, scratch().head(size_));
    SimulationSample sample{.t = t_,
                            .pose = dynamics_.pose(),
                            .twists = dynamics_.twists(),
                            .forces = actuation_.forces,
                            .friction = modes_.modes(),
                            .closing = dynamics_.calc_closing_forces(),
                            .drift = dynamics_.calc_drift(),
                            .kinetic = dynamics_.calc_kinetic_energy(),
                            .potential = dynamics_.calc_potential_energy(),
                            .work = y_(size_)};
    const int m = mechanism_.drive_count();
    sample.positions.resize(m);
    sample.rates.resize(m);
    for (const DriveId id : mechanism_.drives.ids()) {
      const ScalarRow row =
          make_drive_row(mechanism_, mechanism_.drives[id], {sample.pose, nullptr});
      sample.positions(row_of(id)) = row.value;
      sample.rates(row_of(id)) = row.calc_rate(sample.twists);
    }
    const double error = sample.kinetic + sample.potential - start_energy_ - sample.work;
    result_.max_drift = std::max(result_.max_drift, sample.drift);
    result_.energy_error = std::max(result_.energy_error, std::abs(error));
    result_.max_kinetic = std::max(result_.max_kinetic, sample.kinetic);
    take_(sample);
  }

  const Mechanism& mechanism_;
  const ForceLaw& law_;
  const SimulationOptions& options_;
  const TakeSimulationSample& take_;
  ForwardDynamics dynamics_;
  FrictionModes modes_;
  Actuation actuation_;
  Eigen::Index size_;  // of the machine's state; the work follows it
  VectorXd y_, rates_, scratch_;
  double t_{0.0};
  double next_break_{kInfinity};
  double start_energy_{0.0};
  double last_event_{0.0};
  int burst_{0};
  bool is_singular_{false};
  double step_end_{0.0}, longest_step_{0.0};  // s
  int creeping_{0};                           // steps in a row
  bool is_lost_{false};
  long evaluations_{0};
  bool is_used_up_{false};
  bool is_cancelled_{false};
  SimulationResult result_;
  Integrator integrator_;
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
