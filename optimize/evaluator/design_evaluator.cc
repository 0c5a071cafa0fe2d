#include "optimize/evaluator/design_evaluator.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>

#include "core/base/constants.h"
#include "globaldyn/machine/read_machine.h"
#include "optimize/evaluator/gather.h"
#include "optimize/evaluator/measure_machine.h"
#include "optimize/sampling/tolerance_samples.h"
#include "optimize/study/design_settings.h"

namespace globaldyn::inside {
inline namespace evaluator {
namespace {

// The numbers of one machine: in one scenario, with one sample of the tolerances.
struct Trial {
  std::vector<double> measures, quantities, objectives, constraints;
  double shortfall{0.0};
  std::string reason;  // of the first measure that has no value
};

// As it is stored: there is no negative zero.
double settle(double value) {
  return value == 0.0 ? 0.0 : value;
}

}  // namespace

class DesignEvaluator::Work {
 public:
  explicit Work(const Study& study)
      : study_(study),
        document_(parse_document(study.machine_text, study.machine_file)),
        folder_(std::filesystem::path(study.machine_file).parent_path().string()),
        samples_(make_samples(study)) {}

  DesignRecord evaluate(const Design& design) {
    return guard(design,
                 [&] { return std::vector<DesignRecord>{judge(design, try_scenarios(design))}; })
        .front();
  }

  std::vector<DesignRecord> evaluate_samples(const Design& design) {
    return guard(design, [&] {
      const std::vector<std::vector<Trial>> trials = try_scenarios(design);
      std::vector<DesignRecord> records;
      for (std::size_t t = 0; t < samples_.size(); ++t) {
        std::vector<std::vector<Trial>> alone;
        for (const std::vector<Trial>& samples : trials) alone.push_back({samples[t]});
        records.push_back(judge(design, alone));
      }
      return records;
    });
  }

 private:
  // For each sample, an offset for every tolerance; the first sample has none.
  static std::vector<std::vector<double>> make_samples(const Study& study) {
    if (study.tolerances.empty()) return {{}};
    std::vector<Tolerance> tolerances;
    for (const StudyTolerance& one : study.tolerances) tolerances.push_back(one.tolerance);
    return make_tolerance_samples(tolerances, {static_cast<std::size_t>(study.tolerance_samples),
                                               study.search.evolution.seed});
  }

  // Anything that goes wrong gives a record that says so.
  template <class Evaluate>
  std::vector<DesignRecord> guard(const Design& design, const Evaluate& evaluate) const {
    try {
      return evaluate();
    } catch (const std::bad_alloc&) {
      throw;
    } catch (const std::exception& error) {
      return {fail(design, error.what())};
    }
  }

  [[nodiscard]] DesignRecord fail(const Design& design, const std::string& reason) const {
    DesignRecord record;
    record.design = design;
    record.state = DesignState::failed;
    record.reason = reason;
    record.violation = kInfinity;
    record.objectives.assign(study_.objectives.size(), kNaN);
    record.constraints.assign(study_.constraints.size(), kNaN);
    record.quantities.assign(
        study_.scenarios.size() * (study_.measures.size() + study_.quantities.size()), kNaN);
    return record;
  }

  // Trials by scenario and sample; the first sample is nominal.
  [[nodiscard]] DesignRecord judge(const Design& design,
                                   const std::vector<std::vector<Trial>>& trials) const {
    DesignRecord record;
    record.design = design;
    for (const std::vector<Trial>& samples : trials) {
      const Trial& nominal = samples.front();
      for (const double value : nominal.measures) record.quantities.push_back(settle(value));
      for (const double value : nominal.quantities) record.quantities.push_back(settle(value));
    }
    take_shortfall(trials, record);
    take_objectives(trials, record);
    take_constraints(trials, record);
    record.state = record.violation == 0.0 ? DesignState::ok : DesignState::infeasible;
    return record;
  }

  std::vector<std::vector<Trial>> try_scenarios(const Design& design) {
    std::vector<std::vector<Trial>> trials;
    for (const StudyScenario& scenario : study_.scenarios) {
      trials.push_back(try_scenario(scenario, design));
    }
    return trials;
  }

  std::vector<Trial> try_scenario(const StudyScenario& scenario, const Design& design) {
    const MachineOrigin origin{study_.machine_text, folder_,
                               list_settings(study_, scenario, design)};
    std::vector<Trial> trials;
    for (std::size_t t = 0; t < samples_.size(); ++t) {
      const Machine machine = make_sample(origin.settings, scenario.load_case, t);
      trials.push_back(try_machine(machine, origin, design));
    }
    return trials;
  }

  // Bounds of parameters are for designs, not for what is made of them: samples may be beyond.
  // What cannot be at all, a negative mass, cannot be in a sample either.
  [[nodiscard]] Machine make_sample(const std::vector<ParameterOverride>& settings,
                                    const std::string& load_case, std::size_t sample) const {
    std::vector<ParameterError> errors;
    for (std::size_t k = 0; k < samples_[sample].size(); ++k) {
      errors.push_back({.name = study_.tolerances[k].parameter, .offset = samples_[sample][k]});
    }
    if (sample == 0) errors.clear();
    try {
      return read_machine(document_, study_.machine_file, folder_, settings, load_case, errors);
    } catch (const InputError& error) {
      if (sample == 0) throw;
      throw Error(fmt::format("with sample {} of the tolerances: {}", sample, error.what()));
    }
  }

  Trial try_machine(const Machine& machine, const MachineOrigin& origin,
                    const Design& design) const {
    Trial trial;
    for (const MeasureValue& one : measure_machine(study_, machine, origin)) {
      trial.measures.push_back(one.value);
      trial.shortfall += one.shortfall;
      if (trial.reason.empty()) trial.reason = one.reason;
    }
    std::vector<double> symbols(study_.symbols.size(), kNaN);
    const auto fill_symbols = [&](StudySymbol::Kind kind) {
      for (std::size_t i = 0; i < symbols.size(); ++i) {
        if (study_.symbols[i].kind == kind) {
          symbols[i] = find_symbol(study_.symbols[i], machine, design, trial);
        }
      }
    };
    fill_symbols(StudySymbol::Kind::parameter);
    fill_symbols(StudySymbol::Kind::column);
    fill_symbols(StudySymbol::Kind::measure);
    for (const StudyFormula& one : study_.quantities) {
      trial.quantities.push_back(one.expression.evaluate(symbols));
      fill_symbols(StudySymbol::Kind::quantity);
    }
    for (const StudyObjective& one : study_.objectives) {
      trial.objectives.push_back(one.formula.expression.evaluate(symbols));
    }
    for (const StudyConstraint& one : study_.constraints) {
      trial.constraints.push_back(one.formula.expression.evaluate(symbols));
    }
    return trial;
  }

  [[nodiscard]] double find_symbol(const StudySymbol& symbol, const Machine& machine,
                                   const Design& design, const Trial& trial) const {
    switch (symbol.kind) {
      case StudySymbol::Kind::parameter:
        return machine.parameters.find(symbol.name)->value;
      case StudySymbol::Kind::column: {
        const auto row = static_cast<std::size_t>(design[symbol.index]);
        return study_.variables[symbol.index].column_values[row][symbol.column];
      }
      case StudySymbol::Kind::measure:
        return trial.measures[symbol.index];
      case StudySymbol::Kind::quantity:
        return symbol.index < trial.quantities.size() ? trial.quantities[symbol.index] : kNaN;
    }
    return kNaN;
  }

  // The scenario and sample with the largest shortfall counts.
  static void take_shortfall(const std::vector<std::vector<Trial>>& trials, DesignRecord& record) {
    for (const std::vector<Trial>& samples : trials) {
      for (const Trial& trial : samples) {
        if (trial.shortfall <= record.violation) continue;
        record.violation = trial.shortfall;
        record.reason = trial.reason;
      }
    }
  }

  void take_objectives(const std::vector<std::vector<Trial>>& trials, DesignRecord& record) const {
    std::vector<double> weights;
    for (const StudyScenario& scenario : study_.scenarios) weights.push_back(scenario.weight);
    for (std::size_t k = 0; k < study_.objectives.size(); ++k) {
      const StudyObjective& objective = study_.objectives[k];
      std::vector<double> scenarios;
      for (const std::vector<Trial>& samples : trials) {
        std::vector<double> values;
        for (const Trial& trial : samples) values.push_back(trial.objectives[k]);
        scenarios.push_back(gather(values, {}, objective.over_tolerances, !objective.is_maximized));
      }
      const double value =
          gather(scenarios, weights, objective.over_scenarios, !objective.is_maximized);
      record.objectives.push_back(std::isfinite(value) ? settle(value) : kNaN);
      if (!std::isfinite(value)) note_missing("objective", objective.formula, record);
    }
  }

  void take_constraints(const std::vector<std::vector<Trial>>& trials, DesignRecord& record) const {
    for (std::size_t k = 0; k < study_.constraints.size(); ++k) {
      const StudyConstraint& constraint = study_.constraints[k];
      std::vector<std::vector<double>> values;
      for (const std::vector<Trial>& samples : trials) {
        std::vector<double>& of_scenario = values.emplace_back();
        for (const Trial& trial : samples) of_scenario.push_back(trial.constraints[k]);
      }
      const double value = gather_constraint(constraint, values);
      record.constraints.push_back(settle(value));
      if (std::isnan(value)) {
        note_missing("constraint", constraint.formula, record);
        continue;
      }
      const double excess = std::max(0.0, calc_excess(constraint, value));
      if (excess > 0.0 && record.reason.empty()) {
        record.reason = describe(constraint, value);
      }
      record.violation += excess;
    }
  }

  // A formula without a value although all its inputs have one.
  static void note_missing(const char* what, const StudyFormula& formula, DesignRecord& record) {
    if (record.violation == 0.0) {
      record.reason = fmt::format("{} '{}' is not a finite number", what, formula.name);
    }
    record.violation = std::max(record.violation, 1.0);
  }

  // Reasons are stored, and so in SI.
  static std::string describe(const StudyConstraint& constraint, double value) {
    const bool is_low = constraint.at_least && value < *constraint.at_least;
    const std::string& si = constraint.formula.unit.si;
    const std::string unit = si.empty() || si == "1" ? "" : " " + si;
    return fmt::format("constraint '{}': {:.6g}{} is {} {:.6g}{}", constraint.formula.name, value,
                       unit, is_low ? "below" : "above",
                       is_low ? *constraint.at_least : *constraint.at_most, unit);
  }

  const Study& study_;
  Node document_;
  std::string folder_;
  std::vector<std::vector<double>> samples_;
};

DesignEvaluator::DesignEvaluator(const Study& study) : work_(std::make_unique<Work>(study)) {}

DesignEvaluator::~DesignEvaluator() = default;

DesignRecord DesignEvaluator::evaluate(const Design& design) {
  return work_->evaluate(design);
}

std::vector<DesignRecord> DesignEvaluator::evaluate_samples(const Design& design) {
  return work_->evaluate_samples(design);
}

std::vector<StudyColumn> make_columns(const Study& study) {
  using Role = StudyColumn::Role;
  std::vector<StudyColumn> columns;
  for (const StudyVariable& one : study.variables) {
    StudyColumn column{one.search.name, Role::variable, one.unit, one.description, one.choices};
    column.is_integer = one.search.kind == DesignVariable::Kind::integer;
    columns.push_back(std::move(column));
  }
  for (const StudyObjective& one : study.objectives) {
    StudyColumn column{one.formula.name, Role::objective, one.formula.unit,
                       one.formula.description};
    column.is_maximized = one.is_maximized;
    columns.push_back(std::move(column));
  }
  for (const StudyConstraint& one : study.constraints) {
    columns.push_back(
        {one.formula.name, Role::constraint, one.formula.unit, one.formula.description});
  }
  for (const StudyScenario& scenario : study.scenarios) {
    const std::string suffix = study.scenarios.size() > 1 ? "[" + scenario.name + "]" : "";
    for (const Measure& one : study.measures) {
      columns.push_back({one.name + suffix, Role::quantity, one.unit});
    }
    for (const StudyFormula& one : study.quantities) {
      columns.push_back({one.name + suffix, Role::quantity, one.unit, one.description});
    }
  }
  return columns;
}

}  // namespace evaluator
}  // namespace globaldyn::inside
