#include "optimize/pareto/front_growth.h"

#include <algorithm>
#include <limits>

namespace globaldyn::inside {
inline namespace pareto {
namespace {

constexpr std::size_t kFirst = 100;

// The front size beyond which a hypervolume takes long compared with the designs between checks.
std::size_t find_large_front(std::size_t objectives) {
  if (objectives <= 3) return std::numeric_limits<std::size_t>::max();
  return objectives == 4 ? 1000 : 200;
}

}  // namespace

void FrontGrowth::take(const Outcome& outcome) {
  if (!outcome.is_feasible() || count_ == kFirst) return;
  if (count_++ == 0) {
    worst_ = best_ = outcome.objectives;
    return;
  }
  for (std::size_t k = 0; k < worst_.size(); ++k) {
    worst_[k] = std::max(worst_[k], outcome.objectives[k]);
    best_[k] = std::min(best_[k], outcome.objectives[k]);
  }
}

double FrontGrowth::measure(const ParetoArchive& front) const {
  if (front.empty() || worst_.empty()) return 0.0;
  if (front.size() > find_large_front(worst_.size())) {
    return std::numeric_limits<double>::quiet_NaN();
  }
  double box = 1.0;
  for (std::size_t k = 0; k < worst_.size(); ++k) box *= worst_[k] - best_[k];
  return box > 0.0 ? front.calc_hypervolume(worst_) / box : 0.0;
}

}  // namespace pareto
}  // namespace globaldyn::inside
