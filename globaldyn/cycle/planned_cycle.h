#pragma once

#include "globaldyn/cycle/cycle_legs.h"
#include "globaldyn/record/motor_use.h"
#include "globaldyn/record/planned_motion.h"

namespace globaldyn::inside {
inline namespace cycle {

/// Plans a cycle: every leg as fast as its load lets it, from rest to rest; if the cycle has a
/// period, all of them slower by the same factor in time so that it takes that long. The motion is
/// one: its time runs through all steps, its p counts on from path to path, and what drives are
/// used for is over the whole time. Its plan is called as the cycle is.
/// @param options their ends are at rest
/// @throws InputError as make_cycle_legs() and plan_motion() do
[[nodiscard]] PlannedMotion plan_cycle(const Machine& machine, const Cycle& cycle,
                                       const PlannedMotionOptions& options = {});

/// A leg's motion at these states, as record_motion() does; while a brake holds it, motors exert
/// nothing. @param states at p and times of the leg
[[nodiscard]] std::vector<MotionSample> record_leg(const Machine& machine, const CycleLeg& leg,
                                                   const std::vector<MotionState>& states,
                                                   const RecordOptions& options);
/// The same of the leg's own machine.
[[nodiscard]] std::vector<MotionSample> record_leg(const CycleLeg& leg,
                                                   const std::vector<MotionState>& states,
                                                   const RecordOptions& options);

/// Of all legs: of their machines, paths and dwells, as make_fingerprint() of one.
[[nodiscard]] std::string make_fingerprint(const std::vector<CycleLeg>& legs);

/// The largest of any step, under its load; none if the machine cannot follow the cycle.
[[nodiscard]] InertiaRatios find_cycle_inertia_ratios(const Machine& machine, const Cycle& cycle);

/// One for each drive, if the cycle has a motion: see find_motor_use(). Ratios of inertias are
/// those of the cycle.
[[nodiscard]] IdVector<DriveId, MotorUse> find_cycle_use(const Machine& machine, const Cycle& cycle,
                                                         const PlannedMotion& motion);

}  // namespace cycle
}  // namespace globaldyn::inside
