#include "globaldyn/motion/steep_standstills.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "core/base/constants.h"
#include "core/base/round_off.h"
#include "globaldyn/motion/field_section.h"

namespace globaldyn::inside {
inline namespace motion {
namespace {

// The largest m such that a m² + b m + c <= 0 holds on [0, m].
double find_first_root(double a, double b, double c) {
  if (c > 0.0) return 0.0;
  const double discriminant = b * b - 4.0 * a * c;
  if (discriminant < 0.0) return kInfinity;
  const double sum = b + std::copysign(std::sqrt(discriminant), b);
  double root = kInfinity;
  if (a != 0.0 && -sum / (2.0 * a) > 0.0) root = -sum / (2.0 * a);
  if (sum != 0.0 && -2.0 * c / sum > 0.0) root = std::min(root, -2.0 * c / sum);
  return root;
}

// The largest constant d1² with which the machine may go from `from` to `to`.
double find_steady_speed(RowField& field, double from, double to) {
  // Forces along a way of a hundredth of the path at most are nearly straight: between looks, an
  // eighth of it, they differ from the lines through them by far less than this leaves.
  constexpr int kLooks = 8;
  constexpr double kBetween = 0.95;
  const auto& parts = field.parts();
  RowsAt rows;
  double most = kInfinity;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    const double begin = std::max(parts[i].begin, from), end = std::min(parts[i].end, to);
    if (!(begin < end)) continue;
    for (int j = 0; j <= kLooks; ++j) {
      field.write(i, j == kLooks ? end : begin + (end - begin) * j / kLooks, rows);
      for (std::size_t k = 0; k < rows.a.size(); ++k) {
        const double a = rows.a[k], b = rows.b[k], c = rows.c[k];
        if (rows.high[k] < kInfinity)
          most = std::min(most, find_first_root(a, b, c - rows.high[k]));
        if (rows.low[k] > -kInfinity)
          most = std::min(most, find_first_root(-a, -b, rows.low[k] - c));
      }
    }
  }
  return kBetween * most * most;
}

class SectionPlanner {
 public:
  /// @param share fraction of the tolerance that a motion may take for one of the ways next to
  ///   standstills, if forces along the path were as they are next to it
  SectionPlanner(RowField& field, const PlanOptions& options, double share)
      : field_(field), options_(options), share_(share) {}

  // False if the machine cannot rest at one of them, or nothing limits it there.
  bool place(const std::vector<Standstill>& standstills) {
    const double begin = options_.gates.front().p, end = options_.gates.back().p;
    std::vector<double> ends{begin, end};
    for (const Standstill& point : standstills) ends.push_back(point.p);
    std::sort(ends.begin(), ends.end());
    ends.erase(std::unique(ends.begin(), ends.end()), ends.end());
    for (const Standstill& point : standstills) {
      const auto at = std::lower_bound(ends.begin(), ends.end(), point.p);
      Rest rest{point, 0.0, 0.0, 0.0};
      if (at != ends.begin()) rest.before = find_reach(point, *at - *std::prev(at));
      if (std::next(at) != ends.end()) rest.after = find_reach(point, *std::next(at) - *at);
      rest.x = find_steady_speed(field_, point.p - rest.before, point.p + rest.after);
      if (!(rest.x > 0.0 && rest.x < kInfinity)) return false;
      for (const SpeedGate& gate : options_.gates) {
        const double way = gate.p - point.p;
        if (way != 0.0 && way > -rest.before && way < rest.after) return false;
      }
      rests_.push_back(rest);
    }
    return true;
  }

  /// Time on all ways next to standstills, as a fraction of the tolerance.
  [[nodiscard]] double find_share() const {
    return plan_.time > 0.0 ? steady_ / (options_.tolerance * plan_.time) : 0.0;
  }

  [[nodiscard]] const Plan& plan() const { return plan_; }

  void run() {
    SpeedGate start = options_.gates.front();
    const Rest* last = nullptr;
    for (const Rest& rest : rests_) {
      if (rest.before > 0.0 && !plan_section(start, make_gate(rest, -rest.before), last)) return;
      if (rest.before > 0.0) add_steady(rest.point.p - rest.before, rest.before, x_);
      start = make_gate(rest, rest.after);
      last = &rest;
    }
    const bool is_at_end = last->after == 0.0;
    if (!is_at_end && !plan_section(start, options_.gates.back(), last)) return;
    plan_.p.push_back(options_.gates.back().p);
    plan_.x.push_back(x_);
    finish();
  }

 private:
  // Ways next to a standstill on which d1 is constant.
  struct Rest {
    Standstill point;
    double before, after;
    double x;
  };

  // Under a steady force the time is the way to the power (order + 1) / 2.
  [[nodiscard]] double find_reach(const Standstill& point, double length) const {
    // Closer to it, the path is known only up to rounding errors.
    constexpr double kMost = 1e-2;
    const double least = std::pow(round_off::kSolved, 1.0 / point.order);
    const double share = std::pow(share_ * options_.tolerance, 2.0 / (point.order + 1.0));
    return length * std::min(std::max(share, least), kMost);
  }

  // Next to an end any x up to the steady one; on both sides of other standstills the same x.
  [[nodiscard]] static SpeedGate make_gate(const Rest& rest, double way) {
    const bool is_end = rest.before == 0.0 || rest.after == 0.0;
    return {rest.point.p + way, is_end ? 0.0 : rest.x, rest.x};
  }

  void add_steady(double p, double length, double x) {
    plan_.p.push_back(p);
    plan_.x.push_back(x);
    plan_.segments.push_back({length, x, 0.0, 0.0, 0.0});
    const double time = length / std::sqrt(x);
    plan_.time += time;
    steady_ += time;
  }

  // @param from the standstill before, if there is one
  bool plan_section(const SpeedGate& start, const SpeedGate& end, const Rest* from) {
    FieldSection section(field_, start.p, end.p);
    for (const Rest& rest : rests_) {
      if (rest.point.p + rest.after == start.p) section.grade_towards(rest.point, rest.after);
      if (rest.point.p - rest.before == end.p) section.grade_towards(rest.point, rest.before);
    }
    PlanOptions options = options_;
    // The ways take kMost of the tolerance, and as much again is left to what they lose.
    constexpr double kShare = 0.7;
    options.tolerance *= kShare;
    options.is_closed = false;
    options.gates = {start};
    for (const SpeedGate& gate : options_.gates) {
      if (gate.p > start.p && gate.p < end.p) options.gates.push_back(gate);
    }
    options.gates.push_back(end);
    if (options_.work > 0) {
      if (plan_.work >= options_.work) {
        plan_.shortage = Shortage::work;
        return fail(PlanStatus::gave_up, start.p);
      }
      options.work -= plan_.work;
    }
    Plan made = plan_rows(section, options);
    plan_.work += made.work;
    plan_.looks += made.looks;
    plan_.bytes = std::max(plan_.bytes, made.bytes);
    plan_.rounds = std::max(plan_.rounds, made.rounds);
    plan_.time_lower += made.time_lower;
    if (made.shortage != Shortage::none) plan_.shortage = made.shortage;
    if (made.segments.empty()) return fail(made.status, made.blocked_at.value_or(start.p));
    if (from != nullptr) add_steady(from->point.p, from->after, made.x.front());
    x_ = made.x.back();
    plan_.time += made.time;
    plan_.p.insert(plan_.p.end(), made.p.begin(), std::prev(made.p.end()));
    plan_.x.insert(plan_.x.end(), made.x.begin(), std::prev(made.x.end()));
    plan_.segments.insert(plan_.segments.end(), made.segments.begin(), made.segments.end());
    return true;
  }

  bool fail(PlanStatus status, double p) {
    plan_.status = status;
    plan_.p.clear();
    plan_.x.clear();
    plan_.segments.clear();
    plan_.time = 0.0;
    plan_.blocked_at = p;
    return false;
  }

  void finish() {
    // A motion that keeps d1 on the way out starts slower than under a steady force, by a quarter
    // of x, and makes up for all except a ninth of the way's time; on the way itself no motion is
    // more than twice as fast.
    constexpr double kLost = 0.25;
    plan_.time_lower = std::max(0.0, plan_.time_lower - kLost * steady_);
    const bool is_close = plan_.time - plan_.time_lower <= options_.tolerance * plan_.time;
    if (is_close) plan_.shortage = Shortage::none;
    plan_.status = is_close                           ? PlanStatus::optimal
                   : plan_.shortage != Shortage::none ? PlanStatus::gave_up
                                                      : PlanStatus::inaccurate;
  }

  RowField& field_;
  const PlanOptions& options_;
  double share_;
  std::vector<Rest> rests_;
  Plan plan_;
  double steady_{0.0};  // time
  double x_{0.0};       // at the end of what is planned
};

// Only the steep ones: for the others polynomials suffice. Where the machine moves on one side
// there is no way next to it on which d1 could be kept.
std::vector<Standstill> list_steep(const std::vector<Standstill>& standstills, double p_max) {
  std::vector<Standstill> steep;
  for (const Standstill& point : standstills) {
    if (point.is_steep() && point.is_on_all_sides(p_max)) steep.push_back(point);
  }
  return steep;
}

}  // namespace

Plan plan_between_standstills(RowField& field, const std::vector<Standstill>& standstills,
                              const PlanOptions& options) {
  // Of the tolerance: of all ways, and at first of each, two of them for each of two standstills.
  // The time goes with the share, so that a second attempt meets it and a third is in reserve.
  constexpr double kShare = 0.05, kMost = 0.2;
  constexpr int kMostTimes = 3;
  const std::vector<Standstill> steep = list_steep(standstills, options.gates.back().p);
  if (steep.empty() || options.is_closed) return plan_rows(field, options);
  double share = kShare;
  for (int time = 1;; ++time) {
    SectionPlanner planner(field, options, share);
    if (!planner.place(steep)) return plan_rows(field, options);
    planner.run();
    const bool is_short = planner.find_share() <= kMost;
    if (is_short || time == kMostTimes) return planner.plan();
    // Forces next to standstills are weaker, or the path is shorter, than was assumed.
    share *= kMost / planner.find_share();
  }
}

}  // namespace motion
}  // namespace globaldyn::inside
