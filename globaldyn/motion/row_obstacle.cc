#include "globaldyn/motion/row_obstacle.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

#include "core/base/constants.h"
#include "core/base/interval.h"
#include "core/base/nth.h"
#include "globaldyn/motion/stretches.h"
#include "globaldyn/plan/rows/row_passage.h"
#include "globaldyn/region/limit_names.h"

namespace globaldyn {
namespace {

SpeedSet to_set(const std::optional<Interval>& speeds) {
  return speeds ? SpeedSet{*speeds} : SpeedSet{};
}

// If the motion cannot even start: only what is accessible within the gate.
SpeedSet find_begin(const LimitSource& source, const SpeedGate& gate, double reserve) {
  const SpeedSet allowed{{std::sqrt(gate.least), std::sqrt(gate.most)}};
  return intersect(list_accessible_speeds(source, {gate.p}, reserve).front().d1, allowed);
}

// Finds by how much limits would have to be wider.
class MissingLimits {
  // Limits that would have to be widened by more than this times their size are not the cause.
  static constexpr double kMostEase = 1e4;
  static constexpr double kLeastEase = 1e-9;
  static constexpr double kPrecision = 5e-5, kRoughly = 0.05;
  static constexpr double kMostMore = 8e-4;  // 0.1 % less is still too little

 public:
  MissingLimits(SurveyField& field, const LimitLabels& labels, const RowPlanOptions& options,
                double reserve)
      : field_(field),
        labels_(labels),
        options_(options),
        reserve_(reserve),
        work_(find_most_work(field, options)),
        all_(field.list_limits()) {
    find_sizes();
  }

  ~MissingLimits() { field_.widen({}); }
  MissingLimits(const MissingLimits&) = delete;
  MissingLimits& operator=(const MissingLimits&) = delete;

  std::vector<MissingLimit> find() {
    const auto together = bracket(all_, kLeastEase);
    if (!together) return {};
    const Interval near = narrow(all_, *together, kRoughly);
    for (const HeldLimit& limit : all_) {
      // All limits widened by less are not enough, but the reserve takes more off them.
      const auto alone = bracket({limit}, (1.0 - reserve_) * near.low);
      if (!alone) continue;
      const Interval share = narrow({limit}, *alone, kPrecision);
      add(limit, add_margin({limit}, share.high), true);
    }
    if (found_.empty()) find_necessary_limits(narrow(all_, near, kPrecision).high);
    std::stable_sort(found_.begin(), found_.end(),
                     [](const Found& a, const Found& b) { return a.share < b.share; });
    std::vector<MissingLimit> missing;
    for (const Found& found : found_) missing.push_back(found.limit);
    return missing;
  }

 private:
  struct Found {
    double share;
    MissingLimit limit;
  };

  // Limits of size zero are measured by the others.
  void find_sizes() {
    double most = 0.0;
    for (const HeldLimit& limit : all_) {
      const auto row = static_cast<std::size_t>(limit.row);
      if (sizes_.size() <= row) sizes_.resize(row + 1, 0.0);
      sizes_[row] = field_.find_size(limit.row);
      most = std::max(most, sizes_[row]);
    }
    for (double& size : sizes_) size = size > 0.0 ? size : most;
  }

  [[nodiscard]] double size_of(const HeldLimit& limit) const { return nth(sizes_, limit.row); }

  void widen(const std::vector<HeldLimit>& limits, double share) {
    wider_.clear();
    for (const HeldLimit& limit : limits) wider_.push_back({limit, share * size_of(limit)});
    field_.widen(wider_);
  }

  bool is_passable(const std::vector<HeldLimit>& limits, double share) {
    widen(limits, share);
    RowPassage passage(field_, options_, work_);
    const bool is_open = passage.is_open();
    work_ = passage.work_left();
    return is_open;
  }

  // A fraction by which widening these limits is not enough, and twice that, by which it is;
  // nothing if no fraction is. @param least a fraction that is not enough
  std::optional<Interval> bracket(const std::vector<HeldLimit>& limits, double least) {
    constexpr double kNear = 16.0;
    // Much wider limits may leave other rows indistinguishable from rounding errors.
    const double near = kNear * least;
    if (!is_passable(limits, kMostEase) && !is_passable(limits, near)) return std::nullopt;
    // From nothing on, doubling would lead nowhere.
    Interval share{least, std::max(least, kLeastEase)};
    while (!is_passable(limits, share.high)) {
      share = {share.high, 2.0 * share.high};
      if (share.high > 2.0 * kMostEase) return std::nullopt;
    }
    return share;
  }

  // Until its ends are that close to each other, relatively.
  Interval narrow(const std::vector<HeldLimit>& limits, Interval share, double precision) {
    // Each time halves the ratio's logarithm; from a low end of 0 on there is none.
    constexpr int kMostTimes = 100;
    for (int i = 0; i < kMostTimes && share.high > share.low * (1.0 + precision); ++i) {
      const double middle = std::sqrt(share.low * share.high);
      (is_passable(limits, middle) ? share.high : share.low) = middle;
    }
    return share;
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
  double add_margin(const std::vector<HeldLimit>& limits, double share) {
    constexpr std::array kMore{1e-6, 1e-5, 1e-4};
    const std::size_t little = find_most_work(field_, options_) / 32;
    for (const double more : kMore) {
      const double enough = share * (1.0 + more);
      if (enough - share < 4.0 * find_error()) continue;
      widen(limits, enough);
      RowPlanOptions options = options_;
      options.work = std::min(work_, little);
      if (options.work == 0) break;
      const RowPlan plan = plan_rows(field_, options);
      work_ -= std::min(work_, plan.work);
      if (plan.status == RowPlanStatus::optimal) return enough;
    }
    return share * (1.0 + kMostMore);
  }

  // Of all limits widened by the same fraction, finds those that have to be.
  void find_necessary_limits(double together) {
    constexpr double kEnough = 1.01;
    const double share = add_margin(all_, together);
    for (const HeldLimit& limit : all_) {
      std::vector<HeldLimit> others = all_;
      std::erase(others, limit);
      // Without an answer, all would seem to be needed.
      if (work_ == 0) return found_.clear();
      if (!is_passable(others, kEnough * together)) add(limit, share, false);
    }
  }

  void add(const HeldLimit& limit, double share, bool alone) {
    found_.push_back({share, {name_limit(limit, labels_), share * size_of(limit), alone}});
  }

  SurveyField& field_;
  const LimitLabels& labels_;
  const RowPlanOptions& options_;
  double reserve_;
  std::size_t work_;
  std::vector<HeldLimit> all_;
  std::vector<double> sizes_;  // per row
  std::vector<WiderLimit> wider_;
  std::vector<Found> found_;
};

}  // namespace

Obstacle find_row_obstacle(const LimitSource& source, const LimitLabels& labels, SurveyField& field,
                           const RowPlanOptions& options, double reserve, bool with_limits) {
  constexpr std::size_t kShare = 2, kInShort = 32;
  const std::size_t work = find_most_work(field, options);
  RowPassage passage(field, options, work / (with_limits ? kShare : kInShort));
  const double begin = field.parts().front().begin, end = field.parts().back().end;
  Obstacle obstacle;
  obstacle.p = passage.find_reach();
  if (!with_limits) return obstacle;
  const bool has_begun = obstacle.p > begin;
  obstacle.reached = has_begun ? to_set(passage.find_speeds_at(obstacle.p))
                               : find_begin(source, options.gates.front(), reserve);
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
  obstacle.limits = MissingLimits(field, labels, options, reserve).find();
  return obstacle;
}

}  // namespace globaldyn
