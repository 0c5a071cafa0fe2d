#pragma once

#include <optional>
#include <span>
#include <vector>

#include "globaldyn/survey/collision_search.h"
#include "globaldyn/survey/path_failure.h"
#include "globaldyn/survey/survey_model.h"
#include "globaldyn/survey/survey_walk.h"

namespace globaldyn::inside {
inline namespace survey {

/// A part of a path that no panels describe, evaluated pose by pose. It finds only what the limits
/// themselves do not show: where the machine cannot follow, where drives with Coulomb friction
/// reverse, and where drives lose control of a degree of freedom that they control next to it. The
/// walk must outlive it, and so must the collision search, if there is one.
class RoughLook {
 public:
  /// @param most_poses number of poses of the walk after which it gives up
  RoughLook(SurveyWalk& walk, CollisionSearch* collisions, std::size_t most_poses);

  /// Evaluates [begin, end], on which the task is smooth; the next call continues with what
  /// follows. False if it ends: the machine cannot follow, or there were too many poses.
  [[nodiscard]] bool look(double begin, double end);

  /// The results, once everything has been evaluated.
  [[nodiscard]] std::vector<double> find_reversals();
  [[nodiscard]] std::vector<double> find_control_losses();

  [[nodiscard]] const PathFailure& failure() const { return failure_; }

 private:
  // The rates of the drives with friction at Lobatto points.
  struct Chunk {
    double begin{0.0};
    double end{0.0};
    MatrixXd rates;
  };
  struct Margin {
    double p;
    double value;
  };

  [[nodiscard]] bool look_at_chunk(double begin, double end, const std::vector<double>& places);
  [[nodiscard]] bool visit(double p, SurveyNode& node);
  void find_reversals(Eigen::Index drive, double nothing, std::vector<double>& found);
  [[nodiscard]] Margin narrow(double low, double high);

  SurveyWalk& walk_;
  const SurveyModel& model_;
  CollisionSearch* collisions_;
  double p_max_;
  std::size_t most_poses_;
  std::vector<Chunk> chunks_;
  std::vector<Margin> margins_;
  PathFailure failure_;
  std::optional<SurveyNode> last_ok_;
};

}  // namespace survey
}  // namespace globaldyn::inside
