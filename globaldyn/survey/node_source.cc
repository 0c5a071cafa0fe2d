#include "globaldyn/survey/node_source.h"

#include <array>
#include <cmath>

#include "globaldyn/survey/task_pieces.h"

namespace globaldyn::inside {
inline namespace survey {
namespace {

// By the dense equations, a row times the determinant loses as many digits as W does.
constexpr double kVague = 1e-5;

// Directions of preload as close to those of another node as any basis of them is; false if they
// are far from them.
bool align_preload(const SurveyNode& other, SurveyNode& node) {
  // As a determinant, which is the product of cosines: the inverse loses one digit.
  constexpr double kFar = 0.1;
  if (other.V.cols() != node.V.cols()) return false;
  const Eigen::Index r = node.V.cols();
  if (r == 0) return true;
  const MatrixXd turn = other.V.transpose() * node.V;
  const double determinant = turn.determinant();
  if (!(std::abs(determinant) > kFar)) return false;
  const MatrixXd back = turn.inverse();
  node.V = (node.V * back).eval();
  node.rows.rightCols(r) = (node.rows.rightCols(r) * back).eval();
  node.determinant /= determinant;
  return true;
}

// Adds a share of a node, its rows multiplied by its determinant, except for the preload.
void add_multiplied(double weight, const SurveyNode& node, SurveyNode& sum) {
  if (sum.rows.size() == 0) {
    sum.rows.setZero(node.rows.rows(), node.rows.cols());
    sum.V.setZero(node.V.rows(), node.V.cols());
  }
  sum.rows.leftCols(kMotionColumns) +=
      weight * node.determinant * node.rows.leftCols(kMotionColumns);
  sum.rows.rightCols(node.V.cols()) += weight * node.rows.rightCols(node.V.cols());
  sum.V += weight * node.V;
  sum.determinant += weight * node.determinant;
}

}  // namespace

NodeSource::NodeSource(SurveyWalk& walk, WayCheck& way, SolveBy solve_by)
    : walk_(walk),
      way_(way),
      vague_below_(solve_by == SolveBy::dense ? kVague : -1.0),
      rate_sizes_(VectorXd::Zero(static_cast<Eigen::Index>(walk.model().lossy().size()))) {}

SurveyStep NodeSource::visit(double p, const Interval& panel, SurveyNode& node) {
  const double at = step_inside_piece(p, piece_.low, piece_.high, walk_.model().p_max());
  const Sample* sample = &walk_.visit(at);
  if (sample->status != SampleStatus::ok) {
    SurveyStep step = SurveyStep::after(way_.find_obstacle(at));
    if (step.ends()) return step;
    // It may be reachable from below where it was not from above.
    sample = &walk_.visit(at);
    if (sample->status != SampleStatus::ok) {
      return SurveyStep::after(way_.find_first(make_failure(*sample)));
    }
  }
  node = walk_.make_node();
  node.p = p;
  rate_sizes_ = rate_sizes_.cwiseMax(node.rates.cwiseAbs());
  const bool is_vague = sample->map.smallest_singular_value <= vague_below_;
  return node.is_unbalanced || is_vague ? go_beside(p, panel, node) : SurveyStep{};
}

// At an isolated p where the drives lose control of a degree of freedom: limits times determinant,
// and the preload next to it, from four poses nearby: by the cubic through them, at steps so long
// that the determinant has lost no more than four digits, and so short that the fourth derivative
// is nothing.
SurveyStep NodeSource::go_beside(double p, const Interval& panel, SurveyNode& node) {
  constexpr double kBeside = 1e-4;
  constexpr std::array<double, 4> kAround{-2.0, -1.0, 1.0, 2.0},
      kAroundWeights{-1.0 / 6.0, 2.0 / 3.0, 2.0 / 3.0, -1.0 / 6.0};
  constexpr std::array<double, 4> kOneSide{1.0, 2.0, 3.0, 4.0},
      kOneSideWeights{4.0, -6.0, 4.0, -1.0};
  const bool is_end = p == panel.low || p == panel.high;
  const double step = kBeside * (p == panel.high ? panel.low - panel.high : panel.high - panel.low);
  SurveyNode sum, first;
  for (std::size_t i = 0; i < 4; ++i) {
    const double at = p + step * (is_end ? kOneSide : kAround)[i];
    const double weight = (is_end ? kOneSideWeights : kAroundWeights)[i];
    const Sample& sample = walk_.visit(at);
    if (sample.status != SampleStatus::ok) return SurveyStep::after(way_.find_obstacle(at));
    SurveyNode beside = walk_.make_node();
    if (beside.is_unbalanced || beside.determinant == 0.0) return {};
    if (i == 0) first = beside;
    if (!align_preload(first, beside)) return {};
    add_multiplied(weight, beside, sum);
  }
  node.rows = sum.rows;
  node.V = sum.V;
  node.determinant = sum.determinant;
  node.is_multiplied = true;
  node.is_unbalanced = false;
  return {};
}

}  // namespace survey
}  // namespace globaldyn::inside
