#pragma once

#include <array>
#include <memory>
#include <vector>

#include "globaldyn/survey/panel.h"
#include "globaldyn/survey/survey_model.h"

namespace globaldyn {

/// The largest alpha, beta, gamma, delta and v of any row.
using TermSizes = std::array<double, 5>;

/// Of rows as SurveyNode has them, raises those that are less. Rows without limits do not count.
void raise_term_sizes(const SurveyNode& node, TermSizes& sizes);

/// Nodes at the Lobatto points of an interval, and what polynomials through them are worth.
class PanelDraft {
 public:
  /// @param accuracy see SurveyOptions
  /// @param rate_sizes of the drives with friction: how fast they are anywhere on the path so far
  /// @param term_sizes of limits elsewhere on the path: what is small beside them has their
  /// round-off
  PanelDraft(const SurveyModel& model, double begin, double end, double accuracy,
             const VectorXd& rate_sizes, const TermSizes& term_sizes = {})
      : model_(model),
        begin_(begin),
        end_(end),
        accuracy_(accuracy),
        rate_sizes_(rate_sizes),
        term_sizes_(term_sizes) {}

  /// p of node j of `degree` + 1.
  [[nodiscard]] double node_at(int j, int degree) const;

  /// The nodes, rising: 3, 5, 9 or 17 of them.
  std::vector<SurveyNode>& nodes() { return nodes_; }
  [[nodiscard]] const std::vector<SurveyNode>& nodes() const { return nodes_; }
  [[nodiscard]] int degree() const { return static_cast<int>(nodes_.size()) - 1; }

  enum class Verdict {
    accept,     ///< the polynomials are accurate
    confirm,    ///< they should be, but few nodes say so: see confirm()
    refine,     ///< twice the degree may do
    split,      ///< it will not
    irregular,  ///< no polynomials describe these limits
  };
  /// Fits the polynomials.
  [[nodiscard]] Verdict judge();

  /// The node of twice the degree at which polynomials of degree 2 and 4 should be furthest off.
  static constexpr int kConfirming = 3;
  /// Whether they foretell that node, too.
  [[nodiscard]] bool confirm(const SurveyNode& node);

  /// The estimated error, as a share of the accuracy asked for.
  [[nodiscard]] double error() const { return error_; }

  /// What was found, to be cut into panels: without what the accuracy does not need, which error()
  /// tells of afterwards.
  /// @param before limits of the panel before, shared where they are the same; may be null
  [[nodiscard]] std::shared_ptr<const PanelPolynomials> make_polynomials(
      std::shared_ptr<const PanelLimits> before);

  /// What has been fitted beside the limits. The determinant's row is its share of the largest.
  [[nodiscard]] bool has_factor() const { return has_factor_; }
  [[nodiscard]] double largest_determinant() const { return largest_determinant_; }
  [[nodiscard]] VectorXd factor() const { return fit_.row(limit_count_).transpose(); }
  [[nodiscard]] VectorXd rate(Eigen::Index drive) const {
    return fit_.row(limit_count_ + 1 + drive).transpose();
  }
  [[nodiscard]] VectorXd travel(Eigen::Index coordinate) const {
    return fit_.row(limit_count_ + 1 + rate_sizes_.size() + coordinate).transpose();
  }
  /// Whether a drive with friction is at rest all along.
  [[nodiscard]] bool is_still(std::size_t drive) const;
  /// What its fitted rate may be off by.
  [[nodiscard]] double rate_tolerance(Eigen::Index drive) const {
    return tolerances_(limit_count_ + 1 + drive);
  }
  /// Rates of a drive up to this may be round-off.
  [[nodiscard]] double find_rate_error(Eigen::Index drive) const;

 private:
  [[nodiscard]] bool are_alike() const;
  void choose_factor();
  [[nodiscard]] bool collect();
  [[nodiscard]] bool collect(const SurveyNode& node, Eigen::Ref<VectorXd> column) const;
  void unwind_travel(const Eigen::Ref<const VectorXd>& before, Eigen::Ref<VectorXd> column) const;
  [[nodiscard]] VectorXd find_missed() const;
  [[nodiscard]] double find_tail(int more) const;
  void set_tolerances();
  [[nodiscard]] PanelLimits find_limits() const;
  [[nodiscard]] Eigen::Index drop_needless();

  const SurveyModel& model_;
  double begin_;
  double end_;
  double accuracy_;
  const VectorXd& rate_sizes_;
  TermSizes term_sizes_;
  std::vector<SurveyNode> nodes_;
  bool has_factor_{false};
  double largest_determinant_{1.0};
  Eigen::Index limit_count_{0};
  MatrixXd
      values_;    // a row each scalar: limits by columns, factor, rates, travel; a column each node
  MatrixXd fit_;  // likewise, coefficients
  VectorXd tolerances_;
  double error_{0.0};
};

}  // namespace globaldyn
