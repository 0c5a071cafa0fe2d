#pragma once

#include <array>

#include "core/bodies/pose.h"

namespace globaldyn {

/// A solid, or what holds it: centre + s1 h1 + s2 h2 + s3 h3, |s| <= 1, and all within `radius`.
struct PartShape {
  Vector3d center{Vector3d::Zero()};  ///< from the body's centre of mass, in its axes
  Matrix3d halves{Matrix3d::Zero()};  ///< h1, h2, h3, in the body's axes
  int half_count{0};                  ///< of them that are not zero: the first
  double radius{0.0};
};

/// Pose of a body, and its derivatives by p.
struct BodyMotion {
  const BodyPose& pose;
  const Twist& first;
  const Twist& second;
};

/// All of a body's part between two poses that are `h` apart in p: its points go by the polynomials
/// of fifth degree that have places, rates and accelerations of both ends. How far these may be off
/// is told by how far those of third degree, which know of no accelerations, are from them.
class SweptPart {
 public:
  SweptPart() = default;
  SweptPart(const PartShape& shape, const BodyMotion& from, const BodyMotion& to, double h);

  /// Whether some direction keeps the two further apart than `least` all the way.
  [[nodiscard]] static bool are_apart(const SweptPart& a, const SweptPart& b, double least);

 private:
  // Coefficients of Bernstein's polynomials.
  using Course = std::array<Vector3d, 6>;

  [[nodiscard]] double find_gap(const SweptPart& to, const Vector3d& direction) const;
  [[nodiscard]] Vector3d find_longest_half() const;

  Course center_;
  std::array<Course, 3> halves_;
  int half_count_{0};
  double margin_{0.0};                 // radius, and what places may be off by
  double reach_{0.0};                  // of all there ever is from the middle
  Vector3d middle_{Vector3d::Zero()};  // of the centre's course
  Matrix3d middle_halves_{Matrix3d::Zero()};
};

}  // namespace globaldyn
