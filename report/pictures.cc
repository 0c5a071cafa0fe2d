#include "report/pictures.h"

#include "report/charts/force_picture.h"
#include "report/charts/front_picture.h"
#include "report/charts/hypervolume_picture.h"
#include "report/charts/loss_picture.h"
#include "report/charts/map_picture.h"
#include "report/charts/motor_picture.h"
#include "report/charts/parallel_picture.h"
#include "report/charts/phase_plane.h"
#include "report/charts/region_picture.h"
#include "report/charts/simulation_picture.h"
#include "report/charts/speed_picture.h"
#include "report/charts/study_axis.h"
#include "report/machine/machine_picture.h"
#include "report/machine/pose_picture.h"

namespace globaldyn::inside::report {

std::vector<std::string> draw_evaluation(const Machine& machine, const Evaluation& evaluation,
                                         const std::string& folder) {
  std::vector<std::string> files;
  for (const Picture& picture :
       {draw_regions(machine, evaluation), draw_largest_speeds(machine, evaluation),
        draw_machine(machine, evaluation)}) {
    for (std::string& file : picture.write(folder)) files.push_back(std::move(file));
  }
  return files;
}

std::vector<std::string> draw_pose(const Machine& machine, const Pose& pose,
                                   const std::string& folder) {
  return draw_named_pose(machine, pose).write(folder);
}

std::vector<std::string> draw_plan(const Machine& machine, const PlannedMotion& motion,
                                   const IdVector<DriveId, MotorUse>& uses,
                                   const std::string& folder) {
  std::vector<std::string> files = draw_phase_plane(machine, motion).write(folder);
  if (!motion.plan.has_motion()) return files;
  for (const Picture& picture :
       {draw_forces(machine, motion), draw_motors(machine, motion, uses)}) {
    for (std::string& file : picture.write(folder)) files.push_back(std::move(file));
  }
  return files;
}

std::vector<std::string> draw_loss_curve(const LossCurve& curve, const ShownUnits& units,
                                         const std::string& what, const std::string& folder) {
  if (curve.points.empty()) return {};
  return draw_losses(curve, units, what).write(folder);
}

std::vector<std::string> draw_simulation(const Machine& machine,
                                         const MachineSimulation& simulation,
                                         const std::string& folder) {
  std::vector<std::string> files;
  if (!can_be_drawn(simulation)) return files;
  for (const Picture& picture :
       {draw_simulated_motion(machine, simulation), draw_drift(machine, simulation),
        draw_energy(machine, simulation)}) {
    for (std::string& file : picture.write(folder)) files.push_back(std::move(file));
  }
  return files;
}

std::vector<std::string> draw_map(const WorkspaceMap& si, const ShownUnits& units,
                                  const std::string& folder, const std::atomic<bool>* cancel) {
  std::vector<std::string> files;
  const WorkspaceMap map = convert(si, units);
  for (const MapColumn& column : map.columns) {
    if (cancel != nullptr && *cancel) throw Interrupted();
    if (column.plan.pattern && column.plan.take != PatternTake::worst) continue;
    for (std::string& file : draw_map_column(map, column, units).write(folder)) {
      files.push_back(std::move(file));
    }
  }
  return files;
}

std::vector<std::string> draw_study(const StudyTable& si, const ShownUnits& units,
                                    const std::string& folder, const std::atomic<bool>* cancel) {
  std::vector<std::string> files;
  if (si.front.empty()) return files;
  const StudyTable table = convert(si, units);
  std::vector<Picture (*)(const StudyTable&)> drawings{&draw_front, &draw_parallel};
  const bool has_hypervolume = table.header.count(StudyColumn::Role::objective) > 1;
  if (has_hypervolume) drawings.push_back(&draw_hypervolume);
  for (const auto draw : drawings) {
    if (cancel != nullptr && *cancel) throw Interrupted();
    for (std::string& file : draw(table).write(folder)) files.push_back(std::move(file));
  }
  return files;
}

}  // namespace globaldyn::inside::report
