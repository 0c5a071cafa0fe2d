#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <numeric>
#include <random>
#include <span>
#include <string>
#include <vector>

#include "optimize/pareto/points.h"

namespace globaldyn::inside::test {

/// Random sets of points, the same on every computer.
class PointSets {
 public:
  explicit PointSets(std::uint64_t seed) : random_(seed) {}

  /// 0 … count - 1.
  int below(int count) { return static_cast<int>(random_() % static_cast<std::uint64_t>(count)); }

  /// In [0, 1).
  double share() { return static_cast<double>(random_() >> 11) * 0x1p-53; }

  /// Integer coordinates 0 … steps - 1: few steps give many ties and copies. Sums and products of
  /// such numbers are exact.
  Points grid(std::size_t dimension, std::size_t count, int steps) {
    return make(dimension, count, [&](std::vector<double>& point) {
      std::ranges::generate(point, [&] { return static_cast<double>(below(steps)); });
    });
  }

  Points cube(std::size_t dimension, std::size_t count) {
    return make(dimension, count, [&](std::vector<double>& point) {
      std::ranges::generate(point, [&] { return share(); });
    });
  }

  /// On the unit sphere: none dominates another.
  Points sphere(std::size_t dimension, std::size_t count) {
    return make(dimension, count, [&](std::vector<double>& point) {
      std::ranges::generate(point, [&] { return share() + 1e-3; });
      const double length =
          std::sqrt(std::inner_product(point.begin(), point.end(), point.begin(), 0.0));
      for (double& x : point) x /= length;
    });
  }

  /// 0 … count - 1 in any order.
  std::vector<int> shuffle(std::size_t count) {
    std::vector<int> order(count);
    std::iota(order.begin(), order.end(), 0);
    for (std::size_t i = count; i > 1; --i) {
      std::swap(order[i - 1], order[static_cast<std::size_t>(below(static_cast<int>(i)))]);
    }
    return order;
  }

 private:
  template <class Fill>
  Points make(std::size_t dimension, std::size_t count, const Fill& fill) {
    Points points(dimension);
    std::vector<double> point(dimension);
    for (std::size_t i = 0; i < count; ++i) {
      fill(point);
      points.add(point);
    }
    return points;
  }

  std::mt19937_64 random_;
};

/// The points with these numbers, in this order.
inline Points pick(const Points& points, const std::vector<int>& numbers) {
  Points picked(points.dimension());
  for (const int number : numbers) picked.add(points[static_cast<std::size_t>(number)]);
  return picked;
}

/// The same points with the coordinates in another order.
inline Points reorder_coordinates(const Points& points, const std::vector<int>& order) {
  Points reordered(points.dimension());
  std::vector<double> row(points.dimension());
  for (std::size_t i = 0; i < points.size(); ++i) {
    for (std::size_t k = 0; k < row.size(); ++k) {
      row[k] = points[i][static_cast<std::size_t>(order[k])];
    }
    reordered.add(row);
  }
  return reordered;
}

/// Applies f(coordinate, its number) to all coordinates.
template <class Function>
Points map_coordinates(const Points& points, const Function& f) {
  Points mapped(points.dimension());
  std::vector<double> row(points.dimension());
  for (std::size_t i = 0; i < points.size(); ++i) {
    for (std::size_t k = 0; k < row.size(); ++k) row[k] = f(points[i][k], k);
    mapped.add(row);
  }
  return mapped;
}

/// By definition: nowhere larger, somewhere smaller.
inline bool dominates(std::span<const double> a, std::span<const double> b) {
  bool is_less = false;
  for (std::size_t k = 0; k < a.size(); ++k) {
    if (a[k] > b[k]) return false;
    if (a[k] < b[k]) is_less = true;
  }
  return is_less;
}

/// As C++ source rows, so that a failing case can be run again.
inline std::string print(const Points& points) {
  std::string text = "Points(" + std::to_string(points.dimension()) + ", {";
  char number[32];
  for (const double x : points.values()) {
    std::snprintf(number, sizeof number, "%.17g, ", x);
    text += number;
  }
  return text + "})";
}

}  // namespace globaldyn::inside::test
