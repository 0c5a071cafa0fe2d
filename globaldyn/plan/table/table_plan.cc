#include "globaldyn/plan/table/table_plan.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "core/base/constants.h"
#include "core/base/errors.h"
#include "core/base/round_off.h"
#include "globaldyn/plan/table/barrier.h"
#include "globaldyn/plan/table/reach_pass.h"

namespace globaldyn {
namespace {

constexpr double kStatedSlack = round_off::kSolved;
// Fractions of the path: a shorter segment that blocks the motion is a point; no segment is halved
// further.
constexpr double kPoint = 1e-9;
constexpr double kShortest = 1e-13;
// Number of grids without a motion before there is one and, due to rounding errors, after.
constexpr int kMostFailures = 300;
constexpr int kMostSetbacks = 30;
// Above this, grids without a motion are not halved everywhere.
constexpr std::size_t kManyNodes = 20000;

class TablePlanner {
 public:
  TablePlanner(const CoefficientTable& table, const TablePlanOptions& options)
      : options_(options), table_(table), range_(table.p.back() - table.p.front()) {}

  TablePlan run() {
    while (!run_round()) {
    }
    return std::move(plan_);
  }

 private:
  // One grid. Returns false if a finer one is to be tried.
  bool run_round() {
    const TableSizes sizes = find_sizes(table_);
    barrier_ = make_barrier(table_, sizes, options_.start.x, options_.end.x);
    if (barrier_.blocked_node) return give_up(table_.p[*barrier_.blocked_node], true);
    double lower = 0.0;
    for (const double time : barrier_.times) lower += time;
    plan_.time_lower = std::max(plan_.time_lower, lower);

    ReachPass pass(table_, sizes);
    if (!find_motion(pass)) {
      if (++failures_ <= (has_plan_ ? kMostSetbacks : kMostFailures) &&
          refine_around(blocked_node_)) {
        return false;
      }
      if (has_plan_) return stop();
      return give_up(find_farthest(sizes), false);
    }
    if (is_close()) return stop();
    return !refine_wide() && stop();
  }

  [[nodiscard]] bool is_close() const {
    return has_plan_ && plan_.time - plan_.time_lower <= options_.tolerance * plan_.time;
  }

  bool give_up(double p, bool is_certified) {
    plan_ = {};
    plan_.is_certified = is_certified;
    plan_.blocked_at = p;
    return true;
  }

  bool stop() {
    const CoefficientTable& table = is_on_this_grid_ ? table_ : plan_table_;
    plan_.is_certified = find_largest_excess(table, plan_) <= kStatedSlack;
    if (plan_.is_certified && is_close()) plan_.status = TablePlanStatus::optimal;
    return true;
  }

  // With the bends of the barrier's arcs, without them where they block the motion; with those of
  // the last motion, which is still possible; with none.
  bool find_motion(ReachPass& pass) {
    constexpr std::size_t kMostAround = 64;
    std::vector<double> bends = barrier_.bends;
    bends_.resize(bends.size(), 0.0);
    for (std::size_t around = 1; around <= kMostAround; around *= 2) {
      if (try_bends(pass, bends)) return true;
      const std::size_t end = std::min(blocked_node_ + around + 1, bends.size());
      for (std::size_t i = blocked_node_ - std::min(blocked_node_, around); i < end; ++i) {
        bends[i] = 0.0;
      }
    }
    if (has_plan_ && try_bends(pass, bends_)) return true;
    return try_bends(pass, std::vector<double>(bends.size(), 0.0));
  }

  bool try_bends(ReachPass& pass, const std::vector<double>& bends) {
    if (pass.run(options_.start.x, options_.end.x, bends)) return take(pass, bends);
    blocked_node_ = pass.blocked_node();
    return false;
  }

  // Keeps the motion if it is the best so far; false if it stands still.
  bool take(const ReachPass& pass, const std::vector<double>& bends) {
    TablePlan next;
    next.status = TablePlanStatus::inaccurate;
    next.p = table_.p;
    next.x = pass.x();
    next.u_begin = next.u_end = pass.u();
    times_.resize(pass.u().size());
    // x that is only rounding error.
    const double still =
        round_off::kSolved * *std::max_element(next.x.begin(), next.x.end()) / range_;
    for (std::size_t i = 0; i < times_.size(); ++i) {
      next.u_begin[i] -= 0.5 * bends[i];
      next.u_end[i] += 0.5 * bends[i];
      const double length = next.p[i + 1] - next.p[i];
      const bool is_still = next.x[i] + next.x[i + 1] <= still * length;
      times_[i] = is_still ? kInfinity : length * integrate_time(next.speed(i));
      if (times_[i] == kInfinity) {
        blocked_node_ = i + 1;
        return false;
      }
      next.time += times_[i];
    }
    if (has_plan_ && next.time >= plan_.time) return true;
    bends_ = bends;
    next.time_lower = plan_.time_lower;
    has_plan_ = is_on_this_grid_ = true;
    plan_ = std::move(next);
    return true;
  }

  // The last node that can be reached from the start, by the same pass in reverse.
  double find_farthest(const TableSizes& sizes) {
    const CoefficientTable reversed = reverse(table_);
    ReachPass pass(reversed, sizes);
    const bool is_open = pass.run(options_.end.x, options_.start.x);
    if (is_open || pass.blocked_node() == 0) return table_.p[blocked_node_];
    return -reversed.p[pass.blocked_node()];
  }

  // Halves segments around a node that blocks the motion; occasionally, or if that has become a
  // point, all of them: coarse segments far away may be the reason that there is no motion here.
  bool refine_around(std::size_t node) {
    constexpr std::size_t kAround = 3;
    std::vector<NewNode> added;
    for (std::size_t i = node - std::min(node, kAround);
         i < std::min(node + kAround, table_.segment_count()); ++i) {
      if (table_.p[i + 1] - table_.p[i] > kPoint * range_) added.push_back(split(i));
    }
    if (table_.p.size() > kManyNodes || (!added.empty() && failures_ % 8 != 0)) {
      return refine(added);
    }
    added.clear();
    for (std::size_t i = 0; i < table_.segment_count(); ++i) {
      if (table_.p[i + 1] - table_.p[i] > kPoint * range_) added.push_back(split(i));
    }
    return refine(added);
  }

  // Halves the segments whose share in the difference of the bounds is larger than their share in
  // time.
  bool refine_wide() {
    std::vector<NewNode> added;
    const double count = static_cast<double>(times_.size());
    for (std::size_t i = 0; i < times_.size(); ++i) {
      const double allowed = 0.5 * options_.tolerance * std::max(times_[i], plan_.time / count);
      const bool is_long = table_.p[i + 1] - table_.p[i] > kShortest * range_;
      if (is_long && times_[i] - barrier_.times[i] > allowed) added.push_back(split(i));
    }
    return refine(added);
  }

  bool refine(const std::vector<NewNode>& added) {
    if (added.empty() || table_.p.size() + added.size() > options_.most_nodes) return false;
    CoefficientTable next = insert_nodes(table_, added);
    if (is_on_this_grid_) plan_table_ = std::move(table_);
    is_on_this_grid_ = false;
    table_ = std::move(next);
    split_bends(added);
    return true;
  }

  // The last motion's bends on the new grid, so that it remains possible there.
  void split_bends(const std::vector<NewNode>& added) {
    std::vector<double> bends;
    auto node = added.begin();
    for (std::size_t i = 0; i < bends_.size(); ++i) {
      const bool is_split = node != added.end() && node->segment == i;
      const double share = is_split ? node->share : 1.0;
      bends.push_back(share * bends_[i]);
      if (!is_split) continue;
      bends.push_back((1.0 - share) * bends_[i]);
      ++node;
    }
    bends_ = std::move(bends);
  }

  // Where a segment is split: where a row limits x alone, if it may matter there, otherwise
  // half-way.
  [[nodiscard]] NewNode split(std::size_t i) const {
    NewNode node{i, 0.5};
    double lowest = 2.0 * std::max(barrier_.x[i], barrier_.x[i + 1]);
    for (std::size_t k = 0; k < table_.rows; ++k) {
      const std::size_t begin = i * table_.rows + k, end = begin + table_.rows;
      if (!(table_.d[begin] * table_.d[end] < 0.0)) continue;
      const double r = table_.d[begin] / (table_.d[begin] - table_.d[end]);
      if (!(r > 1e-9 && r < 1.0 - 1e-9)) continue;
      const auto at = [&](const std::vector<double>& entries) {
        return (1.0 - r) * entries[begin] + r * entries[end];
      };
      const double a = at(table_.a);
      const double x = (at(a > 0.0 ? table_.high : table_.low) - at(table_.c)) / a;
      if (!(x < lowest)) continue;
      lowest = x;
      node = {i, r, k};
    }
    return node;
  }

  TablePlanOptions options_;
  CoefficientTable table_;
  double range_;
  Barrier barrier_;
  std::vector<double> times_;
  std::vector<double> bends_;  // of the best motion, on the current grid
  std::size_t blocked_node_{0};
  bool has_plan_{false};
  bool is_on_this_grid_{false};  // the plan
  CoefficientTable plan_table_;  // on the plan's grid, if that is different
  int failures_{0};
  TablePlan plan_;
};

}  // namespace

const char* to_string(TablePlanStatus status) {
  switch (status) {
    case TablePlanStatus::optimal:
      return "optimal";
    case TablePlanStatus::inaccurate:
      return "inaccurate";
    case TablePlanStatus::infeasible:
      return "infeasible";
  }
  return "";
}

QuadraticSpeed TablePlan::speed(std::size_t i) const {
  const double length = p[i + 1] - p[i];
  return {x[i], 0.5 * (x[i] + x[i + 1]) - 0.5 * length * (u_end[i] - u_begin[i]), x[i + 1]};
}

TablePlan plan_table(const CoefficientTable& table, const TablePlanOptions& options) {
  check_table(table);
  for (const double x : {options.start.x, options.end.x}) {
    if (!(x >= 0.0 && std::isfinite(x))) {
      throw Error("plan: x at the ends must be finite and not negative");
    }
  }
  if (!(options.tolerance > 0.0)) throw Error("plan: tolerance must be positive");
  return TablePlanner(table, options).run();
}

}  // namespace globaldyn
