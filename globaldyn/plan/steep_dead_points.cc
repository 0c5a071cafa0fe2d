#include "globaldyn/plan/steep_dead_points.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "core/base/constants.h"

namespace globaldyn {
namespace {

/// A part of a field, as a field. Towards dead points its parts are the shorter, so that what is
/// small beside one is not taken for nothing.
class FieldSection : public RowField {
 public:
  FieldSection(const RowField& field, double begin, double end) : field_(field) {
    const auto& all = field.parts();
    for (std::size_t i = 0; i < all.size(); ++i) {
      const double from = std::max(all[i].begin, begin), to = std::min(all[i].end, end);
      if (!(from < to)) continue;
      parts_.push_back({from, to});
      part_of_.push_back(i);
    }
  }

  // A dead point at p, outside, `way` from the nearer end.
  void grade(double p, double way) {
    constexpr double kWider = 8.0;
    const double sign = p <= parts_.front().begin ? 1.0 : -1.0;
    const double length = parts_.back().end - parts_.front().begin;
    for (double at = kWider * way; at < length / kWider; at *= kWider) split(p + sign * at);
  }

  [[nodiscard]] const std::vector<SmoothPart>& parts() const override { return parts_; }
  [[nodiscard]] std::size_t row_count() const override { return field_.row_count(); }
  [[nodiscard]] bool is_straight() const override { return field_.is_straight(); }
  void write(std::size_t part, double p, RowsAt& rows) const override {
    field_.write(part_of_[part], p, rows);
  }
  [[nodiscard]] double error() const override { return field_.error(); }

 private:
  void split(double p) {
    for (std::size_t i = 0; i < parts_.size(); ++i) {
      if (!(parts_[i].begin < p && p < parts_[i].end)) continue;
      const auto at = static_cast<std::ptrdiff_t>(i);
      parts_.insert(parts_.begin() + at, {parts_[i].begin, p});
      parts_[i + 1].begin = p;
      part_of_.insert(part_of_.begin() + at, part_of_[i]);
      return;
    }
  }

  const RowField& field_;
  std::vector<SmoothPart> parts_;
  std::vector<std::size_t> part_of_;
};

// The largest m up to which a m² + b m + c <= 0 holds from m = 0 on.
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

// The most d1² at which the machine may go from `from` to `to` without change.
double find_steady_speed(const RowField& field, double from, double to) {
  constexpr int kLooks = 8;
  constexpr double kBetween = 0.98;
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
  SectionPlanner(const RowField& field, const RowPlanOptions& options)
      : field_(field), options_(options) {}

  // False if the machine cannot rest at one of them, or nothing limits it there.
  bool place(const std::vector<DeadPoint>& dead_points) {
    const double begin = options_.gates.front().p, end = options_.gates.back().p;
    std::vector<double> ends{begin, end};
    for (const DeadPoint& point : dead_points) ends.push_back(point.p);
    std::sort(ends.begin(), ends.end());
    ends.erase(std::unique(ends.begin(), ends.end()), ends.end());
    for (const DeadPoint& point : dead_points) {
      const auto at = std::lower_bound(ends.begin(), ends.end(), point.p);
      Rest rest{point.p, 0.0, 0.0, 0.0};
      if (at != ends.begin()) rest.before = find_way(point, *at - *std::prev(at));
      if (std::next(at) != ends.end()) rest.after = find_way(point, *std::next(at) - *at);
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

  RowPlan run() {
    double from = options_.gates.front().p;
    SpeedGate start = options_.gates.front();
    for (const Rest& rest : rests_) {
      if (rest.before > 0.0) {
        const SpeedGate end{rest.p - rest.before, rest.x, rest.x};
        if (!plan_section(start, end)) return std::move(plan_);
        add_steady(rest.p - rest.before, rest.before, rest.x);
      }
      if (rest.after > 0.0) {
        add_steady(rest.p, rest.after, rest.x);
        start = {rest.p + rest.after, rest.x, rest.x};
      }
      from = rest.p + rest.after;
    }
    const double end = options_.gates.back().p;
    if (from < end && !plan_section(start, options_.gates.back())) return std::move(plan_);
    plan_.p.push_back(end);
    const SegmentMotion& last = plan_.segments.back();
    plan_.x.push_back(std::max(0.0, last.x_at(last.length)));
    return finish();
  }

 private:
  // Ways beside a dead point on which d1 does not change.
  struct Rest {
    double p;
    double before, after;
    double x;
  };

  // Under a steady force the way takes its power of (order + 1) / 2 of the time.
  [[nodiscard]] double find_way(const DeadPoint& point, double length) const {
    constexpr double kShare = 0.05, kLeast = 1e-8, kMost = 1e-2;
    const double share = std::pow(kShare * options_.tolerance, 2.0 / (point.order + 1.0));
    return length * std::clamp(share, kLeast, kMost);
  }

  void add_steady(double p, double length, double x) {
    plan_.p.push_back(p);
    plan_.x.push_back(x);
    plan_.segments.push_back({length, x, 0.0, 0.0, 0.0});
    const double time = length / std::sqrt(x);
    plan_.time += time;
    steady_ += time;
  }

  bool plan_section(const SpeedGate& start, const SpeedGate& end) {
    FieldSection section(field_, start.p, end.p);
    for (const Rest& rest : rests_) {
      if (rest.p + rest.after == start.p) section.grade(rest.p, rest.after);
      if (rest.p - rest.before == end.p) section.grade(rest.p, rest.before);
    }
    RowPlanOptions options = options_;
    constexpr double kShare = 0.7;
    options.tolerance *= kShare;
    options.is_closed = false;
    options.gates = {start};
    for (const SpeedGate& gate : options_.gates) {
      if (gate.p > start.p && gate.p < end.p) options.gates.push_back(gate);
    }
    options.gates.push_back(end);
    if (options_.work > 0) {
      if (plan_.work >= options_.work) return fail(RowPlanStatus::gave_up, start.p);
      options.work -= plan_.work;
    }
    RowPlan made = plan_rows(section, options);
    plan_.work += made.work;
    plan_.looks += made.looks;
    plan_.rounds = std::max(plan_.rounds, made.rounds);
    plan_.time_lower += made.time_lower;
    if (made.segments.empty()) return fail(made.status, made.blocked_at.value_or(start.p));
    is_spent_ = is_spent_ || made.status == RowPlanStatus::gave_up;
    plan_.time += made.time;
    plan_.p.insert(plan_.p.end(), made.p.begin(), std::prev(made.p.end()));
    plan_.x.insert(plan_.x.end(), made.x.begin(), std::prev(made.x.end()));
    plan_.segments.insert(plan_.segments.end(), made.segments.begin(), made.segments.end());
    return true;
  }

  bool fail(RowPlanStatus status, double p) {
    plan_.status = status;
    plan_.p.clear();
    plan_.x.clear();
    plan_.segments.clear();
    plan_.time = 0.0;
    plan_.blocked_at = p;
    return false;
  }

  RowPlan finish() {
    // Who keeps d1 on the way out begins slower than a steady force would, by a quarter of x, and
    // makes up for all but a ninth of the way's time; on the way itself nobody is faster than
    // twice.
    constexpr double kLost = 0.25;
    plan_.time_lower = std::max(0.0, plan_.time_lower - kLost * steady_);
    const bool is_close = plan_.time - plan_.time_lower <= options_.tolerance * plan_.time;
    plan_.status = is_close    ? RowPlanStatus::optimal
                   : is_spent_ ? RowPlanStatus::gave_up
                               : RowPlanStatus::inaccurate;
    return std::move(plan_);
  }

  const RowField& field_;
  const RowPlanOptions& options_;
  std::vector<Rest> rests_;
  RowPlan plan_;
  double steady_{0.0};  // time
  bool is_spent_{false};
};

// Not all points: where they are not steep polynomials do.
std::vector<DeadPoint> list_steep(const std::vector<DeadPoint>& dead_points) {
  std::vector<DeadPoint> steep;
  for (const DeadPoint& point : dead_points) {
    if (point.is_steep()) steep.push_back(point);
  }
  return steep;
}

}  // namespace

RowPlan plan_between_dead_points(const RowField& field, const std::vector<DeadPoint>& dead_points,
                                 const RowPlanOptions& options) {
  const std::vector<DeadPoint> steep = list_steep(dead_points);
  SectionPlanner planner(field, options);
  if (steep.empty() || options.is_closed || !planner.place(steep)) {
    return plan_rows(field, options);
  }
  return planner.run();
}

}  // namespace globaldyn
