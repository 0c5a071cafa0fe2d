#pragma once

#include <vector>

#include "globaldyn/survey/panel.h"
#include "globaldyn/survey/panel_draft.h"
#include "globaldyn/survey/reversal_search.h"
#include "globaldyn/survey/survey_walk.h"

namespace globaldyn::inside {
inline namespace survey {

/// Makes panels from drafts: cuts them at reversals of drives with losses and where drives lose
/// control of a degree of freedom. The walk must outlive it.
class PanelCutter {
 public:
  explicit PanelCutter(SurveyWalk& walk)
      : walk_(walk), model_(walk.model()), p_max_(walk.model().p_max()) {}

  /// Appends the panels of a draft, and to `breaks` where it was or could have been cut.
  void cut(PanelDraft& draft, std::vector<double>& breaks, std::vector<Panel>& panels);

 private:
  [[nodiscard]] std::vector<double> find_control_losses(const PanelDraft& draft);
  [[nodiscard]] double find_crossing(const PanelDraft& draft, const FittedCourse& course, double p);
  [[nodiscard]] double find_turning(const PanelDraft& draft, const FittedCourse& course, double p);
  [[nodiscard]] std::vector<double> find_corners(const PanelDraft& draft, double p);
  void find_corners(double low, double high, int rounds, std::vector<double>& corners);
  [[nodiscard]] bool is_lost(double p);
  [[nodiscard]] std::vector<double> find_roots(const PanelDraft& draft);
  [[nodiscard]] PanelSides find_sides(const PanelDraft& draft, const Interval& between);
  [[nodiscard]] Direction find_direction(const PanelDraft& draft, std::size_t drive,
                                         const Interval& between);
  [[nodiscard]] Measure measure_rate(std::size_t drive);
  [[nodiscard]] Measure measure_determinant(const PanelDraft& draft);
  [[nodiscard]] Measure measure_hold(const PanelDraft& draft);
  [[nodiscard]] double find_sure_rate(const FittedCourse& course, std::size_t drive,
                                      const Interval& between);

  SurveyWalk& walk_;
  const SurveyModel& model_;
  double p_max_;
};

}  // namespace survey
}  // namespace globaldyn::inside
