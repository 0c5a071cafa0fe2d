#include "globaldyn/plan/regions/profile.h"

#include <algorithm>
#include <cmath>

#include "core/base/errors.h"
#include "core/base/round_off.h"
#include "globaldyn/plan/regions/steep_limits.h"

namespace globaldyn::inside {
inline namespace plan {
namespace {

// The bulge that brings d2 in the middle to its upper (side 1) or lower limit there: linear in the
// limit's slope, because the bulge moves the middle itself.
double find_bulge(const Region& middle, const SegmentMotion& segment, int side) {
  SegmentMotion flat = segment;
  flat.bulge = 0.0;
  const double s = 0.5 * segment.length;
  const double d1 = std::sqrt(std::max(0.0, flat.x_at(s)));
  for (const Strip& strip : middle.strips()) {
    if (d1 < strip.begin || d1 > strip.end) continue;
    const CurveNumber curve = side > 0 ? strip.upper : strip.lower;
    if (curve == kNoCurve) return 0.0;
    const Parabola& limit = middle.curves().parabola(curve);
    const double slope = limit.c2 + (d1 > 0.0 ? 0.5 * limit.c1 / d1 : 0.0);  // per x
    const double feedback = 0.5 * kRiseByBulge * segment.length * slope;
    constexpr double kMostFeedback = 0.5;  // the bulge is at most twice what the limit lacks
    if (std::abs(feedback) > kMostFeedback) return 0.0;
    return (limit.at(d1) - flat.d2_at(s)) / (1.0 - feedback);
  }
  return 0.0;
}

// Whether x, a cubic, cannot fall below 0 within a segment that is given another bulge, as its
// Bernstein coefficients show.
bool is_real(SegmentMotion segment, double bulge) {
  segment.bulge = bulge;
  const double third = 2.0 / 3.0 * segment.length;
  return segment.x_begin + third * segment.d2_begin >= 0.0 &&
         segment.x_at(segment.length) - third * segment.d2_end >= 0.0;
}

// Cost of a pass over a segment, in sides of limits: some microseconds. Sets in many pieces count
// by themselves.
constexpr std::size_t kWorkOfPass = 20;

bool is_at_top(const Region& region, double d1) {
  constexpr double kSame = round_off::kSame;
  return !region.is_empty() && d1 >= find_top(region) * (1.0 - kSame);
}

}  // namespace

std::optional<Interval> Gates::find(double p) const {
  const auto at =
      std::lower_bound(list.begin(), list.end(), p,
                       [](const SpeedGate& gate, double value) { return gate.p < value; });
  if (at == list.end() || at->p != p) return std::nullopt;
  return at->d1();
}

ProfileSolver::ProfileSolver(std::span<const Station> stations, const Gates& gates, double settled,
                             WorkMeter* meter)
    : stations_(stations),
      gates_(gates),
      settled_(settled),
      meter_(meter),
      shapes_(stations.size() / kStationsPerSegment) {
  for (std::size_t i = 0; i < shapes_.size(); ++i) {
    const Station* const at = &stations[kStationsPerSegment * i];
    const Station &first = at[0], &last = at[kStationsPerSegment];
    const Region& middle = at[2].before;
    const double segment_length = last.p - first.p;
    held_.push_back({hold_steep_limits(first.after(), middle, segment_length),
                     hold_steep_limits(last.before, middle, -segment_length)});
  }
  for (std::size_t node = 0; node <= shapes_.size(); ++node) {
    allowed_.push_back(list_allowed(node));
  }
}

void ProfileSolver::start_with(std::span<const double> bulges) {
  for (std::size_t i = 0; i < shapes_.size(); ++i) shapes_[i] = {bulges[i], 0.0};
  is_guess_ = true;
}

std::vector<double> ProfileSolver::list_bulges() const {
  std::vector<double> bulges;
  for (const Shape& shape : shapes_) bulges.push_back(shape.bulge);
  return bulges;
}

Transition ProfileSolver::make_transition(std::size_t segment) const {
  const Station* const at = &stations_[kStationsPerSegment * segment];
  const Station &begin = at[0], &end = at[kStationsPerSegment];
  const auto& [held_begin, held_end] = held_[segment];
  return {held_begin ? *held_begin : begin.after(),
          held_end ? *held_end : end.before,
          end.p - begin.p,
          shapes_[segment].bulge,
          shapes_[segment].change,
          meter_};
}

bool ProfileSolver::solve() {
  if (!gates_.closed) return solve_open();
  if (go_back() && std::isinf(controllable_[0].back().high) && !bound_ends()) return false;
  constexpr int kMostRounds = 500;
  for (int round = 0; round < kMostRounds; ++round) {
    if (!solve_open()) return false;
    const double begin = profile_.d1.front(), end = profile_.d1.back();
    if (std::abs(begin - end) <= round_off::kSum * std::max(begin, end)) break;
    limit_ends(std::min(begin, end));
  }
  return true;
}

void ProfileSolver::limit_ends(double d1) {
  for (SpeedGate* gate : {&gates_.list.front(), &gates_.list.back()}) {
    *gate = make_gate(gate->p, {0.0, d1});
  }
}

// Where d1 is unbounded but friction slows down any motion that is too fast: finds a d1 at the
// start that is larger than can be kept all the way around.
bool ProfileSolver::bound_ends() {
  const auto at_rest = stations_.front().after().d2_range(0.0);
  const double length = stations_.back().p - stations_.front().p;
  double d1 = at_rest && std::isfinite(at_rest->high) && at_rest->high > 0.0
                  ? std::sqrt(2.0 * at_rest->high * length)
                  : 1.0;
  constexpr int kMostTrials = 12;  // to 2e13 times the first
  constexpr double kLess = round_off::kSame;
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
    if (is_spent()) return false;
    if ((!go_back() || !go_forth()) && !try_again()) {
      find_blockage();
      return false;
    }
    if (update_shapes() <= settled_) break;
  }
  calc_time();
  return true;
}

// Starts from zero, if another profile's shapes prevented a motion.
bool ProfileSolver::try_again() {
  if (!is_guess_ || is_spent()) return false;
  is_guess_ = false;
  shapes_.assign(shapes_.size(), {});
  return go_back() && go_forth();
}

void ProfileSolver::calc_time() {
  profile_.time = 0.0;
  for (const SegmentMotion& segment : profile_.segments) {
    profile_.time += segment.time_to(segment.length);
  }
}

// Returns roughly the relative change of the profile's time.
double ProfileSolver::update_shapes() {
  double changed = 0.0, time = 0.0;
  for (std::size_t i = 0; i < shapes_.size(); ++i) {
    const SegmentMotion& segment = profile_.segments[i];
    const Station& middle = stations_[kStationsPerSegment * i + 2];
    Shape shape;
    if (sides_[i] != 0) {
      shape.bulge = find_bulge(middle.before, segment, sides_[i]);
      if (!is_real(segment, shape.bulge)) shape.bulge = 0.0;
    } else if (is_at_top(stations_[kStationsPerSegment * i].after(), profile_.d1[i]) &&
               is_at_top(stations_[kStationsPerSegment * (i + 1)].before, profile_.d1[i + 1]) &&
               !middle.before.is_empty()) {
      // Along the top: goes through the top in the middle as well.
      const double top = find_top(middle.before);
      const double mean = 0.5 * (segment.x_begin + segment.x_at(segment.length));
      shape.change = 4.0 * (mean - top * top) / segment.length;
    }
    const double rise = kRiseByBulge * segment.length * std::abs(shape.bulge - shapes_[i].bulge);
    const double x = std::max({segment.x_begin, segment.x_at(segment.length), rise});
    if (x > 0.0) {
      const double passing = segment.length / std::sqrt(x);
      changed += 0.5 * rise / x * passing;
      time += passing;
    }
    shapes_[i] = shape;
  }
  return time > 0.0 ? changed / time : 0.0;
}

// The d1 that the limits on both sides leave at a node.
SpeedSet ProfileSolver::list_allowed(std::size_t node) const {
  const Station& station = stations_[kStationsPerSegment * node];
  const bool is_first = node == 0, is_last = node == shapes_.size();
  SpeedSet allowed = list_accessible(is_last ? station.before : station.after());
  if (!is_first && !is_last) allowed = intersect(allowed, list_accessible(station.before));
  return allowed;
}

// And what a gate leaves of that, if there is one.
SpeedSet ProfileSolver::restrict_to_gate(std::size_t node) const {
  const auto gate = gates_.find(stations_[kStationsPerSegment * node].p);
  return gate ? intersect(allowed_[node], {*gate}) : allowed_[node];
}

bool ProfileSolver::go_back() {
  const std::size_t segments = shapes_.size();
  if (meter_ != nullptr) meter_->add(kWorkOfPass * segments);
  controllable_.assign(segments + 1, {});
  controllable_[segments] = restrict_to_gate(segments);
  for (std::size_t i = segments; i-- > 0 && !controllable_[i + 1].empty() && !is_spent();) {
    controllable_[i] =
        intersect(make_transition(i).find_departures(controllable_[i + 1]), restrict_to_gate(i));
  }
  return !controllable_[0].empty();
}

// Finds, going forwards, which d1 can be reached at all.
void ProfileSolver::find_blockage() {
  SpeedSet reached = restrict_to_gate(0);
  blockage_ = {0, reached};
  for (std::size_t i = 0; i < shapes_.size() && !reached.empty() && !is_spent(); ++i) {
    blockage_ = {i, reached};
    reached = intersect(make_transition(i).find_arrivals(reached), restrict_to_gate(i + 1));
  }
  if (!reached.empty()) blockage_ = {shapes_.size(), std::move(reached)};
}

bool ProfileSolver::go_forth() {
  const std::size_t segments = shapes_.size();
  if (meter_ != nullptr) meter_->add(kWorkOfPass * segments);
  profile_ = {};
  sides_.clear();
  profile_.d1.push_back(controllable_[0].back().high);
  if (std::isinf(profile_.d1.back())) {
    throw Error("nothing limits how fast the motion may begin: a limit on the speed is missing");
  }
  for (std::size_t i = 0; i < segments; ++i) {
    if (is_spent()) return false;
    const double d1 = profile_.d1.back();
    const Transition transition = make_transition(i);
    const auto arrival = transition.find_fastest(d1, controllable_[i + 1]);
    if (!arrival) return false;
    profile_.d1.push_back(arrival->d1_end);
    profile_.segments.push_back(
        {transition.length, d1 * d1, arrival->d2_begin, arrival->d2_end, transition.bulge});
    sides_.push_back(arrival->side);
  }
  return true;
}

}  // namespace plan
}  // namespace globaldyn::inside
