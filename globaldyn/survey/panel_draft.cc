#include "globaldyn/survey/panel_draft.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <utility>

#include "core/base/constants.h"
#include "core/base/nth.h"
#include "core/base/round_off.h"
#include "globaldyn/limits/limit_size.h"
#include "globaldyn/survey/chebyshev.h"
#include "globaldyn/survey/task_pieces.h"

namespace globaldyn::inside {
inline namespace survey {
namespace {

// Determinants whose least is more than this fraction of the largest need no factor: rows, which go
// as 1 / determinant, vary tenfold then. With preload rows are as smooth without it, and planned
// faster, unless the drives nearly lose hold.
constexpr double kSteadyDeterminant = 0.1, kSteadyWithPreload = 1e-3;
// The preload's directions must not rotate further away from those in the middle: the smallest
// cosine, by which rows are divided.
constexpr double kLeastCosine = 0.3;
// In addition to limits: accuracy of quantities of which only zeros or crossings of a limit matter,
// which the machine itself tells exactly.
constexpr double kRateAccuracy = 1e-4;
constexpr double kTravelAccuracy = 1e-4;
// Of terms, relative to the largest of their kind on the panel: the accuracy of poses, and a
// fraction of the requested accuracy: terms of this share of the largest add no more than that.
constexpr double kPoseNoise = round_off::kRoot;
constexpr double kBeside = 1e-4;
// Of a row's limits: what is this fraction of the accuracy is nothing.
constexpr double kNearlyNothing = 1e-2;

// The size to which errors of a row refer: see calc_limit_size(); 0: the row limits nothing.
double calc_size(double low, double high) {
  const bool has_low = std::isfinite(low), has_high = std::isfinite(high);
  if (!has_low && !has_high) return 0.0;
  if (!has_low || !has_high) return std::abs(has_low ? low : high);
  return std::max(0.5 * (high - low), 1e-3 * std::max(std::abs(low), std::abs(high)));
}

// The term to which a column of rows belongs.
std::size_t find_term(Eigen::Index column) {
  return static_cast<std::size_t>(std::min<Eigen::Index>(column, 4));
}

bool is_acceleration(const LimitLabels& labels, Eigen::Index row) {
  return kind_of_row(labels, static_cast<std::size_t>(row)) == LimitKind::acceleration;
}

}  // namespace

double TermSizes::find(const LimitLabels& labels, Eigen::Index row, double size,
                       std::size_t term) const {
  return is_acceleration(labels, row) ? size * of_accelerations[term] : of_forces[term];
}

void raise_term_sizes(const SurveyNode& node, const SurveyModel& model, TermSizes& sizes) {
  for (Eigen::Index k = 0; k < node.rows.rows(); ++k) {
    const double size = calc_size(node.low(k), node.high(k));
    if (size == 0.0 && !model.counts_unlimited(k)) continue;
    const bool is_of_force = !is_acceleration(model.labels(), k);
    auto& most = is_of_force ? sizes.of_forces : sizes.of_accelerations;
    for (Eigen::Index c = 0; c < node.rows.cols(); ++c) {
      double& term = most[find_term(c)];
      term = std::max(term, std::abs(node.rows(k, c)) / (is_of_force ? 1.0 : size));
    }
  }
}

double PanelDraft::node_at(int j, int degree) const {
  if (j == 0) return begin_;
  if (j == degree) return end_;
  return to_interval(calc_lobatto_point(j, degree), begin_, end_);
}

bool PanelDraft::is_still(std::size_t drive) const {
  return std::all_of(nodes_.begin(), nodes_.end(),
                     [&](const SurveyNode& node) { return node.is_still[drive] != 0; });
}

double PanelDraft::find_rate_error(Eigen::Index drive) const {
  return round_off::kSame * rate_sizes_(drive);
}

// Whether the numbers of rows and preloads are the same everywhere.
bool PanelDraft::are_alike() const {
  const SurveyNode& first = nodes_.front();
  return std::all_of(nodes_.begin(), nodes_.end(), [&](const SurveyNode& node) {
    return !node.is_unbalanced && node.rows.rows() == first.rows.rows() &&
           node.rows.cols() == first.rows.cols();
  });
}

// How the preload's directions V are turned from those in the middle, as a determinant.
double PanelDraft::find_turn(const MatrixXd& V) const {
  const MatrixXd& middle = nodes_[nodes_.size() / 2].V;
  if (middle.cols() == 0) return 1.0;
  if (middle.cols() == 1) return middle.col(0).dot(V.col(0));
  return (middle.transpose() * V).determinant();
}

double PanelDraft::align(double determinant, const MatrixXd& V) const {
  return determinant == 0.0 ? 0.0 : determinant / find_turn(V);
}

void PanelDraft::choose_factor() {
  has_factor_ = false;
  largest_determinant_ = 1.0;
  accuracy_ = asked_accuracy_;
  double least = kInfinity, largest = 0.0;
  bool rises = false, falls = false, is_multiplied = false;
  for (const SurveyNode& node : nodes_) {
    const double determinant = align(node.determinant, node.V);
    least = std::min(least, std::abs(determinant));
    largest = std::max(largest, std::abs(determinant));
    (determinant > 0.0 ? rises : falls) = true;
    is_multiplied = is_multiplied || node.is_multiplied;
  }
  if (largest == 0.0) return;  // fewer drives than degrees of freedom
  const double steady = nodes_.front().V.cols() > 0 ? kSteadyWithPreload : kSteadyDeterminant;
  has_factor_ = is_multiplied || (rises && falls) || least < steady * largest;
  largest_determinant_ = largest;
  if (!has_factor_) return;
  // What is divided by the factor is as much less accurate.
  const double share = is_multiplied || (rises && falls) ? 0.0 : least / largest;
  accuracy_ = std::max(share * asked_accuracy_, std::min(asked_accuracy_, best_accuracy_));
}

// Rows of the tool's acceleration that go on smoothly from node to node, from one on at which both
// the path's tangent and the side to which it bends are known.
void PanelDraft::turn_tool_rows() {
  if (!model_.tool_rows().has_accelerations()) return;
  const auto bends = std::find_if(nodes_.begin(), nodes_.end(), [](const SurveyNode& node) {
    return !node.tool.is_still && !node.tool.binormal.isZero(0.0);
  });
  const auto moves = std::find_if(nodes_.begin(), nodes_.end(),
                                  [](const SurveyNode& node) { return !node.tool.is_still; });
  const auto from = bends != nodes_.end() ? bends : moves != nodes_.end() ? moves : nodes_.begin();
  for (auto node = from; node != nodes_.begin(); --node) turn_tool_rows(*node, *(node - 1));
  for (auto node = from; node + 1 != nodes_.end(); ++node) turn_tool_rows(*node, *(node + 1));
}

void PanelDraft::turn_tool_rows(const SurveyNode& beside, SurveyNode& node) const {
  if (!node.is_multiplied) model_.tool_rows().turn(beside.tool, node.tool, node.rows);
}

// Collects everything that is interpolated; false if the preload rotates too far.
bool PanelDraft::collect() {
  limit_count_ = nodes_[nodes_.size() / 2].rows.size();
  values_.resize(
      limit_count_ + 1 + rate_sizes_.size() + static_cast<Eigen::Index>(model_.travel().size()),
      static_cast<Eigen::Index>(nodes_.size()));
  for (Eigen::Index j = 0; j < values_.cols(); ++j) {
    if (!collect(nth(nodes_, j), values_.col(j))) return false;
  }
  return true;
}

bool PanelDraft::collect(const SurveyNode& node, Eigen::Ref<VectorXd> column) const {
  const SurveyNode& middle = nodes_[nodes_.size() / 2];
  const Eigen::Index rows = middle.rows.rows(), r = middle.rows.cols() - kMotionColumns;
  column.head(limit_count_) = node.rows.reshaped();
  if (r > 0) {
    const MatrixXd shared = middle.V.transpose() * node.V;
    if (r == 1) {
      // In one dimension, only the cosine of the two directions is needed.
      if (std::abs(shared(0, 0)) < kLeastCosine) return false;
      column.segment(kMotionColumns * rows, rows) /= shared(0, 0);
    } else {
      const Eigen::JacobiSVD<MatrixXd> svd(shared);
      if (svd.singularValues()(r - 1) < kLeastCosine) return false;
      const MatrixXd v = node.rows.rightCols(r) * shared.inverse();
      column.segment(kMotionColumns * rows, r * rows) = v.reshaped();
    }
  }
  if (has_factor_) {
    column.head(kMotionColumns * rows) *=
        (node.is_multiplied ? 1.0 / find_turn(node.V) : align(node.determinant, node.V)) /
        largest_determinant_;
  }
  column(limit_count_) = has_factor_ ? align(node.determinant, node.V) / largest_determinant_ : 1.0;
  column.segment(limit_count_ + 1, rate_sizes_.size()) = node.rates;
  column.tail(node.travel.size()) = node.travel;
  return true;
}

// How large alpha is, as a fraction of limits, that at the highest speed needs as much as limits
// are: from rest d1² gets to twice the path's length times the largest d2 that a row allows. Next
// to narrow features alpha falls to a billionth of its largest, and what is far below this is
// nothing, and as inaccurate as poses are.
double PanelDraft::find_least_curve() const {
  const SurveyNode& middle = nodes_[nodes_.size() / 2];
  const Eigen::Index rows = middle.rows.rows();
  double most = 0.0;
  for (Eigen::Index k = 0; k < rows; ++k) {
    const double size = calc_size(middle.low(k), middle.high(k));
    if (size > 0.0) most = std::max(most, values_.row(3 * rows + k).cwiseAbs().maxCoeff() / size);
  }
  return 0.5 * most / model_.p_max();
}

void PanelDraft::set_tolerances() {
  const SurveyNode& middle = nodes_[nodes_.size() / 2];
  const Eigen::Index rows = middle.rows.rows(), columns = middle.rows.cols();
  tolerances_ = VectorXd::Constant(values_.rows(), kInfinity);
  TermSizes largest{};
  for (const SurveyNode& node : nodes_) {
    if (!node.is_multiplied) raise_term_sizes(node, model_, largest);
  }
  const double share = std::max(kPoseNoise, kBeside * accuracy_);
  const double slowest = std::max(kPoseNoise, kNearlyNothing * accuracy_) * find_least_curve();
  for (Eigen::Index c = 0; c < columns; ++c) {
    const std::size_t term = find_term(c);
    for (Eigen::Index k = 0; k < rows; ++k) {
      const double size = calc_size(middle.low(k), middle.high(k));
      const bool is_limited = size > 0.0;
      if (!is_limited && !model_.counts_unlimited(k)) continue;
      const double most = largest.find(model_.labels(), k, size, term);
      // If all vanish there is no error.
      if (most == 0.0) continue;
      const double least = std::max(
          share * most, round_off::kSolved * term_sizes_.find(model_.labels(), k, size, term));
      const Eigen::Index i = c * rows + k;
      double own = values_.row(i).cwiseAbs().maxCoeff();
      // The constant term needs accuracy relative to the limits.
      if (c == 2 && is_limited) own = std::max(std::min(own, size), share / accuracy_ * size);
      // Directions of preload have a common size.
      if (c >= kMotionColumns) own = most;
      tolerances_(i) = std::max(accuracy_ * own, least);
      if (c == 0 && is_limited) tolerances_(i) = std::max(tolerances_(i), slowest * size);
    }
  }
  if (has_factor_) tolerances_(limit_count_) = accuracy_;
  Eigen::Index next = limit_count_ + 1;
  for (Eigen::Index i = 0; i < rate_sizes_.size(); ++i, ++next) {
    if (is_still(static_cast<std::size_t>(i))) continue;
    tolerances_(next) =
        kRateAccuracy * values_.row(next).cwiseAbs().maxCoeff() + find_rate_error(i);
  }
  for (const TravelCoordinate& coordinate : model_.travel()) {
    const double range = coordinate.travel.high - coordinate.travel.low;
    tolerances_(next++) = kTravelAccuracy * (std::isfinite(range) ? range : 1.0);
  }
}

// The error of half the degree's prediction at the nodes in between.
VectorXd PanelDraft::find_missed() const {
  const Eigen::Index degree = values_.cols() - 1;
  MatrixXd every_other(values_.rows(), degree / 2 + 1);
  for (Eigen::Index j = 0; j <= degree / 2; ++j) every_other.col(j) = values_.col(2 * j);
  const MatrixXd half = fit_chebyshev(every_other);
  std::array<double, kMostLobattoDegree / 2 + 1> basis;
  const std::span<double> used = std::span(basis).first(static_cast<std::size_t>(degree / 2) + 1);
  VectorXd missed = VectorXd::Zero(values_.rows());
  for (Eigen::Index j = 1; j < degree; j += 2) {
    write_chebyshev(calc_lobatto_point(static_cast<int>(j), static_cast<int>(degree)), used);
    const VectorXd foretold = half * Eigen::Map<const VectorXd>(used.data(), degree / 2 + 1);
    missed = missed.cwiseMax((values_.col(j) - foretold).cwiseAbs());
  }
  return missed;
}

// The largest truncation error, in tolerances, with `more` further doublets of coefficients.
double PanelDraft::find_tail(int more) const {
  double most = 0.0;
  for (Eigen::Index i = 0; i < values_.rows(); ++i) {
    if (std::isinf(tolerances_(i))) continue;
    const VectorXd coefficients = fit_.row(i).transpose();
    most = std::max(most, estimate_tail(coefficients, more) / tolerances_(i));
  }
  return most;
}

PanelDraft::Verdict PanelDraft::judge() {
  // With an error of more tolerances than this, foretold for the highest degree, the polynomials
  // are hopeless; five nodes foretell less surely than nine. Poses depend on it, results do not.
  constexpr double kHopelessAtOnce = 1e5;
  constexpr double kHopeless = 1e4;
  if (!are_alike()) return Verdict::irregular;
  choose_factor();
  turn_tool_rows();
  if (!collect()) return Verdict::split;
  set_tolerances();
  fit_ = fit_chebyshev(values_);
  // Three nodes do not show what is between them; one more is no wasted cost.
  if (degree() == 2) return Verdict::confirm;
  const VectorXd missed = find_missed();
  error_ = 0.0;
  for (Eigen::Index i = 0; i < values_.rows(); ++i) {
    double error = missed(i) / tolerances_(i);
    if (!(error > error_)) continue;
    // Degree four shows little of how coefficients decay.
    if (degree() >= 8) {
      const VectorXd coefficients = fit_.row(i).transpose();
      error = std::min(error, estimate_tail(coefficients) / tolerances_(i));
    }
    error_ = std::max(error_, error);
  }
  if (error_ <= 1.0) return Verdict::accept;
  if (degree() == kMostLobattoDegree) return Verdict::split;
  if (degree() == 4 && find_tail(0) <= 1.0) return Verdict::confirm;
  const double after_most = find_tail((kMostLobattoDegree - degree()) / 2);
  return after_most > (degree() == 4 ? kHopelessAtOnce : kHopeless) ? Verdict::split
                                                                    : Verdict::refine;
}

bool PanelDraft::confirm(const SurveyNode& node) {
  const SurveyNode& first = nodes_.front();
  if (node.is_unbalanced || node.rows.rows() != first.rows.rows() ||
      node.rows.cols() != first.rows.cols()) {
    return false;
  }
  SurveyNode turned = node;
  if (model_.tool_rows().has_accelerations()) turn_tool_rows(nodes_[kConfirming / 2], turned);
  VectorXd values(values_.rows());
  if (!collect(turned, values)) return false;
  std::array<double, 5> all;
  const std::span<double> basis = std::span(all).first(nodes_.size());
  write_chebyshev(calc_lobatto_point(kConfirming, 2 * degree()), basis);
  const VectorXd foretold = fit_ * Eigen::Map<const VectorXd>(all.data(), fit_.cols());
  // Of the first term left out the node shows nearly the largest error (0.354 of 0.385 x³, 0.1155
  // of 0.1161 x⁵); those after it may cancel some of it there.
  constexpr double kElsewhere = 4.0;
  error_ = 0.0;
  for (Eigen::Index i = 0; i < values.size(); ++i) {
    const double error = kElsewhere * std::abs(values(i) - foretold(i)) / tolerances_(i);
    if (error > error_) error_ = error;
  }
  return error_ <= 1.0;
}

// Coefficients not needed for the accuracy cost time whenever limits are written.
Eigen::Index PanelDraft::drop_needless() {
  const Eigen::Index limits = limit_count_ + (has_factor_ ? 1 : 0);
  constexpr double kMost = 0.05;  // of the accuracy, so that the error hardly grows
  const double room = std::min(kMost, 1.0 - error_);
  VectorXd dropped = VectorXd::Zero(limits);
  Eigen::Index count = fit_.cols();
  double most = 0.0;
  while (count > 1) {
    dropped += 2.0 * fit_.col(count - 1).head(limits).cwiseAbs();
    const double share =
        limits > 0 ? dropped.cwiseQuotient(tolerances_.head(limits)).maxCoeff() : 0.0;
    if (!(share <= room)) break;
    most = share;
    --count;
  }
  error_ += most;
  return count;
}

PanelLimits PanelDraft::find_limits() const {
  const SurveyNode& middle = nodes_[nodes_.size() / 2];
  PanelLimits limits{{middle.low.begin(), middle.low.end()},
                     {middle.high.begin(), middle.high.end()}};
  model_.tool_rows().write_limits(0.5 * (begin_ + end_), limits.low, limits.high);
  return limits;
}

std::shared_ptr<const PanelPolynomials> PanelDraft::make_polynomials() {
  const Eigen::Index kept = drop_needless();
  const SurveyNode& middle = nodes_[nodes_.size() / 2];
  auto made = std::make_shared<PanelPolynomials>();
  made->begin = begin_;
  made->end = end_;
  made->rows = static_cast<int>(middle.rows.rows());
  made->redundancy = static_cast<int>(middle.rows.cols()) - kMotionColumns;
  made->degree = static_cast<int>(kept) - 1;
  made->has_factor = has_factor_;
  const auto rows = static_cast<Eigen::Index>(made->rows);
  const auto count = static_cast<Eigen::Index>(made->scalar_count());  // beta among them
  MatrixXd all = fit_.topLeftCorner(count, kept);
  // At both ends the values stay as measured.
  for (Eigen::Index k = kept; k < fit_.cols() && kept > 1; ++k) {
    all.col(k % 2) += fit_.col(k).head(count);
  }
  made->has_beta = (all.middleRows(rows, rows).array() != 0.0).any();
  const auto used = static_cast<Eigen::Index>(made->scalar_count());
  made->coefficients.resize(static_cast<std::size_t>(used * kept));
  Eigen::Map<MatrixXd> coefficients(made->coefficients.data(), used, kept);
  coefficients.topRows(rows) = all.topRows(rows);
  coefficients.bottomRows(used - rows) = all.bottomRows(used - rows);
  const auto deltas = coefficients.middleRows((made->has_beta ? 3 : 2) * rows, rows);
  made->delta_sizes.resize(static_cast<std::size_t>(rows));
  for (Eigen::Index k = 0; k < rows; ++k) {
    nth(made->delta_sizes, k) = deltas.row(k).cwiseAbs().sum();
  }
  made->error = accuracy_ * error_;
  return made;
}

}  // namespace survey
}  // namespace globaldyn::inside
