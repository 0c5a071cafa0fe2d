#include "globaldyn/motion/region_nodes.h"

#include <algorithm>

namespace globaldyn::inside {
inline namespace motion {

std::vector<double> place_region_nodes(const PathSurvey& survey, const Control& control) {
  // Singularities nearer to each other than this fraction of the path; the distance between them is
  // divided into so many parts, and beside them nodes are farther and farther apart.
  constexpr double kNear = 1.0 / 64.0, kParts = 8.0, kWider = 2.0;
  std::vector<double> nodes = survey.breaks();
  const double begin = nodes.front(), end = nodes.back(), near = kNear * (end - begin);
  const std::vector<double>& losses = control.losses;
  for (std::size_t i = 1; i < losses.size(); ++i) {
    const double length = losses[i] - losses[i - 1];
    if (length >= near) continue;
    for (double part = 1.0; part < kParts; ++part) {
      nodes.push_back(losses[i - 1] + length * part / kParts);
    }
    for (double way = length / kParts; way < near; way *= kWider) {
      for (const double p : {losses[i - 1] - way, losses[i] + way}) {
        if (p > begin && p < end) nodes.push_back(p);
      }
    }
  }
  for (const double p : survey.list_narrow()) {
    if (p > begin && p < end) nodes.push_back(p);
  }
  std::sort(nodes.begin(), nodes.end());
  nodes.erase(std::unique(nodes.begin(), nodes.end()), nodes.end());
  return nodes;
}

}  // namespace motion
}  // namespace globaldyn::inside
