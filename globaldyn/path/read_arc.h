#pragma once

#include "core/description/quantities.h"
#include "globaldyn/path/pieces.h"

namespace globaldyn::inside {
inline namespace path {

/// Where an arc begins, and what comes before it.
struct ArcStart {
  Vector3d place;
  const CurvePiece* before{nullptr};  ///< null: nothing
  bool is_planar{true};               ///< points have two coordinates
};

/// Reads {through, to}, {center, to, turn, normal} or {to}, which leaves in the direction in which
/// the piece before it ends. A centre that is not quite as far from both ends is moved to where it
/// is, by up to 0.1 % of the radius. @throws InputError
[[nodiscard]] CurvePiece read_arc(const Node& node, const ArcStart& start,
                                  const Parameters& parameters);

/// A point of pieces, of as many coordinates as the first. @throws InputError
[[nodiscard]] Vector3d read_piece_point(const Node& node, bool is_planar,
                                        const Parameters& parameters);

}  // namespace path
}  // namespace globaldyn::inside
