#pragma once

#include <vector>

#include "core/kinematics/travel.h"
#include "globaldyn/evaluation/sample_maker.h"
#include "globaldyn/limits/gear.h"
#include "globaldyn/survey/panel.h"
#include "globaldyn/survey/tool_rows.h"

namespace globaldyn::inside {
inline namespace survey {

/// A limit row of a motor's force: what of it depends on the drive's direction.
struct LossyRow {
  Eigen::Index row{0};
  double coulomb{0.0};  ///< the friction that it contains while the drive moves
  Interval limits;      ///< both sides, of which some hold in one direction only
  GearPart part{GearPart::held};
};

/// A drive whose limits depend on its direction: with Coulomb friction or losses of its gear.
struct LossyDrive {
  DriveId drive;
  double coulomb{0.0};
  std::vector<LossyRow> rows;
};

/// What is kept of one pose of a survey: its limits without the parts that are not smooth.
struct SurveyNode {
  double p{0.0};
  Motion motion;  ///< without its basis
  /// One row per limit: alpha, beta, gamma, delta, v. Without Coulomb friction: only what the
  /// drives' friction would add to gamma, up to preload, is missing.
  MatrixXd rows;
  VectorXd low, high;         ///< of the limits, whichever way drives move
  MatrixXd V;                 ///< drives x redundancy, any basis
  double determinant{0.0};    ///< see DriveForceMap
  bool is_multiplied{false};  ///< rows are multiplied by the determinant, except for v
  bool is_unbalanced{false};
  int orientation{0};  ///< see Sample
  double kinematic_ratio{0.0};
  VectorXd rates;              ///< of the lossy drives
  std::vector<char> is_still;  ///< which of them
  VectorXd travel;             ///< coordinates
  ToolAcceleration tool;       ///< of rows that limit it, if there are any
};

/// A machine on a path as seen by a survey. Machine and path must outlive it.
class SurveyModel {
 public:
  /// @param of_all_forces see SurveyOptions
  SurveyModel(const Machine& machine, const Path& path, bool of_all_forces = false);

  [[nodiscard]] const LimitLabels& labels() const { return labels_; }
  /// The drives at whose reversals limits break.
  [[nodiscard]] const std::vector<LossyDrive>& lossy() const { return lossy_; }
  [[nodiscard]] const std::vector<TravelCoordinate>& travel() const { return travel_; }

  /// Whether a row has to be known though nothing limits it.
  [[nodiscard]] bool counts_unlimited(Eigen::Index row) const;

  [[nodiscard]] double p_max() const { return path_.p_max; }

  /// The limits at a pose that is ok, including those of the path.
  void write_limits(const Sample& sample, const LimitSystem& of_machine, LimitSystem& limits) const;

  /// Puts in the sides of limits that hold while the lossy drives move like this.
  void choose_sides(const std::vector<Direction>& directions, PanelLimits& limits) const;

  /// What friction adds to rows' gamma then; empty: nothing.
  [[nodiscard]] std::vector<double> list_friction(const std::vector<Direction>& directions) const;

  /// The same as a node.
  [[nodiscard]] SurveyNode make_node(const Sample& sample, const LimitSystem& limits) const;

  /// The rows of the path's own limits, the last of all.
  [[nodiscard]] const ToolRows& tool_rows() const { return tool_rows_; }

 private:
  [[nodiscard]] ToolAcceleration calc_tool(const Sample& sample) const;

  const Machine& machine_;
  const Path& path_;
  bool of_all_forces_;
  LimitLabels labels_;
  ToolRows tool_rows_;
  std::vector<LossyDrive> lossy_;
  std::vector<TravelCoordinate> travel_;
};

}  // namespace survey
}  // namespace globaldyn::inside
