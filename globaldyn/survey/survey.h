#pragma once

#include <span>
#include <utility>
#include <vector>

#include "core/base/interval.h"
#include "globaldyn/evaluation/sample_maker.h"
#include "globaldyn/survey/panel.h"
#include "globaldyn/survey/path_failure.h"
#include "globaldyn/survey/standstills.h"

namespace globaldyn::inside {
inline namespace survey {

struct SurveyOptions {
  /// Of interpolated limits: the error of each term of a row, relative to its largest value on the
  /// panel; for the constant, relative to the row's limits if they are larger; for the preload's
  /// directions, relative to the largest of any row. What is below 1e-11 of the largest of its kind
  /// is rounding error. Where a panel has a factor both are multiplied by it, so that next to a
  /// zero of it forces are correspondingly less accurate. 1e-11 is the smallest meaningful value.
  double accuracy{1e-6};
  std::size_t most_poses{200000};     ///< beyond that the survey gives up
  std::size_t memory{1'000'000'000};  ///< bytes that panels may hold before it gives up
  Pose start;                         ///< of the machine at p = 0, if known
  EvaluationMethod method;            ///< of all poses
  /// Whether forces that nothing limits are interpolated as accurately: of motions that are judged
  /// by what all drives do, not only by what limits allow.
  bool of_all_forces{false};
};

/// What a survey has found: the members of a Survey, which explains them.
struct SurveyFindings {
  LimitLabels labels;
  Pose start;
  double accuracy{0.0};
  PathFailure failure;
  bool gave_up{false};
  bool is_regular{true};
  bool reverses_in_rest{false};  ///< behind the panels, where they do not show it
  std::vector<double> breaks;
  std::vector<Panel> panels;
  std::vector<Standstill> standstills;
  std::vector<double> narrow_ends;  ///< of cells that are much shorter than their pieces
  std::vector<Interval> hidden;
  std::size_t bytes{0};
  double error{0.0};
};

/// A machine's path, surveyed once from start to end: its limits as polynomials on panels, where
/// they break, and where the machine cannot follow. A value that nobody changes any more: any
/// number of threads may read one, and it needs neither machine nor path.
class Survey {
 public:
  explicit Survey(SurveyFindings found) : found_(std::move(found)) {}

  /// The first pose found that is not ok; the survey ends there, and panels before it remain valid.
  /// Its p depends neither on the accuracy nor on where the machine was evaluated, except for
  /// obstacles narrower than 1/512 of the path.
  [[nodiscard]] const PathFailure& failure() const { return found_.failure; }

  /// Whether `most_poses` or `memory` was not enough; what was found ends there.
  [[nodiscard]] bool gave_up() const { return found_.gave_up; }

  /// False if panels cannot describe the limits: drives that cannot hold the machine at more than
  /// isolated p, or changing redundancy. Panels end there. What is behind was looked at pose by
  /// pose, for where the machine cannot follow and for breaks; the limits there are those of the
  /// machine itself.
  [[nodiscard]] bool is_regular() const { return found_.is_regular; }

  /// Whether drives with Coulomb friction reverse inside the path.
  [[nodiscard]] bool has_reversals() const;

  /// Labels of the rows: those of the machine's regions, and "tool", last, if the path limits its
  /// speed.
  [[nodiscard]] const LimitLabels& labels() const { return found_.labels; }

  /// In increasing order, with both ends of the path: wherever limits or their derivatives may
  /// jump, drives with Coulomb friction reverse, or drives lose control of a degree of freedom.
  [[nodiscard]] const std::vector<double>& breaks() const { return found_.breaks; }

  /// Places on features of the path's formulas or loads that equal distances along the path would
  /// miss, in increasing order: close enough to each other to show what these features are.
  /// @param on_cell how many on a length of six times a feature's width, if there are not thousands
  [[nodiscard]] std::vector<double> list_narrow(std::size_t on_cell = 16) const;

  /// Where formulas may have narrower features still, which nobody has looked at.
  [[nodiscard]] const std::vector<Interval>& hidden() const { return found_.hidden; }

  /// In increasing order and, unless the survey has ended early, without gaps from 0 to p_max; each
  /// between two neighbouring breaks.
  [[nodiscard]] std::span<const Panel> panels() const { return found_.panels; }

  /// Where the path itself stands still, in increasing order; each is at a break or where two
  /// pieces meet.
  [[nodiscard]] const std::vector<Standstill>& standstills() const { return found_.standstills; }
  /// That at p, up to rounding errors of places; null if the path moves there.
  [[nodiscard]] const Standstill* find_standstill(double p) const;

  /// The panel containing p; of two that meet there, the later. There must be one.
  [[nodiscard]] const Panel& find_panel(double p) const;

  /// Memory that panels hold, bytes.
  [[nodiscard]] std::size_t calc_bytes() const { return found_.bytes; }

  /// What was asked for, see SurveyOptions.
  [[nodiscard]] double accuracy() const { return found_.accuracy; }

  /// The largest estimated interpolation error, as defined by SurveyOptions::accuracy, of panels
  /// that are long enough to be resolved to it; others know their own.
  [[nodiscard]] double error() const { return found_.error; }

  /// The machine at p = 0, if it could be assembled.
  [[nodiscard]] const Pose& start() const { return found_.start; }

 private:
  SurveyFindings found_;
};

}  // namespace survey
}  // namespace globaldyn::inside
