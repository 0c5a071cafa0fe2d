#pragma once

#include <vector>

#include "globaldyn/convex/motion_field.h"
#include "globaldyn/convex/solve_motion.h"
#include "globaldyn/convex/standstill_pace.h"

namespace globaldyn::inside {
inline namespace convex {

/// A field whose p is told by the s of paces along stretches: of a motion by s
///     d1 = p' ds/dt,   d2 = p' d²s/dt² + p'' (ds/dt)².
/// Elsewhere s is p.
class PacedField final : public MotionField {
 public:
  /// The field must outlive it.
  PacedField(const MotionField& field, std::vector<StandstillPace> paces);

  [[nodiscard]] const std::vector<FieldPart>& parts() const override { return parts_; }
  /// The part that is the given one of the field at its p.
  [[nodiscard]] std::size_t find_part(std::size_t of_field, double p) const;
  [[nodiscard]] int redundancy() const override { return field_.redundancy(); }
  [[nodiscard]] int drives() const override { return field_.drives(); }
  [[nodiscard]] const std::vector<OtherForce>& other_forces() const override {
    return field_.other_forces();
  }
  [[nodiscard]] const std::vector<DriveMotionLimit>& motion_limits() const override {
    return field_.motion_limits();
  }
  [[nodiscard]] VectorXd find_told_forces(const VectorXd& values) const override {
    return field_.find_told_forces(values);
  }
  [[nodiscard]] int direction(std::size_t part, int drive) const override {
    return field_.direction(pieces_[part].part, drive);
  }
  [[nodiscard]] FieldSupply supply() const override { return field_.supply(); }
  [[nodiscard]] double tool_jerk(std::size_t part) const override {
    return field_.tool_jerk(pieces_[part].part);
  }
  void write_course(std::size_t part, double s, FieldCourse& course) const override;
  void write(std::size_t part, double s, FieldRows& rows) const override;
  void write_rest(std::size_t part, double s, FieldRows& rows, VectorXd& friction) const override;

  /// ds/dt² of a motion whose d1² at a p is this function's.
  template <class Function>
  [[nodiscard]] double find_x(double s, const Function& x_at) const {
    const StandstillPace* pace = find_pace(s);
    if (pace == nullptr) return x_at(s);
    const StandstillPace::Place place = pace->find_place(s);
    return x_at(place.p) / (place.rate * place.rate);
  }

  /// A motion told by s, told by p.
  [[nodiscard]] MotionSolution tell_by_p(const MotionSolution& by_s) const;

 private:
  // A part of the field, or a piece of one, on one pace at most.
  struct Piece {
    std::size_t part;
    int pace;  // -1: s is p
    double p_begin, p_end;
  };

  [[nodiscard]] const StandstillPace* find_pace(double s) const;
  // How far the part on which a place is reaches from the standstill that is the nearer one, in
  // shares of the stretch; 0 if it does not begin there.
  [[nodiscard]] double find_reach(std::size_t part, const StandstillPace::Place& at) const;
  [[nodiscard]] const StandstillPace* pace_of(std::size_t part) const {
    const int pace = pieces_[part].pace;
    return pace < 0 ? nullptr : &paces_[static_cast<std::size_t>(pace)];
  }

  const MotionField& field_;
  std::vector<StandstillPace> paces_;
  std::vector<FieldPart> parts_;
  std::vector<Piece> pieces_;
};

}  // namespace convex
}  // namespace globaldyn::inside
