#include "globaldyn/plan/missing_limits.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <optional>
#include <utility>

#include "core/base/nth.h"
#include "globaldyn/limits/limit_size.h"
#include "globaldyn/region/limit_names.h"

namespace globaldyn::inside {
inline namespace plan {
namespace {

// Limits that would have to be widened by more than this times their size are not the cause.
constexpr double kMostEase = 1e4;
// Less than this is no widening: rows are known to rounding errors of their terms, which may be a
// thousand times what limits leave.
constexpr double kLeastEase = 1e-9;
// How well the share of all limits together is known before each is tried alone.
constexpr double kRoughly = 0.05;

class MissingLimits {
 public:
  MissingLimits(Widening asked, const LimitLabels& labels)
      : asked_(std::move(asked)), labels_(labels) {
    double most = 0.0;
    for (const double size : asked_.sizes) most = std::max(most, size);
    for (double& size : asked_.sizes) size = size > 0.0 ? size : most;
    // What belongs to one limit is widened by the same.
    for (std::size_t k = 0; k < asked_.sizes.size(); ++k) {
      asked_.sizes[k] = nth(asked_.sizes, find_first_row(static_cast<int>(k)));
    }
  }

  std::vector<MissingLimit> find() {
    const auto together = bracket(asked_.all, kLeastEase);
    if (!together) return {};
    const Interval near = narrow(asked_.all, *together, kRoughly);
    for (const std::vector<HeldLimit>& limit : list_near()) {
      // All limits widened by less are not enough, but the reserve takes more off them.
      const auto alone = bracket(limit, (1.0 - asked_.reserve) * near.low);
      if (!alone) continue;
      const Interval share = narrow(limit, *alone, asked_.precision);
      if (asked_.is_spent()) break;
      add(limit.front(), add_margin(limit, share.high), true);
    }
    if (found_.empty()) find_necessary(narrow(asked_.all, near, asked_.precision).high);
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

  // What may be missing: all that belongs to the same side of a limit; of an acceleration both,
  // because one number limits it both ways, and its length in all directions.
  [[nodiscard]] std::vector<std::vector<HeldLimit>> list_near() const {
    std::vector<std::vector<HeldLimit>> list;
    std::vector<HeldLimit> known;
    for (const HeldLimit& limit : asked_.near) {
      const HeldLimit of = find_whole(limit);
      if (std::find(known.begin(), known.end(), of) != known.end()) continue;
      known.push_back(of);
      std::vector<HeldLimit>& whole = list.emplace_back();
      std::copy_if(asked_.all.begin(), asked_.all.end(), std::back_inserter(whole),
                   [&](const HeldLimit& other) { return find_whole(other) == of; });
    }
    return list;
  }

  // The limit to which it belongs.
  [[nodiscard]] HeldLimit find_whole(const HeldLimit& limit) const {
    const bool is_acceleration =
        kind_of_row(labels_, static_cast<std::size_t>(limit.row)) == LimitKind::acceleration;
    return {find_first_row(limit.row), is_acceleration ? LimitSide::max : limit.side};
  }

  [[nodiscard]] int find_first_row(int row) const {
    const bool has_label = labels_ && static_cast<std::size_t>(row) < labels_->size();
    if (!has_label || !nth(*labels_, row).is_continued) return row;
    const LimitLabel& label = nth(*labels_, row);
    const auto begins = [&](int other) {
      const LimitLabel& of = nth(*labels_, other);
      return !of.is_continued && of.kind == label.kind && of.name == label.name;
    };
    while (row > 0 && !begins(row)) --row;
    return row;
  }

  bool is_passable(const std::vector<HeldLimit>& limits, double share) {
    return asked_.is_passable(widen_by(limits, share, asked_.sizes));
  }

  // A fraction by which widening these limits is not enough, and twice that, by which it is;
  // nothing if no fraction is. @param least a fraction that is not enough
  std::optional<Interval> bracket(const std::vector<HeldLimit>& limits, double least) {
    // Much wider limits may leave other rows indistinguishable from rounding errors; then four
    // doublings of what is not enough are asked about as well.
    constexpr double kNear = 16.0;
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

  double add_margin(const std::vector<HeldLimit>& limits, double share) {
    return asked_.add_margin ? asked_.add_margin(limits, share, asked_.sizes) : share;
  }

  // Of all limits widened by the same fraction, finds those that have to be.
  void find_necessary(double together) {
    // More than the precision to which the common share is known, 1e-4 at worst.
    constexpr double kEnough = 1.01;
    const double share = add_margin(asked_.all, together);
    for (const std::vector<HeldLimit>& limit : list_near()) {
      std::vector<HeldLimit> others = asked_.all;
      for (const HeldLimit& side : limit) std::erase(others, side);
      // Without an answer, all would seem to be needed.
      if (asked_.is_spent()) return found_.clear();
      if (!is_passable(others, kEnough * together)) add(limit.front(), share, false);
    }
    if (asked_.is_spent()) found_.clear();
  }

  void add(const HeldLimit& limit, double share, bool alone) {
    found_.push_back(
        {share, {name_limit(limit, labels_), share * nth(asked_.sizes, limit.row), alone}});
  }

  Widening asked_;
  const LimitLabels& labels_;
  std::vector<Found> found_;
};

}  // namespace

std::vector<WiderLimit> widen_by(const std::vector<HeldLimit>& limits, double share,
                                 const std::vector<double>& sizes) {
  std::vector<WiderLimit> wider;
  for (const HeldLimit& limit : limits) wider.push_back({limit, share * nth(sizes, limit.row)});
  return wider;
}

std::vector<MissingLimit> find_missing_limits(Widening asked, const LimitLabels& labels) {
  return MissingLimits(std::move(asked), labels).find();
}

}  // namespace plan
}  // namespace globaldyn::inside
