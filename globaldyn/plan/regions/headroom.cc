#include "globaldyn/plan/regions/headroom.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/base/round_off.h"
#include "globaldyn/plan/regions/transition.h"

namespace globaldyn::inside {
inline namespace plan {
namespace {

constexpr std::size_t kSteps = kStationsPerSegment;

class HeadroomFinder {
 public:
  HeadroomFinder(const Profile& profile, std::span<const Station> exact, const Gates& gates)
      : segments_(profile.segments), exact_(exact), gates_(gates) {
    for (std::size_t at = 0; at < exact.size(); ++at) x_.push_back(find_x(at));
    beyond_ = kBeyond * *std::max_element(x_.begin(), x_.end());
    for (std::size_t at = 0; at < exact.size(); ++at) most_.push_back(find_most(at));
  }

  Headroom find() {
    rise_ = follow(1);
    fall_ = follow(-1);
    calc_worth();
    Headroom result;
    for (std::size_t i = 0; i < segments_.size(); ++i) {
      result.gain += own_[i].gain;
      result.blames.push_back(calc_blame(i));
    }
    return result;
  }

 private:
  // What being above the motion is worth: s per rise of x there, and s in total.
  struct Worth {
    double per_rise{0.0};
    double gain{0.0};

    friend Worth operator+(const Worth& a, const Worth& b) {
      return {a.per_rise + b.per_rise, a.gain + b.gain};
    }
  };

  static constexpr double kBeyond = 1e3;  // times the largest x: practically unbounded

  [[nodiscard]] double find_s(std::size_t segment, std::size_t step) const {
    return segments_[segment].length * static_cast<double>(step) / kSteps;
  }

  [[nodiscard]] double find_x(std::size_t at) const {
    const std::size_t segment = std::min(at / kSteps, segments_.size() - 1);
    return std::max(0.0, segments_[segment].x_at(find_s(segment, at - kSteps * segment)));
  }

  // How far above the motion x is accessible at a station.
  [[nodiscard]] double find_most(std::size_t at) const {
    const Station& station = exact_[at];
    double top = std::min(find_top(station.before), find_top(station.after()));
    const auto gate = gates_.find(station.p);
    const bool is_seam = gates_.closed && (at == 0 || at + 1 == exact_.size());
    if (gate && !is_seam) top = std::min(top, gate->high);
    const double most = top * top - x_[at];
    return most <= round_off::kSolved * x_[at] ? 0.0 : std::min(most, beyond_);
  }

  // By how much d2 at e above the motion can be larger (way 1), or smaller (way -1), than that of
  // the motion, at a step of a segment.
  [[nodiscard]] double find_room(std::size_t segment, std::size_t step, double e, int way) const {
    const std::size_t at = kSteps * segment + step;
    const Region& region = step == 0 ? exact_[at].after() : exact_[at].before;
    const auto range = region.d2_range(std::sqrt(x_[at] + std::min(e, most_[at])));
    if (!range) return 0.0;  // nothing is accessible
    const double d2 = segments_[segment].d2_at(find_s(segment, step));
    const double room = way > 0 ? range->high - d2 : d2 - range->low;
    return std::min(room, beyond_ / segments_[segment].length);
  }

  // From one station to the next in that direction.
  [[nodiscard]] double step_on(std::size_t segment, std::size_t from, double e, int way) const {
    const std::size_t to = way > 0 ? from + 1 : from - 1;
    const double quarter = segments_[segment].length / kSteps;
    double here = find_room(segment, from, e, way), there = find_room(segment, to, e, way);
    // Room that is unbounded only at one point, as at singularities, is not so next to it.
    const double endless = beyond_ / segments_[segment].length;
    if (here == endless) here = there;
    if (there == endless) there = here;
    // It may have been zero in between.
    const double next = std::max(e + quarter * (here + there), quarter * std::max(0.0, there));
    return std::min(next, most_[kSteps * segment + to]);
  }

  // At all stations.
  [[nodiscard]] std::vector<double> follow(int way) const {
    const std::size_t count = x_.size(), last = count - 1;
    std::vector<double> e(count, 0.0);
    const std::size_t first = way > 0 ? 0 : last;
    if (!gates_.closed) e[first] = most_[first];
    for (int lap = 0; lap < (gates_.closed ? 2 : 1); ++lap) {
      if (lap > 0) e[first] = e[last - first];
      for (std::size_t k = 0; k < last; ++k) {
        const std::size_t at = way > 0 ? k : last - k;
        const std::size_t segment = way > 0 ? at / kSteps : (at - 1) / kSteps;
        const std::size_t to = way > 0 ? at + 1 : at - 1;
        e[to] = step_on(segment, at - kSteps * segment, e[at], way);
      }
    }
    return e;
  }

  [[nodiscard]] double find_height(std::size_t at) const { return std::min(rise_[at], fall_[at]); }

  [[nodiscard]] double find_time(std::size_t segment) const {
    return segments_[segment].time_to(segments_[segment].length);
  }

  // The time gained along a segment if each quarter is passed as fast as its faster end could be.
  [[nodiscard]] double calc_gain(std::size_t segment) const {
    double share = 0.0;
    for (std::size_t at = kSteps * segment; at < kSteps * (segment + 1); ++at) {
      share += std::max(find_share(at), find_share(at + 1)) / kSteps;
    }
    return share > 0.0 ? share * find_time(segment) : 0.0;
  }

  [[nodiscard]] double find_share(std::size_t at) const {
    const double e = find_height(at);
    if (e <= 0.0 || x_[at] <= 0.0) return 0.0;
    return 1.0 - std::sqrt(x_[at] / (x_[at] + e));
  }

  // A rise of x in a segment is of value there, in the segments after it as long as motions need
  // not come down, and in those before it as long as motions cannot have risen.
  void calc_worth() {
    const std::size_t count = segments_.size();
    for (std::size_t i = 0; i < count; ++i) {
      const double x = x_[kSteps * i + kSteps / 2];
      own_.push_back({x > 0.0 ? 0.5 * find_time(i) / x : 0.0, calc_gain(i)});
    }
    after_.assign(count + 1, {});
    before_.assign(count + 1, {});
    for (std::size_t node = count; node-- > 1;) {
      const std::size_t at = kSteps * node;
      const bool goes_on = most_[at] > 0.0 && rise_[at] <= fall_[at];
      after_[node] = goes_on ? own_[node] + after_[node + 1] : Worth{};
    }
    for (std::size_t node = 1; node < count; ++node) {
      const std::size_t at = kSteps * node;
      const bool goes_on = most_[at] > 0.0 && fall_[at] <= rise_[at];
      before_[node] = goes_on ? own_[node - 1] + before_[node - 1] : Worth{};
    }
  }

  // How high other motions get due to the room in both directions; or stay, where they may come
  // down but need not, as next to a top between stations.
  [[nodiscard]] double calc_blame(std::size_t segment) const {
    const std::size_t begin = kSteps * segment, end = begin + kSteps;
    const bool has_top = fall_[begin] <= rise_[begin] && rise_[end] <= fall_[end];
    double up = 0.0, down = 0.0, highest = 0.0;
    for (std::size_t step = 0; step <= kSteps; ++step) {
      const double e = find_height(begin + step);
      up += std::max(0.0, find_room(segment, step, e, 1));
      down += std::max(0.0, find_room(segment, step, e, -1));
      highest = std::max(highest, e);
    }
    const double grown = 2.0 * segments_[segment].length / (kSteps + 1) * std::min(up, down);
    const Worth worth = own_[segment] + after_[segment + 1] + before_[segment];
    return std::min(worth.gain, worth.per_rise * (has_top ? highest : std::min(grown, highest)));
  }

  std::span<const SegmentMotion> segments_;
  std::span<const Station> exact_;
  const Gates& gates_;
  double beyond_{0.0};
  std::vector<double> x_, most_;             // at stations
  std::vector<double> rise_, fall_;          // e at stations
  std::vector<Worth> own_, after_, before_;  // of segments; beyond nodes, in both directions
};

}  // namespace

Headroom find_headroom(const Profile& profile, std::span<const Station> exact, const Gates& gates) {
  return HeadroomFinder(profile, exact, gates).find();
}

}  // namespace plan
}  // namespace globaldyn::inside
