#include "optimize/pareto/fronts.h"

#include <algorithm>
#include <numeric>

namespace globaldyn::inside {
inline namespace pareto {

void FrontSorter::rank(std::span<const Outcome* const> outcomes, std::vector<int>& ranks) {
  ranks.resize(outcomes.size());
  const int fronts = rank_feasible(outcomes, ranks);
  rank_infeasible(outcomes, fronts, ranks);
}

// Returns how many fronts there are.
int FrontSorter::rank_feasible(std::span<const Outcome* const> outcomes, std::vector<int>& ranks) {
  feasible_.reset(0);
  feasible_indexes_.clear();
  for (std::size_t i = 0; const Outcome* outcome : outcomes) {
    if (outcome->is_feasible()) {
      if (feasible_.empty()) feasible_.reset(outcome->objectives.size());
      feasible_.add(outcome->objectives);
      feasible_indexes_.push_back(i);
    }
    ++i;
  }
  rank(feasible_, feasible_ranks_);
  int fronts = 0;
  for (std::size_t i = 0; i < feasible_indexes_.size(); ++i) {
    ranks[feasible_indexes_[i]] = feasible_ranks_[i];
    fronts = std::max(fronts, feasible_ranks_[i] + 1);
  }
  return fronts;
}

void FrontSorter::rank_infeasible(std::span<const Outcome* const> outcomes, int best,
                                  std::vector<int>& ranks) {
  violations_.clear();
  for (std::size_t i = 0; const Outcome* outcome : outcomes) {
    if (!outcome->is_feasible()) violations_.push_back({outcome->violation, i});
    ++i;
  }
  std::ranges::sort(violations_, {}, &Violation::value);
  for (std::size_t i = 0; i < violations_.size(); ++i) {
    if (i > 0 && violations_[i - 1].value < violations_[i].value) ++best;
    ranks[violations_[i].index] = best;
  }
}

void FrontSorter::rank(const Points& points, std::vector<int>& ranks) {
  distinct_.sort(points);
  rank_distinct();
  ranks.clear();
  for (const std::size_t number : distinct_.numbers()) ranks.push_back(distinct_ranks_[number]);
}

void FrontSorter::rank_distinct() {
  const Points& points = distinct_.points();
  distinct_ranks_.resize(points.size());
  if (points.dimension() <= 1) {
    std::iota(distinct_ranks_.begin(), distinct_ranks_.end(), 0);
  } else if (points.dimension() == 2) {
    rank_two_objectives(points);
  } else {
    division_.rank(points, distinct_ranks_);
  }
}

// In lexicographic order a point is dominated by a front if the front's smallest second objective,
// which is that of its latest point, is not larger. These minima increase with the front's number.
void FrontSorter::rank_two_objectives(const Points& points) {
  ends_.clear();
  for (std::size_t i = 0; i < points.size(); ++i) {
    const double second = points[i][1];
    const auto front = std::upper_bound(ends_.begin(), ends_.end(), second);
    distinct_ranks_[i] = static_cast<int>(front - ends_.begin());
    if (front == ends_.end()) {
      ends_.push_back(second);
    } else {
      *front = second;
    }
  }
}

std::vector<int> rank_fronts(std::span<const Outcome> outcomes) {
  std::vector<const Outcome*> pointers;
  pointers.reserve(outcomes.size());
  for (const Outcome& outcome : outcomes) pointers.push_back(&outcome);
  std::vector<int> ranks;
  FrontSorter().rank(pointers, ranks);
  return ranks;
}

std::vector<int> rank_fronts(const Points& points) {
  std::vector<int> ranks;
  FrontSorter().rank(points, ranks);
  return ranks;
}

}  // namespace pareto
}  // namespace globaldyn::inside
