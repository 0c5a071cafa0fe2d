#include "bench/simbody_forward.h"

#include "core/base/errors.h"

namespace globaldyn::inside {
namespace {

Vector3d from_simbody(const SimTK::Vec3& v) {
  return {v[0], v[1], v[2]};
}

}  // namespace

SimbodyForward::SimbodyForward(const SimbodyModel& model)
    : model_(model), state_(model.default_state()), mobility_forces_(state_.getNU(), 0.0) {
  if (!model.elements()) throw NumericalError("a Simbody model without force elements");
  for (const SimbodyModel::Drive& drive : model.drives()) {
    if (drive.speed < 0)
      throw NumericalError("not supported by Simbody's forward dynamics: cables");
  }
}

// What is set invalidates all that was realized from it, even where it has not changed.
const SimTK::State& SimbodyForward::calc(const SimTK::Vector& q, const SimTK::Vector& u,
                                         const VectorXd& forces) {
  state_.setQ(q);
  state_.setU(u);
  for (std::size_t k = 0; k < model_.drives().size(); ++k) {
    mobility_forces_[model_.drives()[k].speed] = forces(static_cast<Eigen::Index>(k));
  }
  model_.elements()->drives.setAllMobilityForces(state_, mobility_forces_);
  model_.system().realize(state_, SimTK::Stage::Acceleration);
  return state_;
}

Twists SimbodyForward::list_accelerations() const {
  Twists accelerations;
  for (const SimTK::MobilizedBodyIndex index : model_.indices()) {
    const auto& body = model_.matter().getMobilizedBody(index);
    accelerations.push_back({from_simbody(body.getBodyOriginAcceleration(state_)),
                             from_simbody(body.getBodyAngularAcceleration(state_))});
  }
  return accelerations;
}

}  // namespace globaldyn::inside
