#include <globaldyn/own_criteria.h>

#include <utility>

#include "api/dynamics/machine_impl.h"
#include "api/dynamics/plan_impl.h"
#include "api/dynamics/sample_impl.h"
#include "core/base/constants.h"
#include "core/description/read_joints.h"
#include "core/kinematics/assembly.h"
#include "globaldyn/criteria/path/path_model.h"
#include "globaldyn/criteria/pose/pose_model.h"
#include "globaldyn/criteria/registry/registry.h"

namespace globaldyn {
namespace {

inside::Criterion make_criterion(const Criterion& about) {
  inside::Criterion criterion;
  criterion.name = about.name;
  criterion.unit = about.unit;
  const bool is_larger_better = about.better == Criterion::Better::larger;
  criterion.better = is_larger_better ? inside::Better::larger : inside::Better::smaller;
  criterion.when_unreachable = is_larger_better ? -inside::kInfinity : inside::kInfinity;
  criterion.description = about.description;
  return criterion;
}

std::vector<RestingJoint> list_joints(const inside::Mechanism& mechanism,
                                      const inside::Pose& pose) {
  std::vector<RestingJoint> joints;
  const std::vector<double> values = inside::calc_joint_coordinates(mechanism, pose);
  for (const inside::CoordinateIndex& index : inside::list_coordinates(mechanism)) {
    joints.push_back({inside::name_of(mechanism, index), values[joints.size()]});
  }
  return joints;
}

RestingPose make_pose(const inside::PoseModel& model) {
  const inside::Mechanism& mechanism = *model.mechanism;
  RestingPose pose{.drives = {},
                   .joints = list_joints(mechanism, model.pose),
                   .tool = {},
                   .M = model.mass(),
                   .W = model.W,
                   .load = model.load,
                   .low = model.low,
                   .high = model.high,
                   .tool_rates = model.tool_rates};
  for (const inside::Drive& drive : mechanism.drives) pose.drives.push_back(drive.name);
  if (const auto& tool = mechanism.tool) {
    pose.tool = to_public(inside::place(model.pose[tool->body], tool->frame));
  }
  return pose;
}

std::vector<Setting> to_settings(const std::vector<inside::ParameterOverride>& overrides) {
  std::vector<Setting> settings;
  for (const inside::ParameterOverride& one : overrides) settings.push_back({one.name, one.text});
  return settings;
}

}  // namespace

void add_pose_criterion(const Criterion& about,
                        std::function<double(const RestingPose& pose)> calc) {
  inside::Criterion criterion = make_criterion(about);
  criterion.of =
      inside::OfPose{.calc = [calc = std::move(calc)](const inside::PoseModel& model,
                                                      const inside::PoseSettings& /*settings*/) {
        return calc(make_pose(model));
      }};
  inside::add_criterion(std::move(criterion));
}

void add_path_criterion(const Criterion& about, std::function<double(const Plan& plan)> calc) {
  inside::Criterion criterion = make_criterion(about);
  const double none = criterion.when_unreachable;
  criterion.of = inside::OfPath{
      .calc =
          [calc = std::move(calc), none](const inside::PathModel& model,
                                         const inside::PathSettings& /*settings*/) {
            if (model.motion == nullptr) return none;
            return calc(make_plan(make_machine(*model.machine, "", {}), *model.motion, {}));
          },
      .need = inside::PathNeed::motion};
  inside::add_criterion(std::move(criterion));
}

void add_machine_criterion(const Criterion& about,
                           std::function<double(const Machine& machine)> calc) {
  inside::Criterion criterion = make_criterion(about);
  criterion.of =
      inside::OfMachine{.calc = [calc = std::move(calc)](const inside::Machine& machine,
                                                         const inside::MachineOrigin& origin) {
        inside::Machine whole = machine;
        whole.text = origin.text;
        return calc(make_machine(std::move(whole), origin.folder, to_settings(origin.settings)));
      }};
  inside::add_criterion(std::move(criterion));
}

}  // namespace globaldyn
