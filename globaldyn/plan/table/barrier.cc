#include "globaldyn/plan/table/barrier.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "core/base/constants.h"
#include "globaldyn/plan/table/plane_program.h"
#include "globaldyn/plan/table/segment_rows.h"

namespace globaldyn {
namespace {

using MaybeArc = std::optional<BarrierArc>;

// Appends the places within (0, 1) where two arcs cross.
void add_crossings(const BarrierArc& left, const BarrierArc& right, std::vector<double>& places) {
  const double begin = left.x.begin - right.x.begin, end = left.x.end - right.x.end;
  const double middle = left.x.middle - right.x.middle;
  // q r² + 2 l r + begin
  const double q = begin + end - 2.0 * middle, l = middle - begin;
  const double square = l * l - q * begin;
  if (!(square >= 0.0)) return;
  const double w = -(l + std::copysign(std::sqrt(square), l));
  for (const double root : {w / q, begin / w}) {
    if (root > 0.0 && root < 1.0) places.push_back(root);
  }
}

// The time below the lowest of several arcs, none of which is everywhere the lowest. Whatever the
// places at which one takes over from another, the sum is a lower bound.
double integrate_lowest(const std::array<MaybeArc, 3>& arcs) {
  std::vector<double> places{0.0, 1.0};
  for (std::size_t i = 0; i < arcs.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      if (arcs[i] && arcs[j]) add_crossings(*arcs[i], *arcs[j], places);
    }
  }
  std::sort(places.begin(), places.end());
  double time = 0.0;
  for (std::size_t k = 0; k + 1 < places.size(); ++k) {
    double most = 0.0;
    for (const MaybeArc& arc : arcs) {
      const double part = arc ? integrate_time(arc->x, places[k], places[k + 1]) : 0.0;
      // Where an arc touches zero the rounding errors of its coefficients decide.
      if (part < kInfinity) most = std::max(most, part);
    }
    time += most;
  }
  return time;
}

class BarrierMaker {
 public:
  BarrierMaker(const CoefficientTable& table, const TableSizes& sizes)
      : table_(table), sizes_(sizes), last_(table.segment_count()) {}

  Barrier make(double x_start, double x_end) {
    result_.x.resize(last_ + 1);
    result_.times.assign(last_, 0.0);
    result_.bends.assign(last_, 0.0);
    forward_.resize(last_);
    backward_.resize(last_);
    if (find_tops() && pass_forward(x_start, x_end) && pass_backward(x_start, x_end)) {
      for (std::size_t i = 0; i < last_; ++i) judge(i);
    }
    return std::move(result_);
  }

 private:
  static constexpr double kSure = 1e-10;  // of sizes: above rounding errors

  bool block(std::size_t node) {
    result_.blocked_node = node;
    return false;
  }

  // The largest x at each node, whatever u.
  bool find_tops() {
    CornerPair pair = NodeRows::kSafe;
    for (std::size_t i = 0; i <= last_; ++i) {
      const NodeRows rows(table_, sizes_, i);
      Corner corner;
      result_.x[i] = kInfinity;
      if (PlaneProgram<NodeRows>(rows, 1.0).solve(pair, NodeRows::kSafe, corner)) {
        if (!rows.is_beyond(corner.x)) result_.x[i] = corner.x;
      } else if (!is_open(i)) {
        return block(i);
      } else {
        pair = NodeRows::kSafe;
      }
    }
    return true;
  }

  [[nodiscard]] bool is_open(std::size_t node) const {
    const NodeRows rows(table_, sizes_, node, kSure);
    CornerPair pair = NodeRows::kSafe;
    Corner corner;
    PlaneProgram<NodeRows> program(rows, 1.0);
    return program.solve(pair, NodeRows::kSafe, corner) || program.is_stuck();
  }

  // Lowers the barrier at a node; false if nothing is left below it.
  bool lower(std::size_t node, double x) {
    result_.x[node] = std::min(result_.x[node], x);
    if (result_.x[node] < -kSure * sizes_.x) return block(node);
    result_.x[node] = std::max(result_.x[node], 0.0);
    return true;
  }

  // Takes an end's x, if it is below the barrier.
  bool fix(std::size_t node, double x) {
    if (x > result_.x[node] + kSure * (sizes_.x + x)) return block(node);
    result_.x[node] = x;
    return true;
  }

  bool pass_forward(double x_start, double x_end) {
    if (!fix(0, x_start)) return false;
    for (std::size_t i = 0; i < last_; ++i) {
      if (result_.x[i] == kInfinity) continue;
      forward_[i] = find_arc(table_, i, Way::forward, result_.x[i]);
      if (forward_[i] && !lower(i + 1, forward_[i]->x.end)) return false;
    }
    return fix(last_, x_end);
  }

  bool pass_backward(double x_start, double x_end) {
    for (std::size_t i = last_; i-- > 0;) {
      if (result_.x[i + 1] == kInfinity) continue;
      backward_[i] = find_arc(table_, i, Way::backward, result_.x[i + 1]);
      if (backward_[i] && !lower(i, backward_[i]->x.begin)) return false;
    }
    result_.x[last_] = x_end;
    return fix(0, x_start);
  }

  void judge(std::size_t i) {
    const double length = table_.p[i + 1] - table_.p[i];
    const double begin = result_.x[i], end = result_.x[i + 1];
    MaybeArc& forward = forward_[i];
    MaybeArc& backward = backward_[i];
    if (forward && forward->x.begin != begin) {
      forward = find_arc(table_, i, Way::forward, begin);
    }
    double time = kInfinity;
    if (backward && backward->x.begin == begin) {
      time = integrate_time(backward->x);
      result_.bends[i] = backward->bend;
    } else if (forward && forward->x.end == end) {
      time = integrate_time(forward->x);
      result_.bends[i] = forward->bend;
    }
    if (!(time < kInfinity)) time = integrate_lowest({forward, backward, find_ceiling(table_, i)});
    result_.times[i] = length * time;
  }

  const CoefficientTable& table_;
  const TableSizes& sizes_;
  std::size_t last_;
  Barrier result_;
  std::vector<MaybeArc> forward_, backward_;
};

}  // namespace

Barrier make_barrier(const CoefficientTable& table, const TableSizes& sizes, double x_start,
                     double x_end) {
  return BarrierMaker(table, sizes).make(x_start, x_end);
}

}  // namespace globaldyn
