#include "core/bodies/body.h"

#include <cmath>

#include "core/base/constants.h"

namespace globaldyn::inside {
inline namespace core {
namespace {

// Inertia of a point mass at `offset`, about the origin.
Matrix3d make_steiner_term(double mass, const Vector3d& offset) {
  return mass * (offset.squaredNorm() * Matrix3d::Identity() - offset * offset.transpose());
}

}  // namespace

MassProperties combine(const std::vector<MassProperties>& parts) {
  MassProperties sum;
  for (const MassProperties& part : parts) {
    sum.mass += part.mass;
    sum.com += part.mass * part.com;
  }
  if (sum.mass > 0.0) sum.com /= sum.mass;
  for (const MassProperties& part : parts) {
    sum.inertia += part.inertia + make_steiner_term(part.mass, part.com - sum.com);
  }
  return sum;
}

double calc_volume(const Solid& solid) {
  const Vector3d& s = solid.size;
  switch (solid.shape) {
    case Solid::Shape::cylinder:
      return kPi / 4.0 * s.x() * s.x() * s.z();
    case Solid::Shape::tube:
      return kPi / 4.0 * (s.x() * s.x() - s.y() * s.y()) * s.z();
    case Solid::Shape::box:
      return s.x() * s.y() * s.z();
    case Solid::Shape::sphere:
      return kPi / 6.0 * s.x() * s.x() * s.x();
  }
  return 0.0;
}

MassProperties calc_mass_properties(const Solid& solid, double mass) {
  const Vector3d& s = solid.size;
  Vector3d moments = Vector3d::Zero();
  switch (solid.shape) {
    case Solid::Shape::cylinder:
    case Solid::Shape::tube: {
      const double inner = solid.shape == Solid::Shape::tube ? s.y() : 0.0;
      const double across = (s.x() * s.x() + inner * inner) / 16.0;  // (R^2 + r^2) / 4
      moments = mass * Vector3d(across + s.z() * s.z() / 12.0, across + s.z() * s.z() / 12.0,
                                2.0 * across);
      break;
    }
    case Solid::Shape::box: {
      const Vector3d squares = s.cwiseProduct(s) / 12.0;
      moments = mass * (Vector3d::Constant(squares.sum()) - squares);
      break;
    }
    case Solid::Shape::sphere:
      moments.setConstant(mass * s.x() * s.x() / 10.0);
      break;
  }
  const Matrix3d& R = solid.frame.axes;
  return {mass, solid.frame.origin, R * moments.asDiagonal() * R.transpose()};
}

std::string explain_impossible_inertia(const Matrix3d& inertia, double slack) {
  const double size = inertia.cwiseAbs().maxCoeff();
  const double round_off = 1e-9 * size;
  if (!((inertia - inertia.transpose()).cwiseAbs().maxCoeff() <= round_off)) {
    return "not symmetric";
  }
  const Vector3d moments = Eigen::SelfAdjointEigenSolver<Matrix3d>(inertia).eigenvalues();
  if (moments(0) < -round_off) return "a principal moment is negative";
  if (moments(2) > (1.0 + slack) * (moments(0) + moments(1)) + round_off) {
    return "the largest principal moment exceeds the sum of the other two";
  }
  return "";
}

}  // namespace core
}  // namespace globaldyn::inside
