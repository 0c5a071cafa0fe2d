#include "globaldyn/plan/regions/obstacle.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "core/base/constants.h"
#include "core/base/nth.h"
#include "globaldyn/limits/limit_size.h"
#include "globaldyn/plan/regions/station_grid.h"
#include "globaldyn/region/limit_names.h"

namespace globaldyn {
namespace {

// Limits that would have to be widened by more than this times their size are not the cause.
constexpr double kMostEase = 1e4;
constexpr double kLeastEase = 1e-9;
constexpr double kPrecision = 1e-4;
constexpr double kSettled = 1e-12;

// By how much each limit is widened, in units of its row's size.
using Shares = std::function<double(const HeldLimit&)>;

// The nodes and more in between: what is missing is found to second order in their distance.
std::vector<double> refine(std::vector<double> nodes) {
  constexpr std::size_t kEnough = 400;
  while (nodes.size() < kEnough) {
    std::vector<double> finer;
    for (std::size_t i = 0; i + 1 < nodes.size(); ++i) {
      finer.push_back(nodes[i]);
      finer.push_back(std::midpoint(nodes[i], nodes[i + 1]));
    }
    finer.push_back(nodes.back());
    nodes = std::move(finer);
  }
  return nodes;
}

class ObstacleFinder {
 public:
  ObstacleFinder(const LimitSource& source, const std::vector<double>& nodes, const Gates& gates,
                 double reserve, WorkMeter* meter)
      : gates_(gates),
        meter_(meter),
        p_(place_stations(nodes)),
        limits_(p_.size()),
        stations_(p_.size()) {
    source(p_, limits_);
    for (LimitsAt& limits : limits_) {
      tighten(limits.before, reserve);
      if (limits.after) tighten(*limits.after, reserve);
    }
    find_sizes();
  }

  Obstacle find(bool with_limits) {
    fill([](const HeldLimit&) { return 0.0; });
    // Not to be cut short: what is said of the obstacle depends on it.
    WorkMeter uncut;
    ProfileSolver solver(stations_, gates_, kSettled, &uncut);
    (void)solver.solve();  // with limits that are not tightened there may still be a motion
    if (meter_ != nullptr) meter_->add(uncut.done());
    const std::size_t node = solver.blockage().node;
    Obstacle obstacle;
    obstacle.p = p_[kStationsPerSegment * node];
    obstacle.reached = solver.blockage().reached;
    const auto& controllable = solver.controllable();
    obstacle.needed = controllable[node];
    const auto first = std::find_if(controllable.begin(), controllable.end(),
                                    [](const SpeedSet& set) { return !set.empty(); });
    if (first != controllable.end()) {
      obstacle.rest_from =
          p_[kStationsPerSegment * static_cast<std::size_t>(first - controllable.begin())];
      obstacle.rest_d1 = first->back().high;
    }
    if (with_limits) find_limits(node, obstacle.limits);
    return obstacle;
  }

 private:
  // The largest size of each row anywhere: limits of size zero are measured by the others.
  void find_sizes() {
    sizes_.assign(limits_.front().before.rows.size(), 0.0);
    for (const LimitsAt& limits : limits_) {
      for (std::size_t k = 0; k < std::min(sizes_.size(), limits.before.rows.size()); ++k) {
        const LimitKind kind = kind_of_row(limits.before.labels, k);
        sizes_[k] = std::max(sizes_[k], calc_limit_size(limits.before.rows[k], kind));
      }
    }
    if (sizes_.empty()) return;
    const double most = *std::max_element(sizes_.begin(), sizes_.end());
    for (double& size : sizes_) size = size > 0.0 ? size : most;
  }

  void fill(const LimitSystem& system, const Shares& shares, Region& region) {
    scratch_ = system;
    for (std::size_t k = 0; k < std::min(sizes_.size(), scratch_.rows.size()); ++k) {
      const int row = static_cast<int>(k);
      for (const LimitSide side : {LimitSide::min, LimitSide::max}) {
        widen(side, shares({row, side}) * sizes_[k], system.labels, k, scratch_.rows[k]);
      }
    }
    if (meter_ != nullptr) meter_->add(count_region_work(system));
    solver_.solve(scratch_, region);
  }

  [[nodiscard]] bool is_spent() const { return meter_ != nullptr && meter_->is_spent(); }

  void fill(const Shares& shares) {
    for (std::size_t i = 0; i < p_.size(); ++i) {
      Station& station = stations_[i];
      station.p = p_[i];
      fill(limits_[i].before, shares, station.before);
      if (limits_[i].after) {
        fill(*limits_[i].after, shares, station.step.emplace());
      }
    }
  }

  bool is_passable(const Shares& shares) {
    if (is_spent()) return false;
    fill(shares);
    return ProfileSolver(stations_, gates_, kSettled, meter_).is_passable();
  }

  // The smallest share that makes the path passable; infinite if none does, or if the work was used
  // up before that is known.
  template <class MakeShares>
  double find_least(const MakeShares& make_shares) {
    if (!is_passable(make_shares(kMostEase))) return kInfinity;
    double low = kLeastEase, high = kLeastEase;
    while (!is_passable(make_shares(high))) {
      low = high;
      high *= 10.0;
      if (high > kMostEase) return kInfinity;
    }
    while (high > low * (1.0 + kPrecision)) {
      const double middle = std::sqrt(low * high);
      (is_passable(make_shares(middle)) ? high : low) = middle;
    }
    if (is_spent()) return kInfinity;
    return high;
  }

  // All sides of rows that limit anything around a node.
  [[nodiscard]] std::vector<HeldLimit> list_about(std::size_t node) const {
    constexpr std::size_t kAround = 2 * kStationsPerSegment;
    const std::size_t at = kStationsPerSegment * node;
    std::vector<HeldLimit> all;
    for (std::size_t i = at - std::min(at, kAround); i < limits_.size() && i <= at + kAround; ++i) {
      const std::vector<LimitRow>& rows = limits_[i].before.rows;
      for (std::size_t k = 0; k < rows.size(); ++k) {
        const int row = static_cast<int>(k);
        if (std::isfinite(rows[k].low)) all.push_back({row, LimitSide::min});
        if (std::isfinite(rows[k].high)) all.push_back({row, LimitSide::max});
      }
    }
    std::sort(all.begin(), all.end());
    all.erase(std::unique(all.begin(), all.end()), all.end());
    return all;
  }

  void find_limits(std::size_t node, std::vector<MissingLimit>& missing) {
    const double together =
        find_least([](double share) { return [share](const HeldLimit&) { return share; }; });
    if (std::isinf(together)) return;
    const std::vector<HeldLimit> candidates = list_about(node);
    const auto add = [&](const HeldLimit& limit, double share, bool alone) {
      missing.push_back({name_limit(limit, limits_.front().before.labels),
                         share * nth(sizes_, limit.row), alone});
      order_.push_back(share);
    };
    for (const HeldLimit& limit : candidates) {
      const double share = find_least([&](double wider) {
        return [&limit, wider](const HeldLimit& other) { return other == limit ? wider : 0.0; };
      });
      if (std::isfinite(share)) add(limit, share, true);
    }
    if (missing.empty()) {
      constexpr double kEnough = 1.01;
      for (const HeldLimit& limit : candidates) {
        const bool can_do_without = is_passable(
            [&](const HeldLimit& other) { return other == limit ? 0.0 : kEnough * together; });
        if (!can_do_without) add(limit, together, false);
      }
      // Without an answer, all would seem to be needed.
      if (is_spent()) return missing.clear();
    }
    sort_by_share(missing);
  }

  void sort_by_share(std::vector<MissingLimit>& missing) const {
    std::vector<std::size_t> by_share(missing.size());
    for (std::size_t i = 0; i < by_share.size(); ++i) by_share[i] = i;
    std::stable_sort(by_share.begin(), by_share.end(),
                     [&](std::size_t a, std::size_t b) { return order_[a] < order_[b]; });
    std::vector<MissingLimit> sorted;
    for (const std::size_t i : by_share) sorted.push_back(missing[i]);
    missing = std::move(sorted);
  }

  Gates gates_;
  WorkMeter* meter_;
  std::vector<double> p_;
  std::vector<LimitsAt> limits_;
  std::vector<Station> stations_;
  std::vector<double> sizes_;  // per row
  std::vector<double> order_;  // shares of what was found missing
  RegionSolver solver_;
  LimitSystem scratch_;
};

}  // namespace

std::string print_missing(double missing) {
  constexpr int kDigits = 5;
  if (!(missing > 0.0) || std::isinf(missing)) return fmt::format("{:.{}g}", missing, kDigits);
  const int exponent = static_cast<int>(std::floor(std::log10(missing))) - (kDigits - 1);
  const double unit = std::pow(10.0, exponent);
  return fmt::format("{:.{}g}", std::ceil(missing / unit) * unit, kDigits);
}

Obstacle find_obstacle(const LimitSource& source, const std::vector<double>& nodes,
                       const Gates& gates, double reserve, bool with_limits, WorkMeter* meter) {
  return ObstacleFinder(source, with_limits ? refine(nodes) : nodes, gates, reserve, meter)
      .find(with_limits);
}

}  // namespace globaldyn
