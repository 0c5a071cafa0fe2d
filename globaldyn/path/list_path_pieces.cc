#include "globaldyn/path/list_path_pieces.h"

#include "core/base/round_off.h"

namespace globaldyn::inside {
inline namespace path {

std::vector<PathPiece> list_path_pieces(const Knots& points, const std::vector<RoundCorner>& rounds,
                                        const std::vector<PieceKind>& kinds) {
  std::vector<PathPiece> pieces;
  if (kinds.empty()) return pieces;
  const double sliver = round_off::kSolved * points.back();
  double begin = points.front();
  auto round = rounds.begin();
  for (std::size_t i = 0; i < kinds.size(); ++i) {
    const std::size_t to = i + 2;  // points are numbered from 1
    const bool is_round =
        round != rounds.end() && round->begin <= points[i + 1] && round->end >= points[i + 1];
    const double end = is_round ? round->begin : points[i + 1];
    if (end - begin > sliver) pieces.push_back({kinds[i], to - 1, to, begin, end});
    begin = end;
    if (!is_round) continue;
    pieces.push_back({PieceKind::blend, to, to, round->begin, round->end});
    begin = round->end;
    ++round;
  }
  return pieces;
}

}  // namespace path
}  // namespace globaldyn::inside
