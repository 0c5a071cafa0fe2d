#include "optimize/pareto/knees.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <functional>
#include <span>

#include "core/base/constants.h"
#include "optimize/pareto/distinct_points.h"
#include "optimize/pareto/scaled_front.h"

namespace globaldyn::inside {
inline namespace pareto {
namespace {

struct Move {
  double gain{0.0};
  double loss{0.0};
};

Move weigh(std::span<const double> from, std::span<const double> to) {
  Move result;
  for (std::size_t k = 0; k < from.size(); ++k) {
    const double change = to[k] - from[k];
    (change < 0.0 ? result.gain : result.loss) += std::abs(change);
  }
  return result;
}

// What moves from a point offer.
struct Outlook {
  double worth{kInfinity};
  bool has_all_gains{false};  // every objective can be improved
};

Outlook look_around(const Points& scaled, std::size_t from, const KneeOptions& options) {
  Outlook outlook;
  std::vector<bool> has_gain(scaled.dimension(), false);
  for (std::size_t to = 0; to < scaled.size(); ++to) {
    const auto [gain, loss] = weigh(scaled[from], scaled[to]);
    if (gain < options.min_gain || gain > options.max_gain) continue;
    outlook.worth = std::min(outlook.worth, loss / gain);
    for (std::size_t k = 0; k < has_gain.size(); ++k) {
      if (scaled[to][k] < scaled[from][k]) has_gain[k] = true;
    }
  }
  outlook.has_all_gains = !has_gain.empty() && std::ranges::all_of(has_gain, std::identity());
  return outlook;
}

std::vector<Outlook> look_around_all(const Points& scaled, const KneeOptions& options) {
  std::vector<Outlook> all;
  for (std::size_t i = 0; i < scaled.size(); ++i) all.push_back(look_around(scaled, i, options));
  return all;
}

bool are_near(const Points& scaled, std::size_t a, std::size_t b, const KneeOptions& options) {
  const auto [gain, loss] = weigh(scaled[a], scaled[b]);
  return std::max(gain, loss) <= options.max_gain;
}

// Of equal ones in a neighbourhood, the first in the front is the knee.
bool is_local_knee(const Points& scaled, const std::vector<Outlook>& all, std::size_t i,
                   const KneeOptions& options) {
  if (!all[i].has_all_gains || all[i].worth < options.least_worth) return false;
  for (std::size_t other = 0; other < all.size(); ++other) {
    if (other == i || !all[other].has_all_gains || !are_near(scaled, i, other, options)) continue;
    const bool is_first = other < i;
    if (all[other].worth > all[i].worth || (is_first && all[other].worth == all[i].worth)) {
      return false;
    }
  }
  return true;
}

}  // namespace

std::vector<double> calc_worths(const Points& front, const KneeOptions& options) {
  std::vector<double> worths;
  for (const Outlook& outlook : look_around_all(scale_front(front), options)) {
    worths.push_back(outlook.worth);
  }
  return worths;
}

std::vector<Knee> find_knees(const Points& front, const KneeOptions& options) {
  const Points scaled = scale_front(front);
  const std::vector<double> bulges = calc_bulges(front);
  const std::vector<Outlook> all = look_around_all(scaled, options);
  std::vector<Knee> knees;
  const auto add = [&](std::size_t i) {
    knees.push_back({static_cast<int>(i), bulges[i], all[i].worth});
  };
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (is_local_knee(scaled, all, i, options)) add(i);
  }
  const auto best = static_cast<std::size_t>(std::ranges::max_element(bulges) - bulges.begin());
  const auto is_near = [&](const Knee& knee) {
    return are_near(scaled, best, static_cast<std::size_t>(knee.index), options);
  };
  if (best < bulges.size() && bulges[best] >= options.least_bulge &&
      std::ranges::none_of(knees, is_near)) {
    add(best);
  }
  std::ranges::stable_sort(knees, std::ranges::greater(), &Knee::bulge);
  return knees;
}

std::vector<TradeOff> list_trade_offs(const Points& front) {
  assert(front.empty() || front.dimension() == 2);
  DistinctPoints sorted;
  sorted.sort(front);
  std::vector<TradeOff> moves;
  const std::vector<std::size_t>& order = sorted.firsts();
  for (std::size_t i = 1, last = 0; i < order.size(); ++i) {
    const auto from = front[order[last]], to = front[order[i]];
    const double loss = to[0] - from[0], gain = from[1] - to[1];
    if (gain <= 0.0) continue;
    moves.push_back(
        {static_cast<int>(order[last]), static_cast<int>(order[i]), loss, gain, loss / gain});
    last = i;
  }
  return moves;
}

}  // namespace pareto
}  // namespace globaldyn::inside
