#include "globaldyn/clearance/swept_part.h"

#include <algorithm>
#include <cmath>

#include "core/base/constants.h"
#include "core/base/nth.h"
#include "globaldyn/clearance/segments.h"

namespace globaldyn::inside {
inline namespace clearance {
namespace {

// A vector and its derivatives with respect to p.
struct VectorMotion {
  Vector3d value;
  Vector3d first;
  Vector3d second;
};

VectorMotion turn(const BodyMotion& body, const Vector3d& fixed) {
  const Vector3d arm = body.pose.R * fixed;
  const Vector3d spin = body.first.w.cross(arm);
  return {arm, spin, body.second.w.cross(arm) + body.first.w.cross(spin)};
}

VectorMotion carry(const BodyMotion& body, const Vector3d& fixed) {
  VectorMotion point = turn(body, fixed);
  point.value += body.pose.r;
  point.first += body.first.v;
  point.second += body.second.v;
  return point;
}

// The course between two ends; returns a bound on how far the third-degree course is from it.
double write_course(const VectorMotion& a, const VectorMotion& b, double h,
                    std::array<Vector3d, 6>& course) {
  const double square = h * h;
  course[0] = a.value;
  course[1] = a.value + h / 5.0 * a.first;
  course[2] = a.value + 0.4 * h * a.first + square / 20.0 * a.second;
  course[3] = b.value - 0.4 * h * b.first + square / 20.0 * b.second;
  course[4] = b.value - h / 5.0 * b.first;
  course[5] = b.value;
  const Vector3d way = 6.0 * (b.value - a.value);
  const Vector3d at_a = square * a.second - way + h * (4.0 * a.first + 2.0 * b.first);
  const Vector3d at_b = square * b.second + way - h * (2.0 * a.first + 4.0 * b.first);
  // Half of the maximum of t² (1 - t)³ on [0, 1].
  constexpr double kMost = 0.5 * 108.0 / 3125.0;
  return kMost * (at_a.norm() + at_b.norm());
}

Vector3d find_middle(const std::array<Vector3d, 6>& c) {
  return (c[0] + c[5] + 5.0 * (c[1] + c[4]) + 10.0 * (c[2] + c[3])) / 32.0;
}

}  // namespace

SweptPart::SweptPart(const PartShape& shape, const BodyMotion& from, const BodyMotion& to, double h)
    : half_count_(shape.half_count), margin_(shape.radius) {
  margin_ += write_course(carry(from, shape.center), carry(to, shape.center), h, center_);
  middle_ = find_middle(center_);
  double longest_way = 0.0;
  for (const Vector3d& c : center_) {
    longest_way = std::max(longest_way, (c - middle_).squaredNorm());
  }
  reach_ = std::sqrt(longest_way) + shape.halves.norm();
  for (int i = 0; i < half_count_; ++i) {
    const Vector3d half = shape.halves.col(i);
    Course& course = nth(halves_, i);
    margin_ += write_course(turn(from, half), turn(to, half), h, course);
    middle_halves_.col(i) = find_middle(course);
  }
  reach_ += margin_;
}

// Lower bound, all the way, of how far `to` is beyond this one in a direction.
double SweptPart::find_gap(const SweptPart& to, const Vector3d& direction) const {
  double gap = kInfinity;
  for (std::size_t j = 0; j < center_.size(); ++j) {
    double here = direction.dot(to.center_[j] - center_[j]);
    for (const SweptPart* part : {this, &to}) {
      for (std::size_t i = 0; i < static_cast<std::size_t>(part->half_count_); ++i) {
        here -= std::abs(direction.dot(part->halves_[i][j]));
      }
    }
    gap = std::min(gap, here);
  }
  return gap - margin_ - to.margin_;
}

Vector3d SweptPart::find_longest_half() const {
  Eigen::Index longest = 0;
  (void)middle_halves_.colwise().squaredNorm().maxCoeff(&longest);
  return middle_halves_.col(longest);
}

bool SweptPart::are_apart(const SweptPart& a, const SweptPart& b, double least) {
  const Vector3d way = b.middle_ - a.middle_;
  const double reach = a.reach_ + b.reach_ + least;
  if (way.squaredNorm() > reach * reach) return true;
  const auto keeps_apart = [&](const Vector3d& direction) {
    const double size = direction.norm();
    return size > 0.0 && a.find_gap(b, direction / size) > least;
  };
  if (keeps_apart(
          calc_separation({a.middle_, a.find_longest_half()}, {b.middle_, b.find_longest_half()})))
    return true;
  // Along the sides of boxes.
  for (const SweptPart* part : {&a, &b}) {
    if (part->half_count_ < 3) continue;
    for (int i = 0; i < 3; ++i) {
      const Vector3d half = part->middle_halves_.col(i);
      if (keeps_apart(half.dot(way) < 0.0 ? Vector3d(-half) : half)) return true;
    }
  }
  return false;
}

}  // namespace clearance
}  // namespace globaldyn::inside
