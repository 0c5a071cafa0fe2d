#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "core/joints/joint.h"

namespace globaldyn::inside {
inline namespace core {

/// How a body is attached to its parent in a tree.
struct TreeLink {
  bool forward{true};  ///< the body is the joint's b, the parent its a; otherwise vice versa
  double lead{0.0};    ///< as Joint::lead
};

/// One rate of motion that a joint leaves free: rotation about a line, sliding along it, or both
/// together (lead). The line's direction and point are each fixed in the parent or in the body.
struct TreeColumn {
  bool turns{true};
  bool has_lead{false};
  bool direction_in_body{false};
  bool point_in_body{false};
};

/// The line of a column, in the global frame.
struct ColumnLine {
  Vector3d direction;
  Vector3d point;
};

/// A rotation without a single fixed axis: its state is a quaternion relative to the frame on the
/// parent (global axes for a floating body), and its rates about global axes are three columns.
struct FreeTurn {
  std::size_t state{0};
  std::size_t column{0};
};

/// A joint as a motion of a body relative to its parent: numbers q are the state, in which the
/// joint stays closed, and columns are its rates. `near` is the joint's frame on the parent, `far`
/// that on the body; `motion` is `far` in `near`.
struct TreeMotion {
  std::size_t states{0};
  std::vector<TreeColumn> forward;   ///< columns if the link is forward,
  std::vector<TreeColumn> backward;  ///< and if it is not
  std::optional<FreeTurn> free_turn{};
  void (*take)(const TreeLink& link, const Frame& motion, double* q);
  Frame (*move)(const TreeLink& link, const Frame& near, const double* q);
  /// Null: all lines are the z axis of `near`.
  void (*find_lines)(const TreeLink& link, const Frame& near, const Frame& far,
                     ColumnLine* lines){nullptr};

  [[nodiscard]] const std::vector<TreeColumn>& columns(bool is_forward) const {
    return is_forward ? forward : backward;
  }
};

/// The largest number of columns of any motion.
inline constexpr std::size_t kMostColumns = 6;

/// For an unconstrained body: its position, and a free rotation.
[[nodiscard]] const TreeMotion& floating_motion();

}  // namespace core
}  // namespace globaldyn::inside
