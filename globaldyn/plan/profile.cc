#include "globaldyn/plan/profile.h"

#include <algorithm>
#include <cmath>

#include "core/base/errors.h"
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

ProfileSolver::ProfileSolver(std::span<const Station> stations, const Gates& gates, double settled)
    : stations_(stations),
      gates_(gates),
      settled_(settled),
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
  if (!gates_.closed) return solve_open();
  if (go_back() && std::isinf(controllable_[0].back().high) && !bound_ends()) return false;
  constexpr int kMostRounds = 500;
  constexpr double kSame = 1e-13;
  for (int round = 0; round < kMostRounds; ++round) {
    if (!solve_open()) return false;
    const double begin = profile_.d1.front(), end = profile_.d1.back();
    if (std::abs(begin - end) <= kSame * std::max(begin, end)) break;
    limit_ends(std::min(begin, end));
  }
  return true;
}

void ProfileSolver::limit_ends(double d1) {
  for (Gate* gate : {&gates_.list.front(), &gates_.list.back()}) gate->d1 = {{0.0, d1}};
}

// Where d1 has no end but friction slows down whatever is too fast: a d1 at the begin that is more
// than can be kept all the way round.
bool ProfileSolver::bound_ends() {
  const auto at_rest = stations_.front().after.d2_range(0.0);
  const double length = stations_.back().p - stations_.front().p;
  double d1 = at_rest && std::isfinite(at_rest->high) && at_rest->high > 0.0
                  ? std::sqrt(2.0 * at_rest->high * length)
                  : 1.0;
  constexpr int kMostTrials = 12;
  constexpr double kLess = 1e-9;
  for (int trial = 0; trial < kMostTrials; ++trial, d1 *= 16.0) {
    limit_ends(d1);
    if (!solve_open()) return false;
    if (profile_.d1.back() < d1 * (1.0 - kLess)) return true;
  }
  throw Error("nothing limits how fast the motion may go round: a limit on the speed is missing");
}

bool ProfileSolver::solve_open() {
  constexpr int kMostRounds = 6;
  for (int round = 0; round < kMostRounds; ++round) {
    if (!go_back() || !go_forth()) {
      find_blockage();
      return false;
    }
    if (update_shapes() <= settled_ * profile_.time) break;
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

// What the limits on both sides and a gate, if there is one, leave at a node.
SpeedSet ProfileSolver::list_allowed(std::size_t node) const {
  const Station& station = stations_[kStationsPerSegment * node];
  const bool is_first = node == 0, is_last = node == shapes_.size();
  SpeedSet allowed = list_accessible(is_last ? station.before : station.after);
  if (!is_first && !is_last) allowed = intersect(allowed, list_accessible(station.before));
  const SpeedSet* gate = gates_.find(station.p);
  return gate != nullptr ? intersect(allowed, *gate) : allowed;
}

bool ProfileSolver::go_back() {
  const std::size_t segments = shapes_.size();
  controllable_.assign(segments + 1, {});
  controllable_[segments] = list_allowed(segments);
  for (std::size_t i = segments; i-- > 0 && !controllable_[i + 1].empty();) {
    controllable_[i] =
        intersect(make_transition(i).find_departures(controllable_[i + 1]), list_allowed(i));
  }
  return !controllable_[0].empty();
}

// Forwards, which d1 can be reached at all.
void ProfileSolver::find_blockage() {
  SpeedSet reached = list_allowed(0);
  blockage_ = {0, reached};
  for (std::size_t i = 0; i < shapes_.size() && !reached.empty(); ++i) {
    blockage_ = {i, reached};
    reached = intersect(make_transition(i).find_arrivals(reached), list_allowed(i + 1));
  }
  if (!reached.empty()) blockage_ = {shapes_.size(), std::move(reached)};
}

bool ProfileSolver::go_forth() {
  const std::size_t segments = shapes_.size();
  profile_ = {};
  sides_.clear();
  profile_.d1.push_back(controllable_[0].back().high);
  if (std::isinf(profile_.d1.back())) {
    throw Error("nothing limits how fast the motion may begin: a limit on the speed is missing");
  }
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
