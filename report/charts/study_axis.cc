#include "report/charts/study_axis.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "core/base/constants.h"
#include "core/base/nth.h"
#include "core/base/round_off.h"
#include "report/canvas/labels.h"

namespace globaldyn::inside::report {
namespace {

using Role = StudyColumn::Role;

void convert(const std::vector<StudyColumn>& columns, StudyColumn::Role role,
             const ShownUnits& units, std::vector<double>& numbers) {
  std::size_t place = 0;
  for (const StudyColumn& column : columns) {
    if (column.role != role || place == numbers.size()) continue;  // a failed design has none
    if (column.choices.empty()) numbers[place] /= units.unit_for(column.unit).size;
    ++place;
  }
}

const std::vector<double>& numbers_of(const DesignRecord& record, Role role) {
  if (role == Role::variable) return record.design;
  return role == Role::objective ? record.objectives : record.constraints;
}

// The value that nine tenths of the designs are better than, towards the worse side.
double find_usual_worst(const StudyAxis& objective, const DesignList& designs) {
  std::vector<double> values;
  for (const DesignRecord* one : designs) values.push_back(objective.value(*one));
  const double share = objective.column.is_maximized ? 0.1 : 0.9;
  const auto at =
      values.begin() + static_cast<std::ptrdiff_t>(share * static_cast<double>(values.size() - 1));
  std::nth_element(values.begin(), at, values.end());
  return *at;
}

void sort_by_first(const StudyTable& table, DesignList& designs) {
  const StudyAxis first = list_axes(table, Role::objective).front();
  std::stable_sort(designs.begin(), designs.end(),
                   [&](const DesignRecord* a, const DesignRecord* b) {
                     return first.column.is_maximized ? first.value(*a) > first.value(*b)
                                                      : first.value(*a) < first.value(*b);
                   });
}

}  // namespace

StudyTable convert(StudyTable table, const ShownUnits& units) {
  for (DesignRecord& record : table.records) {
    convert(table.header.columns, Role::variable, units, record.design);
    convert(table.header.columns, Role::objective, units, record.objectives);
    convert(table.header.columns, Role::constraint, units, record.constraints);
  }
  for (StudyColumn& column : table.header.columns) {
    if (column.choices.empty()) column.unit = units.unit_for(column.unit).name;
  }
  return table;
}

double StudyAxis::value(const DesignRecord& record) const {
  return numbers_of(record, column.role)[place];
}

std::vector<StudyAxis> list_axes(const StudyTable& table, Role role) {
  std::vector<StudyAxis> axes;
  for (StudyColumn& column : table.columns(role)) axes.push_back({std::move(column), axes.size()});
  return axes;
}

std::string title_of(const StudyColumn& column) {
  const bool is_plain = column.unit.empty() || column.unit == "1";
  return column.name + (is_plain ? "" : " [" + to_typeset(column.unit.si) + "]");
}

const char* aim_of(const StudyColumn& objective) {
  return objective.is_maximized ? "larger is better" : "smaller is better";
}

std::string title_with_aim(const StudyColumn& objective) {
  return title_of(objective) + ", " + aim_of(objective);
}

DesignList list_front(const StudyTable& table) {
  DesignList front;
  for (const std::uint64_t id : table.front) front.push_back(table.find(id));
  sort_by_first(table, front);
  return front;
}

DesignList list_best(const StudyTable& table) {
  DesignList designs;
  for (const DesignRecord& record : table.records) {
    if (record.state == DesignState::ok) designs.push_back(&record);
  }
  sort_by_first(table, designs);
  return designs;
}

DesignList list_dominated(const StudyTable& table) {
  DesignList dominated;
  for (const DesignRecord& record : table.records) {
    if (record.state != DesignState::ok) continue;
    if (!std::binary_search(table.front.begin(), table.front.end(), record.id)) {
      dominated.push_back(&record);
    }
  }
  return dominated;
}

Interval find_span(const StudyAxis& axis, const DesignList& designs) {
  Interval span{kInfinity, -kInfinity};
  for (const DesignRecord* one : designs) {
    const double value = axis.value(*one);
    if (!std::isfinite(value)) continue;
    span = {std::min(span.low, value), std::max(span.high, value)};
  }
  return span;
}

Interval widen(const Interval& range, double share) {
  const double size = std::max(std::abs(range.low), std::abs(range.high));
  if (!(range.low <= range.high)) return {0.0, 1.0};
  if (range.high - range.low > round_off::kSame * size) {
    const double margin = share * (range.high - range.low);
    return {range.low - margin, range.high + margin};
  }
  const double margin = size > 0.0 ? 0.05 * size : 1.0;
  return {range.low - margin, range.high + margin};
}

Interval choose_span(const StudyAxis& objective, const DesignList& front,
                     const DesignList& others) {
  Interval span = find_span(objective, front);
  if (others.empty()) return span;
  const double usual = find_usual_worst(objective, others);
  const double length = span.high - span.low;
  const double most = length > 0.0 ? length : kInfinity;
  if (objective.column.is_maximized) {
    span.low = std::min(span.low, std::max(usual, span.low - most));
  } else {
    span.high = std::max(span.high, std::min(usual, span.high + most));
  }
  return span;
}

double choose_tic_step(const Interval& range, int most) {
  const double rough = (range.high - range.low) / most;
  const double power = std::pow(10.0, std::floor(std::log10(rough)));
  for (const double digit : {1.0, 2.0, 5.0}) {
    if (rough <= digit * power * (1.0 + round_off::kSame)) return digit * power;
  }
  return 10.0 * power;
}

}  // namespace globaldyn::inside::report
