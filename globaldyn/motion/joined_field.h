#pragma once

#include <vector>

#include "globaldyn/convex/motion_field.h"

namespace globaldyn::inside {
inline namespace motion {

/// The fields of several paths of one machine, maybe under different loads, as one: their p counts
/// on from path to path.
class JoinedField final : public MotionField {
 public:
  /// A field and where its p begins. The fields must outlive the joined one; they have the same
  /// drives and redundancy.
  struct Member {
    const MotionField* field{nullptr};
    double begin{0.0};
  };

  explicit JoinedField(std::vector<Member> members);

  [[nodiscard]] const std::vector<FieldPart>& parts() const override { return parts_; }
  [[nodiscard]] int redundancy() const override { return first().redundancy(); }
  [[nodiscard]] int drives() const override { return first().drives(); }
  [[nodiscard]] const std::vector<OtherForce>& other_forces() const override {
    return first().other_forces();
  }
  [[nodiscard]] const std::vector<DriveMotionLimit>& motion_limits() const override {
    return first().motion_limits();
  }
  [[nodiscard]] VectorXd find_told_forces(const VectorXd& values) const override {
    return first().find_told_forces(values);
  }
  [[nodiscard]] int direction(std::size_t part, int drive) const override;
  [[nodiscard]] FieldSupply supply() const override { return first().supply(); }
  [[nodiscard]] double tool_jerk(std::size_t part) const override;
  void write_course(std::size_t part, double p, FieldCourse& course) const override;
  void write(std::size_t part, double p, FieldRows& rows) const override;
  void write_rest(std::size_t part, double p, FieldRows& rows, VectorXd& friction) const override;

 private:
  // A part of a member.
  struct Place {
    const Member* member;
    std::size_t part;
  };

  [[nodiscard]] const MotionField& first() const { return *members_.front().field; }

  std::vector<Member> members_;
  std::vector<FieldPart> parts_;
  std::vector<Place> places_;  // of parts
};

}  // namespace motion
}  // namespace globaldyn::inside
