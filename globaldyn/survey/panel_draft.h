#pragma once

#include <array>
#include <memory>
#include <vector>

#include "globaldyn/survey/panel.h"
#include "globaldyn/survey/survey_model.h"

namespace globaldyn::inside {
inline namespace survey {

/// The largest alpha, beta, gamma, delta and v of any row: rounding errors are a share of them.
/// Accelerations are not forces, and far smaller or larger: theirs are apart, as shares of their
/// rows' limits, because some are of angles and some of lengths.
struct TermSizes {
  std::array<double, 5> of_forces{};
  std::array<double, 5> of_accelerations{};

  /// That of a row with limits of this size.
  [[nodiscard]] double find(const LimitLabels& labels, Eigen::Index row, double size,
                            std::size_t term) const;
};

/// Raises the sizes that are smaller than those of the node's rows (see SurveyNode). Rows without
/// limits do not count, but for those that the model says do.
void raise_term_sizes(const SurveyNode& node, const SurveyModel& model, TermSizes& sizes);

/// Nodes at the Lobatto points of an interval, and how accurate polynomials through them are.
class PanelDraft {
 public:
  /// @param accuracy see SurveyOptions @param best_accuracy the best that a panel allows, where a
  ///   small factor asks for more
  /// @param rate_sizes of the drives with friction: their largest rates anywhere on the path so far
  /// @param term_sizes of limits elsewhere on the path: smaller terms have their rounding errors
  PanelDraft(const SurveyModel& model, double begin, double end, double accuracy,
             double best_accuracy, const VectorXd& rate_sizes, const TermSizes& term_sizes = {})
      : model_(model),
        begin_(begin),
        end_(end),
        asked_accuracy_(accuracy),
        best_accuracy_(best_accuracy),
        accuracy_(accuracy),
        rate_sizes_(rate_sizes),
        term_sizes_(term_sizes) {}

  [[nodiscard]] double begin() const { return begin_; }
  [[nodiscard]] double end() const { return end_; }

  /// p of node j of `degree` + 1.
  [[nodiscard]] double node_at(int j, int degree) const;

  /// The nodes, increasing: 3, 5, 9 or 17 of them.
  std::vector<SurveyNode>& nodes() { return nodes_; }
  [[nodiscard]] const std::vector<SurveyNode>& nodes() const { return nodes_; }
  [[nodiscard]] int degree() const { return static_cast<int>(nodes_.size()) - 1; }

  enum class Verdict {
    accept,     ///< the polynomials are accurate
    confirm,    ///< they should be, but few nodes show it: see confirm()
    refine,     ///< twice the degree may suffice
    split,      ///< it will not suffice
    irregular,  ///< no polynomials describe these limits
  };
  /// Fits the polynomials.
  [[nodiscard]] Verdict judge();

  /// The node of twice the degree at which polynomials of degree 2 and 4 should have the largest
  /// error.
  static constexpr int kConfirming = 3;
  /// Whether they also predict that node.
  [[nodiscard]] bool confirm(const SurveyNode& node);

  /// The result, to be cut into panels: without coefficients that the accuracy does not need, which
  /// its error includes.
  [[nodiscard]] std::shared_ptr<const PanelPolynomials> make_polynomials();

  /// The limits of rows, whichever way drives move.
  [[nodiscard]] PanelLimits find_limits() const;

  /// What has been fitted in addition to the limits. The determinant's row is relative to the
  /// largest determinant.
  [[nodiscard]] bool has_factor() const { return has_factor_; }
  [[nodiscard]] double largest_determinant() const { return largest_determinant_; }
  /// A determinant (see DriveForceMap) that belongs to these directions of preload, as it is with
  /// those that are smooth on this panel.
  [[nodiscard]] double align(double determinant, const MatrixXd& V) const;
  [[nodiscard]] VectorXd factor() const { return fit_.row(limit_count_).transpose(); }
  [[nodiscard]] VectorXd rate(Eigen::Index drive) const {
    return fit_.row(limit_count_ + 1 + drive).transpose();
  }
  [[nodiscard]] VectorXd travel(Eigen::Index coordinate) const {
    return fit_.row(limit_count_ + 1 + rate_sizes_.size() + coordinate).transpose();
  }
  /// Whether a drive with friction is at rest all along.
  [[nodiscard]] bool is_still(std::size_t drive) const;
  /// Possible error of its fitted rate.
  [[nodiscard]] double rate_tolerance(Eigen::Index drive) const {
    return tolerances_(limit_count_ + 1 + drive);
  }
  /// Rates of a drive up to this may be rounding errors.
  [[nodiscard]] double find_rate_error(Eigen::Index drive) const;

 private:
  [[nodiscard]] bool are_alike() const;
  [[nodiscard]] double find_turn(const MatrixXd& V) const;
  void choose_factor();
  void turn_tool_rows();
  void turn_tool_rows(const SurveyNode& beside, SurveyNode& node) const;
  [[nodiscard]] bool collect();
  [[nodiscard]] bool collect(const SurveyNode& node, Eigen::Ref<VectorXd> column) const;
  [[nodiscard]] VectorXd find_missed() const;
  [[nodiscard]] double find_tail(int more) const;
  [[nodiscard]] double find_least_curve() const;
  void set_tolerances();
  [[nodiscard]] Eigen::Index drop_needless();

  const SurveyModel& model_;
  double begin_;
  double end_;
  double asked_accuracy_;
  double best_accuracy_;
  double accuracy_;  ///< what is asked of these nodes' polynomials
  const VectorXd& rate_sizes_;
  TermSizes term_sizes_;
  std::vector<SurveyNode> nodes_;
  bool has_factor_{false};
  double largest_determinant_{1.0};
  Eigen::Index limit_count_{0};
  MatrixXd
      values_;  // one row per scalar: limits by columns, factor, rates, travel; one column per node
  MatrixXd fit_;  // likewise, coefficients
  VectorXd tolerances_;
  double error_{0.0};  ///< as a fraction of the accuracy
};

}  // namespace survey
}  // namespace globaldyn::inside
