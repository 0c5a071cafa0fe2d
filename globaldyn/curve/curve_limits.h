#pragma once

#include <cstddef>
#include <vector>

#include "globaldyn/convex/motion_field.h"
#include "globaldyn/curve/column_splines.h"
#include "globaldyn/plan/rows/row_field.h"

namespace globaldyn::inside {
inline namespace curve {

/// m drives along a path without a machine file: at the nodes how their coordinates q move, and
/// what forces a motion takes, n = a d1² + b d1 + c + d d2. Between nodes all are splines
/// (ColumnSplines). Where a p stands twice they end and others begin: the curves need not be smooth
/// there.
struct DriveCurves {
  std::vector<double> p;  ///< N + 1, not decreasing
  MatrixXd rates;         ///< (N + 1) x m: dq/dp
  MatrixXd seconds;       ///< (N + 1) x m: d²q/dp²
  /// (N + 1) x m each; all without rows: accelerations are what drives exert.
  MatrixXd a, b, c, d;

  [[nodiscard]] Eigen::Index drives() const { return rates.cols(); }
  [[nodiscard]] bool has_forces() const { return a.rows() > 0; }
};

/// What is limited of each drive, m numbers; infinite: nothing.
struct DriveBounds {
  VectorXd speed_low, speed;                ///< of dq/dt, below and above 0
  VectorXd acceleration_low, acceleration;  ///< of d²q/dt², likewise

  VectorXd jerk;       ///< |d³q/dt³|
  VectorXd low, high;  ///< of the force
  VectorXd rate;       ///< |dn/dt|
  VectorXd power;      ///< |n dq/dt|
};

/// Limits of drives along curves as rows: m of forces; with forces m of accelerations; m of squares
/// of speeds, which have the speeds' signs where the limits of both ways differ.
class CurveLimits {
 public:
  CurveLimits(const DriveCurves& curves, DriveBounds bounds);

  [[nodiscard]] Eigen::Index drives() const { return drives_; }
  [[nodiscard]] Eigen::Index rows() const { return (has_forces_ ? 3 : 2) * drives_; }
  [[nodiscard]] bool has_roots() const { return has_roots_; }
  [[nodiscard]] const DriveBounds& bounds() const { return bounds_; }
  /// Splines of all columns, one after the other.
  [[nodiscard]] const std::vector<ColumnSplines>& pieces() const { return pieces_; }

  /// The rows at p, on a segment of a piece.
  void write(std::size_t piece, std::size_t segment, double p, FieldRows& rows) const;
  void write_course(std::size_t piece, double p, FieldCourse& course) const;

 private:
  Eigen::Index drives_;
  bool has_forces_, has_roots_;
  DriveBounds bounds_;
  std::vector<ColumnSplines> pieces_;  // rates, seconds, then with forces a, b, c, d
  mutable VectorXd at_;                // all of them at one p
};

/// They as plans take them: each segment between nodes is a part.
class CurveRowField final : public RowField {
 public:
  /// The limits must outlive it.
  explicit CurveRowField(const CurveLimits& limits);

  [[nodiscard]] const std::vector<SmoothPart>& parts() const override { return parts_; }
  [[nodiscard]] std::size_t row_count() const override {
    return static_cast<std::size_t>(limits_.rows());
  }
  [[nodiscard]] bool is_straight() const override { return !limits_.has_roots(); }
  void write(std::size_t part, double p, RowsAt& rows) override;

 private:
  const CurveLimits& limits_;
  struct Segment {
    std::size_t piece, number;
  };
  std::vector<SmoothPart> parts_;
  std::vector<Segment> segments_;  // of the parts
  FieldRows rows_;
};

/// They as motions as a whole take them: each piece is a part.
class CurveMotionField final : public MotionField {
 public:
  /// The limits must outlive it.
  explicit CurveMotionField(const CurveLimits& limits);

  [[nodiscard]] const std::vector<FieldPart>& parts() const override { return parts_; }
  [[nodiscard]] int redundancy() const override { return 0; }
  [[nodiscard]] int drives() const override { return static_cast<int>(limits_.drives()); }
  [[nodiscard]] const std::vector<DriveMotionLimit>& motion_limits() const override {
    return motion_limits_;
  }
  /// Whether the curves go on at their end as smoothly as they begin.
  [[nodiscard]] bool closes_smoothly() const;
  void write_course(std::size_t part, double p, FieldCourse& course) const override;
  void write(std::size_t part, double p, FieldRows& rows) const override;
  void write_rest(std::size_t part, double p, FieldRows& rows, VectorXd& friction) const override;

 private:
  void join(std::size_t part);

  const CurveLimits& limits_;
  std::vector<FieldPart> parts_;
  std::vector<DriveMotionLimit> motion_limits_;
};

}  // namespace curve
}  // namespace globaldyn::inside
