#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/bodies/scalar_row.h"
#include "core/joints/joint.h"

namespace globaldyn::inside {
inline namespace core {

/// factor times a joint coordinate.
struct CoordinateTerm {
  CoordinateIndex of;
  double factor{1.0};
};

/// A sum of joint coordinates with factors, all in m or all in rad: what a belt, a differential or
/// a gear forms from them.
struct CoordinateSum {
  std::vector<CoordinateTerm> terms;
  bool rotational{false};  ///< rad, otherwise m
  double period{0.0};      ///< a pose determines the sum up to multiples of it; 0: fully
};

/// A relation between joint coordinates that always holds: sum = value. Belts, racks and pinions,
/// gear pairs, differentials.
struct Coupling {
  std::string name;
  CoordinateSum sum;
  double value{0.0};  ///< m or rad
};

/// The period up to which a pose determines such a sum. An angle is known up to full turns, unless
/// the joint's travel keeps it within (-pi, pi). So the sum is known up to the largest number of
/// which the contributions of all full turns, 2 pi |factor| each, are multiples; 0 if no angle can
/// make full turns. Nothing if there is no such number, or none above a thousandth of the largest
/// contribution: then a pose does not determine the sum.
[[nodiscard]] std::optional<double> find_period(const Joints& joints,
                                                const std::vector<CoordinateTerm>& terms);

/// `value` minus the nearest multiple of the period; unchanged if the period is 0.
[[nodiscard]] double wrap(double value, double period);

[[nodiscard]] ScalarRow make_sum_row(const Joints& joints, const CoordinateSum& sum,
                                     const KinematicState& state);

/// The coupling's equation: value 0 when it holds.
[[nodiscard]] ScalarRow make_coupling_row(const Joints& joints, const Coupling& coupling,
                                          const KinematicState& state);

}  // namespace core
}  // namespace globaldyn::inside
