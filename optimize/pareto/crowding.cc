#include "optimize/pareto/crowding.h"

#include <algorithm>
#include <functional>
#include <limits>
#include <numeric>
#include <queue>

#include "core/base/constants.h"
#include "optimize/pareto/distinct_points.h"

namespace globaldyn::inside {
inline namespace pareto {
namespace {

constexpr std::size_t kNone = std::numeric_limits<std::size_t>::max();

// Distinct points in lexicographic order, linked along each objective to the previous and next one.
class Neighbours {
 public:
  explicit Neighbours(const Points& points) : points_(points) {
    if (points.size() < 2) return;
    for (std::size_t k = 0; k < points.dimension(); ++k) link_along(k);
  }

  [[nodiscard]] double calc_distance(std::size_t i) const {
    if (chains_.empty()) return kInfinity;
    double distance = 0.0;
    for (const Chain& chain : chains_) {
      const auto [before, after] = chain.links[i];
      if (before == kNone || after == kNone) return kInfinity;
      distance += chain.measure(points_, before, after) / chain.range;
    }
    return distance;
  }

  // Calls visit() for each of its former neighbours.
  template <class Visit>
  void remove(std::size_t i, const Visit& visit) {
    for (Chain& chain : chains_) {
      const auto [before, after] = chain.links[i];
      if (before != kNone) chain.links[before].after = after;
      if (after != kNone) chain.links[after].before = before;
    }
    for (const Chain& chain : chains_) {
      const auto [before, after] = chain.links[i];
      if (before != kNone) visit(before);
      if (after != kNone) visit(after);
    }
  }

 private:
  struct Link {
    std::size_t before{kNone};
    std::size_t after{kNone};
  };

  struct Chain {
    std::size_t objective;
    double range;
    std::vector<Link> links;

    // Halves, so that even the largest numbers have a finite distance.
    [[nodiscard]] double measure(const Points& points, std::size_t from, std::size_t to) const {
      return 0.5 * points[to][objective] - 0.5 * points[from][objective];
    }
  };

  void link_along(std::size_t objective) {
    std::vector<std::size_t> order(points_.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::ranges::stable_sort(order, {}, [&](std::size_t i) { return points_[i][objective]; });
    Chain chain{objective, 0.0, std::vector<Link>(points_.size())};
    chain.range = chain.measure(points_, order.front(), order.back());
    if (chain.range <= 0.0) return;
    for (std::size_t i = 1; i < order.size(); ++i) {
      chain.links[order[i]].before = order[i - 1];
      chain.links[order[i - 1]].after = order[i];
    }
    chains_.push_back(std::move(chain));
  }

  const Points& points_;
  std::vector<Chain> chains_;
};

// Removes the most crowded point until `count` are left.
// Distances only grow, so outdated entries of the queue are skipped.
std::vector<bool> thin_out(const Points& points, std::size_t count) {
  struct Entry {
    double distance;
    std::size_t number;
    bool operator>(const Entry& other) const {
      return distance != other.distance ? distance > other.distance : number > other.number;
    }
  };
  Neighbours neighbours(points);
  std::vector<double> distances;
  std::priority_queue<Entry, std::vector<Entry>, std::greater<>> queue;
  for (std::size_t i = 0; i < points.size(); ++i) {
    distances.push_back(neighbours.calc_distance(i));
    queue.push({distances.back(), i});
  }
  std::vector<bool> is_left(points.size(), true);
  for (std::size_t left = points.size(); left > count;) {
    const Entry entry = queue.top();
    queue.pop();
    if (!is_left[entry.number] || entry.distance != distances[entry.number]) continue;
    is_left[entry.number] = false;
    --left;
    neighbours.remove(entry.number, [&](std::size_t beside) {
      const double distance = neighbours.calc_distance(beside);
      if (distance == distances[beside]) return;
      distances[beside] = distance;
      queue.push({distance, beside});
    });
  }
  return is_left;
}

// Orders all points by copy: first the first copy of every distinct point, then every second one …
std::vector<int> order_copies(const std::vector<std::size_t>& numbers) {
  struct Copy {
    int before;  // copies of the same point
    std::size_t number;
    int index;
  };
  std::vector<int> counts(numbers.size(), 0);
  std::vector<Copy> copies;
  for (int i = 0; const std::size_t number : numbers)
    copies.push_back({counts[number]++, number, i++});
  std::ranges::sort(copies, [](const Copy& a, const Copy& b) {
    return a.before != b.before ? a.before < b.before : a.number > b.number;
  });
  std::vector<int> order;
  for (const Copy& copy : copies) order.push_back(copy.index);
  return order;
}

}  // namespace

std::vector<double> calc_crowding_distances(const Points& front) {
  DistinctPoints distinct;
  distinct.sort(front);
  const Neighbours neighbours(distinct.points());
  std::vector<double> distances(front.size(), 0.0);
  for (std::size_t number = 0; const std::size_t first : distinct.firsts()) {
    distances[first] = neighbours.calc_distance(number++);
  }
  return distances;
}

std::vector<int> keep_least_crowded(const Points& front, std::size_t count) {
  DistinctPoints distinct;
  distinct.sort(front);
  std::vector<int> kept;
  if (count < distinct.points().size()) {
    const std::vector<bool> is_left = thin_out(distinct.points(), count);
    for (std::size_t i = 0; i < is_left.size(); ++i) {
      if (is_left[i]) kept.push_back(static_cast<int>(distinct.firsts()[i]));
    }
  } else {
    kept = order_copies(distinct.numbers());
    kept.resize(std::min(count, kept.size()));
  }
  std::ranges::sort(kept);
  return kept;
}

}  // namespace pareto
}  // namespace globaldyn::inside
