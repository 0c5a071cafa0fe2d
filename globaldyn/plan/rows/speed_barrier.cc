#include "globaldyn/plan/rows/speed_barrier.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include "core/base/bracket_root.h"
#include "core/base/constants.h"
#include "core/base/round_off.h"
#include "globaldyn/plan/rows/grid_motion.h"
#include "globaldyn/plan/rows/root_sides.h"

namespace globaldyn::inside {
inline namespace plan {
namespace {

double find_largest_error(const RowGrid& grid) {
  double error = 0.0;
  for (const GridSegment& s : grid.segments()) error = std::max(error, s.error->rest);
  return error;
}

// The time along a cubic between two fractions of a segment of length h; infinite if it comes to
// rest on the way.
double calc_time(const CubicSpeed& given, double h, double from = 0.0, double to = 1.0) {
  if (!(from < to)) return 0.0;
  const CubicSpeed x = from > 0.0 || to < 1.0 ? cut(given, from, to) : given;
  const double length = h * (to - from);
  if (x[0] < 0.0 || x[3] < 0.0) return kInfinity;
  SegmentMotion motion = make_segment_motion(x[0], find_push(x, length), length);
  if (x[3] == 0.0) come_to_rest(motion);
  return motion.time_to(length);
}

class BarrierMaker {
 public:
  explicit BarrierMaker(const BarrierProblem& problem)
      : problem_(problem),
        segments_(problem.grid.segments()),
        last_(segments_.size()),
        error_(find_largest_error(problem.grid)),
        sure_(std::max(round_off::kRoot, kSafety * error_)),
        most_(last_ + 1, kInfinity),
        least_(last_ + 1, 0.0) {}

  SpeedBarrier make() {
    result_.forward.resize(last_);
    result_.backward.resize(last_);
    result_.times.assign(last_, 0.0);
    const bool is_open = run();
    if (is_open && left_domain_ && problem_.most != nullptr) {
      // Arcs are missing: the earlier barrier is better.
      most_.assign(last_ + 1, kInfinity);
      least_.assign(last_ + 1, 0.0);
      uses_known_ = true;
      (void)run();
    }
    result_.most = std::move(most_);
    result_.least = std::move(least_);
    return std::move(result_);
  }

 private:
  bool run() {
    if (!take_extremes() || !take_gates() || !check_rests()) return false;
    // A lap that changes x at the seam lowers it to what one round leaves; what it bounds by then
    // holds, settled or not.
    constexpr int kMostLaps = 60;
    for (int lap = 0; lap < kMostLaps; ++lap) {
      if (!pass(Travel::forward) || !pass(Travel::backward)) return false;
      if (!problem_.is_closed) break;
      const double seam = std::min(most_.front(), most_.back());
      const bool is_settled =
          std::max(most_.front(), most_.back()) <= seam * (1.0 + round_off::kSum) ||
          seam == kInfinity;
      most_.front() = most_.back() = seam;
      if (is_settled) break;
    }
    if (!raise_least()) return false;
    for (std::size_t i = 0; i <= last_; ++i) {
      if (least_[i] > most_[i] + sure_ * (least_[i] + most_[i])) return block(i);
    }
    for (std::size_t i = 0; i < last_; ++i) {
      if (is_spent()) return false;
      judge(i);
    }
    return true;
  }

  // Whether no further arc may be sought.
  bool is_spent() {
    if (result_.work >= problem_.most_work) result_.is_cut_short = true;
    return result_.is_cut_short;
  }

  bool block(std::size_t node) {
    result_.blocked_node = node;
    return false;
  }

  bool take_extremes() {
    for (std::size_t i = 0; i < last_; ++i) {
      const GridSegment& s = segments_[i];
      const auto is_empty = [](const Interval& x) {
        return std::isnan(x.low) || std::isnan(x.high);
      };
      if (is_empty(s.at_begin)) return block(i);
      if (is_empty(s.at_end)) return block(i + 1);
      most_[i] = std::min(most_[i], s.at_begin.high);
      most_[i + 1] = std::min(most_[i + 1], s.at_end.high);
      least_[i] = std::max(least_[i], s.at_begin.low);
      least_[i + 1] = std::max(least_[i + 1], s.at_end.low);
    }
    if (uses_known_) {
      for (std::size_t i = 0; i <= last_; ++i) most_[i] = std::min(most_[i], (*problem_.most)[i]);
    }
    return true;
  }

  bool take_gates() {
    for (const SpeedGate& gate : problem_.gates) {
      const std::size_t node = find_node(gate.p);
      if (gate.least > most_[node] * (1.0 + sure_) + sure_ * gate.least) return block(node);
      most_[node] = std::min(most_[node], gate.most);
      least_[node] = std::max(least_[node], std::min(gate.least, most_[node]));
    }
    return true;
  }

  // False if it is blocked: where d2 at rest can only be rounding error no motion ever starts or
  // comes to rest: at a dead centre the machine stays.
  bool check_rests() {
    for (std::size_t node = 0; node <= last_; ++node) {
      if (most_[node] > 0.0) continue;
      if (node < last_ && !has_push(node, Travel::forward)) return block(node);
      if (node > 0 && !has_push(node - 1, Travel::backward)) return block(node);
    }
    return true;
  }

  [[nodiscard]] bool has_push(std::size_t i, Travel travel) const {
    // As a fraction of the size of rows; where limits themselves vanish, of their error, in the
    // face of which what is left of them may be a hundred times as large.
    constexpr double kLeast = 1e-9, kMost = 1e-6, kVanishing = 100.0;
    const double nothing = std::clamp(error_, kLeast, kMost);
    const double no_room = std::clamp(kVanishing * error_, kLeast, kVanishing * kMost);
    const std::size_t at = travel == Travel::forward ? 0 : 2;
    const double sign = travel == Travel::forward ? 1.0 : -1.0;
    const std::vector<Side>& sides = segments_[i].sides;
    return std::none_of(sides.begin(), sides.end(), [&](const Side& side) {
      const double least = side.room[at] <= no_room ? no_room : nothing;
      return sign * side.d[at] > 0.0 && -side.c[at] <= least;
    });
  }

  [[nodiscard]] std::size_t find_node(double p) const {
    const auto at =
        std::lower_bound(segments_.begin(), segments_.end(), p,
                         [](const GridSegment& s, double value) { return s.p < value; });
    return static_cast<std::size_t>(at - segments_.begin());
  }

  [[nodiscard]] SideEase ease(std::size_t i) const { return segments_[i].find_ease(); }

  // Nothing if the arc leaves the domain on which its side is known to hold.
  [[nodiscard]] std::optional<CubicSpeed> draw(std::size_t i, Travel travel, double x,
                                               bool is_mirrored = false) {
    const GridSegment& s = segments_[i];
    ++result_.work;
    auto arc = find_speed_arc(straight_.outer(s), travel, x, s.h, ease(i), is_mirrored);
    if (!arc) return std::nullopt;
    if (s.is_within(arc->x)) return arc->x;
    arc = find_speed_arc(straight_.outermost(s), travel, x, s.h, s.find_ease(), is_mirrored);
    const auto is_beyond = [&](double value) { return value > s.curved->beyond || value < 0.0; };
    if (!arc) return std::nullopt;
    if (std::none_of(arc->x.begin(), arc->x.end(), is_beyond)) return arc->x;
    left_domain_ = true;
    return std::nullopt;
  }

  // Lowers the barrier at a node; false if nothing is left below it.
  bool lower(std::size_t node, double x, double beside) {
    if (x >= most_[node]) return true;
    most_[node] = x;
    if (x < -sure_ * beside || x < least_[node] - sure_ * (beside + least_[node]))
      return block(node);
    most_[node] = std::max(x, least_[node]);
    return true;
  }

  // A segment and its nodes, as travelled.
  struct Hop {
    std::size_t segment, from, to;
  };

  [[nodiscard]] Hop find_hop(std::size_t count, Travel travel) const {
    const std::size_t i = travel == Travel::forward ? count : last_ - 1 - count;
    return travel == Travel::forward ? Hop{i, i, i + 1} : Hop{i, i + 1, i};
  }

  [[nodiscard]] static double find_end(const CubicSpeed& arc, Travel travel) {
    return travel == Travel::forward ? arc[3] : arc[0];
  }

  // Lowers the barrier along the path; false if it is blocked, or no further arc may be sought.
  bool pass(Travel travel) {
    auto& arcs = travel == Travel::forward ? result_.forward : result_.backward;
    for (std::size_t count = 0; count < last_; ++count) {
      const Hop hop = find_hop(count, travel);
      auto& arc = arcs[hop.segment];
      arc.reset();
      if (is_spent()) return false;
      const double x = most_[hop.from];
      if (x == kInfinity) continue;
      arc = draw(hop.segment, travel, x);
      const auto beside = [&] { return x + find_speed_size(segments_[hop.segment]); };
      if (arc && !lower(hop.to, find_end(*arc, travel), beside())) return false;
    }
    return true;
  }

  // Whether rest is possible on a segment.
  [[nodiscard]] static bool may_rest(const GridSegment& s) {
    return std::all_of(s.sides.begin(), s.sides.end(), [](const Side& side) {
      return side.c[0] <= 0.0 && side.c[1] <= 0.0 && side.c[2] <= 0.0;
    });
  }

  bool raise(std::size_t node, double x) {
    if (x <= least_[node]) return true;
    least_[node] = x;
    return x <= most_[node] + sure_ * (x + most_[node]) || block(node);
  }

  // The same for the lower barrier, where there must be one.
  bool pass_below(Travel travel) {
    for (std::size_t count = 0; count < last_; ++count) {
      const Hop hop = find_hop(count, travel);
      if (least_[hop.from] == 0.0 && may_rest(segments_[hop.segment])) continue;
      if (is_spent()) return false;
      const auto arc = draw(hop.segment, travel, least_[hop.from], true);
      if (arc && !raise(hop.to, find_end(*arc, travel))) return false;
    }
    return true;
  }

  bool raise_least() {
    for (int lap = 0; lap < (problem_.is_closed ? 2 : 1); ++lap) {
      if (lap > 0) least_.front() = std::max(least_.front(), least_.back());
      if (!pass_below(Travel::forward)) return false;
      if (lap > 0) least_.back() = std::max(least_.front(), least_.back());
      if (!pass_below(Travel::backward)) return false;
    }
    return true;
  }

  void judge(std::size_t i) {
    const GridSegment& s = segments_[i];
    auto& forward = result_.forward[i];
    auto& backward = result_.backward[i];
    const double begin = most_[i], end = most_[i + 1];
    if (forward && begin < (*forward)[0]) {
      forward = draw(i, Travel::forward, begin);
    }
    if (backward && end < (*backward)[3]) {
      backward = draw(i, Travel::backward, end);
    }
    std::optional<CubicSpeed> ceiling;
    if (!(forward && (*forward)[3] <= end) && !(backward && (*backward)[0] <= begin)) {
      const auto arc = find_speed_ceiling(straight_.outer(s), ease(i));
      if (arc && s.is_within(arc->x)) ceiling = arc->x;
    }
    result_.times[i] = find_time(s, forward, backward, ceiling);
  }

  // Time along the lowest of the arcs; it is a lower bound whichever arc is taken where.
  [[nodiscard]] static double find_time(const GridSegment& s,
                                        const std::optional<CubicSpeed>& forward,
                                        const std::optional<CubicSpeed>& backward,
                                        const std::optional<CubicSpeed>& ceiling) {
    double best = ceiling ? calc_time(*ceiling, s.h) : 0.0;
    if (best == kInfinity) best = 0.0;
    const auto take = [&](double time) {
      if (std::isfinite(time)) best = std::max(best, time);
    };
    if (forward) take(calc_time(*forward, s.h));
    if (backward) take(calc_time(*backward, s.h));
    if (forward && backward && do_cross(*forward, *backward)) {
      const double r = find_crossing(*forward, *backward);
      take(calc_time(*forward, s.h, 0.0, r) + calc_time(*backward, s.h, r, 1.0));
    }
    if (ceiling && (forward || backward)) {
      const double from = forward ? find_crossing(*forward, *ceiling) : 0.0;
      const double to = backward ? find_crossing(*ceiling, *backward) : 1.0;
      if (from < to) {
        take((forward ? calc_time(*forward, s.h, 0.0, from) : 0.0) +
             calc_time(*ceiling, s.h, from, to) +
             (backward ? calc_time(*backward, s.h, to, 1.0) : 0.0));
      }
    }
    return best;
  }

  static constexpr double kSafety = 10.0;  // of the errors of rows, which are estimates

  const BarrierProblem& problem_;
  const std::vector<GridSegment>& segments_;
  std::size_t last_;
  double error_;  // largest error of the field
  double sure_;   // fraction of x above which a difference is neither rounding error nor error of
                  // the rows
  std::vector<double> most_, least_;
  bool left_domain_{false}, uses_known_{false};
  StraightSides straight_;
  SpeedBarrier result_;
};

}  // namespace

bool do_cross(const CubicSpeed& rising, const CubicSpeed& falling) {
  return rising[3] > falling[3] && falling[0] > rising[0];
}

double find_crossing(const CubicSpeed& rising, const CubicSpeed& falling) {
  if (rising[0] >= falling[0]) return 0.0;
  if (rising[3] <= falling[3]) return 1.0;
  constexpr double kWidth = 0x1p-40;
  CubicSpeed rise;
  for (std::size_t j = 0; j < rise.size(); ++j) rise[j] = rising[j] - falling[j];
  const auto measure = [&](double r) { return std::optional(find_x_at(rise, r)); };
  return bracket_root(0.0, 1.0, measure, kWidth);
}

SpeedBarrier make_speed_barrier(const BarrierProblem& problem) {
  return BarrierMaker(problem).make();
}

}  // namespace plan
}  // namespace globaldyn::inside
