#pragma once

#include <vector>

#include "globaldyn/evaluation/branch_walker.h"
#include "globaldyn/survey/path_failure.h"
#include "globaldyn/survey/survey_model.h"

namespace globaldyn::inside {
inline namespace survey {

/// Moves back and forth along a path, from the nearest known pose, and stores poses on the way: at
/// most a thousand, so that memory does not grow with the path. What a survey changes while it
/// looks, and what whoever asks for more poses afterwards goes on with. One per thread; machine and
/// path must outlive it.
class SurveyWalk {
 public:
  /// @param start the machine at p = 0
  SurveyWalk(const Machine& machine, const Path& path, SurveyModel model, const Pose& start,
             const EvaluationMethod& method);
  SurveyWalk(const SurveyWalk&) = delete;
  SurveyWalk& operator=(const SurveyWalk&) = delete;

  [[nodiscard]] const SurveyModel& model() const { return model_; }

  /// The machine at p, reached from the nearest stored pose. Stays valid until the next call.
  const Sample& visit(double p);

  /// Of the last pose visited, if that was ok; with the path's speed limit.
  [[nodiscard]] const LimitSystem& limits() const { return limits_; }
  /// The same as a node.
  [[nodiscard]] SurveyNode make_node() const { return model_.make_node(*here_, limits_); }

  /// See SampleMaker.
  [[nodiscard]] bool is_surely_clear(const Motion& from, const Motion& to, double h) {
    return walker_.is_surely_clear(from, to, h);
  }

  /// Number of poses computed, and of steps that failed on the way, as far as they cost as much.
  [[nodiscard]] std::size_t pose_count() const { return count_; }

  /// Where between a pose that is ok and the next one known not to be the machine cannot continue:
  /// to 1e-10 of the path, if the obstacle has any width. Ok: it can go from the first to p.
  [[nodiscard]] PathFailure bracket(double ok_p, const Pose& ok_pose, double p);

 private:
  struct Kept {
    double p;
    Pose pose;
  };
  const Sample& look(double p);
  void keep(double p, const Pose& pose);
  [[nodiscard]] const Kept& find_nearest(double p) const;

  const Path& path_;
  SurveyModel model_;
  BranchWalker walker_;
  const Sample* here_{nullptr};
  LimitSystem limits_;
  std::vector<Kept> kept_;  // increasing
  bool is_on_branch_{false};
  std::size_t count_{0};
};

}  // namespace survey
}  // namespace globaldyn::inside
