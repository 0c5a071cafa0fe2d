#pragma once

#include <atomic>
#include <string>
#include <vector>

#include "core/expression/shown_units.h"
#include "globaldyn/evaluation/evaluation.h"
#include "globaldyn/maps/workspace_map.h"
#include "globaldyn/record/loss_curve.h"
#include "globaldyn/record/motor_use.h"
#include "globaldyn/simulation/machine_simulation.h"
#include "optimize/store/study_table.h"

namespace globaldyn::inside::report {

/// Draws an evaluation as SVG and PNG files in `folder`, which exists: the regions of every path
/// over d1 and d2, side by side (regions); the largest accessible d1 along each path and the tool's
/// speed there (d1max); the tool paths with the machine drawn at a few poses (machine).
/// @returns the files written.
/// @throws Error if the plotting program is missing or fails.
std::vector<std::string> draw_evaluation(const Machine& machine, const Evaluation& evaluation,
                                         const std::string& folder);

/// Draws the machine at one pose as FOLDER/pose.svg and .png. @returns the files written.
/// @throws Error as above.
std::vector<std::string> draw_pose(const Machine& machine, const Pose& pose,
                                   const std::string& folder);

/// Draws a plan as SVG and PNG files in `folder`: speeds along the path (plan), and if there is a
/// motion the tool's speed over time below, the drive forces over time (forces) and the motors'
/// torques over their speeds (drives).
/// @returns the files written.
/// @throws Error as above.
std::vector<std::string> draw_plan(const Machine& machine, const PlannedMotion& motion,
                                   const IdVector<DriveId, MotorUse>& uses,
                                   const std::string& folder);

/// Draws how much less motors lose in more time (trade_off), of a course that `what` names.
/// @returns the files written; none for a curve without points.
/// @throws Error as above.
std::vector<std::string> draw_loss_curve(const LossCurve& curve, const ShownUnits& units,
                                         const std::string& what, const std::string& folder);

/// Draws a simulation as SVG and PNG files in `folder`, over time: positions, speeds and forces of
/// the drives, or where the tool is (motion); how far constraints drifted, and the tool from its
/// plan (drift); energies and what is missing in their balance (energy). Nothing of a simulation
/// that ended at its start.
/// @returns the files written.
/// @throws Error as above.
std::vector<std::string> draw_simulation(const Machine& machine,
                                         const MachineSimulation& simulation,
                                         const std::string& folder);

/// Draws every criterion of a map as FOLDER/map_MAP.CRITERION.svg and .png: heat maps with contour
/// lines, as slices for three axes, as a curve for one; for patterns the worst value at each pose.
/// In `units`, as the pictures above are in those of their machine.
/// @returns the files written.
/// @throws Error as above; Interrupted between two pictures once `cancel` is set.
std::vector<std::string> draw_map(const WorkspaceMap& map, const ShownUnits& units,
                                  const std::string& folder,
                                  const std::atomic<bool>* cancel = nullptr);

/// Draws a study as SVG and PNG files in `folder`: its front among the feasible designs (front),
/// the designs of the front over parallel axes (parallel), and with two objectives and more how the
/// front's hypervolume grew over the search (hypervolume). Nothing without a feasible design.
/// @returns the files written.
/// @throws Error as above; Interrupted between two pictures once `cancel` is set.
std::vector<std::string> draw_study(const StudyTable& table, const ShownUnits& units,
                                    const std::string& folder,
                                    const std::atomic<bool>* cancel = nullptr);

}  // namespace globaldyn::inside::report
