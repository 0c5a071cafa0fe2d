#pragma once

#include <vector>

#include "globaldyn/path/path_pieces.h"
#include "globaldyn/path/point_curves.h"

namespace globaldyn::inside {
inline namespace path {

/// Lines and arcs without what blends take of them, and the blends between. What blends leave
/// nothing of is left out.
/// @param points p at which they are reached  @param kinds of what is between them, one fewer
[[nodiscard]] std::vector<PathPiece> list_path_pieces(const Knots& points,
                                                      const std::vector<RoundCorner>& rounds,
                                                      const std::vector<PieceKind>& kinds);

}  // namespace path
}  // namespace globaldyn::inside
