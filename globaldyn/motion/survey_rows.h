#pragma once

#include <vector>

#include "globaldyn/convex/motion_field.h"
#include "globaldyn/motion/plan_path.h"
#include "globaldyn/survey/path_survey.h"

namespace globaldyn::inside {
inline namespace motion {

/// The limits of a surveyed path with their preload, as they are on its panels. y are the forces of
/// as many drives, the same ones all along, if these always determine the preload: so that it has
/// one meaning on all panels. They, and those that a motion is told with, are without the losses of
/// gears, which depend on the direction of power.
class SurveyRows final : public MotionField {
 public:
  /// The survey must outlive it, and have no panel on which drives lose control.
  /// @param machine and its path, of which the survey is; the drives' forces are the first rows
  /// @param options whose reserve and rise time hold, and whose wish says what has to be known
  SurveyRows(PathSurvey& survey, const Machine& machine, const Path& path,
             const PathPlanOptions& options);

  [[nodiscard]] const std::vector<FieldPart>& parts() const override { return parts_; }
  [[nodiscard]] int redundancy() const override { return redundancy_; }
  [[nodiscard]] int drives() const override { return drives_; }
  /// The drives whose forces are y; empty if there are none that always determine the preload.
  [[nodiscard]] const std::vector<Eigen::Index>& basis() const { return basis_; }
  [[nodiscard]] const std::vector<OtherForce>& other_forces() const override { return others_; }
  [[nodiscard]] const std::vector<DriveMotionLimit>& motion_limits() const override {
    return motion_limits_;
  }
  [[nodiscard]] FieldSupply supply() const override { return supply_; }
  [[nodiscard]] double tool_jerk(std::size_t part) const override;
  /// Whether the path goes on at its end as smoothly as it begins: forces and accelerations are the
  /// same functions of the motion there, up to what loads add.
  [[nodiscard]] bool closes_smoothly() const { return closes_smoothly_; }
  void write_course(std::size_t part, double p, FieldCourse& course) const override;
  [[nodiscard]] VectorXd find_told_forces(const VectorXd& values) const override;
  [[nodiscard]] int direction(std::size_t part, int drive) const override;
  void write(std::size_t part, double p, FieldRows& rows) const override;
  void write_rest(std::size_t part, double p, FieldRows& rows, VectorXd& friction) const override;

 private:
  void choose_basis(const Drives& drives);
  void join_parts();
  void list_forces(const Drives& drives);
  void list_motion_limits(const Drives& drives, double reserve, double rise_time);
  void list_tool_jerks(const Path& path, double reserve);
  void look_at_courses(PathSurvey& survey, const Mechanism& mechanism);
  void write_moving(std::size_t part, double p, FieldRows& rows) const;
  void take_basis(FieldRows& rows) const;

  const Survey& survey_;
  int drives_;
  VectorXd coulomb_;                // of drives
  std::vector<OtherForce> others_;  // of gears with losses
  std::vector<DriveMotionLimit> motion_limits_;
  FieldSupply supply_;
  std::vector<double> tool_jerks_;  // of panels; empty: none is limited
  /// Of every panel, if there are motion limits: rates and seconds of drives, then the tool's, at
  /// Chebyshev's points.
  std::vector<MatrixXd> courses_;
  // A drive's force without its gear's losses is in between two of its rows: at a share of the way
  // from its own to another one.
  struct LossFree {
    Eigen::Index other{0};
    double share{0.0};
  };
  template <class Rows>
  [[nodiscard]] auto find_loss_free(const Rows& rows, Eigen::Index drive) const;

  std::vector<int> lossy_;           // of drives, where their directions are on panels; -1: none
  std::vector<LossFree> loss_free_;  // of drives
  int redundancy_{0};
  std::vector<FieldPart> parts_;
  bool closes_smoothly_{false};

  std::vector<PanelLimits> limits_;  // of panels, with the reserve subtracted
  std::vector<Eigen::Index> basis_;  // drives whose forces are y; empty: y is that of the panel
  mutable SmoothLimits scratch_;
};

}  // namespace motion
}  // namespace globaldyn::inside
