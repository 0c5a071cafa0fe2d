#include <globaldyn/check.h>
#include <globaldyn/version.h>

#include "api/dynamics/machine_impl.h"
#include "core/base/cancel.h"
#include "globaldyn/inspection/inspection.h"

namespace globaldyn {
namespace {

Branch make_branch(const inside::BranchReport& branch) {
  Branch result;
  for (const inside::NamedValue& one : branch.coordinates) {
    result.coordinates.push_back({one.name, {one.value, one.unit}});
  }
  result.failed_conditions = branch.failed_conditions;
  result.beyond_travel = branch.beyond_travel;
  return result;
}

}  // namespace

Check check(const Machine& machine, const CheckOptions& options) {
  const inside::CancelScope scope(options.cancel);
  const inside::Inspection found =
      inside::inspect(machine_of(machine), options.path, options.guesses);
  const inside::Mobility& mobility = found.mobility;
  Check result{.machine = found.machine,
               .total_mass = found.total_mass,
               .loops = found.loops,
               .constraint_rows = mobility.constraint_rows,
               .constraint_rank = mobility.constraint_rank,
               .n_dof = mobility.n_dof,
               .idle = mobility.idle,
               .drive_rank = mobility.drive_rank,
               .redundancy = mobility.redundancy,
               .undriven = found.undriven,
               .beyond_travel = found.beyond_travel,
               .paths = {},
               .branches = {},
               .remarks = found.remarks,
               .json = inside::to_json(found, program_name())};
  for (const inside::PathFit& one : found.paths) {
    result.paths.push_back({one.name, one.check.fits, one.check.wrong});
  }
  for (const inside::BranchReport& one : found.branches) {
    result.branches.push_back(make_branch(one));
  }
  return result;
}

}  // namespace globaldyn
