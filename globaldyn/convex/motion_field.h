#pragma once

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "core/base/rotation.h"

namespace globaldyn::inside {
inline namespace convex {

/// Forces and other limited quantities at one p as functions of a motion:
///     a x + b sqrt(x) + c + d u + v . y,   x = d1², u = d2.
struct FieldRows {
  VectorXd a, b, c, d;
  MatrixXd v;          ///< rows x r
  VectorXd low, high;  ///< of each, may be infinite
};

/// A part of a path along which rows are smooth functions of p, and y has one meaning.
struct FieldPart {
  double begin{0.0};
  double end{0.0};
  /// Whether rows (but for their limits) and the meaning of y are the same at its begin as at the
  /// end of the part before, so that u and y need not jump there.
  bool is_joined{false};
  bool is_limited_alike{false};  ///< whether the limits are the same as well
  /// Whether a, d and v are the same, so that forces and accelerations do not jump there because
  /// the path does; what loads and friction add may.
  bool is_smooth{false};
};

/// What is limited of a drive as a whole motion goes on; infinite: nothing.
struct DriveMotionLimit {
  double power{std::numeric_limits<double>::infinity()};  ///< |n_k dq_k/dt|, W
  double rate{std::numeric_limits<double>::infinity()};   ///< |dn_k/dt|, N/s or N m/s
  double jerk{std::numeric_limits<double>::infinity()};   ///< |d³q_k/dt³|, m/s³ or rad/s³

  [[nodiscard]] bool is_of_change() const { return std::isfinite(rate) || std::isfinite(jerk); }
};

/// What all drives together may deliver at a time, and take back; infinite: any. W.
struct FieldSupply {
  double power{std::numeric_limits<double>::infinity()};
  double back{std::numeric_limits<double>::infinity()};
};

/// How drives' coordinates and the tool's origin move at one p: derivatives by p.
struct FieldCourse {
  VectorXd rates;                          ///< m: dq/dp
  VectorXd seconds;                        ///< m: d²q/dp²
  Vector3d tool_rate{Vector3d::Zero()};    ///< dR/dp, m
  Vector3d tool_second{Vector3d::Zero()};  ///< d²R/dp², m
};

/// A further row of a field that is a drive's force instead of its first one where it is larger, or
/// smaller: of a gear whose losses depend on the direction of power.
struct OtherForce {
  int drive{0};
  int row{0};
};

/// What motions along a path are limited by and cost, as rows with preload that are smooth on
/// parts.
class MotionField {
 public:
  MotionField() = default;
  MotionField(const MotionField&) = delete;
  MotionField& operator=(const MotionField&) = delete;
  virtual ~MotionField() = default;

  /// Without gaps, in increasing order.
  [[nodiscard]] virtual const std::vector<FieldPart>& parts() const = 0;
  [[nodiscard]] virtual int redundancy() const = 0;
  /// The forces n_k are the first rows.
  [[nodiscard]] virtual int drives() const = 0;
  [[nodiscard]] virtual const std::vector<OtherForce>& other_forces() const {
    static const std::vector<OtherForce> kNone;
    return kNone;
  }
  /// Of a drive with other forces: 1 if its force is the largest of them on the part, -1 if it is
  /// the smallest; 0 while it rests: the first.
  [[nodiscard]] virtual int direction(std::size_t /*part*/, int /*drive*/) const { return 0; }
  /// The forces that a motion is told with, of the values of all rows at a place of it: those of
  /// drives, m.
  [[nodiscard]] virtual VectorXd find_told_forces(const VectorXd& values) const {
    return values.head(drives());
  }
  /// Of every drive; none: nothing is limited.
  [[nodiscard]] virtual const std::vector<DriveMotionLimit>& motion_limits() const {
    static const std::vector<DriveMotionLimit> kNone;
    return kNone;
  }
  /// Of the first rows as forces, without other ones.
  [[nodiscard]] virtual FieldSupply supply() const { return {}; }
  /// |d³R/dt³| of the tool's origin on a part, m/s³; infinite: not limited.
  [[nodiscard]] virtual double tool_jerk(std::size_t /*part*/) const {
    return std::numeric_limits<double>::infinity();
  }
  [[nodiscard]] bool limits_tool() const {
    for (std::size_t part = 0; part < parts().size(); ++part) {
      if (std::isfinite(tool_jerk(part))) return true;
    }
    return false;
  }
  /// Whether forces or accelerations are to change in finite time.
  [[nodiscard]] bool is_of_change() const {
    return limits_tool() ||
           std::any_of(motion_limits().begin(), motion_limits().end(),
                       [](const DriveMotionLimit& one) { return one.is_of_change(); });
  }
  /// Of a field with motion limits, or a limit of the tool: how they move at p, which is on the
  /// part.
  virtual void write_course(std::size_t /*part*/, double /*p*/, FieldCourse& /*course*/) const {}
  /// The rows at p, which is on the part; at its ends as seen from within.
  virtual void write(std::size_t part, double p, FieldRows& rows) const = 0;
  /// The rows of the machine at rest there: without friction, which takes up to `friction` of every
  /// force either way. Limits are those of the forces with what friction takes.
  virtual void write_rest(std::size_t part, double p, FieldRows& rows,
                          VectorXd& friction) const = 0;
};

/// What all drives deliver together is the sum of n_k dq_k/dt, each with the largest of the terms
/// that its row and those of its other forces give: no more than a limit if that holds of every
/// choice of rows, and no less if it holds of one. Of each choice the rows of all drives, the first
/// rows first. @return none: there are more choices than `most`
[[nodiscard]] inline std::vector<std::vector<int>> list_supply_choices(const MotionField& field,
                                                                       std::size_t most) {
  std::vector<int> first;
  for (int k = 0; k < field.drives(); ++k) first.push_back(k);
  std::vector<std::vector<int>> choices{first};
  for (int k = 0; k < field.drives(); ++k) {
    const std::size_t count = choices.size();
    for (const OtherForce& other : field.other_forces()) {
      if (other.drive != k) continue;
      if (choices.size() + count > most) return {};
      for (std::size_t i = 0; i < count; ++i) {
        choices.push_back(choices[i]);
        choices.back()[static_cast<std::size_t>(k)] = other.row;
      }
    }
  }
  return choices;
}

/// So many of them a program has at a place at most: of six drives with losses.
constexpr std::size_t kMostSupplyChoices = 64;

/// The drive whose force a row is.
[[nodiscard]] inline int find_drive(const MotionField& field, int row) {
  for (const OtherForce& other : field.other_forces()) {
    if (other.row == row) return other.drive;
  }
  return row;
}

}  // namespace convex
}  // namespace globaldyn::inside
