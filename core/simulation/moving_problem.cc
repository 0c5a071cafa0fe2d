#include "core/simulation/moving_problem.h"

#include <fmt/format.h>

#include <cmath>

#include "core/base/constants.h"
#include "core/base/round_off.h"
#include "core/kinematics/acting_rows.h"

namespace globaldyn::inside {
inline namespace core {
namespace {

// Rates below this, of a radian or kinematic length per second, count as rest at the start.
constexpr double kRest = round_off::kSame;
// A machine may start at an end of a joint's travel.
constexpr double kBeyond = round_off::kSame;

}  // namespace

const Formulation& choose_formulation(const Mechanism& mechanism, const Topology& topology,
                                      const SimulationOptions& options) {
  if (options.formulation != nullptr) return *options.formulation;
  return find_fastest(mechanism, topology,
                      options.loop_springs ? Coordinates::of_tree : Coordinates::any);
}

MovingProblem::MovingProblem(const Mechanism& mechanism, const Topology& topology,
                             const ForceLaw& law, const SimulationOptions& options)
    : mechanism_(mechanism),
      law_(law),
      options_(options),
      dynamics_(mechanism,
                choose_formulation(mechanism, topology, options).make_state(mechanism, topology)),
      modes_(mechanism),
      size_(dynamics_.state_size()) {
  actuation_.forces.setZero(mechanism.drive_count());
  memo_.y.setZero(size_ + 1);
  memo_.rates.setZero(size_ + 1);
  place_.setZero(size_);
  scratch_.setZero(size_);
  dynamics_.set_stabilisation(options.stabilisation);
  if (options.loop_springs) dynamics_.set_loop_springs(*options.loop_springs);
}

OdeProblem MovingProblem::make_ode() {
  OdeProblem ode;
  ode.size = size_ + 1;
  ode.calc_rates = [this](double t, const OdeProblem::State& y, Eigen::Ref<VectorXd> rates) {
    return calc_rates(t, y, rates);
  };
  ode.project = [this](double /*t*/, Eigen::Ref<VectorXd> y) { return project(y); };
  ode.event_count = kFriction + modes_.event_count();
  ode.calc_events = [this](double t, const OdeProblem::State& y, double* values) {
    calc_events(t, y, values);
  };
  return ode;
}

VectorXd MovingProblem::sizes() const {
  double mass = 0.0;
  for (const Body& body : mechanism_.bodies) mass += body.mass_properties.mass;
  const double length = mechanism_.kinematic_length;
  for (const Drive& drive : mechanism_.drives) {
    mass += drive.reflected_inertia / (drive.rotational ? length * length : 1.0);
  }
  if (mass == 0.0) mass = 1.0;
  VectorXd sizes(size_ + 1);
  sizes.head(size_) = dynamics_.sizes();
  sizes(size_) = mass * length * (length + mechanism_.gravity.norm());  // of the work
  return sizes;
}

void MovingProblem::start(const Pose& pose, const Twists& twists, VectorXd& y) {
  y.resize(size_ + 1);
  dynamics_.start(pose, twists, actuation_, y.head(size_));
  y(size_) = 0.0;
  forget();
}

void MovingProblem::sample_law(double t, const VectorXd& y) {
  go_to(y);
  t_ = t;
  if (law_.sample) law_.sample(t, dynamics_);
  next_break_ = law_.find_next_break ? law_.find_next_break(t) : kInfinity;
  forget();
}

// When the spring's curve comes to its next bend if the machine moves on as fast as now, s from
// now. A step that passes several bends at once may miss what is between them; where exactly it
// ends, error control decides.
double MovingProblem::find_bend(const Spring& spring) const {
  const ScalarRow row = make_curve_row(mechanism_, spring, {dynamics_.pose(), nullptr});
  const double rate = row.calc_rate(dynamics_.twists());
  if (rate == 0.0) return kInfinity;
  const double passed = spring.curve.count_passed(row.value);
  const double step = rate > 0.0 ? 1.0 : -1.0, first = rate > 0.0 ? passed + 1.0 : passed;
  const double last = spring.curve.find_point(first - step);
  const double next = spring.curve.find_point(first);
  const double after = spring.curve.find_point(first + step);
  if (std::isinf(next)) return kInfinity;
  // Nearly there the step may pass it, and go on for a good part of the way to the one behind.
  constexpr double kNearly = 0.05, kFar = 0.5;
  const double way = std::abs(next - row.value), length = std::abs(after - next);
  const bool is_near = way <= kNearly * std::min(length, std::abs(next - last));
  return (is_near ? way + kFar * length : way) / std::abs(rate);
}

double MovingProblem::find_next_stop(double t, const VectorXd& y) {
  double stop = law_.find_next_look ? std::min(next_break_, law_.find_next_look(t)) : next_break_;
  for (const Spring& spring : mechanism_.springs) {
    if (!spring.is_bent()) continue;
    go_to(y);
    stop = std::min(stop, t + find_bend(spring));
  }
  return stop;
}

void MovingProblem::settle(double t, VectorXd& y) {
  t_ = t;
  forget();
  go_to(y);
  modes_.take_rates(dynamics_, kRest);
  VectorXd rates(size_);
  for (int i = 0; i <= 2 * modes_.event_count(); ++i) {
    actuation_.friction = modes_.modes();
    dynamics_.take(y.head(size_));
    set_forces(t);
    VectorXd projected = y.head(size_);
    if (dynamics_.project(actuation_, projected)) {
      y.head(size_) = projected;
    } else {
      dynamics_.take(y.head(size_));
    }
    (void)dynamics_.calc_rates(actuation_, rates);
    if (modes_.hold_one(dynamics_)) continue;
    if (!modes_.release_one(dynamics_)) break;
  }
  actuation_.friction = modes_.modes();
  modes_.settle();
  forget();
}

void MovingProblem::renew(VectorXd& y) {
  go_to(y);
  dynamics_.renew(y.head(size_));
  forget();
}

bool MovingProblem::project(Eigen::Ref<VectorXd> y) {
  go_to(y);
  const double tolerance = options_.projection_tolerance;
  if (tolerance > 0.0 && dynamics_.calc_drift() <= tolerance) return true;
  is_placed_ = has_accelerations_ = false;
  return dynamics_.project(actuation_, y.head(size_));
}

void MovingProblem::go_to(const Eigen::Ref<const VectorXd>& y) {
  if (is_placed_ && place_ == y.head(size_)) return;
  dynamics_.take(y.head(size_));
  place_ = y.head(size_);
  is_placed_ = true;
  has_accelerations_ = false;
}

void MovingProblem::accelerate(double t, const Eigen::Ref<const VectorXd>& y) {
  go_to(y);
  if (has_accelerations_ && accelerated_t_ == t) return;
  set_forces(t);
  (void)dynamics_.calc_rates(actuation_, scratch_);
  accelerated_t_ = t;
  has_accelerations_ = true;
}

// What was remembered is no longer so: other forces, other coordinates.
void MovingProblem::forget() {
  memo_.is_valid = false;
  is_placed_ = has_accelerations_ = false;
}

bool MovingProblem::is_remembered(double t, const OdeProblem::State& y) const {
  return memo_.is_valid && memo_.t == t && memo_.y == y;
}

// Up to a break, forces are those before it.
void MovingProblem::set_forces(double t) {
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

// A step may take for ever: the integrator is stopped by right-hand sides that do not exist.
bool MovingProblem::may_evaluate() {
  if (options_.work > 0 && right_sides_ >= options_.work) is_used_up_ = true;
  constexpr long kOftenEnough = 64;
  if (right_sides_ % kOftenEnough == 0 && options_.is_cancelled) {
    is_cancelled_ = is_cancelled_ || options_.is_cancelled();
  }
  return !is_used_up_ && !is_cancelled_;
}

void MovingProblem::evaluate(double t, const OdeProblem::State& y) {
  go_to(y);
  set_forces(t);
  memo_.is_valid = false;
  memo_.done = dynamics_.calc_rates(actuation_, memo_.rates.head(size_));
  memo_.rates(size_) = dynamics_.calc_power(actuation_);
  memo_.t = t;
  memo_.y = y;
  memo_.is_valid = has_accelerations_ = true;
  accelerated_t_ = t;
}

bool MovingProblem::calc_rates(double t, const OdeProblem::State& y, Eigen::Ref<VectorXd> rates) {
  if (!is_remembered(t, y)) {
    if (!y.allFinite() || !may_evaluate()) return false;
    ++right_sides_;
    evaluate(t, y);
  }
  rates = memo_.rates;
  is_singular_ = !memo_.done;
  return memo_.done;
}

void MovingProblem::calc_events(double t, const OdeProblem::State& y, double* values) {
  if (modes_.has_stuck()) {
    accelerate(t, y);
  } else {
    go_to(y);
  }
  values[kWorn] = dynamics_.is_worn() ? -1.0 : 1.0;
  // A machine may start at an end: what is seen is a change of sign.
  values[kTravelEnd] = find_nearest_end().depth + 2.0 * kBeyond;
  modes_.calc_events(dynamics_, values + kFriction);
}

TravelEnd MovingProblem::find_nearest_end() const {
  if (!options_.stops_at_travel_ends) return {};
  return find_nearest_travel_end(mechanism_, dynamics_.pose());
}

bool MovingProblem::is_beyond_an_end() const {
  return find_nearest_end().depth < -kBeyond;
}

}  // namespace core
}  // namespace globaldyn::inside
