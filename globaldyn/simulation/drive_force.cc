#include "globaldyn/simulation/drive_force.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <span>

#include "core/base/constants.h"

namespace globaldyn::inside {
inline namespace simulation {
namespace {

// Spans of 1, 2, 4, ... looks: as many as a power of two.
constexpr std::size_t kLooks = 512;

// A step's own error control sees what differs by more than this from the polynomial, as a share of
// the largest force; it is what a formula of order 5 makes of the ends, the middle and two between.
constexpr double kTold = 1e-3;

// Lagrange's polynomial of degree 4 through equidistant values, at s of [0, 4].
double interpolate(const std::array<double, 5>& values, double s) {
  double sum = 0.0;
  for (std::size_t i = 0; i < values.size(); ++i) {
    double share = values[i];
    for (std::size_t j = 0; j < values.size(); ++j) {
      if (j != i) share *= (s - double(j)) / (double(i) - double(j));
    }
    sum += share;
  }
  return sum;
}

// Looks [begin, begin + count] at one force, of which five tell the rest.
bool is_told(const std::vector<double>& looks, std::size_t begin, std::size_t count, double size) {
  if (count < 8) return false;
  std::array<double, 5> values{};
  for (std::size_t i = 0; i < values.size(); ++i) values[i] = looks[begin + i * count / 4];
  for (std::size_t i = 0; i <= count; ++i) {
    const double told = interpolate(values, 4.0 * double(i) / double(count));
    if (!(std::abs(looks[begin + i] - told) <= kTold * size)) return false;
  }
  return true;
}

}  // namespace

ForceLooks::ForceLooks(const std::vector<DriveForce>& forces, double duration) {
  std::vector<std::vector<double>> looks;
  std::vector<double> sizes;
  for (const DriveForce& one : forces) {
    if (one.force.is_constant()) continue;
    std::vector<double>& values = looks.emplace_back(kLooks + 1);
    double& size = sizes.emplace_back(0.0);
    for (std::size_t i = 0; i <= kLooks; ++i) {
      const double t = duration * double(i) / kLooks;
      values[i] = one.force.evaluate(std::span(&t, 1));
      size = std::max(size, std::abs(values[i]));
    }
  }
  if (looks.empty()) return;
  const auto all_told = [&](std::size_t begin, std::size_t count) {
    for (std::size_t k = 0; k < looks.size(); ++k) {
      if (!is_told(looks[k], begin, count, sizes[k])) return false;
    }
    return true;
  };
  for (std::size_t begin = 0; begin < kLooks;) {
    std::size_t count = 1;  // the longest span that may begin here, spans being halves of halves
    for (std::size_t more = 8; more <= kLooks && begin % more == 0; more *= 2) {
      if (all_told(begin, more)) count = more;
    }
    begin += count;
    ends_.push_back(duration * double(begin) / kLooks);
  }
}

double ForceLooks::find_next(double t) const {
  const auto next = std::upper_bound(ends_.begin(), ends_.end(), t);
  return next == ends_.end() ? kInfinity : *next;
}

}  // namespace simulation
}  // namespace globaldyn::inside
