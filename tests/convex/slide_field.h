#pragma once

#include <functional>
#include <vector>

#include "globaldyn/convex/motion_field.h"

namespace globaldyn::inside::test {

/// Motors that push one mass along a line of length 1 in p: n_1 = mass u + bias - n_2 - …, and
/// n_2, … as they like.
class SlideField final : public MotionField {
 public:
  SlideField(int motors, double mass, double bias, double most)
      : motors_(motors), mass_(mass), bias_(bias), most_(most) {}

  std::vector<DriveMotionLimit> limits{};
  double viscous{0.0};  ///< of n_1, by the speed
  std::vector<FieldPart> pieces{{0.0, 0.3}, {0.3, 1.0, true, true, true}};

  [[nodiscard]] const std::vector<FieldPart>& parts() const override { return pieces; }
  [[nodiscard]] int redundancy() const override { return motors_ - 1; }
  [[nodiscard]] int drives() const override { return motors_; }
  [[nodiscard]] const std::vector<DriveMotionLimit>& motion_limits() const override {
    return limits;
  }
  void write_course(std::size_t /*part*/, double /*p*/, FieldCourse& course) const override {
    course.rates = VectorXd::Ones(motors_);
    course.seconds = VectorXd::Zero(motors_);
  }
  void write(std::size_t /*part*/, double /*p*/, FieldRows& rows) const override {
    rows.a = rows.b = rows.c = rows.d = VectorXd::Zero(motors_);
    rows.d[0] = mass_;
    rows.c[0] = bias_;
    rows.b[0] = viscous;
    rows.v = MatrixXd::Zero(motors_, motors_ - 1);
    rows.v.row(0).setConstant(-1.0);
    rows.v.bottomRows(motors_ - 1).setIdentity();
    rows.low = VectorXd::Constant(motors_, -most_);
    rows.high = VectorXd::Constant(motors_, most_);
  }
  void write_rest(std::size_t part, double p, FieldRows& rows, VectorXd& friction) const override {
    write(part, p, rows);
    rows.b.setZero();
    friction = VectorXd::Zero(motors_);
  }

 private:
  int motors_;
  double mass_, bias_, most_;
};

}  // namespace globaldyn::inside::test
