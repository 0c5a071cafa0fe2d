#pragma once

#include <array>
#include <vector>

#include "globaldyn/convex/motion_field.h"

namespace globaldyn::inside::bench {

/// A curve through points at equal distances of p from 0 to 1, of polynomials of degree 5 with four
/// continuous derivatives; at its ends the third and the fourth vanish.
class QuinticSpline {
 public:
  explicit QuinticSpline(const std::vector<double>& points);

  /// Value and three derivatives by p.
  [[nodiscard]] std::array<double, 4> at(double p) const;

 private:
  std::vector<std::array<double, 6>> cells_;  // coefficients by the share of a cell
};

/// Joints without masses, each of which goes along a spline of its own within a speed, an
/// acceleration and maybe a jerk: "forces" are accelerations.
class JointSplines final : public MotionField {
 public:
  /// @param seed of its points, between -0.5 and 0.5, and limits: 1, 5 and 50, each +- 10 %
  JointSplines(int joints, int points, unsigned seed, bool has_jerk);

  [[nodiscard]] const std::vector<FieldPart>& parts() const override { return parts_; }
  [[nodiscard]] int redundancy() const override { return 0; }
  [[nodiscard]] int drives() const override { return static_cast<int>(splines_.size()); }
  [[nodiscard]] const std::vector<DriveMotionLimit>& motion_limits() const override {
    return motion_limits_;
  }
  void write_course(std::size_t part, double p, FieldCourse& course) const override;
  void write(std::size_t part, double p, FieldRows& rows) const override;
  void write_rest(std::size_t part, double p, FieldRows& rows, VectorXd& friction) const override;

  [[nodiscard]] const VectorXd& speeds() const { return speeds_; }
  [[nodiscard]] const VectorXd& accelerations() const { return accelerations_; }
  [[nodiscard]] const VectorXd& jerks() const { return jerks_; }
  [[nodiscard]] const std::vector<QuinticSpline>& splines() const { return splines_; }

  /// x = d1² at equally distant places of a motion within speeds and accelerations there, by a pass
  /// in either direction.
  [[nodiscard]] std::vector<double> find_passes(int cells) const;

 private:
  [[nodiscard]] double find_most_x(double p) const;

  std::vector<QuinticSpline> splines_;
  VectorXd speeds_, accelerations_, jerks_;
  std::vector<DriveMotionLimit> motion_limits_;
  std::vector<FieldPart> parts_{{0.0, 1.0}};
};

}  // namespace globaldyn::inside::bench
