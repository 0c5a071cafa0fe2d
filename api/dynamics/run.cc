#include "api/dynamics/run.h"

#include <globaldyn/version.h>

#include "api/core/make_folder.h"
#include "api/core/make_mechanism.h"
#include "api/dynamics/machine_impl.h"
#include "core/formulations/registry/formulations.h"
#include "globaldyn/machine/keep_files.h"

namespace globaldyn {

inside::SweepOptions to_sweep(const Work& work) {
  inside::SweepOptions sweep;
  sweep.threads = work.threads;
  sweep.cancel = work.cancel;
  if (work.progress) {
    sweep.progress = [tell = work.progress](const inside::SweepProgress& now) {
      tell({now.done, now.total, now.elapsed, now.remaining});
    };
  }
  return sweep;
}

const inside::Formulation* to_formulation(const std::string& key) {
  if (key == "auto") return nullptr;
  if (const inside::Formulation* found = inside::find_formulation(key)) return found;
  std::vector<std::string> keys{"auto"};
  for (const inside::Formulation& one : inside::list_formulations()) keys.push_back(one.key);
  throw InputError(inside::whole_place("formulation"), "'" + key + "'",
                   inside::suggest_name(key, keys));
}

inside::EvaluationMethod to_method(const Method& method) {
  inside::EvaluationMethod result{
      .solve_by = method.reference ? inside::SolveBy::dense : inside::SolveBy::loops,
      .formulation = to_formulation(method.formulation)};
  std::vector<std::string> names;
  for (const inside::RegionMethod one :
       {inside::RegionMethod::automatic, inside::RegionMethod::enumeration,
        inside::RegionMethod::circuits, inside::RegionMethod::support}) {
    names.emplace_back(inside::to_string(one));
    if (method.region != names.back()) continue;
    result.region = one;
    return result;
  }
  throw InputError(inside::whole_place("region"), "'" + method.region + "'",
                   inside::suggest_name(method.region, names));
}

inside::Origin make_origin(const Machine& machine, const inside::FallbackCounts& before) {
  inside::Origin origin{program_name(), machine.load_case(), inside::list_fallbacks()};
  for (std::size_t i = 0; i < inside::kFallbacks; ++i) origin.fallbacks[i] -= before[i];
  return origin;
}

inside::Origin keep_origin(inside::Origin origin, const Machine& machine,
                           const std::string& folder) {
  make_folder(folder);
  origin.inputs =
      inside::keep_machine(machine_of(machine), to_overrides(machine.settings()), folder);
  return origin;
}

std::vector<FormulationInfo> list_formulations() {
  std::vector<FormulationInfo> list;
  for (const inside::Formulation& one : inside::list_formulations()) {
    list.push_back({one.key, one.summary});
  }
  return list;
}

}  // namespace globaldyn
