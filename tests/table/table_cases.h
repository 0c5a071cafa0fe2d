#pragma once

#include <array>
#include <cmath>
#include <cstdint>
#include <functional>
#include <numbers>
#include <random>
#include <vector>

#include "core/base/constants.h"
#include "globaldyn/plan/rows/coefficient_table.h"

namespace globaldyn::inside {

struct TableRow {
  double a, c, d, low, high;
};

/// A table of `rows_at` at `segments` + 1 equidistant places from 0 to `range`.
inline CoefficientTable tabulate(std::size_t segments, double range,
                                 const std::function<std::vector<TableRow>(double)>& rows_at) {
  CoefficientTable table;
  for (std::size_t i = 0; i <= segments; ++i) {
    const double p = range * static_cast<double>(i) / static_cast<double>(segments);
    const std::vector<TableRow> rows = rows_at(p);
    table.rows = rows.size();
    table.p.push_back(p);
    for (const TableRow& row : rows) {
      table.a.push_back(row.a);
      table.c.push_back(row.c);
      table.d.push_back(row.d);
      table.low.push_back(row.low);
      table.high.push_back(row.high);
    }
  }
  return table;
}

/// The same motions reversed in time: p from -p_N to -p_0, same x, u with opposite sign.
inline CoefficientTable reverse(const CoefficientTable& table) {
  CoefficientTable result = table;
  const std::size_t nodes = table.p.size(), rows = table.rows;
  for (std::size_t i = 0; i < nodes; ++i) {
    const std::size_t from = nodes - 1 - i;
    result.p[i] = -table.p[from];
    for (std::size_t k = 0; k < rows; ++k) {
      result.a[i * rows + k] = table.a[from * rows + k];
      result.c[i * rows + k] = table.c[from * rows + k];
      result.d[i * rows + k] = -table.d[from * rows + k];
      result.low[i * rows + k] = table.low[from * rows + k];
      result.high[i * rows + k] = table.high[from * rows + k];
    }
  }
  return result;
}

/// The same table with a node more in the middle of every segment.
inline CoefficientTable halve(const CoefficientTable& table) {
  CoefficientTable result;
  result.rows = table.rows;
  const auto add = [&](const std::vector<double>& from, std::vector<double>& to, std::size_t node,
                       bool is_middle) {
    for (std::size_t k = node * table.rows; k < (node + 1) * table.rows; ++k) {
      const bool is_even = !is_middle || from[k] == from[k + table.rows];
      to.push_back(is_even ? from[k] : 0.5 * (from[k] + from[k + table.rows]));
    }
  };
  const auto add_node = [&](std::size_t node, bool is_middle) {
    result.p.push_back(is_middle ? 0.5 * (table.p[node] + table.p[node + 1]) : table.p[node]);
    add(table.a, result.a, node, is_middle);
    add(table.c, result.c, node, is_middle);
    add(table.d, result.d, node, is_middle);
    add(table.low, result.low, node, is_middle);
    add(table.high, result.high, node, is_middle);
  };
  for (std::size_t i = 0; i < table.segment_count(); ++i) {
    add_node(i, false);
    add_node(i, true);
  }
  add_node(table.segment_count(), false);
  return result;
}

/// Two axes on a unit circle, |q''_i| <= 1.
inline CoefficientTable make_circle(std::size_t segments) {
  return tabulate(segments, 2.0 * std::numbers::pi, [](double s) {
    const double cosine = std::cos(s), sine = std::sin(s);
    return std::vector<TableRow>{{-cosine, 0.0, -sine, -1.0, 1.0}, {-sine, 0.0, cosine, -1.0, 1.0}};
  });
}

/// A smooth random motion q(p), 0 <= p <= 1, of several axes, by a few Fourier terms.
class RandomPath {
 public:
  RandomPath(std::size_t axes, std::uint64_t seed) : terms_(axes) {
    std::mt19937_64 random(seed);
    std::normal_distribution<double> normal;
    for (auto& axis : terms_) {
      for (double& term : axis) term = normal(random);
      load_.push_back(0.5 * std::tanh(normal(random)));
      limit_.push_back(1.0 + std::abs(normal(random)));
    }
  }

  /// |q''_i d1² + q'_i d2| <= 1.
  [[nodiscard]] CoefficientTable tabulate_axes(std::size_t segments) const {
    return tabulate(segments, 1.0, [this](double p) {
      std::vector<TableRow> rows;
      for (std::size_t k = 0; k < terms_.size(); ++k) {
        rows.push_back({second(k, p), 0.0, first(k, p), -1.0, 1.0});
      }
      return rows;
    });
  }

  /// The same with loads that vary, limits that differ, and a speed limit for each axis.
  [[nodiscard]] CoefficientTable tabulate_loaded(std::size_t segments) const {
    return tabulate(segments, 1.0, [this](double p) {
      std::vector<TableRow> rows;
      for (std::size_t k = 0; k < terms_.size(); ++k) {
        const double d = first(k, p), load = load_[k] * std::cos(5.0 * p + load_[k]);
        rows.push_back({second(k, p), load, d, -1.0, limit_[k]});
        rows.push_back({d * d, 0.0, 0.0, -kInfinity, 1.5 * limit_[k]});
      }
      return rows;
    });
  }

 private:
  static constexpr std::size_t kTerms = 4;

  [[nodiscard]] double first(std::size_t k, double p) const {
    double sum = 0.0;
    for (std::size_t j = 0; j < kTerms; ++j) {
      const double w = std::numbers::pi * static_cast<double>(j + 1);
      sum += std::numbers::pi *
             (terms_[k][2 * j + 1] * std::cos(w * p) - terms_[k][2 * j] * std::sin(w * p));
    }
    return sum;
  }
  [[nodiscard]] double second(std::size_t k, double p) const {
    double sum = 0.0;
    for (std::size_t j = 0; j < kTerms; ++j) {
      const double w = std::numbers::pi * static_cast<double>(j + 1);
      sum -= std::numbers::pi * w *
             (terms_[k][2 * j] * std::cos(w * p) + terms_[k][2 * j + 1] * std::sin(w * p));
    }
    return sum;
  }

  std::vector<std::array<double, 2 * kTerms>> terms_;
  std::vector<double> load_, limit_;
};

}  // namespace globaldyn::inside
