#include "globaldyn/plan/regions/region_obstacle.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "globaldyn/limits/limit_size.h"
#include "globaldyn/plan/missing_limits.h"
#include "globaldyn/plan/regions/station_grid.h"

namespace globaldyn::inside {
inline namespace plan {
namespace {

constexpr double kPrecision = 1e-4;
constexpr double kSettled = 1e-12;

// The nodes and more in between: what is missing is found to second order in their distance.
std::vector<double> refine(std::vector<double> nodes) {
  constexpr std::size_t kEnough = 400;  // the square of 1 / 400 is less than kPrecision
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

class RegionObstacle {
 public:
  RegionObstacle(LimitField& field, const std::vector<double>& nodes, const Gates& gates,
                 WorkMeter* meter)
      : gates_(gates),
        meter_(meter),
        p_(place_stations(nodes)),
        limits_(p_.size()),
        stations_(p_.size()) {
    field.look(p_, limits_);
  }

  Obstacle find(bool with_limits) {
    fill({});
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
    if (with_limits) obstacle.limits = find_limits(node);
    return obstacle;
  }

 private:
  // The largest size of each row anywhere.
  [[nodiscard]] std::vector<double> find_sizes() const {
    std::vector<double> sizes(limits_.front().before.rows.size(), 0.0);
    for (const LimitsAt& limits : limits_) {
      for (std::size_t k = 0; k < std::min(sizes.size(), limits.before.rows.size()); ++k) {
        const LimitKind kind = kind_of_row(limits.before.labels, k);
        sizes[k] = std::max(sizes[k], calc_limit_size(limits.before.rows[k], kind));
      }
    }
    return sizes;
  }

  void fill(const LimitSystem& system, std::span<const WiderLimit> wider, Region& region) {
    scratch_ = system;
    for (const auto& [limit, by] : wider) {
      const auto k = static_cast<std::size_t>(limit.row);
      if (k < scratch_.rows.size()) widen(limit.side, by, system.labels, k, scratch_.rows[k]);
    }
    if (meter_ != nullptr) meter_->add(count_region_work(system));
    solver_.solve(scratch_, region);
  }

  void fill(std::span<const WiderLimit> wider) {
    for (std::size_t i = 0; i < p_.size(); ++i) {
      Station& station = stations_[i];
      station.p = p_[i];
      fill(limits_[i].before, wider, station.before);
      if (limits_[i].after) fill(*limits_[i].after, wider, station.step.emplace());
    }
  }

  [[nodiscard]] bool is_spent() const { return meter_ != nullptr && meter_->is_spent(); }

  bool is_passable(std::span<const WiderLimit> wider) {
    if (is_spent()) return false;
    fill(wider);
    return ProfileSolver(stations_, gates_, kSettled, meter_).is_passable();
  }

  // All sides of rows that limit anything at these stations.
  [[nodiscard]] std::vector<HeldLimit> list_limits(std::size_t begin, std::size_t end) const {
    std::vector<HeldLimit> all;
    for (std::size_t i = begin; i < std::min(end, limits_.size()); ++i) {
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

  [[nodiscard]] std::vector<MissingLimit> find_limits(std::size_t node) {
    constexpr std::size_t kAround = 2 * kStationsPerSegment;
    const std::size_t at = kStationsPerSegment * node;
    const std::vector<double> sizes = find_sizes();
    // Rows that the first station does not have, as those of a singularity, are nobody's limit.
    const auto list = [&](std::size_t begin, std::size_t end) {
      std::vector<HeldLimit> limits = list_limits(begin, end);
      std::erase_if(limits, [&](const HeldLimit& limit) {
        return static_cast<std::size_t>(limit.row) >= sizes.size();
      });
      return limits;
    };
    return find_missing_limits(
        {.all = list(0, limits_.size()),
         .near = list(at - std::min(at, kAround), at + kAround + 1),
         .sizes = sizes,
         .precision = kPrecision,
         .is_passable = [&](std::span<const WiderLimit> wider) { return is_passable(wider); },
         .is_spent = [&] { return is_spent(); }},
        limits_.front().before.labels);
  }

  Gates gates_;
  WorkMeter* meter_;
  std::vector<double> p_;
  std::vector<LimitsAt> limits_;
  std::vector<Station> stations_;
  RegionSolver solver_;
  LimitSystem scratch_;
};

}  // namespace

Obstacle find_region_obstacle(LimitField& field, const std::vector<double>& nodes,
                              const Gates& gates, bool with_limits, WorkMeter* meter) {
  return RegionObstacle(field, with_limits ? refine(nodes) : nodes, gates, meter).find(with_limits);
}

}  // namespace plan
}  // namespace globaldyn::inside
