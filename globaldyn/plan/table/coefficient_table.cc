#include "globaldyn/plan/table/coefficient_table.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <string>

#include "core/base/errors.h"

namespace globaldyn {
namespace {

void demand(bool holds, const std::string& what) {
  if (!holds) throw Error("coefficient table: " + what);
}

double blend(double begin, double end, double share) {
  return begin == end ? begin : (1.0 - share) * begin + share * end;
}

// The largest finite size of each row's entries, at every `step`-th node.
std::vector<double> find_largest(const std::vector<double>& entries, std::size_t rows,
                                 std::size_t step) {
  std::vector<double> sizes(rows, 0.0);
  for (std::size_t begin = 0; begin < entries.size(); begin += step * rows) {
    for (std::size_t k = 0; k < rows; ++k) {
      const double size = std::abs(entries[begin + k]);
      if (size > sizes[k] && size < HUGE_VAL) sizes[k] = size;
    }
  }
  return sizes;
}

void raise_to(const std::vector<double>& other, std::vector<double>& sizes) {
  for (std::size_t k = 0; k < sizes.size(); ++k) sizes[k] = std::max(sizes[k], other[k]);
}

// The largest of each row's limits and c.
std::vector<double> find_largest_limits(const CoefficientTable& table, std::size_t step) {
  std::vector<double> sizes = find_largest(table.c, table.rows, step);
  raise_to(find_largest(table.low, table.rows, step), sizes);
  raise_to(find_largest(table.high, table.rows, step), sizes);
  return sizes;
}

}  // namespace

void check_table(const CoefficientTable& table) {
  demand(table.rows > 0, "no rows");
  demand(table.p.size() >= 2, "fewer than two nodes");
  const std::size_t count = table.p.size() * table.rows;
  for (const auto* entries : {&table.a, &table.c, &table.d, &table.low, &table.high}) {
    demand(entries->size() == count, std::to_string(entries->size()) + " entries instead of " +
                                         std::to_string(count) + " (nodes times rows)");
  }
  for (std::size_t i = 0; i < table.p.size(); ++i) {
    demand(std::isfinite(table.p[i]) && (i == 0 || table.p[i] > table.p[i - 1]),
           "p does not rise at node " + std::to_string(i));
  }
  for (std::size_t i = 0; i < count; ++i) {
    const bool is_finite =
        std::isfinite(table.a[i]) && std::isfinite(table.c[i]) && std::isfinite(table.d[i]);
    const bool is_range =
        table.low[i] <= table.high[i] && table.low[i] < HUGE_VAL && table.high[i] > -HUGE_VAL;
    demand(is_finite && is_range, "row " + std::to_string(i % table.rows) + " of node " +
                                      std::to_string(i / table.rows) +
                                      " is not finite or has low > high");
  }
}

CoefficientTable reverse(const CoefficientTable& table) {
  CoefficientTable result = table;
  const std::size_t nodes = table.p.size(), rows = table.rows;
  for (std::size_t i = 0; i < nodes; ++i) {
    const std::size_t from = nodes - 1 - i;
    result.p[i] = -table.p[from];
    const auto copy = [&](const std::vector<double>& source, std::vector<double>& target) {
      std::copy_n(source.begin() + static_cast<std::ptrdiff_t>(from * rows), rows,
                  target.begin() + static_cast<std::ptrdiff_t>(i * rows));
    };
    copy(table.a, result.a);
    copy(table.c, result.c);
    copy(table.d, result.d);
    copy(table.low, result.low);
    copy(table.high, result.high);
  }
  for (double& d : result.d) d = -d;
  return result;
}

CoefficientTable insert_nodes(const CoefficientTable& table, std::span<const NewNode> nodes) {
  CoefficientTable result;
  result.rows = table.rows;
  const std::size_t rows = table.rows;
  const std::array sources{&table.a, &table.c, &table.d, &table.low, &table.high};
  const std::array targets{&result.a, &result.c, &result.d, &result.low, &result.high};
  result.p.reserve(table.p.size() + nodes.size());
  for (auto* target : targets) target->reserve((table.p.size() + nodes.size()) * rows);

  const auto copy_until = [&](std::size_t first, std::size_t last) {
    const auto at = [](std::size_t i) { return static_cast<std::ptrdiff_t>(i); };
    result.p.insert(result.p.end(), table.p.begin() + at(first), table.p.begin() + at(last));
    for (std::size_t s = 0; s < sources.size(); ++s) {
      targets[s]->insert(targets[s]->end(), sources[s]->begin() + at(first * rows),
                         sources[s]->begin() + at(last * rows));
    }
  };
  std::size_t copied = 0;
  for (const NewNode& node : nodes) {
    copy_until(copied, node.segment + 1);
    copied = node.segment + 1;
    result.p.push_back(blend(table.p[node.segment], table.p[node.segment + 1], node.share));
    const std::size_t begin = node.segment * rows, end = begin + rows;
    for (std::size_t s = 0; s < sources.size(); ++s) {
      for (std::size_t k = 0; k < rows; ++k) {
        targets[s]->push_back(blend((*sources[s])[begin + k], (*sources[s])[end + k], node.share));
      }
    }
    if (node.zero) result.d[result.d.size() - rows + *node.zero] = 0.0;
  }
  copy_until(copied, table.p.size());
  return result;
}

TableSizes find_sizes(const CoefficientTable& table) {
  const std::size_t rows = table.rows;
  // Sizes need not be exact, and checking all nodes would cost as much as a pass.
  constexpr std::size_t kEnough = 8;
  const std::size_t step = std::max<std::size_t>(1, table.p.size() / kEnough);
  const std::vector<double> a = find_largest(table.a, rows, step);
  const std::vector<double> d = find_largest(table.d, rows, step);
  std::vector<double> limits = find_largest_limits(table, step);
  if (std::find(limits.begin(), limits.end(), 0.0) != limits.end()) {
    limits = find_largest_limits(table, 1);
  }

  constexpr double kNone = std::numeric_limits<double>::max();
  const double range = table.p.back() - table.p.front();
  TableSizes sizes{std::vector<double>(rows), kNone};
  for (std::size_t k = 0; k < rows; ++k) {
    const double steepest = std::max(a[k], 0.5 * d[k] / range);
    if (limits[k] > 0.0 && steepest > 0.0) sizes.x = std::min(sizes.x, limits[k] / steepest);
  }
  if (sizes.x == kNone) sizes.x = 1.0;
  for (std::size_t k = 0; k < rows; ++k) {
    // A row whose limits and c have no size takes that of its other terms.
    const double size =
        limits[k] > 0.0 ? limits[k] : 1e-3 * sizes.x * std::max(a[k], 0.5 * d[k] / range);
    sizes.weights[k] = size > 0.0 ? 1.0 / size : 1.0;
  }
  return sizes;
}

}  // namespace globaldyn
