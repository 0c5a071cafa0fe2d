#pragma once

#include <array>

#include "core/bodies/pose.h"

namespace globaldyn::inside {
inline namespace clearance {

/// A solid, or a shape enclosing it: centre + s1 h1 + s2 h2 + s3 h3, |s| <= 1, and all within
/// `radius`.
struct PartShape {
  Vector3d center{Vector3d::Zero()};  ///< from the body's centre of mass, in its axes
  Matrix3d halves{Matrix3d::Zero()};  ///< h1, h2, h3, in the body's axes
  int half_count{0};                  ///< number of nonzero ones, which come first
  double radius{0.0};
};

/// Pose of a body, and its derivatives with respect to p.
struct BodyMotion {
  const BodyPose& pose;
  const Twist& first;
  const Twist& second;
};

/// The volume swept by a body's part between two poses that are `h` apart in p: its points follow
/// the fifth-degree polynomials with the positions, rates and accelerations of both ends. Their
/// error is estimated by the difference from the third-degree ones, which ignore accelerations.
class SweptPart {
 public:
  SweptPart() = default;
  SweptPart(const PartShape& shape, const BodyMotion& from, const BodyMotion& to, double h);

  /// Whether some direction keeps the two further apart than `least` all the way.
  [[nodiscard]] static bool are_apart(const SweptPart& a, const SweptPart& b, double least);

 private:
  // Coefficients of Bernstein polynomials.
  using Course = std::array<Vector3d, 6>;

  [[nodiscard]] double find_gap(const SweptPart& to, const Vector3d& direction) const;
  [[nodiscard]] Vector3d find_longest_half() const;

  Course center_;
  std::array<Course, 3> halves_;
  int half_count_{0};
  double margin_{0.0};                 // radius, plus the possible error of positions
  double reach_{0.0};                  // largest distance of anything from the middle, all the way
  Vector3d middle_{Vector3d::Zero()};  // of the centre's course
  Matrix3d middle_halves_{Matrix3d::Zero()};
};

}  // namespace clearance
}  // namespace globaldyn::inside
