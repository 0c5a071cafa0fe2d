#include "optimize/run/sensitivity.h"

#include <fmt/format.h>

#include <cmath>

namespace globaldyn::inside {
inline namespace run {
namespace {

MorrisPlan make_plan_of_morris(const Study& study) {
  MorrisOptions options;
  options.trajectories = study.search.trajectories;
  options.seed = study.search.evolution.seed;
  return make_morris_plan(study.space(), options);
}

SobolPlan make_plan_of_sobol(const Study& study) {
  return make_sobol_plan(study.space(), {study.search.samples, study.search.evolution.seed});
}

std::string spell(double value) {
  return std::isnan(value) ? "" : fmt::format("{}", value);
}

}  // namespace

std::vector<std::size_t> list_levels(const Study& study) {
  std::vector<std::size_t> levels;
  for (const StudyVariable& variable : study.variables) {
    levels.push_back(variable.search.kind == DesignVariable::Kind::continuous
                         ? static_cast<std::size_t>(study.search.levels)
                         : count_values(variable.search));
  }
  return levels;
}

std::vector<Design> list_sensitivity_designs(const Study& study) {
  return study.search.method == SearchMethod::morris ? make_plan_of_morris(study).designs
                                                     : make_plan_of_sobol(study).designs;
}

Sensitivity calc_sensitivity(const Study& study, const std::vector<DesignRecord>& records) {
  Sensitivity result;
  StudyOutputs outputs;
  for (const DesignRecord& record : records) {
    outputs.push_back(record.objectives);
    outputs.back().insert(outputs.back().end(), record.constraints.begin(),
                          record.constraints.end());
  }
  for (const StudyObjective& one : study.objectives) result.outputs.push_back(one.formula.name);
  for (const StudyConstraint& one : study.constraints) result.outputs.push_back(one.formula.name);
  for (const StudyVariable& one : study.variables) result.variables.push_back(one.search.name);
  if (study.search.method == SearchMethod::morris) {
    result.effects = calc_elementary_effects(study.space(), make_plan_of_morris(study), outputs);
  } else {
    BootstrapOptions bootstrap;
    bootstrap.seed = study.search.evolution.seed;
    result.indices =
        calc_sobol_indices(study.space(), make_plan_of_sobol(study), outputs, bootstrap);
  }
  return result;
}

std::string to_csv(const Sensitivity& sensitivity) {
  const bool is_morris = !sensitivity.effects.empty();
  std::string text = is_morris ? "output,variable,mean,mean_absolute,deviation,effects,left_out\n"
                               : "output,variable,first,first_low,first_high,total,total_low,"
                                 "total_high,rows,left_out\n";
  for (std::size_t k = 0; k < sensitivity.outputs.size(); ++k) {
    for (std::size_t i = 0; i < sensitivity.variables.size(); ++i) {
      text += sensitivity.outputs[k] + ',' + sensitivity.variables[i];
      if (is_morris) {
        const ElementaryEffects& one = sensitivity.effects[k][i];
        text += fmt::format(",{},{},{},{},{}\n", spell(one.mean), spell(one.mean_absolute),
                            spell(one.deviation), one.count, one.left_out);
        continue;
      }
      const SobolIndices& of = sensitivity.indices[k];
      const SobolIndex& one = of.of[i];
      text += fmt::format(",{},{},{},{},{},{},{},{}\n", spell(one.first),
                          spell(one.first_interval.low), spell(one.first_interval.high),
                          spell(one.total), spell(one.total_interval.low),
                          spell(one.total_interval.high), of.rows, of.left_out);
    }
  }
  return text;
}

}  // namespace run
}  // namespace globaldyn::inside
