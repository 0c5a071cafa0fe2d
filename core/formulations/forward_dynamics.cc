#include "core/formulations/forward_dynamics.h"

#include <algorithm>
#include <cmath>

#include "core/base/constants.h"
#include "core/base/round_off.h"
#include "core/joints/joint_rows.h"
#include "core/kinematics/acting_rows.h"
#include "core/kinematics/travel.h"
#include "core/kinematics/turns.h"

namespace globaldyn::inside {
inline namespace core {
namespace {

// Projection onto constraints: Newton steps, quadratic from poses already near. They go on to
// rounding errors: formulas of many steps take what is left for errors of theirs, and shorten them.
constexpr int kMostProjections = 12;
constexpr double kProjected = round_off::kNumber;
// From this near, factors are good enough for the rest: what they leave is their square.
constexpr double kNear = 1e-7;
// Where two branches of a motion cross, pivots vanish with the square of the distance.
constexpr double kSingular = 1e-5;

double find_direction(Friction friction) {
  if (friction == Friction::forward) return 1.0;
  return friction == Friction::backward ? -1.0 : 0.0;
}

}  // namespace

ForwardDynamics::ForwardDynamics(const Mechanism& mechanism,
                                 std::unique_ptr<StateCoordinates> coordinates)
    : mechanism_(mechanism),
      coordinates_(std::move(coordinates)),
      stuck_rows_(mechanism.drives.size()),
      accelerations_(mechanism.bodies.size()) {
  wrenches_.resize(6 * mechanism.body_count());
}

void ForwardDynamics::start(const Pose& pose, const Twists& twists, const Actuation& actuation,
                            Eigen::Ref<VectorXd> y) {
  coordinates_->choose_equations(pose);
  coordinates_->begin(pose, twists);
  if (pose.angles.empty() && mechanism_.counted_angles > 0) {
    Pose turned = pose;
    choose_turns(mechanism_, {}, turned);
    coordinates_->begin(turned, twists);
  }
  update();
  dependent_count_.reset();
  if (!project_positions(actuation))
    throw NumericalError("the machine does not close at its start");
  project_velocities();
  write_state(y);
}

VectorXd ForwardDynamics::sizes() const {
  VectorXd sizes = VectorXd::Ones(state_size());
  sizes.head(coordinates_->state_size()) = coordinates_->sizes();
  return sizes;
}

void ForwardDynamics::write_state(Eigen::Ref<VectorXd> y) {
  coordinates_->write_state(y.head(coordinates_->state_size()));
  visit_counted_angles(mechanism_, [&](const CoordinateIndex& index, std::size_t place) {
    y(coordinates_->state_size() + static_cast<Eigen::Index>(place)) =
        calc_coordinate(mechanism_, index, pose());
  });
}

void ForwardDynamics::renew(Eigen::Ref<VectorXd> y) {
  const Pose pose = coordinates_->pose();
  const Twists twists = coordinates_->twists();
  coordinates_->begin(pose, twists);
  write_state(y);
}

void ForwardDynamics::take(const Eigen::Ref<const VectorXd>& y) {
  coordinates_->read_state(y.head(coordinates_->state_size()));
  if (mechanism_.counted_angles > 0) coordinates_->set_angles(y.tail(mechanism_.counted_angles));
  update();
}

// Drives' rows and rates, and springs, are asked for in many places: after every move they are made
// once.
void ForwardDynamics::update() {
  if (springs_.has_springs()) {
    cut_rows_.clear();
    append_cut_rows(false, cut_rows_);
    springs_.take(cut_rows_, twists());
  }
  drive_rows_.clear();
  drive_rates_.clear();
  for (const Drive& drive : mechanism_.drives) {
    drive_rows_.push_back(make_drive_row(mechanism_, drive, {pose(), &twists()}));
    drive_rates_.push_back(drive_rows_.back().calc_rate(twists()));
  }
}

double ForwardDynamics::size_of(const ScalarRow& row) const {
  return row.rotational ? 1.0 : mechanism_.kinematic_length;
}

// Of joints and couplings that the coordinates leave open.
void ForwardDynamics::append_cut_rows(bool with_biases, std::vector<ScalarRow>& rows) const {
  const KinematicState state{pose(), with_biases ? &twists() : nullptr};
  for (const JointId j : mechanism_.joints.ids()) {
    if (coordinates_->keeps_closed(j)) continue;
    append_constraint_rows(mechanism_.joints[j], state, rows);
  }
  for (const Coupling& coupling : mechanism_.couplings) {
    rows.push_back(make_coupling_row(mechanism_.joints, coupling, state));
  }
}

void ForwardDynamics::collect_rows(const Actuation& actuation, bool with_biases) {
  rows_.clear();
  if (!springs_.has_springs()) append_cut_rows(with_biases, rows_.rows);
  constraint_count_ = rows_.rows.size();
  rows_.compliance.assign(constraint_count_, 0.0);
  for (const DriveId k : mechanism_.drives.ids()) {
    const Drive& drive = mechanism_.drives[k];
    stuck_rows_[k].reset();
    if (actuation.friction.has(k) && actuation.friction[k] == Friction::stuck) {
      stuck_rows_[k] = rows_.rows.size();
      rows_.rows.push_back(drive_rows_[k]);
      rows_.compliance.push_back(0.0);
    } else if (drive.reflected_inertia > 0.0) {
      rows_.rows.push_back(drive_rows_[k]);
      rows_.compliance.push_back(1.0 / drive.reflected_inertia);
    }
  }
  right_.resize(static_cast<Eigen::Index>(rows_.rows.size()));
}

void ForwardDynamics::add_wrench(BodyId body, const Vector6d& wrench) {
  if (body != kGround) wrenches_.segment<6>(first_row_of(body)) += wrench;
}

// What a drive's motor and friction exert on the machine; a stuck one's friction is a multiplier.
double ForwardDynamics::calc_drive_force(DriveId k, const Actuation& actuation) const {
  const Drive& drive = mechanism_.drives[k];
  double force = actuation.forces.size() > 0 ? actuation.forces(row_of(k)) : 0.0;
  force -= drive.viscous * drive_rate(k);
  if (actuation.friction.has(k)) {
    force -= drive.coulomb * find_direction(actuation.friction[k]);
  }
  return force;
}

// Gyroscopic moments, gravity, wrenches on the tool, springs and dampers, drives.
void ForwardDynamics::collect_wrenches(const Actuation& actuation) {
  for (const BodyId b : moving_bodies(pose())) {
    const MassProperties& mass = mechanism_.bodies[b].mass_properties;
    const Matrix3d& R = pose()[b].R;
    const Vector3d w = R.transpose() * twists()[b].w;
    wrenches_.segment<6>(first_row_of(b)) << mass.mass * mechanism_.gravity,
        -(R * w.cross(mass.inertia * w));
  }
  const auto push = [&](const ScalarRow& row, double force) {
    row.visit_sides(
        [&](BodyId body, const Vector6d& jacobian) { add_wrench(body, force * jacobian); });
  };
  if (!mechanism_.wrenches.empty()) {
    const Wrench load = calc_tool_load(mechanism_, pose(), actuation.p).wrench;
    Vector6d wrench;
    wrench << load.force, load.moment;
    add_wrench(mechanism_.tool->body, wrench);
  }
  for (const Spring& spring : mechanism_.springs) {
    const SpringForce force = calc_spring_force(mechanism_, spring, pose(), twists());
    push(force.row, force.elastic + force.given + force.per_speed);
  }
  for (const DriveId k : mechanism_.drives.ids()) {
    push(drive_rows_[k], calc_drive_force(k, actuation));
  }
  for (std::size_t i = 0; i < springs_.rows().size(); ++i) {
    push(springs_.rows()[i], springs_.forces()[i]);
  }
}

bool ForwardDynamics::calc_rates(const Actuation& actuation, Eigen::Ref<VectorXd> rates) {
  collect_rows(actuation, true);
  collect_wrenches(actuation);
  if (actuation.friction != friction_) dependent_count_.reset();
  friction_ = actuation.friction;
  factorise();
  if (!dependent_count_) dependent_count_ = coordinates_->count_dependent();
  const Twists& biases = coordinates_->biases();
  for (std::size_t i = 0; i < rows_.rows.size(); ++i) {
    const ScalarRow& row = rows_.rows[i];
    double right = -row.bias - row.calc_rate(biases);
    if (i < constraint_count_) {
      right -= 2.0 * stabilisation_.alpha * row.calc_rate(twists()) +
               stabilisation_.beta * stabilisation_.beta * row.value;
    }
    right_(static_cast<Eigen::Index>(i)) = right;
  }
  for (const BodyId b : moving_bodies(biases)) {
    const MassProperties& mass = mechanism_.bodies[b].mass_properties;
    const Matrix3d& R = pose()[b].R;
    auto wrench = wrenches_.segment<6>(first_row_of(b));
    wrench.head<3>() -= mass.mass * biases[b].v;
    wrench.tail<3>() -= R * (mass.inertia * (R.transpose() * biases[b].w));
  }
  coordinates_->solve(wrenches_, right_);
  if (!coordinates_->pushed().empty()) refuse_pushed(coordinates_->pushed());
  for (const BodyId b : moving_bodies(biases)) {
    accelerations_[b] = {biases[b].v + coordinates_->motion()[b].v,
                         biases[b].w + coordinates_->motion()[b].w};
  }
  coordinates_->write_rates(rates.head(coordinates_->state_size()));
  visit_counted_angles(mechanism_, [&](const CoordinateIndex& index, std::size_t place) {
    const ScalarRow row =
        make_coordinate_row(mechanism_.joints[index.joint], index.coordinate, {pose(), nullptr});
    rates(coordinates_->state_size() + static_cast<Eigen::Index>(place)) = row.calc_rate(twists());
  });
  return coordinates_->count_dependent() == *dependent_count_ && rates.allFinite();
}

// Names the joint that such a motion moves most, and which of its bodies moves.
void ForwardDynamics::refuse_pushed(const Twists& motion) const {
  const auto size = [&](const Vector3d& v, const Vector3d& w) {
    return v.norm() / mechanism_.kinematic_length + w.norm();
  };
  double most = -1.0;
  std::string joint_name, body_name;
  for (const Joint& joint : mechanism_.joints) {
    const Twist &a = motion[joint.body_a], &b = motion[joint.body_b];
    const BodyPose& place = pose()[joint.body_b];
    const Vector3d arm = place.R * joint.frame_b.origin;
    const Vector3d at_a = place.r + arm - pose()[joint.body_a].r;
    const double moves = size(b.v + b.w.cross(arm) - a.v - a.w.cross(at_a), b.w - a.w);
    if (moves <= most) continue;
    most = moves;
    joint_name = joint.name;
    const bool is_b = size(b.v, b.w) >= size(a.v, a.w);
    body_name = mechanism_.bodies[is_b ? joint.body_b : joint.body_a].name;
  }
  throw InputError({"body " + body_name, 0, 0},
                   "it is pushed where joint " + joint_name +
                       " lets it move with neither mass nor moments of inertia: nothing tells how "
                       "fast it moves",
                   "expected a mass, moments of inertia, or a rotor's inertia there");
}

void ForwardDynamics::factorise() {
  coordinates_->factorise(rows_);
  regular_pivot_ = std::max(regular_pivot_, coordinates_->smallest_pivot());
}

bool ForwardDynamics::is_near_singular() const {
  return coordinates_->smallest_pivot() < kSingular * regular_pivot_;
}

double ForwardDynamics::calc_largest_value(std::span<const ScalarRow> rows) const {
  double largest = 0.0;
  for (const ScalarRow& row : rows) {
    largest = std::max(largest, std::abs(row.value) / size_of(row));
  }
  return largest;
}

double ForwardDynamics::calc_drift() {
  cut_rows_.clear();
  append_cut_rows(false, cut_rows_);
  return calc_largest_value(cut_rows_);
}

VectorXd ForwardDynamics::calc_closing_forces() const {
  if (!springs_.has_springs()) {
    return coordinates_->multipliers().head(static_cast<Eigen::Index>(constraint_count_));
  }
  return Eigen::Map<const VectorXd>(springs_.forces().data(),
                                    static_cast<Eigen::Index>(springs_.forces().size()));
}

// A stuck drive's place is not prescribed, and rotors have no place to be drawn to: their rows keep
// them where they are.
bool ForwardDynamics::project_positions(const Actuation& actuation) {
  has_factors_ = false;
  if (springs_.has_springs()) {
    collect_rows(actuation, false);
    return true;
  }
  double last = kInfinity;
  for (int i = 0; i < kMostProjections; ++i) {
    collect_rows(actuation, false);
    const double violation = calc_largest_value({rows_.rows.data(), constraint_count_});
    // The closer branches are, the more closely theirs has to be met.
    if (violation <= (is_near_singular() ? 0.0 : kProjected)) return true;
    if (!(violation < last)) return violation <= round_off::kRoot;
    // Rounding errors of angles grow with their turns.
    const bool is_slow = violation > 0.5 * last && violation <= round_off::kSolved;
    if (is_slow && !is_near_singular()) return true;
    last = violation;
    for (std::size_t k = 0; k < rows_.rows.size(); ++k) {
      right_(static_cast<Eigen::Index>(k)) = k < constraint_count_ ? -rows_.rows[k].value : 0.0;
    }
    wrenches_.setZero();
    if (!has_factors_ || is_near_singular()) factorise();
    has_factors_ = violation <= kNear;
    coordinates_->solve(wrenches_, right_);
    coordinates_->move_positions();
    update();
  }
  return last <= round_off::kRoot;
}

// With the rows of project_positions(), and with its factors if their pose is as good as this one.
void ForwardDynamics::project_velocities() {
  for (std::size_t k = 0; k < rows_.rows.size(); ++k) {
    const bool is_held = rows_.compliance[k] == 0.0;
    right_(static_cast<Eigen::Index>(k)) = is_held ? -rows_.rows[k].calc_rate(twists()) : 0.0;
  }
  wrenches_.setZero();
  if (!has_factors_ || is_near_singular()) factorise();
  coordinates_->solve(wrenches_, right_);
  coordinates_->move_velocities();
  update();
}

bool ForwardDynamics::project(const Actuation& actuation, Eigen::Ref<VectorXd> y) {
  if (!project_positions(actuation)) return false;
  project_velocities();
  write_state(y);
  return true;
}

double ForwardDynamics::stiction(DriveId drive) const {
  const auto& row = stuck_rows_[drive];
  return row ? coordinates_->multipliers()(static_cast<Eigen::Index>(*row)) : 0.0;
}

VectorXd ForwardDynamics::calc_transmitted_forces(const Actuation& actuation) const {
  VectorXd transmitted(mechanism_.drive_count());
  for (const DriveId k : mechanism_.drives.ids()) {
    const double rotor = mechanism_.drives[k].reflected_inertia * drive_acceleration(k);
    transmitted(row_of(k)) = calc_drive_force(k, actuation) + stiction(k) - rotor;
  }
  return transmitted;
}

double ForwardDynamics::drive_acceleration(DriveId drive) const {
  const ScalarRow& row = drive_rows_[drive];
  return row.calc_rate(accelerations_) + row.bias;
}

double ForwardDynamics::calc_kinetic_energy() const {
  double energy = 0.0;
  for (const BodyId b : moving_bodies(pose())) {
    const MassProperties& mass = mechanism_.bodies[b].mass_properties;
    const Vector3d w = pose()[b].R.transpose() * twists()[b].w;
    energy += 0.5 * (mass.mass * twists()[b].v.squaredNorm() + w.dot(mass.inertia * w));
  }
  for (const DriveId k : mechanism_.drives.ids()) {
    const double rate = drive_rate(k);
    energy += 0.5 * mechanism_.drives[k].reflected_inertia * rate * rate;
  }
  return energy;
}

double ForwardDynamics::calc_potential_energy() const {
  double energy = 0.0;
  for (const BodyId b : moving_bodies(pose())) {
    energy -= mechanism_.bodies[b].mass_properties.mass * mechanism_.gravity.dot(pose()[b].r);
  }
  for (const Spring& spring : mechanism_.springs) {
    const double force = calc_spring_force(mechanism_, spring, pose(), twists()).elastic;
    if (spring.stiffness > 0.0) energy += 0.5 * force * force / spring.stiffness;
  }
  return energy + springs_.calc_potential_energy();
}

double ForwardDynamics::calc_power(const Actuation& actuation) const {
  double power = 0.0;
  for (const DriveId k : mechanism_.drives.ids()) {
    power += calc_drive_force(k, actuation) * drive_rate(k);
  }
  for (const Spring& spring : mechanism_.springs) {
    const SpringForce force = calc_spring_force(mechanism_, spring, pose(), twists());
    power += (force.given + force.per_speed) * force.row.calc_rate(twists());
  }
  if (!mechanism_.wrenches.empty()) {
    const Wrench load = calc_tool_load(mechanism_, pose(), actuation.p).wrench;
    const Twist& twist = twists()[mechanism_.tool->body];
    power += load.force.dot(twist.v) + load.moment.dot(twist.w);
  }
  return power + springs_.calc_power();
}

template <class Visit>
void ForwardDynamics::visit_open(const Visit& visit) const {
  for (const JointId j : mechanism_.joints.ids()) {
    if (coordinates_->keeps_closed(j)) continue;
    visit(mechanism_.joints[j].name, count_constraint_rows(mechanism_.joints[j]));
  }
  for (const Coupling& coupling : mechanism_.couplings) visit(coupling.name, 1);
}

std::vector<std::string> ForwardDynamics::list_dependent() const {
  std::vector<std::string> names;
  if (springs_.has_springs()) return names;
  std::size_t row = 0;
  visit_open([&](const std::string& name, int count) {
    bool depends = false;
    for (int i = 0; i < count; ++i) depends |= coordinates_->is_dependent(row++);
    if (depends) names.push_back(name);
  });
  return names;
}

std::vector<std::string> ForwardDynamics::list_closing_rows() const {
  std::vector<std::string> names;
  visit_open([&](const std::string& name, int count) {
    for (int i = 1; i <= count; ++i) names.push_back(name + "_" + std::to_string(i));
  });
  return names;
}

}  // namespace core
}  // namespace globaldyn::inside
