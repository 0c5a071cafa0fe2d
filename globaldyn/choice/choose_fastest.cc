#include "globaldyn/choice/choose_fastest.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlopt.hpp>

#include "core/base/constants.h"
#include "core/base/errors.h"
#include "globaldyn/machine/machine.h"
#include "globaldyn/sweep/sweep.h"

namespace globaldyn::inside {
inline namespace choice {
namespace {

// Places on the grid of constants, ends included: of one coordinate, 15 degrees of a whole turn; of
// several as many as are near this number in all.
constexpr int kOfOne = 25, kOfAll = 81;
// With three places each they fill the grid; one more would be three times the work.
constexpr std::size_t kMostOpen = 4;
// Plans of the searches behind it.
constexpr int kForConstants = 40, kForEachValue = 30;
// First steps, of the range. Constants begin between places of the grid.
constexpr double kFirstStep = 0.1, kSmallestStep = 1e-4;

// What values of open coordinates are worth: a time, or how far the machine gets.
struct Worth {
  double time{kInfinity};
  double reached{0.0};  // share of the path, without a motion

  [[nodiscard]] bool is_better_than(const Worth& other) const {
    if (std::isfinite(time) || std::isfinite(other.time)) return time < other.time;
    return reached > other.reached;
  }
};

// Shares of the ranges of all that is open, in the order of coordinates and their values.
using Shares = std::vector<double>;

class Search {
 public:
  Search(const Machine& machine, const Path& path, const PathPlanOptions& options, int threads)
      : machine_(machine), path_(path), options_(options), threads_(threads) {
    options_.tolerance = std::max(options_.tolerance, kSearchTolerance);
    options_.explain = options_.report = false;
    for (std::size_t i = 0; i < path.open.size(); ++i) {
      if (!path.open[i].is_given) open_.push_back(i);
    }
    if (open_.size() <= kMostOpen) return;
    throw InputError(
        path.place, fmt::format("path '{}' leaves {} coordinates open", path.name, open_.size()),
        fmt::format("expected at most {} to choose, and values of the others", kMostOpen));
  }

  Choice run() {
    scan_constants();
    const Shares constants = improve(best_, kForConstants, 0.5 / (places_ - 1));
    Choice choice{.path = path_, .plans = 0, .constant_time = worth_.time, .time = 0.0};
    best_ = spread(constants);
    if (best_.size() > constants.size()) {
      const int plans = kForEachValue * static_cast<int>(best_.size());
      best_ = improve(best_, plans, kFirstStep);
    }
    choice.path = fill_in(best_);
    choice.plans = plans_;
    choice.time = worth_.time;
    return choice;
  }

 private:
  // One share for each coordinate: its values are all the same.
  [[nodiscard]] bool are_constants(const Shares& shares) const {
    return shares.size() == open_.size();
  }

  [[nodiscard]] Path fill_in(const Shares& shares) const {
    std::vector<std::vector<double>> values;
    for (const OpenCoordinate& one : path_.open) values.push_back(one.values);
    std::size_t next = 0;
    for (const std::size_t i : open_) {
      const Interval& range = path_.open[i].range;
      for (std::size_t k = 0; k < values[i].size(); ++k) {
        const double share = shares[next];
        values[i][k] = (1.0 - share) * range.low + share * range.high;
        if (!are_constants(shares)) ++next;
      }
      if (are_constants(shares)) ++next;
    }
    return fill(path_, values);
  }

  [[nodiscard]] Shares spread(const Shares& constants) const {
    Shares all;
    for (std::size_t i = 0; i < open_.size(); ++i) {
      all.insert(all.end(), path_.open[open_[i]].values.size(), constants[i]);
    }
    return all;
  }

  [[nodiscard]] Worth rate(const Shares& shares) const {
    const PathPlan plan = plan_path(machine_, fill_in(shares), options_);
    if (plan.has_motion()) return {.time = plan.time(), .reached = 1.0};
    const double at = plan.status() == PlanStatus::unreachable ? plan.failure.p
                      : plan.plan.obstacle                     ? plan.plan.obstacle->p
                                                               : 0.0;
    return {.time = kInfinity, .reached = at / path_.p_max};
  }

  // All of them, and then the best, the first of those that are equal.
  void scan_constants() {
    const std::size_t count = open_.size();
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

  const Machine& machine_;
  const Path& path_;
  PathPlanOptions options_;
  int threads_;
  std::vector<std::size_t> open_;  // which of the path's open coordinates are
  int places_{kOfOne};
  Shares best_;
  Worth worth_;
  double scale_{1.0};
  int plans_{0};
};

}  // namespace

Choice choose_fastest(const Machine& machine, const Path& path, const PathPlanOptions& options,
                      int threads) {
  return Search(machine, path, options, threads).run();
}

std::vector<ParameterOverride> list_settings(const Path& path, const Choice& choice) {
  std::vector<ParameterOverride> settings;
  for (std::size_t i = 0; i < path.open.size(); ++i) {
    if (path.open[i].is_given) continue;
    settings.push_back({path.name + "." + path.open[i].name, spell_values(choice.path.open[i])});
  }
  return settings;
}

std::vector<std::string> tell_choice(const Path& path, const Choice& choice) {
  std::vector<std::string> lines;
  bool has_curves = false;
  for (const ParameterOverride& one : list_settings(path, choice)) {
    lines.push_back(fmt::format("chosen: {} = {}", one.name, one.text));
  }
  for (const OpenCoordinate& one : path.open) {
    has_curves = has_curves || (!one.is_given && one.values.size() > 1);
  }
  std::string by = fmt::format("chosen by {} plans", choice.plans);
  if (has_curves && std::isfinite(choice.constant_time)) {
    by += fmt::format("; the best constant takes {:.6g} s", choice.constant_time);
  }
  lines.push_back(by);
  return lines;
}

Path close_path(const Machine& machine, const Path& path, const PathPlanOptions& options,
                int threads) {
  return is_open(path) ? choose_fastest(machine, path, options, threads).path : path;
}

}  // namespace choice
}  // namespace globaldyn::inside
