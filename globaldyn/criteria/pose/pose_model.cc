#include "globaldyn/criteria/pose/pose_model.h"

#include <algorithm>

#include "core/formulations/cardan/cardan_equations.h"
#include "core/kinematics/freedoms.h"
#include "globaldyn/criteria/pose/modes.h"
#include "globaldyn/forces/drive_force_map.h"
#include "globaldyn/limits/drive_limits.h"
#include "globaldyn/limits/limit_scales.h"

namespace globaldyn::inside {
inline namespace criteria {
namespace {

// The columns of a basis as twists of all bodies, the ground in front.
std::vector<Twists> to_twists(const MatrixXd& basis) {
  std::vector<Twists> result;
  for (Eigen::Index k = 0; k < basis.cols(); ++k) {
    Twists twists(static_cast<std::size_t>(basis.rows() / 6 + 1));
    for (const BodyId b : moving_bodies(twists)) {
      const auto at = first_row_of(b);
      twists[b] = {basis.col(k).segment<3>(at), basis.col(k).segment<3>(at + 3)};
    }
    result.push_back(std::move(twists));
  }
  return result;
}

}  // namespace

const MatrixXd& PoseModel::mass() const {
  if (mass_) return *mass_;
  mass_ = calc_mass(*mechanism, pose, basis);
  for (const DriveId id : mechanism->drives.ids()) {
    const double inertia = mechanism->drives[id].reflected_inertia;
    const auto column = W.col(row_of(id));
    if (inertia > 0.0) *mass_ += inertia * column * column.transpose();
  }
  return *mass_;
}

const ForceSet& PoseModel::force_set() const {
  if (!force_set_) force_set_.emplace(W, low, high, task_scale);
  return *force_set_;
}

const HeldMachine& PoseModel::held_machine() const {
  if (!held_machine_) held_machine_ = calc_held_machine(*this);
  return *held_machine_;
}

PoseModeller::PoseModeller(const Mechanism& mechanism, const Topology& topology,
                           const Clearance& clearance)
    : topology_(topology), dynamics_(mechanism), clearance_(mechanism, clearance) {
  model_.mechanism = &mechanism;
  model_.limit_scale = make_limit_scales(mechanism.drives);
}

const PoseModel& PoseModeller::calc(const BranchFollower& follower, const Motion& motion,
                                    const Task& task, double p) {
  const Mechanism& mechanism = *model_.mechanism;
  model_.mass_.reset();
  model_.force_set_.reset();
  model_.held_machine_.reset();
  model_.clearance = &clearance_;
  model_.coordinates = task.coordinates;
  model_.pose = motion.pose;
  if (const LoopSolver* loops = follower.loops()) {
    take_equations(dynamics_.calc_at_rest(*loops, task, p));
    model_.basis = dynamics_.basis();
  } else {
    Task at_rest = task;
    at_rest.target.first.setZero();
    at_rest.target.second.setZero();
    Motion still = motion;
    for (Twists* twists : {&still.first, &still.second}) {
      std::fill(twists->begin(), twists->end(), Twist{});
    }
    take_equations(project(make_cardan_equations({mechanism, topology_, at_rest, still, p})));
    model_.basis = to_twists(motion.basis);
  }
  calc_tool_rates();
  model_.idle_demand = 0.0;
  if (follower.idle_count() > 0) {
    calc_idle_demand(make_idle_kernel(mechanism, task.coordinates, model_.pose));
  }
  return model_;
}

// `idle` are the degrees of freedom, as columns of all bodies' (v / L, w).
void PoseModeller::calc_idle_demand(const MatrixXd& idle) {
  const Mechanism& mechanism = *model_.mechanism;
  const double length = mechanism.kinematic_length;
  double most = 0.0, largest = 0.0;
  const auto add = [&](const auto& force_of) {
    VectorXd sums = VectorXd::Zero(idle.cols());
    for (const BodyId b : moving_bodies(model_.pose)) {
      const Wrench demand = force_of(b);
      const auto at = first_row_of(b);
      sums += length * idle.middleRows(at, 3).transpose() * demand.force +
              idle.middleRows(at + 3, 3).transpose() * demand.moment;
      most = std::max({most, length * demand.force.norm(), demand.moment.norm()});
    }
    largest = std::max(largest, sums.cwiseAbs().maxCoeff());
  };
  for (const Twists& rates : model_.basis) {
    add([&](BodyId b) {
      const MassProperties& mass = mechanism.bodies[b].mass_properties;
      const Matrix3d& R = model_.pose[b].R;
      return Wrench{mass.mass * rates[b].v, R * (mass.inertia * (R.transpose() * rates[b].w))};
    });
  }
  add([&](BodyId b) {
    Wrench load{mechanism.bodies[b].mass_properties.mass * mechanism.gravity, Vector3d::Zero()};
    if (!mechanism.wrenches.empty() && b == mechanism.tool->body) {
      const Wrench wrench = calc_tool_load(mechanism, model_.pose, 0.0).wrench;
      load.force += wrench.force;
      load.moment += wrench.moment;
    }
    return load;
  });
  if (most > 0.0) model_.idle_demand = largest / most;
}

void PoseModeller::take_equations(const ProjectedEquations& equations) {
  model_.W = equations.W;
  model_.load = equations.demand.col(kConstant);
  model_.task_scale = equations.task_scale;
  model_.motion_size = equations.motion_size;
  model_.force_size = equations.force_size;
  const Eigen::Index m = equations.W.cols();
  model_.low.resize(m);
  model_.high.resize(m);
  const Drives& drives = model_.mechanism->drives;
  for (const DriveId id : drives.ids()) {
    const Interval force = calc_range_behind_gear(drives[id], 0.0);
    model_.low(row_of(id)) = force.low;
    model_.high(row_of(id)) = force.high;
  }
}

void PoseModeller::calc_tool_rates() {
  const Mechanism& mechanism = *model_.mechanism;
  model_.tool_rates.resize(6, 0);
  if (mechanism.tool) {
    model_.tool_rates = inside::calc_tool_rates(mechanism, model_.pose, model_.basis);
  }
}

}  // namespace criteria
}  // namespace globaldyn::inside
