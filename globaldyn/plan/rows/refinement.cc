#include "globaldyn/plan/rows/refinement.h"

#include <algorithm>
#include <boost/math/tools/toms748_solve.hpp>
#include <cmath>
#include <cstdint>
#include <numeric>

#include "core/base/constants.h"
#include "globaldyn/plan/rows/root_sides.h"

namespace globaldyn::inside {
inline namespace plan {
namespace {

constexpr double kShortest = 1e-13;  // of the path: no segment is divided further

class Refinement {
 public:
  explicit Refinement(const BoundedMotion& bounded)
      : field_(bounded.field),
        grid_(bounded.grid),
        barrier_(bounded.barrier),
        x_(bounded.motion.x),
        times_(bounded.motion.times),
        excess_(bounded.motion.time -
                std::accumulate(barrier_.times.begin(), barrier_.times.end(), 0.0)) {}

  std::vector<std::vector<double>> list(double allowed, Blame whose, std::size_t most_added) {
    const auto& segments = grid_.segments();
    const std::size_t count = segments.size();
    std::vector<double> blames = whose == Blame::origin ? find_blames() : find_differences();
    double left = std::accumulate(blames.begin(), blames.end(), 0.0);
    std::vector<std::vector<double>> shares(count);
    if (!(left > 0.0)) return shares;
    // Together the blames must account for the whole excess.
    const double scale = std::max(1.0, excess_ / left);
    for (double& blame : blames) blame *= scale;
    left *= scale;
    std::vector<std::size_t> order(count);
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::sort(order.begin(), order.end(),
              [&](std::size_t a, std::size_t b) { return blames[a] > blames[b]; });
    std::size_t chosen = 0;
    for (; chosen < count && left > allowed; ++chosen) left -= blames[order[chosen]];
    order.resize(chosen);
    const double each = allowed / static_cast<double>(count);
    const double most = choose_most_parts(blames, each, order);
    for (const std::size_t i : order) {
      if (segments[i].h <= kShortest * grid_.range()) continue;
      std::vector<double> cuts = list_shares(i, std::min(most, count_parts(blames[i] / each)));
      if (cuts.size() > most_added) break;
      most_added -= cuts.size();
      shares[i] = std::move(cuts);
    }
    return shares;
  }

 private:
  // Number of parts of a segment that together have a given fraction of its blame: each part's
  // blame scales with its length to the fourth.
  [[nodiscard]] static double count_parts(double by_allowed) {
    return std::max(2.0, std::ceil(std::cbrt(by_allowed)));
  }

  // The maximum number of parts of any segment. As long as nearly all are to blame, more will be
  // known on a finer grid; if only few are, an extra grid is not worthwhile.
  [[nodiscard]] static double choose_most_parts(const std::vector<double>& blames, double each,
                                                const std::vector<std::size_t>& chosen) {
    constexpr double kFew = 4.0, kMany = 16.0, kShare = 0.5;
    double most = kFew;
    for (; most < kMany; most *= 2.0) {
      double added = 0.0;
      for (const std::size_t i : chosen) {
        added += std::min(2.0 * most, count_parts(blames[i] / each)) - 1.0;
      }
      if (added > kShare * static_cast<double>(blames.size())) break;
    }
    return most;
  }

  // What each segment costs: how much higher the motion could leave it, entering where it does, and
  // how much higher it could enter it, leaving where it does: the smaller is the segment's own
  // contribution; and what that is worth, in s, along all that follows or precedes without a
  // choice.
  [[nodiscard]] std::vector<double> find_blames() const {
    const auto& segments = grid_.segments();
    const std::size_t count = segments.size();
    std::vector<double> up(count), down(count);
    StraightSides straight;
    std::vector<float> up_slope(count), down_slope(count);
    for (std::size_t i = 0; i < count; ++i) {
      const GridSegment& s = segments[i];
      const double begin = x_[i], end = x_[i + 1];
      const SideEase ease = s.find_ease();
      const auto sides = straight.outer(s);
      const auto forward = find_speed_arc(sides, Travel::forward, begin, s.h, ease);
      const auto backward = find_speed_arc(sides, Travel::backward, end, s.h, ease);
      up[i] =
          std::max(0.0, std::min(forward ? forward->x[3] : kInfinity, barrier_.most[i + 1]) - end);
      down[i] =
          std::max(0.0, std::min(backward ? backward->x[0] : kInfinity, barrier_.most[i]) - begin);
      up_slope[i] = forward ? forward->slope : 0.0F;
      down_slope[i] = backward ? backward->slope : 0.0F;
    }
    std::vector<double> after(count + 1, 0.0), before(count + 1, 0.0);  // s per x at nodes
    for (std::size_t i = count; i-- > 0;) {
      const double half = find_half_worth(i), slope = static_cast<double>(up_slope[i]);
      after[i] = half + (up[i] <= down[i] ? slope * (half + after[i + 1]) : 0.0);
    }
    for (std::size_t i = 0; i < count; ++i) {
      const double half = find_half_worth(i), slope = static_cast<double>(down_slope[i]);
      before[i + 1] = half + (down[i] <= up[i] ? slope * (half + before[i]) : 0.0);
    }
    std::vector<double> blames(count);
    for (std::size_t i = 0; i < count; ++i) {
      const double half = find_half_worth(i);
      const double rise = up[i] * (half + after[i + 1]), fall = down[i] * (half + before[i]);
      // The part that the gaps at the ends do not show.
      const double excess = times_[i] - barrier_.times[i] - half * (gap(i) + gap(i + 1));
      blames[i] = std::max({0.0, std::min(rise, fall), excess});
      if (!std::isfinite(blames[i])) blames[i] = times_[i];
    }
    // Where the motion comes down to a node and rises after it, the node itself holds it back.
    for (std::size_t node = 0; node <= count; ++node) {
      const bool comes_down = node == 0 || down[node - 1] <= up[node - 1];
      const bool goes_up = node == count || up[node] <= down[node];
      if (!comes_down || !goes_up || gap(node) == 0.0) continue;
      const double blame = gap(node) * (after[node] + before[node]);
      // If two neighbours differ much in length, only the longer one.
      constexpr double kMuch = 4.0;  // two halvings
      const double before_it = node > 0 ? segments[node - 1].h : 0.0;
      const double after_it = node < count ? segments[node].h : 0.0;
      if (before_it * kMuch >= after_it) blames[node - 1] = std::max(blames[node - 1], blame);
      if (after_it * kMuch >= before_it) blames[node] = std::max(blames[node], blame);
    }
    return blames;
  }

  // What x at an end of a segment is worth along it, s.
  [[nodiscard]] double find_half_worth(std::size_t i) const {
    const double x = 0.5 * (x_[i] + x_[i + 1]);
    return x > 0.0 ? 0.25 * times_[i] / x : 0.0;
  }

  [[nodiscard]] std::vector<double> find_differences() const {
    std::vector<double> differences(times_.size());
    for (std::size_t i = 0; i < times_.size(); ++i) {
      differences[i] = std::max(0.0, times_[i] - barrier_.times[i]);
    }
    return differences;
  }

  [[nodiscard]] double gap(std::size_t node) const {
    return barrier_.most[node] == kInfinity ? 0.0 : std::max(0.0, barrier_.most[node] - x_[node]);
  }

  // Where to divide a segment: at a switch if there is one, otherwise into equal parts.
  std::vector<double> list_shares(std::size_t i, double parts) {
    std::vector<double> shares = find_switches(i);
    if (!shares.empty()) {
      // Each division must make it substantially shorter.
      constexpr double kLong = 0.6;
      std::vector<double> ends{0.0};
      ends.insert(ends.end(), shares.begin(), shares.end());
      ends.push_back(1.0);
      for (std::size_t k = 0; k + 1 < ends.size(); ++k) {
        if (ends[k + 1] - ends[k] > kLong) shares.push_back(0.5 * (ends[k] + ends[k + 1]));
      }
      std::sort(shares.begin(), shares.end());
      return shares;
    }
    for (double k = 1.0; k < parts; ++k) shares.push_back(k / parts);
    return shares;
  }

  // Where d of a row that may matter vanishes, or where the arc of another row takes over.
  std::vector<double> find_switches(std::size_t i) {
    constexpr double kInside = 1e-6;  // nearer to an end a part would be a point
    constexpr double kAbove = 1.5;    // an arc may be above both ends
    constexpr double kApart = 1e-3;   // a crossing is known less well than a root of d
    const GridSegment& s = grid_.segments()[i];
    const double most = kAbove * std::max(barrier_.most[i], barrier_.most[i + 1]);
    std::vector<double> shares;
    for (const Side& side : s.sides) {
      if (!(side.d[0] * side.d[2] < 0.0)) continue;
      const double r = find_root(s, side);
      if (!(r > kInside && r < 1.0 - kInside)) continue;
      const double a = side.a.at(r);
      if (a <= 0.0 || -side.c.at(r) / a > most) continue;
      shares.push_back(r);
    }
    if (shares.empty()) {
      const auto& forward = barrier_.forward[i];
      const auto& backward = barrier_.backward[i];
      if (forward && backward && do_cross(*forward, *backward)) {
        const double r = find_crossing(*forward, *backward);
        if (r > kApart && r < 1.0 - kApart) shares.push_back(r);
      }
    }
    std::sort(shares.begin(), shares.end());
    for (std::size_t k = shares.size(); k-- > 1;) {
      if (shares[k] - shares[k - 1] < kInside)
        shares.erase(shares.begin() + static_cast<std::ptrdiff_t>(k));
    }
    return shares;
  }

  // The root of the row's own d, to machine precision.
  double find_root(const GridSegment& s, const Side& side) {
    const auto row = static_cast<std::size_t>(side.number / 2);
    const double sign = side.number % 2 == 1 ? 1.0 : -1.0;
    const auto look = [&](double r) {
      field_.write(s.part, s.p + r * s.h, rows_);
      return sign * rows_.d[row];
    };
    const double at_low = look(0.0), at_high = look(1.0);
    if (!(at_low * at_high < 0.0)) return 0.0;
    constexpr double kExact = 1e-15;
    const double nothing = kExact * std::max(std::abs(at_low), std::abs(at_high));
    const auto is_found = [&](double low, double high) { return high - low < kExact; };
    std::uintmax_t looks = 40;
    const auto [low, high] = boost::math::tools::toms748_solve(
        [&](double r) {
          const double value = look(r);
          return std::abs(value) <= nothing ? 0.0 : value;
        },
        0.0, 1.0, at_low, at_high, is_found, looks);
    return 0.5 * (low + high);
  }

  RowField& field_;
  const RowGrid& grid_;
  const SpeedBarrier& barrier_;
  const std::vector<double>& x_;
  const std::vector<double>& times_;
  double excess_;  // of the motion's time
  RowsAt rows_;
};

}  // namespace

std::vector<std::vector<double>> refine(const BoundedMotion& bounded, double allowed, Blame blame,
                                        std::size_t most_added) {
  return Refinement(bounded).list(allowed, blame, most_added);
}

}  // namespace plan
}  // namespace globaldyn::inside
