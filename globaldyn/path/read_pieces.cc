#include "globaldyn/path/read_pieces.h"

#include <fmt/format.h>

#include <algorithm>

#include "globaldyn/path/read_arc.h"

namespace globaldyn::inside {
inline namespace path {
namespace {

// Pieces, and what the file says of the points between them.
struct WrittenPieces {
  std::vector<CurvePiece> pieces;
  std::vector<std::optional<Node>> blends;  // one a point
};

CurvePiece read_line_piece(const Node& to, const ArcStart& start, const Parameters& parameters) {
  const Vector3d end = read_piece_point(to, start.is_planar, parameters);
  if (end == start.place) to.fail("a line to where it begins", "expected another point");
  return make_straight_piece(start.place, end);
}

CurvePiece read_piece(const Node& item, const ArcStart& start, const Parameters& parameters) {
  item.allow_only({"line", "arc", "blend"});
  item.allow_one_of({"line", "arc"});
  if (const auto line = item.find("line")) return read_line_piece(*line, start, parameters);
  return read_arc(item.require("arc"), start, parameters);
}

// Where a piece says that it ends: to the last digit, so that errors do not add up.
Vector3d find_written_end(const Node& item, const Parameters& parameters) {
  const auto line = item.find("line");
  return read_vector(line ? *line : item.require("arc").require("to"), dimension::length,
                     parameters);
}

WrittenPieces read_all(const Node& node, bool is_planar, const Parameters& parameters) {
  const Node list = node.require("then");
  const std::vector<Node> items = list.items();
  constexpr std::size_t kMostPieces = 1000;
  if (items.empty() || items.size() > kMostPieces) {
    list.fail(std::to_string(items.size()) + " pieces", "expected 1 to 1000");
  }
  WrittenPieces written;
  written.pieces.reserve(items.size());  // an arc looks at the piece before it
  written.blends.emplace_back();
  ArcStart start{read_piece_point(node.require("start"), is_planar, parameters), nullptr,
                 is_planar};
  for (const Node& item : items) {
    written.pieces.push_back(read_piece(item, start, parameters));
    written.blends.push_back(item.find("blend"));
    start.before = &written.pieces.back();
    start.place = find_written_end(item, parameters);
  }
  return written;
}

std::vector<bool> find_corners(const std::vector<CurvePiece>& pieces, const Knots& knots,
                               const StopPlaces& stops) {
  std::vector<bool> corners(knots.size(), false);
  for (std::size_t i = 1; i < pieces.size(); ++i) {
    const CurvePiece &before = pieces[i - 1], &after = pieces[i];
    corners[i] =
        meet_at_corner(before, after) && !meet_at_cusp(before, after) && !stops.contain(knots, i);
  }
  return corners;
}

// Along much of an arc a blend may be far from both pieces, and all but turn back.
void refuse_slow_blends(const Node& node, const WrittenPieces& written,
                        const std::vector<double>& lengths) {
  constexpr double kSlowest = 0.2;
  for (std::size_t i = 1; i + 1 < lengths.size(); ++i) {
    if (lengths[i] == 0.0) continue;
    const CurvePiece &before = written.pieces[i - 1], &after = written.pieces[i];
    if (find_slowest_share(before, after, lengths[i]) >= kSlowest) continue;
    const Node blend = written.blends[i] ? *written.blends[i] : node.require("blend");
    blend.fail(fmt::format("a blend of {:.9g} m at point {}, which would all but turn back",
                           lengths[i], i + 1),
               "expected less of the arc");
  }
}

// Over how much of p to either side a corner is rounded.
std::vector<CornerBlend> read_piece_blends(const Node& node, const WrittenPieces& written,
                                           const Knots& knots, const CurveContext& context) {
  std::vector<double> pieces;
  double whole = 0.0;
  for (const CurvePiece& piece : written.pieces) {
    pieces.push_back(piece.length);
    whole += piece.length;
  }
  const std::vector<double> lengths =
      read_blend_lengths(node, written.blends, {}, pieces,
                         find_corners(written.pieces, knots, context.stops), context.parameters);
  refuse_slow_blends(node, written, lengths);
  std::vector<CornerBlend> blends;
  for (const double length : lengths) {
    blends.push_back({length / whole, length / whole, BlendShape::smooth});
  }
  fill_pieces(knots, blends);
  return blends;
}

}  // namespace

CurveReading read_pieces(const Node& node, const CurveContext& context) {
  node.allow_only({"start", "then", "blend"});
  const bool is_planar = node.require("start").items().size() == 2;
  const WrittenPieces written = read_all(node, is_planar, context.parameters);
  CurveReading reading;
  reading.axes = is_planar ? std::vector<int>{0, 1} : std::vector<int>{0, 1, 2};
  reading.points = make_length_knots(written.pieces);
  reading.p_max = reading.points.back();
  std::vector<double> widths;
  for (const CornerBlend& blend : read_piece_blends(node, written, reading.points, context)) {
    const double p = reading.points[widths.size()];
    if (!blend.is_sharp()) reading.rounds.push_back({p - blend.before, p, p + blend.after});
    widths.push_back(std::min(blend.before, blend.after));
  }
  for (const CurvePiece& piece : written.pieces) {
    reading.kinds.push_back(piece.is_straight() ? PieceKind::line : PieceKind::arc);
  }
  reading.curve = make_pieces(written.pieces, reading.points, widths);
  reading.steps = find_piece_steps(written.pieces, reading.points, widths);
  return reading;
}

}  // namespace path
}  // namespace globaldyn::inside
