#include "optimize/pareto/front_division.h"

#include <algorithm>
#include <cassert>
#include <numeric>

namespace globaldyn::inside {
inline namespace pareto {
namespace {

// Up to this size comparing is faster than dividing, as measured.
constexpr std::size_t kFewPoints = 128;

}  // namespace

void FrontDivision::rank(const Points& points, std::vector<int>& ranks) {
  assert(points.dimension() >= 2);
  values_ = points.values().data();
  stride_ = points.dimension();
  ranks.assign(points.size(), 0);
  ranks_ = ranks.data();
  numbers_.resize(points.size());
  std::iota(numbers_.begin(), numbers_.end(), std::size_t{0});
  scratch_.resize(points.size());
  place_seconds();
  greatest_.reset(points.size());
  rank_among(numbers_, stride_ - 1);
}

// Equal second objectives have the same place.
void FrontDivision::place_seconds() {
  second_places_.resize(numbers_.size());
  std::copy(numbers_.begin(), numbers_.end(), scratch_.begin());
  std::sort(scratch_.begin(), scratch_.end(),
            [&](std::size_t a, std::size_t b) { return at(a, 1) < at(b, 1); });
  std::size_t place = 0;
  for (std::size_t i = 0; i < scratch_.size(); ++i) {
    if (i > 0 && at(scratch_[i - 1], 1) < at(scratch_[i], 1)) ++place;
    second_places_[scratch_[i]] = place;
  }
}

double FrontDivision::at(std::size_t number, std::size_t objective) const {
  return values_[number * stride_ + objective];
}

// For objectives 1 … last; for objective 0 it follows from the lexicographic order if a < b.
bool FrontDivision::covers(std::size_t a, std::size_t b, std::size_t last) const {
  const double* first = values_ + a * stride_;
  const double* second = values_ + b * stride_;
  for (std::size_t k = 1; k <= last; ++k) {
    if (first[k] > second[k]) return false;
  }
  return true;
}

double FrontDivision::find_median(Numbers a, Numbers b, std::size_t objective) {
  median_values_.clear();
  for (const std::size_t number : a) median_values_.push_back(at(number, objective));
  for (const std::size_t number : b) median_values_.push_back(at(number, objective));
  const auto middle = median_values_.begin() + std::ssize(median_values_) / 2;
  std::nth_element(median_values_.begin(), middle, median_values_.end());
  return *middle;
}

// Each part stays ascending.
FrontDivision::Parts FrontDivision::divide(Numbers numbers, std::size_t objective, double value) {
  auto less = numbers.begin();
  auto equal = scratch_.begin();
  auto greater = scratch_.rbegin();
  for (const std::size_t number : numbers) {
    const double own = at(number, objective);
    if (own < value) {
      *less++ = number;
    } else if (own == value) {
      *equal++ = number;
    } else {
      *greater++ = number;
    }
  }
  const auto end = std::copy(scratch_.begin(), equal, less);
  std::copy(scratch_.rbegin(), greater, end);
  return {Numbers(numbers.begin(), less), Numbers(less, end), Numbers(end, numbers.end())};
}

// Two neighbours in memory become one ascending range.
FrontDivision::Numbers FrontDivision::merge(Numbers a, Numbers b) {
  assert(a.data() + a.size() == b.data());
  const Numbers both(a.data(), a.size() + b.size());
  if (a.empty() || b.empty() || a.back() < b.front()) return both;
  std::merge(a.begin(), a.end(), b.begin(), b.end(), scratch_.begin());
  std::copy_n(scratch_.begin(), both.size(), both.begin());
  return both;
}

// Raises the ranks of points by each other. All are equal in the objectives after the last, and
// their ranks are already above those of all other points that dominate them.
void FrontDivision::rank_among(Numbers all, std::size_t last) {
  if (all.size() <= kFewPoints) return compare_among(all, last);
  if (last == 1) return sweep_among(all);
  const Parts parts = divide(all, last, find_median(all, {}, last));
  rank_among(parts.less, last);
  rank_above(parts.less, parts.equal, last - 1);
  rank_among(parts.equal, last - 1);
  const Numbers lower = merge(parts.less, parts.equal);
  rank_above(lower, parts.greater, last - 1);
  rank_among(parts.greater, last);
  merge(lower, parts.greater);
}

void FrontDivision::compare_among(Numbers all, std::size_t last) {
  for (std::size_t i = 1; i < all.size(); ++i) compare_above(all.first(i), all.subspan(i, 1), last);
}

void FrontDivision::sweep_among(Numbers all) {
  for (const std::size_t number : all) {
    const std::size_t place = second_places_[number];
    ranks_[number] = std::max(ranks_[number], greatest_.find(place));
    greatest_.raise(place, ranks_[number] + 1);
  }
  for (const std::size_t number : all) greatest_.forget(second_places_[number]);
}

// Raises the ranks of the points above by those of the points below, which are final. Those below
// are nowhere larger than those above in the objectives after the last, and smaller in one.
void FrontDivision::rank_above(Numbers below, Numbers above, std::size_t last) {
  if (below.empty() || above.empty()) return;
  if (below.size() == 1 || above.size() == 1 || below.size() + above.size() <= kFewPoints) {
    compare_above(below, above, last);
  } else if (last == 1) {
    sweep_above(below, above);
  } else {
    divide_above(below, above, last);
  }
}

void FrontDivision::compare_above(Numbers below, Numbers above, std::size_t last) {
  for (const std::size_t b : above) {
    for (const std::size_t a : below) {
      if (a > b) break;
      if (ranks_[a] >= ranks_[b] && covers(a, b, last)) ranks_[b] = ranks_[a] + 1;
    }
  }
}

void FrontDivision::sweep_above(Numbers below, Numbers above) {
  auto a = below.begin();
  for (const std::size_t b : above) {
    for (; a != below.end() && *a < b; ++a) greatest_.raise(second_places_[*a], ranks_[*a] + 1);
    ranks_[b] = std::max(ranks_[b], greatest_.find(second_places_[b]));
  }
  for (const std::size_t number : below) greatest_.forget(second_places_[number]);
}

void FrontDivision::divide_above(Numbers below, Numbers above, std::size_t last) {
  const double median = find_median(below, above, last);
  const Parts lower = divide(below, last, median);
  const Parts upper = divide(above, last, median);
  rank_above(lower.less, upper.less, last);
  rank_above(lower.less, upper.equal, last - 1);
  rank_above(lower.equal, upper.equal, last - 1);
  const Numbers not_greater = merge(lower.less, lower.equal);
  rank_above(not_greater, upper.greater, last - 1);
  rank_above(lower.greater, upper.greater, last);
  merge(not_greater, lower.greater);
  merge(merge(upper.less, upper.equal), upper.greater);
}

}  // namespace pareto
}  // namespace globaldyn::inside
