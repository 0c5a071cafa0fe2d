#include "app/rounding_tables.h"

#include <fmt/format.h>

#include <cmath>

#include "app/colour.h"
#include "app/table.h"
#include "optimize/evaluator/gather.h"

namespace globaldyn::inside::app {
namespace {

using Rows = std::vector<std::vector<std::string>>;

std::string describe_change(double before, double after) {
  if (before == 0.0 || !std::isfinite(after / before)) return "";
  return fmt::format("{:+.2g} %", 100.0 * (after - before) / std::abs(before));
}

std::string describe_bounds(const ShownUnits& units, const StudyConstraint& constraint) {
  const QuantityUnit& unit = constraint.formula.unit;
  std::string text;
  if (constraint.at_least) text = "at least " + tell(units, *constraint.at_least, unit);
  if (constraint.at_most) {
    text += (text.empty() ? "" : ", ") + ("at most " + tell(units, *constraint.at_most, unit));
  }
  return text;
}

bool is_violated(const StudyConstraint& constraint, double value) {
  return std::isnan(value) || calc_excess(constraint, value) > 0.0;
}

void add_row(const ShownUnits& units, const StudyFormula& formula, double before, double after,
             const std::string& remark, Rows& rows) {
  rows.push_back({formula.name, units.unit_for(formula.unit).name,
                  tell_number(units, before, formula.unit), tell_number(units, after, formula.unit),
                  describe_change(before, after), remark});
}

// A failed design has none.
double value_of(const std::vector<double>& values, std::size_t k) {
  return k < values.size() ? values[k] : std::nan("");
}

}  // namespace

void print_rounding(const Study& study, const std::vector<RoundedValue>& values) {
  Rows rows{{"variable", "unit", "exact", "rounded", ""}};
  for (const RoundedValue& one : values) {
    rows.push_back({study.variables[one.variable].search.name, one.unit,
                    fmt::format("{:.8g}", one.exact), fmt::format("{:.12g}", one.rounded),
                    one.is_kept ? "kept: nothing round lies in its range" : ""});
  }
  print_table(rows, "llrrl");
}

void print_consequences(const Study& study, const DesignRecord& before, const DesignRecord& after) {
  const ShownUnits& units = study.machine.units;
  Rows rows{{"objective", "unit", "exact", "rounded", "change", ""}};
  for (std::size_t k = 0; k < study.objectives.size(); ++k) {
    const StudyObjective& one = study.objectives[k];
    add_row(units, one.formula, value_of(before.objectives, k), value_of(after.objectives, k),
            one.is_maximized ? "large" : "small", rows);
  }
  print_table(rows, "llrrrl");
  rows = {{"constraint", "unit", "exact", "rounded", "change", ""}};
  for (std::size_t k = 0; k < study.constraints.size(); ++k) {
    const StudyConstraint& one = study.constraints[k];
    const double value = value_of(after.constraints, k);
    add_row(units, one.formula, value_of(before.constraints, k), value,
            describe_bounds(units, one) + (is_violated(one, value) ? ": VIOLATED" : ""), rows);
  }
  if (!study.constraints.empty()) print_table(rows, "llrrrl");
  if (after.state == DesignState::ok) return;
  const std::string was = before.state == DesignState::ok ? "" : ", as the exact one was";
  fmt::print("{}\n",
             in_red(fmt::format("THE ROUNDED DESIGN IS {}{}: {}",
                                after.state == DesignState::failed ? "FAILED" : "INFEASIBLE", was,
                                after.reason)));
}

}  // namespace globaldyn::inside::app
