#include "globaldyn/plan/profile.h"

#include <algorithm>
#include <cmath>

#include "globaldyn/plan/steep_limits.h"
#include "globaldyn/plan/transition.h"

namespace globaldyn {
namespace {

// A segment between two nodes, steep limits of its middle included.
class Step {
 public:
  Step(const Station& begin, const Station& middle, const Station& end)
      : length_(end.p - begin.p),
        begin_(begin.after),
        end_(end.before),
        held_begin_(hold_steep_limits(begin.after, middle.before, length_)),
        held_end_(hold_steep_limits(end.before, middle.before, -length_)) {}

  [[nodiscard]] Transition make_transition(double bulge, double change) const {
    return {held_begin_ ? *held_begin_ : begin_, held_end_ ? *held_end_ : end_, length_, bulge,
            change};
  }

 private:
  double length_;
  const Region& begin_;
  const Region& end_;
  std::optional<Region> held_begin_;
  std::optional<Region> held_end_;
};

Step make_step(std::span<const Station> stations, std::size_t segment) {
  const std::size_t first = kStationsPerSegment * segment;
  return {stations[first], stations[first + 2], stations[first + 4]};
}

// The bulge that brings d2 in the middle to its upper (side 1) or lower limit there: linear in the
// limit's slope, for the bulge moves the middle itself.
double find_bulge(const Region& middle, const SegmentMotion& segment, int side) {
  SegmentMotion flat = segment;
  flat.bulge = 0.0;
  const double s = 0.5 * segment.length;
  const double d1 = std::sqrt(std::max(0.0, flat.x_at(s)));
  for (const Strip& strip : middle.strips()) {
    if (d1 < strip.begin || d1 > strip.end) continue;
    const int curve = side > 0 ? strip.upper : strip.lower;
    if (curve == kNoCurve) return 0.0;
    const Parabola& limit = middle.curves().parabola(curve);
    const double slope = limit.c2 + (d1 > 0.0 ? 0.5 * limit.c1 / d1 : 0.0);  // per x
    const double feedback = 0.5 * kRiseByBulge * segment.length * slope;
    constexpr double kMostFeedback = 0.5;
    if (std::abs(feedback) > kMostFeedback) return 0.0;
    return (limit.at(d1) - flat.d2_at(s)) / (1.0 - feedback);
  }
  return 0.0;
}

bool is_at_top(const Region& region, double d1) {
  constexpr double kSame = 1e-9;
  return !region.is_empty() && d1 >= region.strips().back().end * (1.0 - kSame);
}

}  // namespace

ProfileSolver::ProfileSolver(std::span<const Station> stations, SpeedSet start, SpeedSet end)
    : stations_(stations),
      start_(std::move(start)),
      end_(std::move(end)),
      shapes_(stations.size() / kStationsPerSegment) {}

bool ProfileSolver::solve() {
  constexpr int kMostRounds = 6;
  constexpr double kSettled = 1e-12;
  for (int round = 0; round < kMostRounds; ++round) {
    if (!go_back() || !go_forth()) {
      find_blockage();
      return false;
    }
    if (update_shapes() <= kSettled * profile_.time) break;
  }
  return true;
}

// Returns by how much time it changes what the profile takes, roughly.
double ProfileSolver::update_shapes() {
  double changed = 0.0;
  for (std::size_t i = 0; i < shapes_.size(); ++i) {
    const SegmentMotion& segment = profile_.segments[i];
    const Station& middle = stations_[kStationsPerSegment * i + 2];
    Shape shape;
    if (sides_[i] != 0) {
      shape.bulge = find_bulge(middle.before, segment, sides_[i]);
    } else if (is_at_top(stations_[kStationsPerSegment * i].after, profile_.d1[i]) &&
               is_at_top(stations_[kStationsPerSegment * (i + 1)].before, profile_.d1[i + 1]) &&
               !middle.before.is_empty()) {
      // Along the top: through the top in the middle as well.
      const double top = middle.before.strips().back().end;
      const double mean = 0.5 * (segment.x_begin + segment.x_at(segment.length));
      shape.change = 4.0 * (mean - top * top) / segment.length;
    }
    const double rise = kRiseByBulge * segment.length * std::abs(shape.bulge - shapes_[i].bulge);
    const double x = std::max({segment.x_begin, segment.x_at(segment.length), rise});
    if (x > 0.0) changed += 0.5 * rise / x * segment.time_to(segment.length);
    shapes_[i] = shape;
  }
  return changed;
}

bool ProfileSolver::go_back() {
  const std::size_t segments = shapes_.size();
  controllable_.assign(segments + 1, {});
  controllable_[segments] = intersect(end_, list_accessible(stations_.back().before));
  for (std::size_t i = segments; i-- > 0 && !controllable_[i + 1].empty();) {
    const Step step = make_step(stations_, i);
    SpeedSet set =
        step.make_transition(shapes_[i].bulge, 0.0).find_departures(controllable_[i + 1]);
    if (i > 0) set = intersect(set, list_accessible(stations_[kStationsPerSegment * i].before));
    controllable_[i] = std::move(set);
  }
  controllable_[0] = intersect(controllable_[0], start_);
  return !controllable_[0].empty();
}

// Forwards, which d1 can be reached at all.
void ProfileSolver::find_blockage() {
  SpeedSet reached = intersect(start_, list_accessible(stations_.front().after));
  blockage_ = {0, reached};
  for (std::size_t i = 0; i < shapes_.size() && !reached.empty(); ++i) {
    blockage_ = {i, reached};
    const Step step = make_step(stations_, i);
    reached = step.make_transition(shapes_[i].bulge, 0.0).find_arrivals(reached);
    const Station& next = stations_[kStationsPerSegment * (i + 1)];
    reached = intersect(reached, i + 1 < shapes_.size() ? list_accessible(next.after) : end_);
  }
  if (!reached.empty()) blockage_ = {shapes_.size(), std::move(reached)};
}

bool ProfileSolver::go_forth() {
  const std::size_t segments = shapes_.size();
  profile_ = {};
  sides_.clear();
  profile_.d1.push_back(controllable_[0].back().high);
  if (std::isinf(profile_.d1.back())) return false;
  for (std::size_t i = 0; i < segments; ++i) {
    const Step step = make_step(stations_, i);
    const double d1 = profile_.d1.back();
    const Shape& shape = shapes_[i];
    const auto arrival =
        step.make_transition(shape.bulge, shape.change).find_fastest(d1, controllable_[i + 1]);
    if (!arrival) return false;
    profile_.d1.push_back(arrival->d1_end);
    const Station* const at = &stations_[kStationsPerSegment * i];
    profile_.segments.push_back({at[kStationsPerSegment].p - at[0].p, d1 * d1, arrival->d2_begin,
                                 arrival->d2_end, shape.bulge});
    sides_.push_back(arrival->side);
    profile_.time += profile_.segments.back().time_to(profile_.segments.back().length);
  }
  return true;
}

}  // namespace globaldyn
