#include "optimize/pareto/bulges.h"

#include <Eigen/Dense>
#include <algorithm>
#include <span>

#include "core/base/constants.h"
#include "optimize/pareto/scaled_front.h"

namespace globaldyn::inside {
inline namespace pareto {
namespace {

// Below this, in scaled objectives, directions count as parallel.
constexpr double kParallel = 1e-9;

// The plane normal . x = 1.
using Normal = Eigen::VectorXd;

std::span<const double> find_extreme(const Points& scaled, std::size_t objective) {
  std::span<const double> extreme;
  double least = kInfinity;
  for (std::size_t i = 0; i < scaled.size(); ++i) {
    double worst = 0.0;
    for (std::size_t k = 0; k < scaled.dimension(); ++k) {
      if (k != objective) worst = std::max(worst, scaled[i][k]);
    }
    // Of equal ones the lexicographically smallest, whatever the order of points.
    if (worst > least ||
        (worst == least && !std::ranges::lexicographical_compare(scaled[i], extreme))) {
      continue;
    }
    least = worst;
    extreme = scaled[i];
  }
  return extreme;
}

Normal find_plane(const Points& scaled) {
  const auto objectives = static_cast<Eigen::Index>(scaled.dimension());
  const Normal ones = Normal::Ones(objectives);
  Eigen::MatrixXd extremes(objectives, objectives);
  for (Eigen::Index k = 0; k < objectives; ++k) {
    const auto extreme = find_extreme(scaled, static_cast<std::size_t>(k));
    extremes.row(k) = Eigen::Map<const Eigen::RowVectorXd>(extreme.data(), objectives);
  }
  Eigen::FullPivLU<Eigen::MatrixXd> solver(extremes);
  solver.setThreshold(kParallel);
  const Normal normal = solver.solve(ones);  // 0 along an axis where nothing determines it
  return (normal.array() > kParallel).all() ? normal : ones;
}

}  // namespace

std::vector<double> calc_bulges(const Points& front) {
  const Points scaled = scale_front(front);
  if (scaled.dimension() == 0) return std::vector<double>(scaled.size(), 0.0);
  std::vector<double> bulges;
  const Normal normal = find_plane(scaled);
  for (std::size_t i = 0; i < scaled.size(); ++i) {
    const Eigen::Map<const Normal> point(scaled[i].data(), normal.size());
    bulges.push_back((1.0 - normal.dot(point)) / normal.norm());
  }
  return bulges;
}

}  // namespace pareto
}  // namespace globaldyn::inside
