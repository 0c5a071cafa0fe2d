#pragma once

#include <vector>

#include "globaldyn/plan/limit_field.h"
#include "globaldyn/survey/path_survey.h"

namespace globaldyn::inside {
inline namespace motion {

/// Becomes the rows of a panel at one p, divided by its factor; without equalities. Directions of
/// the preload are not multiplied by the factor. Labels stay as they are.
void write_rows(const SmoothLimits& limits, LimitSystem& system);

/// The limits of a surveyed path at any p, as those of poses, with a reserve kept free:
/// interpolated where there are panels, elsewhere those of the machine itself; at breaks those of
/// both sides; where drives lose control of a degree of freedom those of the machine there.
class PoseField final : public LimitField {
 public:
  /// The survey must outlive it. @param reserve fraction of every limit to be kept free
  PoseField(PathSurvey& survey, double reserve) : survey_(survey), reserve_(reserve) {}

  void look(std::span<const double> p, std::span<LimitsAt> limits) override;
  [[nodiscard]] std::size_t work_of_look() const override;

  /// The smallest p so far at which the machine cannot be; nothing is accessible there.
  [[nodiscard]] const PathFailure& missed() const { return missed_; }

 private:
  void write(double p, LimitsAt& limits);
  void write_beyond(double p, LimitsAt& limits);
  bool visit(double p, LimitSystem& system);
  void soften(const VectorXd& spare, LimitSystem& system);
  void take_here(LimitSystem& system) const;
  [[nodiscard]] bool is_vague(const Panel& panel) const;
  [[nodiscard]] bool is_break(double p) const;

  PathSurvey& survey_;
  double reserve_;
  PathFailure missed_;
  SmoothLimits smooth_;
  std::vector<LimitLabels> softened_;  // by the number of equalities
};

}  // namespace motion
}  // namespace globaldyn::inside
