#include "optimize/study/read_variables.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <unordered_map>
#include <unordered_set>

#include "core/description/formula_unit.h"
#include "core/description/quantities.h"
#include "core/expression/unit_product.h"
#include "optimize/store/study_header.h"
#include "optimize/study/catalogue.h"

namespace globaldyn::inside {
inline namespace study {
namespace {

using VariableKind = DesignVariable::Kind;

constexpr std::size_t kMostChoices = 100'000;

const Parameter& find_parameter(const Node& key, const Parameters& parameters) {
  const Parameter* parameter = parameters.find(key.text());
  if (parameter == nullptr) {
    key.fail("the machine has no parameter '" + key.text() + "'",
             suggest_name(key.text(), parameters.names()));
  }
  return *parameter;
}

// What values of the parameter are in: as the file says, else as one of them does.
QuantityUnit find_unit(const Parameter& parameter, const Node& value,
                       const Parameters& parameters) {
  if (parameter.typed) return parameter.unit;
  const Expression one = Expression::parse(value.text(), value.place(), parameters.make_scope());
  if (!one.is_typed()) return {};
  const auto name = find_unit_of_number(value.text());
  const auto unit = name ? try_unit(*name) : std::nullopt;
  return unit ? name_si_unit(kind_of(*name, *unit)) : format_unit(one.dimension());
}

// A number as a value of the parameter, with its dimension if that is known.
double read_value(const Node& node, const Parameter& parameter, const Parameters& parameters) {
  const Expression value = Expression::parse(node.text(), node.place(), parameters.make_scope());
  if (parameter.typed) value.require_dimension(parameter.dimension);
  const double number = value.evaluate();
  if (!std::isfinite(number)) node.fail("'" + node.text() + "'", "expected a finite number");
  const bool is_low = parameter.min && number < *parameter.min;
  if (is_low || (parameter.max && number > *parameter.max)) {
    node.fail(fmt::format("'{}' = {} is {} of the machine file", parameter.name, node.text(),
                          is_low ? "below its min" : "above its max"),
              fmt::format("expected at {} {} in SI", is_low ? "least" : "most",
                          is_low ? *parameter.min : *parameter.max));
  }
  return number;
}

// The ends of a range are of one dimension, also where the file does not say of which.
void require_same(const Node& node, const QuantityUnit& unit, const Parameters& parameters) {
  if (const auto known = try_unit(unit.si)) {
    Expression::parse(node.text(), node.place(), parameters.make_scope())
        .require_dimension(known->dimension);
  }
}

void read_range(const Node& node, const Parameter& parameter, const Parameters& parameters,
                StudyVariable& variable) {
  node.allow_only({"from", "to", "scale", "whole", "description"});
  DesignVariable& search = variable.search;
  const Node from = node.require("from");
  const Node to = node.require("to");
  search.low = read_value(from, parameter, parameters);
  search.high = read_value(to, parameter, parameters);
  variable.unit = find_unit(parameter, from, parameters);
  require_same(to, variable.unit, parameters);
  if (!(search.low < search.high)) to.fail("'from' not below 'to'", "expected from < to");
  if (const auto scale = node.find("scale")) {
    search.is_log = scale->read_choice({"linear", "log"}) == 1;
    if (search.is_log && !(search.low > 0.0)) {
      from.fail("a logarithmic scale from " + from.text(), "expected from > 0");
    }
  }
  // Shares of the range must be finite numbers.
  const double width = search.is_log ? search.high / search.low : search.high - search.low;
  if (!std::isfinite(width)) to.fail("a range too wide for numbers", "expected nearer ends");
  const auto whole = node.find("whole");
  if (!whole || !whole->read_flag()) return;
  search.kind = VariableKind::integer;
  const bool is_whole =
      search.low == std::floor(search.low) && search.high == std::floor(search.high);
  if (!is_whole || search.is_log || search.high - search.low > 1e9) {
    node.fail("a range of whole numbers that does not fit",
              "expected whole ends, linear, at most 1e9 apart");
  }
}

// The names of a variable's choices, without duplicates.
class ChoiceNames {
 public:
  explicit ChoiceNames(StudyVariable& variable) : variable_(variable) {}

  // `node` is the choice's node.
  void add(const std::string& name, const Node& node) {
    if (!taken_.insert(name).second)
      node.fail("'" + name + "' twice", "expected every choice once");
    if (taken_.size() > kMostChoices) {
      node.fail(fmt::format("more than {} choices", kMostChoices), "expected fewer");
    }
    variable_.choices.push_back(name);
  }

  void refuse_none(const Node& node) const {
    if (taken_.empty()) node.fail("no choice", "expected at least one");
  }

 private:
  StudyVariable& variable_;
  std::unordered_set<std::string> taken_;
};

// Sizes available for the parameter: numbered, and neighbours are similar.
void read_sizes(const Node& node, const Parameter& parameter, const Parameters& parameters,
                StudyVariable& variable) {
  node.allow_only({"values", "description"});
  variable.search.kind = VariableKind::integer;
  ChoiceNames names(variable);
  const Node values = node.require("values");
  for (const Node& item : values.items()) {
    const double value = read_value(item, parameter, parameters);
    names.add(item.text(), item);
    variable.settings.push_back(
        {make_override(parameter.name, {value, find_unit(parameter, item, parameters)})});
  }
  names.refuse_none(values);
}

// Named sets of parameters.
void read_choices(const Node& node, const Parameters& parameters, StudyVariable& variable) {
  node.allow_only({"choices", "description"});
  variable.search.kind = VariableKind::categorical;
  ChoiceNames names(variable);
  const Node choices = node.require("choices");
  for (const auto& [key, value] : choices.entries()) {
    names.add(key.text(), key);
    variable.settings.push_back(read_settings(value, parameters));
  }
  names.refuse_none(choices);
}

// What a catalogue's `set` makes of a row: per parameter a formula of the catalogue's columns.
struct RowSetting {
  std::string parameter;
  Expression value;
};

Scope make_column_scope(const Catalogue& catalogue) {
  return [&catalogue](const std::string& name, const SourcePlace& place) -> Symbol {
    std::vector<std::string> names;
    for (std::size_t i = 0; i < catalogue.columns.size(); ++i) {
      const CatalogueColumn& column = catalogue.columns[i];
      if (column.name == name) {
        return {Symbol::Kind::variable, 0.0, static_cast<int>(i), column.has_dimension,
                column.dimension};
      }
      names.push_back(column.name);
    }
    throw InputError(place, "the catalogue has no column '" + name + "'",
                     suggest_name(name, names));
  };
}

std::vector<RowSetting> read_row_settings(const Node& node, const Catalogue& catalogue,
                                          const Parameters& parameters) {
  std::vector<RowSetting> settings;
  for (const auto& [key, value] : node.entries()) {
    const Parameter& parameter = find_parameter(key, parameters);
    RowSetting setting{parameter.name, Expression::parse(value.text(), value.place(),
                                                         make_column_scope(catalogue))};
    if (parameter.typed) setting.value.require_dimension(parameter.dimension);
    settings.push_back(std::move(setting));
  }
  return settings;
}

std::vector<CatalogueRow> select_rows(const Node& node, const Catalogue& catalogue) {
  const auto wanted = node.find("rows");
  if (!wanted) return catalogue.rows;
  std::unordered_map<std::string, const CatalogueRow*> by_name;
  for (const CatalogueRow& row : catalogue.rows) by_name.emplace(row.name, &row);
  std::vector<CatalogueRow> rows;
  for (const Node& item : wanted->items()) {
    const auto found = by_name.find(item.text());
    if (found == by_name.end()) {
      std::vector<std::string> names;
      for (const CatalogueRow& row : catalogue.rows) names.push_back(row.name);
      item.fail("the catalogue has no part '" + item.text() + "'",
                suggest_name(item.text(), names));
    }
    rows.push_back(*found->second);
  }
  return rows;
}

void read_catalogue_choice(const Node& node, const Parameters& parameters,
                           const std::string& folder, std::vector<std::string>& files,
                           StudyVariable& variable) {
  node.allow_only({"catalogue", "set", "rows", "ordered", "description"});
  const Node file = node.require("catalogue");
  const std::string path = (std::filesystem::path(folder) / file.text()).string();
  const Catalogue catalogue = read_catalogue(path, file);
  files.push_back(path);
  const std::vector<RowSetting> settings =
      read_row_settings(node.require("set"), catalogue, parameters);
  const auto ordered = node.find("ordered");
  variable.search.kind =
      ordered && ordered->read_flag() ? VariableKind::integer : VariableKind::categorical;
  ChoiceNames names(variable);
  for (const CatalogueRow& row : select_rows(node, catalogue)) {
    names.add(row.name, file);
    std::vector<ParameterOverride>& of_row = variable.settings.emplace_back();
    for (const RowSetting& setting : settings) {
      const double value = setting.value.evaluate(row.values);
      if (!std::isfinite(value)) {
        throw InputError(
            setting.value.place(),
            fmt::format("'{}' of '{}' is not a finite number", setting.value.text(), row.name),
            "expected one for every part");
      }
      of_row.push_back(make_override(setting.parameter,
                                     {value, find_formula_unit(setting.value, std::nullopt)}));
    }
    variable.column_values.push_back(row.values);
  }
  names.refuse_none(node.find("rows").value_or(file));
  for (const CatalogueColumn& column : catalogue.columns) {
    variable.columns.push_back(column.name);
    variable.column_types.push_back(
        {Symbol::Kind::variable, 0.0, 0, column.has_dimension, column.dimension});
  }
}

StudyVariable read_variable(const Node& key, const Node& node, const Parameters& parameters,
                            const std::string& folder, std::vector<std::string>& files) {
  StudyVariable variable;
  variable.search.name = read_symbol_name(key);
  if (std::find(kFixedColumns.begin(), kFixedColumns.end(), variable.search.name) !=
      kFixedColumns.end()) {
    key.fail("every study has a column '" + variable.search.name + "'", "expected another name");
  }
  node.allow_one_of({"from", "values", "choices", "catalogue"});
  if (node.find("catalogue")) {
    read_catalogue_choice(node, parameters, folder, files, variable);
  } else if (node.find("choices")) {
    read_choices(node, parameters, variable);
  } else {
    const Parameter& parameter = find_parameter(key, parameters);
    if (node.find("values")) {
      read_sizes(node, parameter, parameters, variable);
    } else {
      read_range(node, parameter, parameters, variable);
    }
    variable.description = parameter.description;
  }
  if (!variable.choices.empty()) {
    variable.search.low = 0.0;
    variable.search.high = static_cast<double>(variable.choices.size()) - 1.0;
    variable.unit = "1";
  } else if (variable.search.kind != VariableKind::continuous && variable.unit.empty()) {
    variable.unit = "1";
  }
  if (const auto text = node.find("description")) variable.description = text->text();
  return variable;
}

// A parameter that two variables set has no definite value.
void refuse_set_twice(const Node& node, const std::vector<StudyVariable>& variables) {
  std::vector<std::string> taken;
  for (const StudyVariable& variable : variables) {
    std::vector<std::string> own;
    if (variable.settings.empty()) own.push_back(variable.search.name);
    for (const auto& settings : variable.settings) {
      for (const ParameterOverride& one : settings) own.push_back(one.name);
    }
    std::sort(own.begin(), own.end());
    own.erase(std::unique(own.begin(), own.end()), own.end());
    for (const std::string& name : own) {
      if (std::find(taken.begin(), taken.end(), name) != taken.end()) {
        node.require(variable.search.name)
            .fail("parameter '" + name + "' is set by another variable, too",
                  "expected one variable for it");
      }
    }
    taken.insert(taken.end(), own.begin(), own.end());
  }
}

}  // namespace

std::vector<ParameterOverride> read_settings(const Node& node, const Parameters& parameters) {
  std::vector<ParameterOverride> settings;
  for (const auto& [key, value] : node.entries()) {
    const Parameter& parameter = find_parameter(key, parameters);
    const Expression expression =
        Expression::parse(value.text(), value.place(), parameters.make_scope());
    if (parameter.typed) expression.require_dimension(parameter.dimension);
    settings.push_back({parameter.name, value.text()});
  }
  return settings;
}

std::vector<StudyVariable> read_variables(const Node& node, const Parameters& parameters,
                                          const std::string& folder,
                                          std::vector<std::string>& files) {
  std::vector<StudyVariable> variables;
  for (const auto& [key, value] : node.entries()) {
    if (variables.size() == kMostStudyColumns) {
      key.fail(fmt::format("more than {} variables", kMostStudyColumns), "expected fewer");
    }
    variables.push_back(read_variable(key, value, parameters, folder, files));
  }
  if (variables.empty()) node.fail("no variable", "expected at least one");
  refuse_set_twice(node, variables);
  return variables;
}

}  // namespace study
}  // namespace globaldyn::inside
