#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/bodies/scalar_row.h"
#include "core/joints/joint.h"

namespace globaldyn {

/// factor times a joint coordinate.
struct CoordinateTerm {
  CoordinateIndex of;
  double factor{1.0};
};

/// A sum of joint coordinates with factors, all in m or all in rad: what a belt, a differential or
/// a gear makes of them.
struct CoordinateSum {
  std::vector<CoordinateTerm> terms;
  bool rotational{false};  ///< rad, else m
  double period{0.0};      ///< a pose tells the sum up to multiples of it; 0: fully
};

/// A relation between joint coordinates that holds always: sum = value. Belts, racks with pinions,
/// pairs of gears, differentials.
struct Coupling {
  std::string name;
  CoordinateSum sum;
  double value{0.0};  ///< m or rad
};

/// What a pose tells such a sum up to: angles are known up to whole turns, so that a sum is up to
/// the largest number of which all the turns' contributions are multiples, 2 pi |factor| each; 0
/// without angles. Nothing if there is no such number, or none above a thousandth of the largest
/// contribution: a pose would not tell the sum then.
[[nodiscard]] std::optional<double> find_period(const std::vector<Joint>& joints,
                                                const std::vector<CoordinateTerm>& terms);

/// `value` less the nearest multiple of the period; as it is if that is 0.
[[nodiscard]] double wrap(double value, double period);

[[nodiscard]] ScalarRow make_sum_row(const std::vector<Joint>& joints, const CoordinateSum& sum,
                                     const KinematicState& state);

/// The coupling's equation: value 0 when it holds.
[[nodiscard]] ScalarRow make_coupling_row(const std::vector<Joint>& joints,
                                          const Coupling& coupling, const KinematicState& state);

}  // namespace globaldyn
