#pragma once

#include <span>

#include "globaldyn/survey/survey_walk.h"

namespace globaldyn::inside {
inline namespace survey {

/// Searches for collisions between poses that are free of them. Where bodies surely stay apart from
/// one pose to the next there is nothing to search; only between the others the machine is
/// evaluated, as closely as needed down to 1/512 of the path, and at some places down to 1e-6 of
/// it. The walk must outlive it.
class CollisionSearch {
 public:
  explicit CollisionSearch(SurveyWalk& walk) : walk_(walk), p_max_(walk.model().p_max()) {}

  /// The first place between nodes of a panel at which the machine is not ok.
  [[nodiscard]] PathFailure find(std::span<const SurveyNode> nodes);

  /// The same between a pose and p, where it is known not to be.
  [[nodiscard]] PathFailure find_before(double p, const SurveyNode& from);

 private:
  struct Place {
    double p;
    Motion motion;
  };
  [[nodiscard]] bool is_clear(double from_p, const Motion& from, double to_p,
                              const Motion& to) const;
  [[nodiscard]] PathFailure find(std::span<const SurveyNode> nodes, std::size_t begin,
                                 std::size_t end);
  [[nodiscard]] PathFailure find(const Place& from, double to_p, const Motion* to);
  [[nodiscard]] bool may_look(double length);

  SurveyWalk& walk_;
  double p_max_;
  int close_looks_{0};
};

}  // namespace survey
}  // namespace globaldyn::inside
