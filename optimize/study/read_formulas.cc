#include "optimize/study/read_formulas.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "core/description/formula_unit.h"
#include "core/description/quantities.h"
#include "optimize/store/study_header.h"

namespace globaldyn::inside {
inline namespace study {
namespace {

using SymbolKind = StudySymbol::Kind;

// Formulas of one study: its parameters, catalogues, machine and quantities are what their names
// may stand for.
class FormulaReader {
 public:
  explicit FormulaReader(Study& study) : study_(study) {
    for (std::size_t i = 0; i < study.variables.size(); ++i) taken_.push_back(name_of(i));
    taken_.insert(taken_.end(), kFixedColumns.begin(), kFixedColumns.end());
  }

  StudyFormula read(const Node& key, const Node& text) {
    StudyFormula formula;
    formula.name = read_name(key);
    if (std::find(taken_.begin(), taken_.end(), formula.name) != taken_.end()) {
      key.fail("there is '" + formula.name + "' already", "expected another name");
    }
    if (taken_.size() - kFixedColumns.size() == kMostStudyColumns) {
      key.fail(fmt::format("more than {} variables and formulas", kMostStudyColumns),
               "expected fewer");
    }
    measures_.clear();
    formula.expression = Expression::parse(
        text.text(), text.place(),
        [&](const std::string& name, const SourcePlace& place) { return find(name, place); });
    std::sort(measures_.begin(), measures_.end());
    measures_.erase(std::unique(measures_.begin(), measures_.end()), measures_.end());
    formula.measures = measures_;
    formula.unit =
        find_formula_unit(formula.expression, std::nullopt,
                          [&](const std::string& name) { return find_quantity_of(name); });
    taken_.push_back(formula.name);
    return formula;
  }

 private:
  [[nodiscard]] const std::string& name_of(std::size_t variable) const {
    return study_.variables[variable].search.name;
  }

  // What a name stands for: quantities first, then columns of catalogues, parameters, measures.
  Symbol find(const std::string& name, const SourcePlace& place) {
    const auto& quantities = study_.quantities;
    const auto quantity = std::find_if(quantities.begin(), quantities.end(),
                                       [&](const auto& one) { return one.name == name; });
    if (quantity != quantities.end()) {
      measures_.insert(measures_.end(), quantity->measures.begin(), quantity->measures.end());
      return add(
          {SymbolKind::quantity, name, static_cast<std::size_t>(quantity - quantities.begin()), 0},
          quantity->expression.is_typed(), quantity->expression.dimension());
    }
    const std::size_t dot = name.find('.');
    if (dot == std::string::npos) return find_parameter(name, place);
    for (std::size_t i = 0; i < study_.variables.size(); ++i) {
      if (name_of(i) == name.substr(0, dot) && !study_.variables[i].columns.empty()) {
        return find_column(i, name, name.substr(dot + 1), place);
      }
    }
    return find_measured(name, place);
  }

  // Of a name that has been found: columns of catalogues are known by their dimension only.
  [[nodiscard]] std::optional<UnitKind> find_quantity_of(const std::string& name) const {
    const auto find = [&](const auto& list) -> std::optional<UnitKind> {
      const auto found =
          std::find_if(list.begin(), list.end(), [&](const auto& one) { return one.name == name; });
      return found != list.end() ? kind_of(found->unit) : std::nullopt;
    };
    if (const auto quantity = find(study_.quantities)) return quantity;
    if (const auto parameter = find(study_.machine.parameters.all())) return parameter;
    return find(study_.measures);
  }

  Symbol find_parameter(const std::string& name, const SourcePlace& place) {
    if (const Parameter* parameter = study_.machine.parameters.find(name)) {
      return add({SymbolKind::parameter, name, 0, 0}, parameter->typed, parameter->dimension);
    }
    std::vector<std::string> names = study_.machine.parameters.names();
    for (const StudyFormula& one : study_.quantities) names.push_back(one.name);
    throw InputError(place, "unknown name '" + name + "'",
                     suggest_name(name, names) + ", or PATH.CRITERION, MAP.REDUCTION");
  }

  Symbol find_column(std::size_t variable, const std::string& name, const std::string& column,
                     const SourcePlace& place) {
    const auto& columns = study_.variables[variable].columns;
    const auto found = std::find(columns.begin(), columns.end(), column);
    if (found == columns.end()) {
      throw InputError(place, "the catalogue has no column '" + column + "'",
                       suggest_name(column, columns));
    }
    const auto index = static_cast<std::size_t>(found - columns.begin());
    const Symbol& type = study_.variables[variable].column_types[index];
    return add({SymbolKind::column, name, variable, index}, type.typed, type.dimension);
  }

  Symbol find_measured(const std::string& name, const SourcePlace& place) {
    auto& measures = study_.measures;
    const auto known = std::find_if(measures.begin(), measures.end(),
                                    [&](const Measure& one) { return one.name == name; });
    const auto index = static_cast<std::size_t>(known - measures.begin());
    if (known == measures.end()) {
      measures.push_back(find_measure(study_.machine, name, place));
      if (measures.back().kind == Measure::Kind::of_cycle) refuse_loads(name, place);
    }
    measures_.push_back(index);
    return add({SymbolKind::measure, name, index, 0}, measures[index].has_dimension,
               measures[index].dimension);
  }

  void refuse_loads(const std::string& name, const SourcePlace& place) const {
    for (const StudyScenario& scenario : study_.scenarios) {
      if (scenario.load_case.empty()) continue;
      throw InputError(place, "'" + name + "' of a cycle in a scenario under a load case",
                       "expected scenarios without 'load': steps of cycles say what acts");
    }
  }

  // A quantity may have the name of a parameter that formulas above it use.
  Symbol add(const StudySymbol& symbol, bool typed, const Dimension& dimension) {
    auto& symbols = study_.symbols;
    const auto known = std::find_if(symbols.begin(), symbols.end(), [&](const StudySymbol& one) {
      return one.kind == symbol.kind && one.name == symbol.name;
    });
    const int index = static_cast<int>(known - symbols.begin());
    if (known == symbols.end()) symbols.push_back(symbol);
    return {Symbol::Kind::variable, 0.0, index, typed, dimension};
  }

  Study& study_;
  std::vector<std::string> taken_;     // names of columns
  std::vector<std::size_t> measures_;  // of the formula being read
};

void read_notes(const Node& node, StudyFormula& formula) {
  if (const auto unit = node.find("unit")) {
    formula.unit = find_formula_unit(formula.expression, unit);
  }
  if (const auto text = node.find("description")) formula.description = text->text();
}

StudyFormula read_quantity(const Node& key, const Node& node, FormulaReader& reader) {
  (void)read_symbol_name(key);  // formulas below may name it
  if (!node.is_map()) return reader.read(key, node);
  node.allow_only({"formula", "unit", "description"});
  StudyFormula formula = reader.read(key, node.require("formula"));
  read_notes(node, formula);
  return formula;
}

StudyObjective read_objective(const Node& key, const Node& node, FormulaReader& reader) {
  node.allow_only({"minimize", "maximize", "scenarios", "tolerances", "unit", "description"});
  node.allow_one_of({"minimize", "maximize"});
  StudyObjective objective;
  const auto maximized = node.find("maximize");
  objective.is_maximized = maximized.has_value();
  objective.formula = reader.read(key, maximized ? *maximized : node.require("minimize"));
  read_notes(node, objective.formula);
  static const std::vector<std::string> kinds{"nominal", "mean", "worst"};
  if (const auto over = node.find("scenarios")) {
    objective.over_scenarios = static_cast<Gather>(1 + over->read_choice({"mean", "worst"}));
  }
  if (const auto over = node.find("tolerances")) {
    objective.over_tolerances = static_cast<Gather>(over->read_choice(kinds));
  }
  return objective;
}

double read_bound(const Node& node, const StudyFormula& formula, const Study& study) {
  const Expression bound =
      Expression::parse(node.text(), node.place(), study.machine.parameters.make_scope());
  if (formula.expression.is_typed()) bound.require_dimension(formula.expression.dimension());
  const double value = bound.evaluate();
  if (!std::isfinite(value)) node.fail("'" + node.text() + "'", "expected a finite number");
  return value;
}

StudyConstraint read_constraint(const Node& key, const Node& node, FormulaReader& reader,
                                const Study& study) {
  node.allow_only({"value", "at_least", "at_most", "scale", "tolerances", "unit", "description"});
  StudyConstraint constraint;
  constraint.formula = reader.read(key, node.require("value"));
  read_notes(node, constraint.formula);
  double size = 0.0;
  if (const auto least = node.find("at_least")) {
    constraint.at_least = read_bound(*least, constraint.formula, study);
    size = std::abs(*constraint.at_least);
  }
  if (const auto most = node.find("at_most")) {
    constraint.at_most = read_bound(*most, constraint.formula, study);
    size = std::max(size, std::abs(*constraint.at_most));
  }
  if (!constraint.at_least && !constraint.at_most) {
    node.fail("a constraint without a bound", "expected 'at_least' or 'at_most'");
  }
  if (constraint.at_least && constraint.at_most && *constraint.at_least > *constraint.at_most) {
    node.fail("'at_least' above 'at_most'", "expected at_least <= at_most");
  }
  constraint.scale = size > 0.0 ? size : 1.0;
  if (const auto scale = node.find("scale")) {
    constraint.scale = read_bound(*scale, constraint.formula, study);
    if (!(constraint.scale > 0.0)) scale->fail("'" + scale->text() + "'", "expected > 0");
  }
  if (const auto over = node.find("tolerances")) {
    constraint.over_tolerances =
        static_cast<Gather>(over->read_choice({"nominal", "mean", "worst"}));
  }
  return constraint;
}

}  // namespace

void read_formulas(const Node& root, Study& study) {
  FormulaReader reader(study);
  if (const auto node = root.find("quantities")) {
    for (const auto& [key, value] : node->entries()) {
      study.quantities.push_back(read_quantity(key, value, reader));
    }
  }
  const Node objectives = root.require("objectives");
  for (const auto& [key, value] : objectives.entries()) {
    study.objectives.push_back(read_objective(key, value, reader));
  }
  if (study.objectives.empty()) objectives.fail("no objective", "expected at least one");
  if (const auto node = root.find("constraints")) {
    for (const auto& [key, value] : node->entries()) {
      study.constraints.push_back(read_constraint(key, value, reader, study));
    }
  }
}

}  // namespace study
}  // namespace globaldyn::inside
