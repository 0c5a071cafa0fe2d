#include "globaldyn/plan/regions/region_plan.h"

#include <algorithm>
#include <cmath>

#include "core/base/constants.h"
#include "core/base/steps.h"
#include "globaldyn/plan/regions/headroom.h"
#include "globaldyn/plan/regions/region_obstacle.h"
#include "globaldyn/plan/regions/roughness.h"
#include "globaldyn/plan/regions/stand.h"
#include "globaldyn/plan/regions/station_grid.h"

namespace globaldyn::inside {
inline namespace plan {
namespace {

using Version = StationGrid::Version;

// Below this fraction of the path a segment is a point: a jump within it has been located.
constexpr double kShortest = 1e-11;
// How many points are checked between stations in the end.
constexpr std::size_t kBetween = 3;
// Limits are tightened and widened by at most this, because they may be exceeded unnoticed by as
// much; and by at least this, because less would be rounding error.
constexpr double kMostShare = 1.0;
constexpr double kLeastShare = 1e-13;
// More nodes than that are not tried: the plan is then inaccurate.
constexpr std::size_t kMostNodes = 50'000;

std::vector<double> subdivide(const std::vector<double>& grid) {
  constexpr double kPieces = 64.0;
  const double step = (grid.back() - grid.front()) / kPieces;
  std::vector<double> nodes;
  for (std::size_t i = 0; i + 1 < grid.size(); ++i) {
    const double length = grid[i + 1] - grid[i];
    const double pieces = count_steps(length, step);
    for (double k = 0.0; k < pieces; ++k) nodes.push_back(grid[i] + length * k / pieces);
  }
  nodes.push_back(grid.back());
  return nodes;
}

std::vector<double> add_gates(std::vector<double> grid, const std::vector<SpeedGate>& gates) {
  for (const SpeedGate& gate : gates) grid.push_back(gate.p);
  std::sort(grid.begin(), grid.end());
  grid.erase(std::unique(grid.begin(), grid.end()), grid.end());
  return grid;
}

bool any_of(const std::vector<bool>& marked) {
  return std::find(marked.begin(), marked.end(), true) != marked.end();
}

std::size_t count_marked(const std::vector<bool>& marked) {
  return static_cast<std::size_t>(std::count(marked.begin(), marked.end(), true));
}

// The halves of all segments marked, after these were halved.
std::vector<bool> mark_halves(const std::vector<bool>& marked) {
  std::vector<bool> halves;
  for (const bool is_marked : marked) halves.insert(halves.end(), is_marked ? 2 : 1, is_marked);
  return halves;
}

// A time that is not finite means that x falls below 0 on the way.
bool is_finite(const SegmentMotion& segment) {
  return std::isfinite(segment.time_to(segment.length));
}

class RegionPlanner {
 public:
  RegionPlanner(LimitField& field, const std::vector<double>& grid, const PlanOptions& options,
                bool explain)
      : field_(field),
        options_(options),
        explain_(explain),
        range_(grid.back() - grid.front()),
        share_(std::min(0.25 * options.tolerance, kMostShare)),
        gates_{options.gates, options.is_closed},
        meter_(options.work),
        grid_(field, share_, meter_) {
    grid_.start(subdivide(add_gates(grid, options.gates)));
  }

  Plan run() {
    do {
      done_before_ = meter_.done();
    } while (!run_round());
    if (!std::all_of(plan_.segments.begin(), plan_.segments.end(), is_finite)) {
      const Shortage shortage = plan_.shortage;
      plan_ = {};
      plan_.shortage = shortage;
    }
    plan_.work = meter_.done();
    return std::move(plan_);
  }

 private:
  // One grid and share. Returns false if the next is to be tried. On the first grids the plan alone
  // tells which segments are too long: bounds are computed once it keeps its limits. Not
  // indefinitely: the cause of a violation may be a neighbour that only bounds reveal.
  bool run_round() {
    ProfileSolver tightened(grid_.stations(Version::tightened), gates_, settled(), &meter_);
    const bool has_plan = solve(tightened, tightened_bulges_);
    if (meter_.is_spent()) return stop();
    const std::vector<bool> left = has_plan ? find_left(tightened.profile()) : std::vector<bool>{};
    if (any_of(left) && may_halve() && !is_short(count_marked(left)) && quick_rounds_ > 0) {
      --quick_rounds_;
      halve(left);
      return false;
    }
    ProfileSolver widened(grid_.stations(Version::widened), gates_, settled(), &meter_);
    const bool has_bound = solve(widened, widened_bulges_);
    if (meter_.is_spent()) return stop();
    if (!has_bound) return judge_block(widened, false);
    if (!has_plan) return judge_block(tightened, true);
    return judge(tightened.profile(), widened.profile(), left);
  }

  // Takes the plan. Returns whether it is final: no further grid or share is needed, or there is
  // none.
  bool judge(const Profile& tightened, const Profile& widened, const std::vector<bool>& left) {
    std::vector<bool> marked = find_blamed(widened);
    for (std::size_t i = 0; i < marked.size(); ++i) marked[i] = marked[i] || left[i];
    // Of gains that nothing bounds there is no lower bound but 0.
    const double time = tightened.time, bound = widened.time - gain_;
    const double lower = std::isfinite(bound) ? bound : 0.0;
    const bool is_close = time - lower <= options_.tolerance * time;
    const bool is_fine = !any_of(marked);
    const std::vector<bool> broken =
        is_fine && is_close ? check_between(tightened) : std::vector<bool>{};
    const bool is_optimal = is_fine && is_close && !any_of(broken);
    take(tightened);
    plan_.status = is_optimal ? PlanStatus::optimal : PlanStatus::inaccurate;
    plan_.time = time;
    plan_.time_lower = lower;
    is_close_ = is_close && !any_of(left);
    if (is_optimal) return true;
    if (!is_fine || is_close) return !refine(is_fine ? broken : marked);
    const bool is_stuck = note_gap(time - lower);
    if (is_short(is_stuck ? grid_.segment_count() : 0)) return stop();
    if (!may_halve()) return true;
    return !(is_stuck ? begin_anew()
                      : lower_share(0.5 * options_.tolerance * time / (time - lower)));
  }

  void take(const Profile& profile) {
    plan_.p = grid_.list_nodes();
    plan_.segments = profile.segments;
    plan_.x.clear();
    for (const double d1 : profile.d1) plan_.x.push_back(d1 * d1);
  }

  // A round takes what the whole grid takes: where few segments are marked, they are halved two or
  // three times at once. Returns false if that is not possible.
  bool refine(std::vector<bool> marked) {
    constexpr std::size_t kFew = 16, kVeryFew = 64;
    const std::size_t count = count_marked(marked), all = marked.size();
    const int times = kVeryFew * count <= all ? 3 : kFew * count <= all ? 2 : 1;
    if (is_short(((std::size_t{1} << times) - 1) * count)) return !stop();
    for (int time = 0; time < times && may_halve(); ++time) {
      if (time > 0) marked = mark_halves(marked);
      halve(marked);
    }
    return grid_.segment_count() > all;
  }

  // Returns whether less tightening has hardly brought the bounds together: then tightening is not
  // what keeps them apart.
  bool note_gap(double gap) {
    constexpr double kShrinks = 0.7;
    const bool is_stuck = gap > kShrinks * last_gap_;
    last_gap_ = gap;
    return is_stuck;
  }

  // On a grid twice as fine, without the bulges of the last: they may keep a plan slower than
  // others on the same grid.
  bool begin_anew() {
    std::vector<bool> all(grid_.segment_count(), false);
    const auto stations = grid_.stations(Version::exact);
    const double mean = range_ / static_cast<double>(all.size());
    for (std::size_t i = 0; i < all.size(); ++i) {
      const std::size_t at = kStationsPerSegment * i;
      all[i] = stations[at + kStationsPerSegment].p - stations[at].p > mean;
    }
    halve(all);
    tightened_bulges_.clear();
    widened_bulges_.clear();
    return true;
  }

  [[nodiscard]] bool may_halve() const { return grid_.segment_count() <= kMostNodes / 2; }

  // Whether the allowed work or memory is not enough for a grid with so many segments more.
  [[nodiscard]] bool is_short(std::size_t added) {
    constexpr double kWhileHalved = 2.0;
    const auto count = static_cast<double>(grid_.segment_count());
    const double growth = (count + static_cast<double>(added)) / count;
    const auto most = static_cast<double>(options_.memory);
    const bool lacks_memory =
        most > 0.0 && kWhileHalved * growth * static_cast<double>(grid_.calc_bytes()) > most;
    const auto last = static_cast<double>(meter_.done() - done_before_);
    const bool lacks_work = meter_.is_spent() || static_cast<double>(meter_.left()) < growth * last;
    shortage_ = lacks_work ? Shortage::work : Shortage::memory;
    return lacks_work || lacks_memory;
  }

  // Stops with what there is, if anything: a motion with bounds as close as asked that keeps its
  // limits at all stations is what was asked for. Bounds far apart mean a coarse grid, on which not
  // all that other motions could gain between its points is seen.
  bool stop() {
    constexpr double kSeen = 0.05;
    if (is_close_) {
      plan_.status = PlanStatus::optimal;
      return true;
    }
    if (plan_.time_lower < (1.0 - kSeen) * plan_.time) plan_.time_lower = 0.0;
    plan_.status = PlanStatus::gave_up;
    plan_.shortage = meter_.is_spent() ? Shortage::work : shortage_;
    return true;
  }

  // Small compared to the tightening of limits: whether limits are kept is checked later.
  [[nodiscard]] double settled() const { return 1e-2 * share_; }

  // Starts with the bulges of the last grid's profile.
  static bool solve(ProfileSolver& solver, std::vector<double>& bulges) {
    if (!bulges.empty()) solver.start_with(bulges);
    if (!solver.solve()) return false;
    bulges = solver.list_bulges();
    return true;
  }

  void halve(const std::vector<bool>& marked) {
    grid_.halve(marked);
    halve(marked, tightened_bulges_);
    halve(marked, widened_bulges_);
  }

  // Half of a parabola has a quarter of its bulge.
  static void halve(const std::vector<bool>& marked, std::vector<double>& bulges) {
    std::vector<double> halved;
    for (std::size_t i = 0; i < bulges.size(); ++i) {
      if (marked[i]) halved.push_back(0.25 * bulges[i]);
      halved.push_back(marked[i] ? 0.25 * bulges[i] : bulges[i]);
    }
    bulges = std::move(halved);
  }

  bool give_up() {
    plan_ = {};
    plan_.status = PlanStatus::infeasible;
    const std::vector<double> nodes = grid_.list_nodes();
    grid_.clear();
    WorkMeter meter(options_.work == 0 ? 0 : options_.work / 2 + 1);
    plan_.obstacle = find_region_obstacle(field_, nodes, gates_, explain_, &meter);
    plan_.blocked_at = plan_.obstacle->p;
    return true;
  }

  bool lower_share(double factor) {
    if (share_ * factor < kLeastShare) return false;
    share_ *= factor;
    grid_.set_share(share_);
    return true;
  }

  // The segments in which a plan violates its limits, or falls below x = 0.
  std::vector<bool> find_left(const Profile& profile) {
    const auto stations = grid_.stations(Version::exact);
    std::vector<bool> left(grid_.segment_count(), false);
    for (std::size_t i = 0; i < left.size(); ++i) {
      const SegmentMotion& segment = profile.segments[i];
      left[i] = is_long(segment) &&
                (!is_finite(segment) || !keeps_along(&stations[kStationsPerSegment * i], segment));
    }
    return left;
  }

  // The segments in which others could gain much over the lower bound's motion, or in which it
  // falls below x = 0.
  std::vector<bool> find_blamed(const Profile& widened) {
    const Headroom headroom = find_headroom(widened, grid_.stations(Version::exact), gates_);
    gain_ = headroom.gain;
    const double most = *std::max_element(headroom.blames.begin(), headroom.blames.end());
    const bool is_much = gain_ > 0.25 * options_.tolerance * widened.time;
    std::vector<bool> blamed(grid_.segment_count(), false);
    for (std::size_t i = 0; i < blamed.size(); ++i) {
      const SegmentMotion& segment = widened.segments[i];
      blamed[i] =
          is_long(segment) && (!is_finite(segment) || (is_much && headroom.blames[i] > 0.1 * most));
    }
    return blamed;
  }

  [[nodiscard]] bool is_long(const SegmentMotion& segment) const {
    return segment.length > kShortest * range_;
  }

  // Checks the plan between stations, where active limits may change unnoticed; returns the
  // segments that violate them there.
  std::vector<bool> check_between(const Profile& profile) {
    const auto stations = grid_.stations(Version::exact);
    std::vector<Look> looks;
    for (std::size_t i = 0; i + 1 < stations.size(); ++i) {
      const std::size_t segment = i / kStationsPerSegment;
      const SegmentMotion& motion = profile.segments[segment];
      if (!is_long(motion)) continue;
      for (std::size_t k = 1; k <= kBetween; ++k) {
        const double share = static_cast<double>(k) / static_cast<double>(kBetween + 1);
        const double p = std::lerp(stations[i].p, stations[i + 1].p, share);
        looks.push_back({p, segment, p - stations[kStationsPerSegment * segment].p});
      }
    }
    return grid_.find_broken(looks, profile.segments);
  }

  // If there is no motion: whether nothing is left to try.
  bool judge_block(const ProfileSolver& solver, bool may_lower_share) {
    const std::vector<bool> unsure = find_unsure(solver);
    if (any_of(unsure)) {
      if (is_short(count_marked(unsure))) return stop();
      halve(unsure);
      return false;
    }
    return !(may_lower_share && lower_share(1.0 / 16.0)) && give_up();
  }

  // Segments around a node that blocks the motion, and wherever the grid is too coarse to tell;
  // none if they have been halved enough.
  std::vector<bool> find_unsure(const ProfileSolver& solver) {
    constexpr double kCloseEnough = 1e-7, kRough = 1e-3;
    constexpr std::size_t kAround = 3;
    const std::size_t node = solver.blockage().node;
    const auto stations = grid_.stations(Version::exact);
    std::vector<bool> marked(grid_.segment_count(), false);
    for (std::size_t i = 0; i < marked.size(); ++i) {
      const Station* const at = &stations[kStationsPerSegment * i];
      const Station& end = at[kStationsPerSegment];
      if (end.p - at->p <= kCloseEnough * range_) continue;
      const bool is_near = i + kAround >= node && i < node + kAround;
      marked[i] = is_near || find_roughness(at->after(), at[2].before, end.before) > kRough;
    }
    return marked;
  }

  LimitField& field_;
  PlanOptions options_;
  bool explain_;
  double range_;
  double share_;
  Gates gates_;
  WorkMeter meter_;
  std::size_t done_before_{0};           // work done when this grid was started
  Shortage shortage_{Shortage::memory};  // of what there was too little when last asked
  StationGrid grid_;
  std::vector<double> tightened_bulges_, widened_bulges_;
  int quick_rounds_{6};
  double last_gap_{kInfinity};  // when the share was last lowered
  bool is_close_{false};        // whether the plan's bounds are, and it keeps limits at stations
  double gain_{0.0};            // what the lower bound's time could lose in segments where it turns
  Plan plan_;
};

}  // namespace

Plan plan_regions(LimitField& field, const std::vector<double>& grid, const PlanOptions& options,
                  bool explain) {
  return RegionPlanner(field, grid, options, explain).run();
}

}  // namespace plan
}  // namespace globaldyn::inside
