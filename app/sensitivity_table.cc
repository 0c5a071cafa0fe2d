#include "app/sensitivity_table.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "app/colour.h"
#include "app/study_tables.h"
#include "app/table.h"

namespace globaldyn::inside::app {
namespace {

using Rows = std::vector<std::vector<std::string>>;
using Role = StudyColumn::Role;

// Variables by decreasing strength; those whose strength is not known come last.
std::vector<std::size_t> sort_by(const std::vector<double>& strengths) {
  std::vector<std::size_t> order(strengths.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  const auto known = [&](std::size_t i) { return std::isnan(strengths[i]) ? -1.0 : strengths[i]; };
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return known(a) > known(b); });
  return order;
}

std::string tell_interval(const Interval& interval) {
  if (std::isnan(interval.low)) return "";
  return fmt::format("{} … {}", spell(interval.low), spell(interval.high));
}

void print_effects(const std::vector<ElementaryEffects>& effects,
                   const std::vector<std::string>& variables, const StudyColumn& output,
                   const ShownUnits& units) {
  Rows rows{{"effect on " + head(units, output), "mean absolute", "mean", "deviation", "effects"}};
  std::vector<double> strengths;
  for (const ElementaryEffects& one : effects) strengths.push_back(one.mean_absolute);
  for (const std::size_t i : sort_by(strengths)) {
    const ElementaryEffects& one = effects[i];
    rows.push_back({variables[i], tell_number(units, one.mean_absolute, output.unit),
                    tell_number(units, one.mean, output.unit),
                    tell_number(units, one.deviation, output.unit), fmt::format("{}", one.count)});
  }
  print_table(rows, "lr");
}

void print_indices(const SobolIndices& indices, const std::vector<std::string>& variables,
                   const StudyColumn& output) {
  Rows rows{{"share of the variance of " + output.name, "first", "95 %", "total", "95 %"}};
  std::vector<double> strengths;
  for (const SobolIndex& one : indices.of) strengths.push_back(one.total);
  for (const std::size_t i : sort_by(strengths)) {
    const SobolIndex& one = indices.of[i];
    rows.push_back({variables[i], spell(one.first), tell_interval(one.first_interval),
                    spell(one.total), tell_interval(one.total_interval)});
  }
  print_table(rows, "lr");
}

}  // namespace

void print_sensitivity(const Sensitivity& sensitivity, const StudyTable& table,
                       const ShownUnits& units) {
  std::vector<StudyColumn> outputs = table.columns(Role::objective);
  for (const StudyColumn& one : table.columns(Role::constraint)) outputs.push_back(one);
  for (std::size_t k = 0; k < sensitivity.outputs.size(); ++k) {
    if (k < sensitivity.effects.size()) {
      print_effects(sensitivity.effects[k], sensitivity.variables, outputs.at(k), units);
    } else if (k < sensitivity.indices.size()) {
      print_indices(sensitivity.indices[k], sensitivity.variables, outputs.at(k));
    }
  }
}

}  // namespace globaldyn::inside::app
