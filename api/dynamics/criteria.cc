#include <globaldyn/criteria.h>

#include "api/dynamics/criteria_impl.h"
#include "api/dynamics/machine_impl.h"
#include "api/dynamics/run.h"
#include "core/base/cancel.h"
#include "globaldyn/criteria/registry/registry.h"
#include "globaldyn/maps/path_poses.h"

namespace globaldyn {
namespace {

Criterion::Of find_kind(const inside::Criterion& criterion) {
  if (criterion.of_pose() != nullptr) return Criterion::Of::pose;
  if (criterion.of_path() != nullptr) return Criterion::Of::path;
  return criterion.of_machine() != nullptr ? Criterion::Of::machine : Criterion::Of::pattern;
}

std::vector<inside::CriterionRequest> find_pose_criteria(const std::vector<std::string>& names) {
  std::vector<std::string> known;
  for (const inside::Criterion& one : inside::list_criteria()) {
    if (one.of_pose() != nullptr) known.push_back(one.name);
  }
  std::vector<inside::CriterionRequest> requests;
  for (const std::string& name : names) {
    const inside::Criterion* found = inside::find_criterion(name);
    if (found == nullptr || found->of_pose() == nullptr) {
      throw InputError(inside::whole_place(name), "no criterion of poses",
                       inside::suggest_name(name, known));
    }
    requests.push_back({.name = name, .criterion = found, .settings = {}});
  }
  return requests;
}

}  // namespace

Criterion::Better to_public(inside::Better better) {
  return better == inside::Better::larger ? Criterion::Better::larger : Criterion::Better::smaller;
}

CriterionValue to_public(const inside::CriterionValue& value) {
  return {.path = value.path,
          .name = value.criterion.name,
          .unit = value.criterion.unit.si,
          .better = to_public(value.criterion.better),
          .value = value.value,
          .status = value.status,
          .reason = value.reason};
}

inside::PathCriteriaOptions to_inside(const CriteriaOptions& options) {
  inside::PathCriteriaOptions result;
  result.plan.tolerance = options.tolerance;
  result.plan.reserve = options.reserve;
  result.plan.work = options.work;
  result.speed = options.speed;
  result.places = options.places;
  result.sweep = to_sweep(options.run);
  return result;
}

std::vector<Criterion> list_criteria() {
  std::vector<Criterion> list;
  for (const inside::Criterion& one : inside::list_criteria()) {
    list.push_back({.name = one.name,
                    .unit = one.unit,
                    .better = to_public(one.better),
                    .of = find_kind(one),
                    .description = one.description});
  }
  return list;
}

std::vector<CriterionValue> calc_path_criteria(const Machine& machine,
                                               const std::vector<std::string>& criteria,
                                               const std::vector<std::string>& paths,
                                               const CriteriaOptions& options) {
  std::vector<CriterionValue> result;
  for (const inside::CriterionValue& one :
       inside::calc_path_criteria(machine_of(machine), paths, criteria, to_inside(options))) {
    result.push_back(to_public(one));
  }
  return result;
}

PoseCriteria calc_pose_criteria(const Machine& machine, const std::string& path,
                                const std::vector<std::string>& criteria, int samples,
                                const std::atomic<bool>* cancel) {
  if (samples < 1) throw InputError(inside::whole_place("samples"), "none", "expected at least 1");
  const inside::CancelScope scope(cancel);
  const inside::Machine& model = machine_of(machine);
  inside::PathPoses poses = inside::calc_path_poses(model, inside::find_path(model, path),
                                                    find_pose_criteria(criteria), samples);
  return {.names = criteria,
          .p = std::move(poses.p),
          .values = std::move(poses.values),
          .status = inside::to_string(poses.status),
          .failed_at = poses.failed_at,
          .reason = std::move(poses.reason)};
}

}  // namespace globaldyn
