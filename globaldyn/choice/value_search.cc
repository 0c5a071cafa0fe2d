#include "globaldyn/choice/value_search.h"

#include <algorithm>
#include <nlopt.hpp>
#include <utility>

#include "globaldyn/sweep/sweep.h"

namespace globaldyn::inside {
inline namespace choice {
namespace {

// Places on the grid of constants, ends included: of one group, 15 degrees of a whole turn; of
// several as many as are near this number in all.
constexpr int kOfOne = 25, kOfAll = 81;
// Ratings of the searches behind it.
constexpr int kForConstants = 40, kForEachValue = 30;
// First steps, of the range. Constants begin between places of the grid.
constexpr double kFirstStep = 0.1, kSmallestStep = 1e-4;

// Shares of the ranges: of groups, or of all values.
using Shares = std::vector<double>;

class Search {
 public:
  Search(const std::vector<SearchValue>& values, const RateValues& rate, int threads)
      : values_(values), rate_(rate), threads_(threads) {
    for (const SearchValue& one : values) groups_ = std::max(groups_, one.group + 1);
  }

  FoundValues run() {
    scan_constants();
    const Shares constants = improve(best_, kForConstants, 0.5 / (places_ - 1));
    FoundValues found{.values = {}, .plans = 0, .constant_time = worth_.time, .time = 0.0};
    best_ = spread(constants);
    if (best_.size() > constants.size()) {
      best_ = improve(best_, kForEachValue * static_cast<int>(best_.size()), kFirstStep);
    }
    found.values = fill_in(best_);
    found.plans = plans_;
    found.time = worth_.time;
    return found;
  }

 private:
  [[nodiscard]] std::vector<double> fill_in(const Shares& shares) const {
    const bool are_constants = shares.size() == groups_;
    std::vector<double> values;
    for (std::size_t i = 0; i < values_.size(); ++i) {
      const double share = shares[are_constants ? values_[i].group : i];
      const Interval& range = values_[i].range;
      values.push_back((1.0 - share) * range.low + share * range.high);
    }
    return values;
  }

  [[nodiscard]] Shares spread(const Shares& constants) const {
    Shares all;
    for (const SearchValue& one : values_) all.push_back(constants[one.group]);
    return all;
  }

  [[nodiscard]] Worth rate(const Shares& shares) const { return rate_(fill_in(shares)); }

  // All of them, and then the best, the first of those that are equal.
  void scan_constants() {
    const std::size_t count = groups_;
    const double root = std::pow(static_cast<double>(kOfAll), 1.0 / static_cast<double>(count));
    places_ = count == 1 ? kOfOne : std::max(3, static_cast<int>(root));
    std::vector<Shares> grid{{}};
    for (std::size_t i = 0; i < count; ++i) {
      std::vector<Shares> finer;
      for (const Shares& shares : grid) {
        for (int k = 0; k < places_; ++k) {
          finer.push_back(shares);
          finer.back().push_back(static_cast<double>(k) / (places_ - 1));
        }
      }
      grid = std::move(finer);
    }
    std::vector<Worth> worths(grid.size());
    const SweepOptions sweep{.threads = threads_};
    ProgressCounter counter(grid.size(), sweep);
    run_sweep(grid.size(), sweep, counter, [&](std::size_t, std::size_t i) {
      worths[i] = rate(grid[i]);
      counter.count_one();
    });
    plans_ += static_cast<int>(grid.size());
    best_ = grid.front();
    worth_ = worths.front();
    for (std::size_t i = 1; i < grid.size(); ++i) {
      if (!worths[i].is_better_than(worth_)) continue;
      worth_ = worths[i];
      best_ = grid[i];
    }
  }

  // What searches see: times, and where there is no motion more than twice the best, the more the
  // less of the path is reached.
  [[nodiscard]] double calc_merit(const Worth& worth) const {
    const double scale = std::isfinite(scale_) ? scale_ : 1.0;
    return std::isfinite(worth.time) ? worth.time : scale * (3.0 - worth.reached);
  }

  // The best that a search finds from there, which may be there.
  Shares improve(const Shares& start, int plans, double step) {
    Shares found = start;
    scale_ = worth_.time;
    const nlopt::vfunc look = [](const std::vector<double>& shares, std::vector<double>&,
                                 void* context) {
      auto& [search, best] = *static_cast<std::pair<Search*, Shares*>*>(context);
      const Worth worth = search->rate(shares);
      ++search->plans_;
      if (worth.is_better_than(search->worth_)) {
        search->worth_ = worth;
        *best = shares;
      }
      return search->calc_merit(worth);
    };
    std::pair<Search*, Shares*> context{this, &found};
    // Quadratic models where there are enough plans for one; they need two variables.
    const std::size_t n = start.size();
    nlopt::opt method(n < 2 ? nlopt::LN_SBPLX : nlopt::LN_BOBYQA, static_cast<unsigned>(n));
    method.set_min_objective(look, &context);
    method.set_lower_bounds(0.0);
    method.set_upper_bounds(1.0);
    method.set_initial_step(step);
    method.set_xtol_abs(kSmallestStep);
    method.set_maxeval(plans);
    Shares at = start;
    double value = 0.0;
    try {
      (void)method.optimize(at, value);
    } catch (const nlopt::roundoff_limited&) {
      // As near as it gets.
    }
    return found;
  }

  const std::vector<SearchValue>& values_;
  const RateValues& rate_;
  int threads_;
  std::size_t groups_{0};
  int places_{kOfOne};
  Shares best_;
  Worth worth_;
  double scale_{1.0};
  int plans_{0};
};

}  // namespace

FoundValues search_values(const std::vector<SearchValue>& values, const RateValues& rate,
                          int threads) {
  return Search(values, rate, threads).run();
}

}  // namespace choice
}  // namespace globaldyn::inside
