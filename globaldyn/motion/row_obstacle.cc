#include "globaldyn/motion/row_obstacle.h"

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

#include "core/base/interval.h"
#include "globaldyn/motion/stretches.h"
#include "globaldyn/plan/missing_limits.h"
#include "globaldyn/plan/rows/row_passage.h"

namespace globaldyn::inside {
inline namespace motion {
namespace {

SpeedSet to_set(const std::optional<Interval>& speeds) {
  return speeds ? SpeedSet{*speeds} : SpeedSet{};
}

// If the motion cannot even start: only what is accessible within the gate.
SpeedSet find_begin(LimitField& poses, const SpeedGate& gate) {
  return intersect(list_accessible_speeds(poses, {gate.p}).front().d1, {gate.d1()});
}

// Which limits of a surveyed path prevent a motion, by planning with them widened.
class RowWidening {
  static constexpr double kPrecision = 5e-5;
  static constexpr double kMostMore = 8e-4;  // 0.1 % less is still too little

 public:
  RowWidening(SurveyField& field, const PlanOptions& options)
      : field_(field), options_(options), work_(find_most_work(field, options)) {}

  ~RowWidening() { field_.widen({}); }
  RowWidening(const RowWidening&) = delete;
  RowWidening& operator=(const RowWidening&) = delete;

  std::vector<MissingLimit> find(const LimitLabels& labels, double reserve) {
    const std::vector<HeldLimit> all = field_.list_limits();
    std::vector<double> sizes;  // per row
    for (const HeldLimit& limit : all) {
      const auto row = static_cast<std::size_t>(limit.row);
      if (sizes.size() <= row) sizes.resize(row + 1, 0.0);
      sizes[row] = field_.find_size(limit.row);
    }
    return find_missing_limits(
        {.all = all,
         .near = all,
         .sizes = std::move(sizes),
         .reserve = reserve,
         .precision = kPrecision,
         .is_passable = [&](std::span<const WiderLimit> wider) { return is_passable(wider); },
         .is_spent = [&] { return work_ == 0; },
         .add_margin =
             [&](const std::vector<HeldLimit>& limits, double share,
                 const std::vector<double>& by) { return add_margin(limits, share, by); }},
        labels);
  }

 private:
  bool is_passable(std::span<const WiderLimit> wider) {
    field_.widen(wider);
    RowPassage passage(field_, options_, work_);
    const bool is_open = passage.is_open();
    work_ = passage.work_left();
    return is_open;
  }

  [[nodiscard]] double find_error() const {
    double error = 0.0;
    for (std::size_t i = 0; i < field_.parts().size(); ++i) {
      error = std::max(error, field_.error(i).rest);
    }
    return error;
  }

  // At the very edge of what is possible motions creep, and rows are known only up to their error:
  // a plan needs slightly more.
  double add_margin(const std::vector<HeldLimit>& limits, double share,
                    const std::vector<double>& sizes) {
    constexpr std::array kMore{1e-6, 1e-5, 1e-4};
    const std::size_t little = find_most_work(field_, options_) / 32;
    for (const double more : kMore) {
      const double enough = share * (1.0 + more);
      if (enough - share < 4.0 * find_error()) continue;
      field_.widen(widen_by(limits, enough, sizes));
      PlanOptions options = options_;
      options.work = std::min(work_, little);
      if (options.work == 0) break;
      const Plan plan = plan_rows(field_, options);
      work_ -= std::min(work_, plan.work);
      if (plan.status == PlanStatus::optimal) return enough;
    }
    return share * (1.0 + kMostMore);
  }

  SurveyField& field_;
  const PlanOptions& options_;
  std::size_t work_;
};

}  // namespace

Obstacle find_row_obstacle(LimitField& poses, const LimitLabels& labels, SurveyField& field,
                           const PlanOptions& options, double reserve, bool with_limits) {
  constexpr std::size_t kShare = 2, kInShort = 32;
  const std::size_t work = find_most_work(field, options);
  RowPassage passage(field, options, work / (with_limits ? kShare : kInShort));
  const double begin = field.parts().front().begin, end = field.parts().back().end;
  Obstacle obstacle;
  obstacle.p = passage.find_reach();
  if (!with_limits) return obstacle;
  const bool has_begun = obstacle.p > begin;
  obstacle.reached = has_begun ? to_set(passage.find_speeds_at(obstacle.p))
                               : find_begin(poses, options.gates.front());
  obstacle.rest_from = passage.find_rest();
  if (obstacle.rest_from) {
    const auto speeds = passage.find_speeds_from(*obstacle.rest_from);
    if (speeds) obstacle.rest_d1 = speeds->high;
  }
  // On a closed path the end is the start.
  const double next = options.is_closed && obstacle.p == end ? begin : obstacle.p;
  if (next >= obstacle.rest_from.value_or(end)) {
    obstacle.needed = to_set(passage.find_speeds_from(next));
  }
  obstacle.limits = RowWidening(field, options).find(labels, reserve);
  return obstacle;
}

}  // namespace motion
}  // namespace globaldyn::inside
