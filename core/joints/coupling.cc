#include "core/joints/coupling.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "core/base/nth.h"
#include "core/base/round_off.h"
#include "core/joints/joint_rows.h"

namespace globaldyn::inside {
inline namespace core {
namespace {

// The largest number of which both are multiples, with tolerance 1e-9 `largest`: Euclid's
// algorithm.
double find_common_measure(double a, double b, double largest) {
  constexpr double kSame = round_off::kSame;
  while (b > kSame * largest) {
    const double rest = std::abs(a - b * std::round(a / b));
    a = b;
    b = rest;
  }
  return a;
}

bool is_within_a_turn(const Interval& travel) {
  return travel.low > -std::numbers::pi && travel.high < std::numbers::pi;
}

}  // namespace

std::optional<double> find_period(const Joints& joints, const std::vector<CoordinateTerm>& terms) {
  double largest = 0.0, period = 0.0;
  for (const auto& [of, factor] : terms) {
    const Joint& joint = joints[of.joint];
    const auto coordinate = static_cast<std::size_t>(of.coordinate);
    if (!type_of(joint).coordinates[coordinate].periodic) continue;
    if (is_within_a_turn(joint.travel[coordinate])) continue;
    const double turn = 2.0 * std::numbers::pi * std::abs(factor);
    largest = std::max(largest, turn);
    period = period == 0.0
                 ? turn
                 : find_common_measure(std::max(turn, period), std::min(turn, period), largest);
  }
  constexpr double kLeast = 1e-3;
  if (period < kLeast * largest) return std::nullopt;
  return period;
}

double wrap(double value, double period) {
  if (period == 0.0) return value;
  const double turns = period / (2.0 * std::numbers::pi);
  return turns * wrap_angle(value / turns);
}

ScalarRow make_sum_row(const Joints& joints, const CoordinateSum& sum,
                       const KinematicState& state) {
  ScalarRow row;
  for (std::size_t i = 0; i < sum.terms.size(); ++i) {
    const auto& [of, factor] = sum.terms[i];
    ScalarRow term = make_coordinate_row(joints[of.joint], of.coordinate, state);
    term *= factor;
    if (i == 0) {
      row = std::move(term);
    } else {
      row += term;
    }
  }
  row.rotational = sum.rotational;
  return row;
}

ScalarRow make_coupling_row(const Joints& joints, const Coupling& coupling,
                            const KinematicState& state) {
  ScalarRow row = make_sum_row(joints, coupling.sum, state);
  row.value = wrap(row.value - coupling.value, coupling.sum.period);
  return row;
}

}  // namespace core
}  // namespace globaldyn::inside
