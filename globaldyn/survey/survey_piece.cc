#include "globaldyn/survey/survey_piece.h"

#include <algorithm>

#include "globaldyn/survey/sort_out.h"

namespace globaldyn::inside {
inline namespace survey {
namespace {

// At the middle and on both sides of it, where the motion may be expected to be fast.
TermSizes find_term_sizes(SurveyWalk& walk, double begin, double end) {
  TermSizes sizes{};
  for (const double share : {0.25, 0.5, 0.75}) {
    const Sample& sample = walk.visit(begin + share * (end - begin));
    if (sample.status != SampleStatus::ok) continue;
    raise_term_sizes(walk.make_node(), walk.model(), sizes);
  }
  return sizes;
}

}  // namespace

std::vector<double> list_piece_ends(const Path& path) {
  std::vector<double> ends{0.0, path.p_max};
  const auto add = [&](double p) {
    if (p > 0.0 && p < path.p_max) ends.push_back(p);
  };
  for (const double p : path.steps.breaks) add(p);
  for (const double p : path.steps.corners) add(p);
  for (const PathStop& stop : path.stops) add(stop.p);
  for (const PathSpeedLimit& limit : path.speed_limits) {
    add(limit.from);
    add(limit.to);
  }
  for (const PathAccelerationLimit& limit : path.acceleration_limits) {
    add(limit.from);
    add(limit.to);
  }
  for (const PathJerkLimit& limit : path.jerk_limits) {
    add(limit.from);
    add(limit.to);
  }
  sort_out(0.0, ends);
  ends.back() = path.p_max;
  return ends;
}

std::vector<double> list_parts(const FormulaCells& cells, double begin,
                               const std::vector<double>& ends) {
  std::vector<double> parts = cells.list_ends(begin, ends.back());
  parts.insert(parts.end(), ends.begin(), ends.end());
  sort_out(0.0, parts);
  return parts;
}

// Next to a standstill d2 may be huge: there limits must be as accurate as only nodes are, so that
// parts end there, and next to a steep one as accurate as possible.
SurveyPiece make_piece(const Machine& machine, const Path& path, TaskPieces& pieces,
                       const FormulaCells& cells, SurveyWalk& walk, double accuracy, double begin,
                       double end) {
  SurveyPiece piece{begin, end, pieces.divide(begin, end), {}, accuracy, {}};
  piece.standstills = find_standstills(machine, path, begin, list_parts(cells, begin, piece.ends));
  for (const Standstill& point : piece.standstills) {
    if (point.p != begin && point.p != end) piece.ends.push_back(point.p);
  }
  sort_out(0.0, piece.ends);
  const bool is_steep = std::any_of(piece.standstills.begin(), piece.standstills.end(),
                                    [](const Standstill& point) { return point.is_steep(); });
  if (is_steep && accuracy > kLeastSurveyAccuracy) {
    piece.accuracy = kLeastSurveyAccuracy;
    piece.term_sizes = find_term_sizes(walk, begin, end);
  }
  return piece;
}

}  // namespace survey
}  // namespace globaldyn::inside
