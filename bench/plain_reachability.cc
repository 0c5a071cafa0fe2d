#include "bench/plain_reachability.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "core/base/constants.h"

namespace globaldyn::inside {
namespace {

constexpr double kMost = 1e6;  // of x and u
constexpr double kSmall = 1e-10;

}  // namespace

PlainReachability::PlainReachability(const CoefficientTable& table, bool at_both_ends)
    : table_(table), at_both_ends_(at_both_ends), least_(table.p.size()), most_(table.p.size()) {
  lines_.reserve(4 * table.rows + 2);
  order_.reserve(4 * table.rows + 2);
}

void PlainReachability::list_lines(std::size_t i) {
  const double step = 2.0 * (table_.p[i + 1] - table_.p[i]);
  lines_.clear();
  lines_.push_back({1.0, step, most_[i + 1]});
  lines_.push_back({-1.0, -step, -least_[i + 1]});
  for (std::size_t k = i * table_.rows; k < (i + 1) * table_.rows; ++k) {
    const double a = table_.a[k], d = table_.d[k], c = table_.c[k];
    lines_.push_back({a, d, table_.high[k] - c});
    lines_.push_back({-a, -d, c - table_.low[k]});
  }
  if (!at_both_ends_) return;
  for (std::size_t k = (i + 1) * table_.rows; k < (i + 2) * table_.rows; ++k) {
    const double a = table_.a[k], d = table_.d[k] + step * a, c = table_.c[k];
    lines_.push_back({a, d, table_.high[k] - c});
    lines_.push_back({-a, -d, c - table_.low[k]});
  }
}

// Extreme x on a line, within the bounds and the first half planes in order.
bool PlainReachability::solve_on(const Line& line, int count, const int* order, double direction,
                                 double& x, double& u, int& stop) const {
  const double square = line.a * line.a + line.b * line.b;
  if (square < 1e-30) return false;
  const double x0 = line.a * line.limit / square, u0 = line.b * line.limit / square;
  const double dx = -line.b, du = line.a;
  double low = -kInfinity, high = kInfinity;
  int low_stop = -1, high_stop = -1;
  const auto cut = [&](double slope, double rest, int number) {
    if (slope > kSmall * 1e-3) {
      if (rest / slope < high) high = rest / slope, high_stop = number;
    } else if (slope < -kSmall * 1e-3) {
      if (rest / slope > low) low = rest / slope, low_stop = number;
    } else if (rest < -kSmall) {
      low = kInfinity;
    }
  };
  cut(dx, kMost - x0, -1);
  cut(-dx, x0, -1);
  cut(du, kMost - u0, -1);
  cut(-du, kMost + u0, -1);
  for (int k = 0; k < count; ++k) {
    const Line& other = lines_[static_cast<std::size_t>(order[k])];
    cut(other.a * dx + other.b * du, other.limit - other.a * x0 - other.b * u0, order[k]);
  }
  if (low > high + kSmall) return false;
  const bool is_high = direction * dx > 0.0;
  const double t = is_high ? high : low;
  stop = is_high ? high_stop : low_stop;
  x = x0 + t * dx;
  u = u0 + t * du;
  return true;
}

bool PlainReachability::solve(double direction, int (&active)[2], double& x) const {
  const int count = static_cast<int>(lines_.size());
  order_.clear();
  for (const int first : active) {
    if (first >= 0 && first < count) order_.push_back(first);
  }
  for (int k = 0; k < count; ++k) {
    if (k != active[0] && k != active[1]) order_.push_back(k);
  }
  x = direction > 0.0 ? kMost : 0.0;
  double u = 0.0;
  for (int k = 0; k < count; ++k) {
    const Line& line = lines_[static_cast<std::size_t>(order_[static_cast<std::size_t>(k)])];
    if (line.a * x + line.b * u <= line.limit + kSmall) continue;
    active[0] = order_[static_cast<std::size_t>(k)];
    if (!solve_on(line, k, order_.data(), direction, x, u, active[1])) return false;
  }
  return true;
}

double PlainReachability::run() {
  const std::size_t last = table_.segment_count();
  least_[last] = most_[last] = 0.0;
  int for_most[2] = {-1, -1}, for_least[2] = {-1, -1};
  for (std::size_t i = last; i-- > 0;) {
    list_lines(i);
    if (!solve(1.0, for_most, most_[i]) || !solve(-1.0, for_least, least_[i])) return kInfinity;
  }
  if (least_[0] > kSmall) return kInfinity;
  double x = 0.0, time = 0.0;
  for (std::size_t i = 0; i < last; ++i) {
    list_lines(i);
    double low = -kMost, high = kMost;
    for (const Line& line : lines_) {
      const double rest = line.limit - line.a * x;
      if (line.b > 0.0) high = std::min(high, rest / line.b);
      if (line.b < 0.0) low = std::max(low, rest / line.b);
    }
    const double step = 2.0 * (table_.p[i + 1] - table_.p[i]);
    const double next =
        std::clamp(x + step * std::max(low, high), least_[i + 1], std::max(most_[i + 1], 0.0));
    time += step / (std::sqrt(x) + std::sqrt(next));
    x = next;
  }
  return time;
}

}  // namespace globaldyn::inside
