#include "bench/simbody_motion.h"

#include "bench/to_simbody.h"
#include "core/base/errors.h"

namespace globaldyn::inside {
namespace {

using Transforms = SimTK::Array_<SimTK::Transform, SimTK::MobilizedBodyIndex>;
using Rates = SimTK::Array_<SimTK::SpatialVec, SimTK::MobilizedBodyIndex>;

// The error that Newton's method leaves in the poses and that of conversions, in SI units.
constexpr double kFits = 1e-9;

void check_fit(bool fits, const std::string& what) {
  if (!fits) throw NumericalError("the Simbody model cannot follow the motion: " + what);
}

void check_zero(const SimTK::Vector& errors, const std::string& what) {
  check_fit(errors.size() == 0 || SimTK::max(SimTK::abs(errors)) < kFits, what);
}

Transforms list_transforms(const SimbodyModel& model, const Pose& pose) {
  Transforms transforms(static_cast<unsigned>(pose.size()));
  for (const BodyId body : pose.ids()) {
    transforms[model.indices()[body]] = to_simbody(pose[body].r, pose[body].R);
  }
  return transforms;
}

Rates list_rates(const SimbodyModel& model, const Twists& twists) {
  Rates rates(static_cast<unsigned>(twists.size()));
  for (const BodyId body : twists.ids()) {
    rates[model.indices()[body]] = {to_simbody(twists[body].w), to_simbody(twists[body].v)};
  }
  return rates;
}

// The frames a mobilizer joins, in the ground frame, for its bodies' poses.
struct JoinedFrames {
  SimTK::Transform inboard;
  SimTK::Transform outboard;
};

JoinedFrames place(const SimTK::MobilizedBody& child, const Transforms& transforms) {
  return {transforms[child.getParentMobilizedBody()] * child.getDefaultInboardFrame(),
          transforms[child] * child.getDefaultOutboardFrame()};
}

void fit_positions(const SimbodyModel& model, const Transforms& transforms, SimTK::State& state) {
  for (const BodyId body : model.order()) {
    const auto& mobilized = model.matter().getMobilizedBody(model.indices()[body]);
    const auto [inboard, outboard] = place(mobilized, transforms);
    mobilized.setQToFitTransform(state, ~inboard * outboard);
  }
  model.system().realize(state, SimTK::Stage::Position);
  check_zero(state.getQErr(), "constraints' positions");
  for (const BodyId body : model.order()) {
    const auto& mobilized = model.matter().getMobilizedBody(model.indices()[body]);
    const SimTK::Transform off = ~transforms[mobilized] * mobilized.getBodyTransform(state);
    check_fit(off.p().norm() < kFits && (off.R().asMat33() - SimTK::Mat33(1)).norm() < kFits,
              "a body's pose");
  }
}

// Generalised speeds for the bodies' rates.
void fit_speeds(const SimbodyModel& model, const Transforms& transforms, const Rates& rates,
                SimTK::State& state) {
  for (const BodyId body : model.order()) {
    const auto& child = model.matter().getMobilizedBody(model.indices()[body]);
    const auto& parent = child.getParentMobilizedBody();
    const auto [inboard, outboard] = place(child, transforms);
    const auto of_inboard =
        SimTK::shiftVelocityBy(rates[parent], inboard.p() - transforms[parent].p());
    const auto of_outboard =
        SimTK::shiftVelocityBy(rates[child], outboard.p() - transforms[child].p());
    child.setUToFitVelocity(
        state, SimTK::findRelativeVelocity(inboard, of_inboard, outboard, of_outboard));
  }
}

}  // namespace

SimTK::State fit_state(const SimbodyModel& model, const Pose& pose, const Twists& twists) {
  const Transforms transforms = list_transforms(model, pose);
  SimTK::State state = model.default_state();
  fit_positions(model, transforms, state);
  fit_speeds(model, transforms, list_rates(model, twists), state);
  model.system().realize(state, SimTK::Stage::Velocity);
  check_zero(state.getUErr(), "constraints' speeds");
  return state;
}

SimbodyMotion fit(const SimbodyModel& model, const Motion& motion) {
  const SimTK::SimbodyMatterSubsystem& matter = model.matter();
  const SimTK::State state = fit_state(model, motion.pose, motion.first);

  // Without the part due to the speeds alone, accelerations depend on udot as velocities do on u.
  Rates accelerations = list_rates(model, motion.second);
  for (const SimTK::MobilizedBodyIndex index : model.indices()) {
    accelerations[index] -= matter.getTotalCoriolisAcceleration(state, index);
  }
  SimTK::State accelerated = state;
  const Transforms transforms = list_transforms(model, motion.pose);
  fit_speeds(model, transforms, accelerations, accelerated);
  SimTK::Vector errors;
  matter.calcConstraintAccelerationErrors(state, accelerated.getU(), errors);
  check_zero(errors, "constraints' accelerations");
  return {state.getQ(), state.getU(), accelerated.getU()};
}

}  // namespace globaldyn::inside
