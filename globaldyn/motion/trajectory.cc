#include "globaldyn/motion/trajectory.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "core/base/errors.h"
#include "core/base/round_off.h"

namespace globaldyn::inside {
inline namespace motion {
namespace {

// The error is in the planner, not in the path followed at that time or place.
[[noreturn]] void blame_planner(double p, const std::string& wrong) {
  throw NumericalError(
      fmt::format("the planner has failed: its motion {} p = {:.6g}; the path may be "
                  "feasible all the same, at another tolerance",
                  wrong, p));
}

// Infinite where x falls below zero on the way.
double find_time(const SegmentMotion& segment, double p) {
  const double time = segment.time_to(segment.length);
  if (!std::isfinite(time)) blame_planner(p, "comes to rest within the segment from");
  return time;
}

}  // namespace

Trajectory::Trajectory(const Plan& plan, const std::vector<PathStop>& stops)
    : p_(plan.p), segments_(plan.segments) {
  // Stops increase as nodes do.
  auto stop = stops.begin();
  for (std::size_t i = 0; i < segments_.size(); ++i) {
    for (; stop != stops.end() && stop->p <= p_[i]; ++stop) {
      if (stop->p == p_[i]) end_ += stop->duration;
    }
    if (i > 0) {
      const double rest = p_[i] * (end_ - ends_.back());
      sums_.push_back(sums_.back() + integrate_segment(i - 1, ends_.back() - begins_.back()) +
                      rest);
    } else {
      sums_.push_back(p_[0] * end_);
    }
    begins_.push_back(end_);
    end_ += find_time(segments_[i], p_[i]);
    ends_.push_back(end_);
  }
  if (!plan.has_motion()) return;
  d1_end_ = plan.d1(plan.p.size() - 1);
  for (; stop != stops.end(); ++stop) {
    if (stop->p == p_.back()) end_ += stop->duration;
  }
}

double Trajectory::integrate_segment(std::size_t segment, double t) const {
  const double beside = std::sqrt(0.6);
  const auto at = [&](double share) { return p_[segment] + segments_[segment].s_at(share * t); };
  return t / 18.0 *
         (5.0 * at(0.5 * (1.0 - beside)) + 8.0 * at(0.5) + 5.0 * at(0.5 * (1.0 + beside)));
}

double Trajectory::integrate_p(double t) const {
  if (t <= begins_.front()) return p_.front() * t;
  const auto after = std::upper_bound(begins_.begin(), begins_.end(), t);
  const std::size_t i = static_cast<std::size_t>(after - begins_.begin()) - 1;
  const double moving = std::min(t, ends_[i]) - begins_[i];
  return sums_[i] + integrate_segment(i, moving) + p_[i + 1] * std::max(0.0, t - ends_[i]);
}

std::vector<MotionState> Trajectory::at(const std::vector<double>& times) const {
  std::vector<MotionState> states;
  for (const double t : times) states.push_back(at(t));
  return states;
}

double Trajectory::arrives_at(std::size_t node) const {
  return node == 0 ? 0.0 : ends_[node - 1];
}

double Trajectory::leaves_at(std::size_t node) const {
  return node < begins_.size() ? begins_[node] : end_;
}

MotionState Trajectory::at(double t) const {
  if (std::isnan(t)) throw NumericalError("a planned motion is asked for at no time (NaN)");
  const auto after = std::upper_bound(begins_.begin(), begins_.end(), t);
  if (after == begins_.begin()) {
    const SegmentMotion& first = segments_.front();
    if (begins_.front() > 0.0) return {t, p_.front(), 0.0, 0.0, true};
    return {t, p_.front(), std::sqrt(first.x_begin), first.d2_begin};
  }
  const std::size_t i = static_cast<std::size_t>(after - begins_.begin()) - 1;
  const SegmentMotion& segment = segments_[i];
  if (t >= ends_[i] && i + 1 < segments_.size() && begins_[i + 1] > ends_[i]) {
    return {t, p_[i + 1], 0.0, 0.0, true};
  }
  if (t >= ends_[i] && i + 1 == segments_.size()) {
    if (end_ > ends_[i]) return {t, p_.back(), 0.0, 0.0, true};
    return {t, p_.back(), d1_end_, segment.d2_end};
  }
  const double s = t >= ends_[i] ? segment.length : segment.s_at(t - begins_[i]);
  return {t, p_[i] + s, std::sqrt(std::max(0.0, segment.x_at(s))), segment.d2_at(s)};
}

// Far beyond the rounding errors of places where drives reverse, and too little for the motion to
// change by more than is said of forces.
double Trajectory::find_step_inside(std::size_t segment) const {
  constexpr double kOfLength = 1e-9, kMost = 0.25;
  const double length = segments_[segment].length;
  const double least = round_off::kSum * p_.back();
  return std::min(std::max(kOfLength * length, least), kMost * length);
}

MotionState Trajectory::at_place(std::size_t segment, double s) const {
  const SegmentMotion& motion = segments_[segment];
  const double t = std::min(begins_[segment] + motion.time_to(s), ends_[segment]);
  return {t, p_[segment] + s, std::sqrt(std::max(0.0, motion.x_at(s))), motion.d2_at(s)};
}

MotionState Trajectory::just_after_begin(std::size_t segment) const {
  return at_place(segment, find_step_inside(segment));
}

MotionState Trajectory::just_before_end(std::size_t segment) const {
  return at_place(segment, segments_[segment].length - find_step_inside(segment));
}

MotionState Trajectory::at_share(std::size_t segment, double share) const {
  return at_place(segment, share * segments_[segment].length);
}

std::vector<double> Trajectory::list_times(int per_segment) const {
  std::vector<double> times;
  for (std::size_t i = 0; i < segments_.size(); ++i) {
    const bool is_stop = leaves_at(i) > arrives_at(i);
    if (i == 0 && is_stop) times.push_back(0.0);
    if (is_stop) times.push_back(std::nextafter(begins_[i], 0.0));  // still at rest
    if (i == 0 || is_stop) times.push_back(begins_[i]);
    for (int k = 1; k < per_segment; ++k) {
      times.push_back(begins_[i] + segments_[i].time_to(segments_[i].length * k / per_segment));
    }
    times.push_back(ends_[i]);
  }
  if (!ends_.empty() && end_ > ends_.back()) times.push_back(end_);
  return times;
}

std::vector<WeightedTime> Trajectory::list_weighted_times() const {
  const double beside = 0.5 * std::sqrt(0.6);
  std::vector<WeightedTime> times;
  for (std::size_t i = 0; i < segments_.size(); ++i) {
    const double length = ends_[i] - begins_[i], middle = 0.5 * (begins_[i] + ends_[i]);
    times.push_back({middle - beside * length, length * 5.0 / 18.0});
    times.push_back({middle, length * 8.0 / 18.0});
    times.push_back({middle + beside * length, length * 5.0 / 18.0});
  }
  return times;
}

std::vector<double> list_times_at(double rate, double duration) {
  constexpr double kMost = 1e7;
  const double count = std::floor(duration * rate * (1.0 + round_off::kSolved));
  if (!(count < kMost)) {
    throw Error(fmt::format("{} Hz for {} s: more than 1e7 samples", rate, duration));
  }
  std::vector<double> times;
  for (double k = 0.0; k <= count; ++k) times.push_back(std::min(k / rate, duration));
  if (times.back() < duration * (1.0 - round_off::kSolved)) times.push_back(duration);
  return times;
}

}  // namespace motion
}  // namespace globaldyn::inside
