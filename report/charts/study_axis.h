#pragma once

#include <string>
#include <vector>

#include "core/base/interval.h"
#include "core/expression/shown_units.h"
#include "optimize/store/study_table.h"

namespace globaldyn::inside::report {

/// Designs of a study; the table they are from must outlive them.
using DesignList = std::vector<const DesignRecord*>;

/// The study with all numbers in the units that people are shown them in.
[[nodiscard]] StudyTable convert(StudyTable table, const ShownUnits& units);

/// A variable, objective or constraint of a study, as an axis of a picture.
struct StudyAxis {
  StudyColumn column;
  std::size_t place{0};  ///< among the columns of its role

  /// In the column's unit, as the study defines it, also if it is maximised; the number of a
  /// choice.
  [[nodiscard]] double value(const DesignRecord& record) const;

  [[nodiscard]] bool has_choices() const { return !column.choices.empty(); }
};

/// The columns of a role, which is not `quantity`.
[[nodiscard]] std::vector<StudyAxis> list_axes(const StudyTable& table, StudyColumn::Role role);

/// "time [s]".
[[nodiscard]] std::string title_of(const StudyColumn& column);

/// "smaller is better", of an objective.
[[nodiscard]] const char* aim_of(const StudyColumn& objective);

/// "time [s], smaller is better", of an objective.
[[nodiscard]] std::string title_with_aim(const StudyColumn& objective);

/// The front by its first objective, the best first.
[[nodiscard]] DesignList list_front(const StudyTable& table);

/// The feasible designs that are not on the front.
[[nodiscard]] DesignList list_dominated(const StudyTable& table);

/// At most `count` of a list, evenly chosen, the first and the last included.
template <class List>
[[nodiscard]] List thin_out(const List& list, std::size_t count) {
  if (list.size() <= count || count < 2) return list;
  List chosen;
  for (std::size_t i = 0; i < count; ++i) {
    chosen.push_back(list[i * (list.size() - 1) / (count - 1)]);
  }
  return chosen;
}

/// The feasible designs by the first objective, the best first.
[[nodiscard]] DesignList list_best(const StudyTable& table);

/// The smallest and the largest value of designs; an empty interval (infinity, -infinity) of none.
[[nodiscard]] Interval find_span(const StudyAxis& axis, const DesignList& designs);

/// The range with a margin on both sides, a share of its length; one of some length where it has
/// none.
[[nodiscard]] Interval widen(const Interval& range, double share);

/// The range of an objective in which to look at a front among all other feasible designs: that of
/// the front, and on the worse side as much again if most of the others are there.
[[nodiscard]] Interval choose_span(const StudyAxis& objective, const DesignList& front,
                                   const DesignList& others);

/// 1, 2 or 5 times a power of ten: the step of at most `most` tics over the range.
[[nodiscard]] double choose_tic_step(const Interval& range, int most);

/// px: room for numbers and titles at the left of a plot, as much as 1.5e+07 takes.
inline constexpr double kPlotLeft = 110.0, kTitleDistance = 84.0;

/// The command for a faint grid behind a plot.
inline constexpr const char* kFaintGrid = "set grid back lt 1 lw 0.6 lc rgb '#e6e9ee'";

}  // namespace globaldyn::inside::report
