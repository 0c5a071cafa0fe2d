#include "globaldyn/path/orientation.h"

#include "core/base/nth.h"

namespace globaldyn::inside {
inline namespace path {
namespace {

Matrix3d take_derivative(const JetRotation& rotation, int order) {
  Matrix3d m;
  for (int i = 0; i < 3; ++i) {
    for (int j = 0; j < 3; ++j) {
      m(i, j) = find_derivative(nth(rotation, 3 * i + j), order);
    }
  }
  return m;
}

JetRotation multiply(const JetRotation& a, const JetRotation& b) {
  JetRotation product;
  for (std::size_t i = 0; i < 3; ++i) {
    for (std::size_t j = 0; j < 3; ++j) {
      product[3 * i + j] = a[3 * i] * b[j] + a[3 * i + 1] * b[3 + j] + a[3 * i + 2] * b[6 + j];
    }
  }
  return product;
}

// Of the quaternion of a turn by the vector v, from x = v·v: cos(|v|/2) and sin(|v|/2)/|v|. They
// are smooth in x, also where the turn vanishes.
struct HalfTurn {
  Jet cosine, sine;
};

HalfTurn calc_half_turn(const Jet& x) {
  constexpr double kFar = 1.0;
  if (find_derivative(x, 0) > kFar) {
    const Jet angle = sqrt(x);
    return {cos(0.5 * angle), sin(0.5 * angle) / angle};
  }
  // Their series in y = x/4; behind y^9 all terms are below rounding errors, and so are their third
  // derivatives.
  const Jet y = 0.25 * x;
  HalfTurn half{Jet(1.0), Jet(1.0)};
  for (int k = 9; k >= 1; --k) {
    half.cosine = 1.0 - y * half.cosine / ((2.0 * k - 1.0) * (2.0 * k));
    half.sine = 1.0 - y * half.sine / ((2.0 * k) * (2.0 * k + 1.0));
  }
  half.sine = 0.5 * half.sine;
  return half;
}

JetRotation make_rotation_of(const JetPoint& v) {
  const HalfTurn half = calc_half_turn(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
  const Jet w = half.cosine;
  const Jet x = half.sine * v[0], y = half.sine * v[1], z = half.sine * v[2];
  const Jet wx = 2.0 * (w * x), wy = 2.0 * (w * y), wz = 2.0 * (w * z);
  const Jet xy = 2.0 * (x * y), yz = 2.0 * (y * z), zx = 2.0 * (z * x);
  const Jet xx = 2.0 * (x * x), yy = 2.0 * (y * y), zz = 2.0 * (z * z);
  return {1.0 - yy - zz, xy - wz,       zx + wy,  // row by row
          xy + wz,       1.0 - xx - zz, yz - wx,  //
          zx - wy,       yz + wx,       1.0 - xx - yy};
}

JetPoint cross(const JetPoint& a, const JetPoint& b) {
  return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}

JetPoint normalize(const JetPoint& a) {
  const Jet norm = sqrt(a[0] * a[0] + a[1] * a[1] + a[2] * a[2]);
  return {a[0] / norm, a[1] / norm, a[2] / norm};
}

JetPoint calc_tangent(const Curve& curve, double p) {
  const JetPoint point = curve(p);
  return {differentiate(point[0]), differentiate(point[1]), differentiate(point[2])};
}

}  // namespace

RotationRates find_rates(const JetRotation& rotation) {
  const Matrix3d R = take_derivative(rotation, 0);
  const Matrix3d first = take_derivative(rotation, 1);
  const Matrix3d second = take_derivative(rotation, 2);
  return {R, find_axial(first * R.transpose()), find_axial(second * R.transpose())};
}

JetRotation make_cardan_rotation(const std::array<Jet, 3>& angles) {
  const Jet zero(0.0), one(1.0);
  const Jet cx = cos(angles[0]), sx = sin(angles[0]);
  const Jet cy = cos(angles[1]), sy = sin(angles[1]);
  const Jet cz = cos(angles[2]), sz = sin(angles[2]);
  const JetRotation Rx{one, zero, zero, zero, cx, -sx, zero, sx, cx};
  const JetRotation Ry{cy, zero, sy, zero, one, zero, -sy, zero, cy};
  const JetRotation Rz{cz, -sz, zero, sz, cz, zero, zero, zero, one};
  return multiply(Rx, multiply(Ry, Rz));
}

JetRotation make_constant_rotation(const Matrix3d& R) {
  JetRotation result;
  for (int i = 0; i < 3; ++i) {
    for (int j = 0; j < 3; ++j) nth(result, 3 * i + j) = R(i, j);
  }
  return result;
}

JetRotation turn_rotation(const JetRotation& rotation, const JetPoint& vector) {
  return multiply(make_rotation_of(vector), rotation);
}

JetRotation make_turned_rotation(const Matrix3d& start, const Vector3d& axis, const Jet& angle) {
  // Rodrigues: I + sin(angle) K + (1 - cos(angle)) K².
  const Matrix3d K = make_skew(axis);
  const Matrix3d K2 = K * K;
  const Jet s = sin(angle);
  const Jet c = 1.0 - cos(angle);
  JetRotation turn;
  for (int i = 0; i < 3; ++i) {
    for (int j = 0; j < 3; ++j) {
      nth(turn, 3 * i + j) = (i == j ? 1.0 : 0.0) + s * K(i, j) + c * K2(i, j);
    }
  }
  return multiply(turn, make_constant_rotation(start));
}

JetRotation turn_about_own_axis(const JetRotation& rotation, int axis, const Jet& angle) {
  return multiply(rotation,
                  make_turned_rotation(Matrix3d::Identity(), Vector3d::Unit(axis), angle));
}

AngleFunction make_tangent_angle(const Curve& curve, double offset) {
  return [=](double p) {
    const JetPoint tangent = calc_tangent(curve, p);
    return atan2(tangent[1], tangent[0]) + offset;
  };
}

RotationFunction make_tangent_rotation(const Curve& curve, const Vector3d& up) {
  return [=](double p) {
    const JetPoint x = normalize(calc_tangent(curve, p));
    const JetPoint y = normalize(cross({Jet(up.x()), Jet(up.y()), Jet(up.z())}, x));
    const JetPoint z = cross(x, y);
    return JetRotation{x[0], y[0], z[0], x[1], y[1], z[1], x[2], y[2], z[2]};
  };
}

}  // namespace path
}  // namespace globaldyn::inside
