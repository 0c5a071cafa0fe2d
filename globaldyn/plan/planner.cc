#include "globaldyn/plan/planner.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "globaldyn/plan/station_grid.h"

namespace globaldyn {
namespace {

using Version = StationGrid::Version;

// Below this share of the path a segment is a point: what jumps within it has been located.
constexpr double kShortest = 1e-11;
// Limits are tightened and widened by no more: as much as this they may be exceeded unseen.
constexpr double kMostShare = 1e-6;
// Values of d2 are compared up to this share of their size.
constexpr double kRoundOff = 1e-11;

// How a motion stands to what is accessible along a segment.
enum class Side {
  inside,  ///< d2 could be more and could be less, or sides differ
  up,      ///< no more: nothing gets across the motion from below
  down,    ///< no less: nothing gets across it from above
  only,    ///< neither
  top,     ///< d1 is as large as it can be: nothing is above it
};

struct Stand {
  Side side{Side::only};
  bool is_kept{true};  ///< the limits are
  double room{0.0};    ///< by how far d2 could be both more and less
  double x{0.0};       ///< the least looked at
};

double find_top(const Region& region) {
  return region.is_empty() ? 0.0 : region.strips().back().end;
}

Stand look_at(const Region& region, const SegmentMotion& segment, double s) {
  Stand stand;
  stand.x = std::max(0.0, segment.x_at(s));
  const double d1 = std::sqrt(stand.x), d2 = segment.d2_at(s);
  const auto range = region.d2_range(d1);
  if (!range) {
    stand.side = d1 > find_top(region) ? Side::top : Side::inside;
    stand.is_kept = false;
    return stand;
  }
  const double slack = kRoundOff * (std::abs(segment.d2_begin) + std::abs(segment.d2_end));
  stand.is_kept = range->low - slack <= d2 && d2 <= range->high + slack;
  const bool no_more = d2 >= range->high - slack, no_less = d2 <= range->low + slack;
  stand.side = no_more && no_less ? Side::only
               : no_more          ? Side::up
               : no_less          ? Side::down
                                  : Side::inside;
  if (stand.side == Side::inside) stand.room = std::min(range->high - d2, d2 - range->low);
  return stand;
}

// At a quarter, the middle and three quarters. `stations` begins with the segment's first.
Stand look_along(const Station* stations, const SegmentMotion& segment) {
  Stand all;
  all.x = std::numeric_limits<double>::infinity();
  for (std::size_t k = 1; k < kStationsPerSegment; ++k) {
    const double s = segment.length * static_cast<double>(k) / kStationsPerSegment;
    const Stand here = look_at(stations[k].before, segment, s);
    if (all.side == Side::only) {
      all.side = here.side;
    } else if (here.side != Side::only && here.side != all.side) {
      all.side = Side::inside;
    }
    all.is_kept = all.is_kept && here.is_kept;
    all.room = std::max(all.room, here.room);
    all.x = std::min(all.x, here.x);
  }
  return all;
}

// Whether a motion bounds all others from above, segment by segment. Nothing crosses it from below
// where it is `up`, so that what begins below stays so; what is above it stays so where it is
// `down`, until it comes to a `top`, or the end, above which nothing is. So every stretch from one
// top to the next must be `up` first and `down` then; only between the two it may be inside.
class BoundCheck {
 public:
  BoundCheck(const Profile& profile, std::span<const Station> exact)
      : profile_(profile), exact_(exact), doubtful_(profile.segments.size(), false) {}

  [[nodiscard]] std::vector<bool> find_doubtful(const std::vector<Stand>& stands) {
    for (std::size_t i = 0; i < stands.size(); ++i) {
      if (is_top(i)) reach_top(i);
      switch (stands[i].side) {
        case Side::top:
          reach_top(i);
          break;
        case Side::up:
          // What is inside or down before, since the last top, leaves room above the motion.
          if (goes_down_) doubt(last_down_, i);
          if (inside_since_ < i) doubt(inside_since_, i);
          inside_since_ = i + 1;
          goes_down_ = false;
          break;
        case Side::down:
          if (goes_down_ && inside_since_ < i) doubt(inside_since_, i);
          goes_down_ = true;
          last_down_ = i;
          inside_since_ = i + 1;
          break;
        case Side::only:
          if (inside_since_ == i) inside_since_ = i + 1;
          break;
        case Side::inside:
          break;
      }
    }
    return std::move(doubtful_);
  }

 private:
  [[nodiscard]] bool is_top(std::size_t node) const {
    constexpr double kSame = 1e-12;
    const Station& station = exact_[kStationsPerSegment * node];
    const double top = std::min(find_top(station.before), find_top(station.after));
    return profile_.d1[node] >= top * (1.0 - kSame);
  }
  void reach_top(std::size_t segment) {
    goes_down_ = false;
    inside_since_ = segment;
  }
  // What would have to be shown lies within these segments.
  void doubt(std::size_t first, std::size_t last) {
    for (std::size_t i = first; i <= last; ++i) doubtful_[i] = true;
  }

  const Profile& profile_;
  std::span<const Station> exact_;
  std::vector<bool> doubtful_;
  bool goes_down_{false};
  std::size_t last_down_{0};
  std::size_t inside_since_{0};  // the first segment that may be inside without having been judged
};

// How far what is accessible in the middle of a segment is from the mean of its ends, relative to
// its size: jumps, and bends that the grid does not resolve.
double find_roughness(const Region& begin, const Region& middle, const Region& end) {
  if (begin.is_empty() || middle.is_empty() || end.is_empty()) {
    return begin.is_empty() == middle.is_empty() && middle.is_empty() == end.is_empty() ? 0.0 : 1.0;
  }
  constexpr std::array<std::array<double, 2>, 6> kDirections{
      {{1, 0}, {0, 1}, {0, -1}, {-1, 0}, {1, 1}, {1, -1}}};
  const auto size_along = [&](double u, double w) {
    double size = 0.0;
    for (const Region* region : {&begin, &middle, &end}) {
      const double extent =
          std::max(std::abs(region->support(u, w)), std::abs(region->support(-u, -w)));
      if (std::isfinite(extent)) size = std::max(size, extent);
    }
    return size > 0.0 ? size : 1.0;
  };
  const double x = size_along(1.0, 0.0), d2 = size_along(0.0, 1.0);
  double roughness = 0.0;
  for (const auto& [u, w] : kDirections) {
    const auto support = [&](const Region& region) { return region.support(u / x, w / d2); };
    const double ends = 0.5 * (support(begin) + support(end)), here = support(middle);
    if (ends == here) continue;
    roughness = std::max(roughness, std::isfinite(ends - here) ? std::abs(ends - here) : 1.0);
  }
  return roughness;
}

class Planner {
 public:
  Planner(const LimitSource& source, std::vector<double> grid, const PlanOptions& options)
      : options_(options),
        range_(grid.back() - grid.front()),
        share_(std::min(0.25 * options.tolerance, kMostShare)),
        grid_(source, options.reserve, share_) {
    grid_.start(subdivide(std::move(grid)));
  }

  Plan run() {
    Plan plan;
    while (true) {
      ProfileSolver widened(grid_.stations(Version::widened), options_.start, options_.end);
      if (!widened.solve()) {
        if (look_closer(widened.blockage().node)) continue;
        plan.blocked_at = grid_.list_nodes()[widened.blockage().node];
        return plan;
      }
      ProfileSolver tightened(grid_.stations(Version::tightened), options_.start, options_.end);
      if (!tightened.solve()) {
        if (look_closer(tightened.blockage().node)) continue;
        plan.blocked_at = grid_.list_nodes()[tightened.blockage().node];
        return plan;
      }
      std::vector<bool> marked = judge(tightened.profile(), widened.profile());
      bool is_fine = std::none_of(marked.begin(), marked.end(), [](bool m) { return m; });
      const double time = tightened.profile().time, lower = widened.profile().time - gain_;
      const bool is_close = time - lower <= options_.tolerance * time;
      if (is_fine && is_close) {
        is_fine = check_between(tightened.profile(), marked);
      }
      const bool is_full = grid_.segment_count() > options_.most_nodes / 2;
      if ((is_fine && is_close) || is_full) {
        plan.status = is_fine && is_close ? PlanStatus::optimal : PlanStatus::inaccurate;
        plan.p = grid_.list_nodes();
        plan.profile = tightened.profile();
        plan.time = time;
        plan.time_lower = lower;
        return plan;
      }
      if (!is_fine) {
        grid_.halve(marked);
      } else {
        share_ *= 0.5 * options_.tolerance * time / (time - lower);
        grid_.set_share(share_);
      }
    }
  }

 private:
  static std::vector<double> subdivide(std::vector<double> grid) {
    constexpr double kPieces = 64.0;
    const double step = (grid.back() - grid.front()) / kPieces;
    std::vector<double> nodes;
    for (std::size_t i = 0; i + 1 < grid.size(); ++i) {
      const double length = grid[i + 1] - grid[i];
      const int pieces = std::max(1, static_cast<int>(std::ceil(length / step - 1e-9)));
      for (int k = 0; k < pieces; ++k) nodes.push_back(grid[i] + length * k / pieces);
    }
    nodes.push_back(grid.back());
    return nodes;
  }

  // Which segments are too long: where the plan leaves its limits, where the lower bound's motion
  // is not known to be above all others, or where much could be gained by crossing it.
  std::vector<bool> judge(const Profile& tightened, const Profile& widened) {
    const auto stations = grid_.stations(Version::exact);
    const std::size_t count = grid_.segment_count();
    std::vector<Stand> stands;
    for (std::size_t i = 0; i < count; ++i) {
      stands.push_back(look_along(&stations[kStationsPerSegment * i], widened.segments[i]));
    }
    std::vector<bool> marked = BoundCheck(widened, stations).find_doubtful(stands);
    std::vector<double> gains(count, 0.0);
    gain_ = 0.0;
    for (std::size_t i = 0; i < count; ++i) {
      const SegmentMotion& segment = widened.segments[i];
      const Station* const at = &stations[kStationsPerSegment * i];
      const bool is_kept = look_along(at, tightened.segments[i]).is_kept;
      marked[i] = (marked[i] || !is_kept) && segment.length > kShortest * range_;
      const double rise = segment.length * stands[i].room;  // of x, at most
      if (rise == 0.0) continue;
      gains[i] = segment.time_to(segment.length) * rise / (2.0 * stands[i].x + rise);
      gain_ += gains[i];
    }
    // Segments whose share in what could be gained is more than their part of the tolerance.
    const double allowed = 0.25 * options_.tolerance * widened.time;
    if (gain_ > allowed) {
      const double most = *std::max_element(gains.begin(), gains.end());
      for (std::size_t i = 0; i < count; ++i) marked[i] = marked[i] || gains[i] > 0.1 * most;
    }
    return marked;
  }

  // Looks at the plan half-way between stations, where limits take turns unseen: marks the
  // segments that leave them there, and returns true if there are none.
  bool check_between(const Profile& profile, std::vector<bool>& marked) {
    const auto stations = grid_.stations(Version::exact);
    std::vector<double> p;
    for (std::size_t i = 0; i + 1 < stations.size(); ++i) {
      p.push_back(0.5 * (stations[i].p + stations[i + 1].p));
    }
    const std::vector<Region> regions = grid_.evaluate(p);
    bool all_kept = true;
    for (std::size_t i = 0; i < p.size(); ++i) {
      const std::size_t segment = i / kStationsPerSegment;
      const double s = p[i] - stations[kStationsPerSegment * segment].p;
      const SegmentMotion& motion = profile.segments[segment];
      if (motion.length <= kShortest * range_ || look_at(regions[i], motion, s).is_kept) continue;
      marked[segment] = true;
      all_kept = false;
    }
    return all_kept;
  }

  // Halves what is around a node that blocks the way, and wherever the grid is too rough to tell;
  // false if it has been halved enough.
  bool look_closer(std::size_t node) {
    constexpr double kCloseEnough = 1e-7, kRough = 1e-3;
    constexpr std::size_t kAround = 3;
    const auto stations = grid_.stations(Version::exact);
    const std::size_t count = grid_.segment_count();
    std::vector<bool> marked(count, false);
    bool any = false;
    for (std::size_t i = 0; i < count; ++i) {
      const Station* const at = &stations[kStationsPerSegment * i];
      if (at[kStationsPerSegment].p - at[0].p <= kCloseEnough * range_) continue;
      const bool is_near = i + kAround >= node && i < node + kAround;
      marked[i] = is_near || find_roughness(at[0].after, at[2].before,
                                            at[kStationsPerSegment].before) > kRough;
      any = any || marked[i];
    }
    if (any) grid_.halve(marked);
    return any;
  }

  PlanOptions options_;
  double range_;
  double share_;
  StationGrid grid_;
  double gain_{0.0};
};

}  // namespace

const char* to_string(PlanStatus status) {
  switch (status) {
    case PlanStatus::optimal:
      return "optimal";
    case PlanStatus::inaccurate:
      return "inaccurate";
    case PlanStatus::infeasible:
      return "infeasible";
  }
  return "";
}

void tighten(LimitSystem& system, double share) {
  for (LimitRow& row : system.rows) {
    if (row.low == row.high) continue;
    const bool has_low = std::isfinite(row.low), has_high = std::isfinite(row.high);
    const double size =
        has_low && has_high ? 0.5 * (row.high - row.low) : std::abs(has_low ? row.low : row.high);
    if (has_low) row.low += share * size;
    if (has_high) row.high -= share * size;
  }
}

Plan make_plan(const LimitSource& source, std::vector<double> grid, const PlanOptions& options) {
  return Planner(source, std::move(grid), options).run();
}

}  // namespace globaldyn
