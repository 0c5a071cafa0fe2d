#include "globaldyn/record/smooth_motion.h"

#include <algorithm>

#include "core/base/round_off.h"

namespace globaldyn::inside {
inline namespace record {

SmoothMotion::SmoothMotion(const Trajectory& trajectory, double window)
    : base_(trajectory), window_(window) {
  double begin = 0.0, base_begin = 0.0;
  for (std::size_t node = 1; node < trajectory.node_count(); ++node) {
    const double arrives = trajectory.arrives_at(node), leaves = trajectory.leaves_at(node);
    const bool is_last = node + 1 == trajectory.node_count();
    if (!is_last && trajectory.at(arrives).d1 > 0.0) continue;
    const double end = begin + (arrives - base_begin) + window;
    pieces_.push_back({begin, end, base_begin, arrives});
    begin = end + (leaves - arrives);
    base_begin = leaves;
  }
}

MotionState SmoothMotion::at(double t) const {
  const auto after = std::upper_bound(pieces_.begin(), pieces_.end(), t,
                                      [](double value, const Piece& p) { return value < p.begin; });
  const Piece& piece = after == pieces_.begin() ? pieces_.front() : *(after - 1);
  const double late = piece.base_begin + (t - piece.begin), early = late - window_;
  const auto clamp = [&](double time) {
    return std::clamp(time, piece.base_begin, piece.base_end);
  };
  const MotionState from = base_.at(clamp(early)), to = base_.at(clamp(late));
  // At rest before the piece's start and after its end.
  const MotionState first = base_.at(piece.base_begin), last = base_.at(piece.base_end);
  const double waiting = std::min(std::max(0.0, piece.base_begin - early), window_);
  const double resting = std::min(std::max(0.0, late - piece.base_end), window_);
  const double moving = base_.integrate_p(clamp(late)) - base_.integrate_p(clamp(early));
  const auto speed = [&](double time, const MotionState& state) {
    return time > piece.base_begin && time < piece.base_end ? state.d1 : 0.0;
  };
  MotionState state;
  state.t = t;
  state.rests = t > piece.end;
  state.p = (waiting * first.p + moving + resting * last.p) / window_;
  state.d1 = std::max(0.0, (to.p - from.p) / window_);
  state.d2 = (speed(late, to) - speed(early, from)) / window_;
  return state;
}

std::vector<double> SmoothMotion::list_knots() const {
  std::vector<double> knots;
  const auto add = [&](const Piece& piece, double base) {
    knots.push_back(piece.begin + (base - piece.base_begin));
    knots.push_back(knots.back() + window_);
  };
  auto piece = pieces_.begin();
  for (std::size_t node = 0; node < base_.node_count(); ++node) {
    const double t = base_.arrives_at(node);
    while (t > piece->base_end && piece + 1 != pieces_.end()) ++piece;
    if (t >= piece->base_begin) add(*piece, t);
  }
  for (const Piece& one : pieces_) {
    add(one, one.base_begin);
    add(one, one.base_end);
  }
  // Knots closer to each other than times are known are one.
  const double same = round_off::kSolved * duration();
  std::sort(knots.begin(), knots.end());
  knots.erase(
      std::unique(knots.begin(), knots.end(), [&](double a, double b) { return b - a <= same; }),
      knots.end());
  return knots;
}

std::vector<MotionState> SmoothMotion::at(const std::vector<double>& times) const {
  std::vector<MotionState> states;
  for (const double t : times) {
    states.push_back(at(t));
    // p increases except for rounding errors.
    if (states.size() > 1) {
      states.back().p = std::max(states.back().p, states[states.size() - 2].p);
    }
  }
  return states;
}

}  // namespace record
}  // namespace globaldyn::inside
