#pragma once

#include <functional>
#include <vector>

#include "globaldyn/evaluation/branch_walker.h"
#include "globaldyn/survey/path_failure.h"
#include "globaldyn/survey/survey_model.h"

namespace globaldyn {

/// Moves back and forth along a path, from the nearest known pose, and stores poses on the way: at
/// most a thousand, so that memory does not grow with the path. Machine, path and model must
/// outlive it.
class SurveyWalk {
 public:
  SurveyWalk(const Machine& machine, const Path& path, const SurveyModel& model, const Pose& start,
             const EvaluationMethod& method);

  /// The machine at p.
  const Sample& visit(double p);

  /// Of the last pose visited, if that was ok.
  [[nodiscard]] const LimitSystem& limits() const { return limits_; }

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
  const SurveyModel& model_;
  BranchWalker walker_;
  LimitSystem limits_;
  std::vector<Kept> kept_;  // increasing
  bool is_on_branch_{false};
  std::size_t count_{0};
};

}  // namespace globaldyn
