#include "optimize/pareto/box_cuts.h"

#include <algorithm>

namespace globaldyn::inside {
inline namespace pareto {

void BoxCuts::begin(std::span<const double> box) {
  box_.assign(box.begin(), box.end());
  sides_.clear();
  volumes_.clear();
}

void BoxCuts::cut(std::span<const double> other) {
  double volume = 1.0;
  for (std::size_t k = 0; k < box_.size(); ++k) {
    sides_.push_back(std::min(box_[k], other[k]));
    volume *= sides_.back();
  }
  volumes_.push_back(volume);
}

// The largest one lies within no other, and usually contains many.
const Points& BoxCuts::keep_outer() {
  outer_.reset(box_.size());
  while (!volumes_.empty()) {
    outer_.add({sides_.data() + find_largest() * box_.size(), box_.size()});
    remove_within(outer_[outer_.size() - 1]);
  }
  return outer_;
}

std::size_t BoxCuts::find_largest() const {
  return static_cast<std::size_t>(std::max_element(volumes_.begin(), volumes_.end()) -
                                  volumes_.begin());
}

// Without branches: which ones lie within is unpredictable.
void BoxCuts::remove_within(std::span<const double> box) {
  const std::size_t dimension = box.size();
  std::size_t left = 0;
  for (std::size_t i = 0; i < volumes_.size(); ++i) {
    const double* from = sides_.data() + i * dimension;
    double* to = sides_.data() + left * dimension;
    bool is_within = true;
    for (std::size_t k = 0; k < dimension; ++k) {
      is_within &= from[k] <= box[k];
      to[k] = from[k];
    }
    volumes_[left] = volumes_[i];
    left += is_within ? 0 : 1;
  }
  sides_.resize(left * dimension);
  volumes_.resize(left);
}

}  // namespace pareto
}  // namespace globaldyn::inside
