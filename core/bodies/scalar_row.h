#pragma once

#include <vector>

#include "core/bodies/pose.h"
#include "core/bodies/row_pairs.h"

namespace globaldyn::inside {
inline namespace core {

/// The most pairs of bodies a row may have.
inline constexpr std::size_t kMostRowPairs = 1 + RowPairs::kCapacity;

/// A scalar function c of the poses of two bodies, or a sum of such functions, with what position,
/// velocity and acceleration analysis need:
///     dc/dt   = J_a . (v_a, w_a) + J_b . (v_b, w_b)
///     d²c/dt² = J_a . (v'_a, w'_a) + J_b . (v'_b, w'_b) + bias
/// and the same for each further pair of bodies. Everything this program measures or constrains is
/// such a row: constraint equations, joint, tool and drive coordinates, spring lengths.
struct ScalarRow {
  BodyId body_a;
  BodyId body_b;
  bool rotational{false};  ///< in rad or without unit, otherwise in m
  double value{0.0};
  double bias{0.0};
  Vector6d jacobian_a;  ///< zero at first
  Vector6d jacobian_b;
  RowPairs more;  ///< of sums

  // Constructors, because the compiler clears all of an aggregate before it sets its members.
  ScalarRow() : jacobian_a(Vector6d::Zero()), jacobian_b(Vector6d::Zero()) {}
  ScalarRow(BodyId a, BodyId b, bool is_rotational, double its_value,
            const Vector6d& on_a = Vector6d::Zero(), const Vector6d& on_b = Vector6d::Zero())
      : body_a(a),
        body_b(b),
        rotational(is_rotational),
        value(its_value),
        jacobian_a(on_a),
        jacobian_b(on_b) {}

  /// Calls visit(body, jacobian) for both bodies of every pair, a before b; a body may occur
  /// several times.
  template <class Visit>
  void visit_sides(const Visit& visit) const {
    visit(body_a, jacobian_a);
    visit(body_b, jacobian_b);
    for (const RowPair& pair : more.used()) {
      visit(pair.body_a, pair.jacobian_a);
      visit(pair.body_b, pair.jacobian_b);
    }
  }

  ScalarRow& operator*=(double factor);
  /// Adds a row with all its pairs; `rotational` stays.
  ScalarRow& operator+=(const ScalarRow& other);

  [[nodiscard]] double calc_rate(const Twists& twists) const;
};

/// The poses and (for the bias) the velocities at which rows are evaluated.
struct KinematicState {
  const Pose& pose;
  const Twists* twists{nullptr};  ///< null: biases are not needed and left 0

  [[nodiscard]] const BodyPose& pose_of(BodyId body) const { return pose[body]; }
  [[nodiscard]] Twist twist_of(BodyId body) const {
    return twists == nullptr ? Twist{} : (*twists)[body];
  }
};

/// A direction fixed in a body, in body axes.
struct BodyAxis {
  BodyId body;
  Vector3d axis{Vector3d::UnitZ()};
};

/// axis . (to - from): how far `to` lies from `from` along an axis carried by from's body.
[[nodiscard]] ScalarRow make_offset_row(const KinematicState& state, const BodyPoint& from,
                                        const Vector3d& axis, const BodyPoint& to);

/// The coordinate x, y or z (axis 0, 1, 2) of a point in the global frame; the ground's Jacobian is
/// left 0 because it does not move.
[[nodiscard]] ScalarRow make_position_row(const KinematicState& state, int axis,
                                          const BodyPoint& point);

/// a . b: the cosine of the angle between two unit directions.
[[nodiscard]] ScalarRow make_cosine_row(const KinematicState& state, const BodyAxis& a,
                                        const BodyAxis& b);

/// |to - from|.
[[nodiscard]] ScalarRow make_distance_row(const KinematicState& state, const PointPair& points);

/// The rotation of body b relative to body a about an axis carried by a. The value is left 0: only
/// the rate depends on this axis alone.
[[nodiscard]] ScalarRow make_turn_row(const KinematicState& state, const BodyAxis& axis_a,
                                      BodyId body_b);

}  // namespace core
}  // namespace globaldyn::inside
