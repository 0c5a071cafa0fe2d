#include "globaldyn/plan/profile.h"

#include <algorithm>
#include <cmath>

#include "globaldyn/plan/steep_limits.h"

namespace globaldyn {
namespace {

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
  return !region.is_empty() && d1 >= find_top(region) * (1.0 - kSame);
}

}  // namespace

ProfileSolver::ProfileSolver(std::span<const Station> stations, SpeedSet start, SpeedSet end)
    : stations_(stations),
      start_(std::move(start)),
      end_(std::move(end)),
      shapes_(stations.size() / kStationsPerSegment) {
  for (std::size_t i = 0; i < shapes_.size(); ++i) {
    const Station* const at = &stations[kStationsPerSegment * i];
    const Station &first = at[0], &last = at[kStationsPerSegment];
    const Region& middle = at[2].before;
    const double segment_length = last.p - first.p;
    held_.push_back({hold_steep_limits(first.after, middle, segment_length),
                     hold_steep_limits(last.before, middle, -segment_length)});
  }
}

Transition ProfileSolver::make_transition(std::size_t segment) const {
  const Station* const at = &stations_[kStationsPerSegment * segment];
  const Station &begin = at[0], &end = at[kStationsPerSegment];
  const auto& [held_begin, held_end] = held_[segment];
  return {held_begin ? *held_begin : begin.after, held_end ? *held_end : end.before,
          end.p - begin.p, shapes_[segment].bulge, shapes_[segment].change};
}

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
      const double top = find_top(middle.before);
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
    SpeedSet set = make_transition(i).find_departures(controllable_[i + 1]);
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
    reached = make_transition(i).find_arrivals(reached);
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
    const double d1 = profile_.d1.back();
    const Transition transition = make_transition(i);
    const auto arrival = transition.find_fastest(d1, controllable_[i + 1]);
    if (!arrival) return false;
    profile_.d1.push_back(arrival->d1_end);
    profile_.segments.push_back(
        {transition.length, d1 * d1, arrival->d2_begin, arrival->d2_end, transition.bulge});
    sides_.push_back(arrival->side);
    profile_.time += profile_.segments.back().time_to(profile_.segments.back().length);
  }
  return true;
}

}  // namespace globaldyn
