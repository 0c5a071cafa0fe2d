#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "globaldyn/motion/row_minors.h"
#include "globaldyn/plan/missing_limits.h"
#include "globaldyn/plan/rows/row_field.h"
#include "globaldyn/region/region.h"
#include "globaldyn/survey/path_survey.h"

namespace globaldyn::inside {
inline namespace motion {

/// Which circuits of limits become rows: all, those that panels are given, or the latter if there
/// would be very many.
enum class CircuitChoice { by_number, all, on_demand };

/// The limits of a surveyed path as straight rows: what the drives can do with all possible
/// preloads. There is a row for each circuit of limits, that is, for each minimal set whose preload
/// directions are linearly dependent: its weighted sum, in which the preload cancels, lies between
/// the weighted sums of the limits. The weights are signed minors of the preload's directions, so
/// they are smooth along the path; where one vanishes the sums of limits have a kink, and a part
/// ends. Their number grows combinatorially with the number of drives. Where there would be too
/// many, every panel has only those that it is given: see circuits_on_demand.h.
class SurveyField final : public RowField {
 public:
  /// The survey must outlive it. @param reserve fraction of every limit to be kept free
  /// @param least_error error that rows are taken to have, as a fraction of limits, however good
  /// the survey
  SurveyField(const PathSurvey& survey, double reserve, double least_error = 1e-12,
              CircuitChoice choice = CircuitChoice::by_number);

  /// False where the preload's rank changes, or is too large.
  [[nodiscard]] bool is_usable() const { return is_usable_; }

  /// Whether circuits are missing, so that a motion that keeps all rows may violate limits. A bound
  /// below the time of all motions that keep them is one below the time of all that keep the
  /// limits.
  [[nodiscard]] bool is_partial() const { return is_partial_; }
  /// How many circuits there would be.
  [[nodiscard]] double circuit_count() const { return circuit_count_; }
  /// Gives a panel of a partial field the circuit of rank() + 1 limits, from renew() on: until then
  /// it has no rows but the old ones. False if it is among these.
  bool add_circuit(std::size_t panel, std::vector<int> limits);
  /// Takes in what was added. Changes parts and errors.
  void renew();

  /// The rank of the preload, as far as it is limited: circuits have one limit more.
  [[nodiscard]] int rank() const { return rank_; }
  [[nodiscard]] const PathSurvey& survey() const { return survey_; }
  /// The limits at p on a panel, with the reserve subtracted and the preload's directions that
  /// count.
  void look_at_panel(std::size_t panel, double p, SmoothLimits& limits) const;
  /// Whether the limit is finite anywhere along the path, and depends on the preload.
  [[nodiscard]] bool is_preloaded(std::size_t limit) const;

  [[nodiscard]] const std::vector<SmoothPart>& parts() const override { return parts_; }
  [[nodiscard]] std::size_t row_count() const override { return row_count_; }
  [[nodiscard]] bool is_straight() const override { return is_straight_; }
  void write(std::size_t part, double p, RowsAt& rows) override;
  [[nodiscard]] const RowError& error(std::size_t part) const override { return errors_[part]; }

  /// Memory it holds in addition to the survey, bytes.
  [[nodiscard]] std::size_t calc_bytes() const;

  /// The limits that exist anywhere along the path, by row of the survey.
  [[nodiscard]] std::vector<HeldLimit> list_limits() const;
  /// The largest size of the row's limits anywhere, as in the survey.
  [[nodiscard]] double find_size(int row) const;
  /// Takes the survey's limits with these widened, before the reserve is subtracted; all others
  /// unchanged.
  void widen(std::span<const WiderLimit> wider);

 private:
  // The limits of a row; the drives' directions of preload that belong to it, none for those that
  // do not depend on the preload.
  struct Circuit {
    std::vector<int> limits;
    bool is_difference{false};        // of two limits of the same force
    std::vector<std::size_t> minors;  // otherwise: per limit, that of all others
  };

  // The rows of panels.
  struct RowSet {
    std::vector<Circuit> rows;
    RowMinors minors;
    std::size_t weight_count{0};  // of all rows
    std::size_t used{0};          // rows that are written, and have their minors: from renew() on
    [[nodiscard]] std::span<const Circuit> in_use() const { return std::span(rows).first(used); }
  };

  // Of a row: its size, and the sums of its terms in absolute value.
  struct TermSums {
    double size{0.0};
    double constant{0.0}, alpha{0.0}, beta{0.0}, delta{0.0};
  };

  void set_limits(std::span<const WiderLimit> wider);
  void find_rows(CircuitChoice choice);
  [[nodiscard]] bool is_limited(std::size_t limit) const;
  void find_parts();
  void find_signs();
  void find_errors();
  void raise_term_sums(std::size_t part, double p, std::vector<TermSums>& largest);
  void choose_directions();
  void add_circuits(CircuitChoice choice);
  void find_groups();
  void count_circuits();
  void add_all_circuits();
  void split_at_kinks(std::size_t panel);
  [[nodiscard]] RowSet& set_of(std::size_t panel) { return sets_[is_partial_ ? panel : 0]; }
  void number_minors(RowSet& set);
  void list_weights(const Circuit& circuit, double* weights) const;
  [[nodiscard]] double find_noise() const;
  [[nodiscard]] double calc_largest_weight(const SmoothLimits& limits) const;
  void look_at_preload(std::size_t panel, double p);
  void choose_preload(std::size_t panel, MatrixXd& v) const;
  [[nodiscard]] VectorXd find_preload_sizes();
  [[nodiscard]] std::vector<double> find_kinks(std::size_t panel);

  const PathSurvey& survey_;
  double reserve_;
  double least_error_;
  bool is_usable_{true};
  bool is_straight_{true};
  int rank_{0};  // rank of the preload, as far as it is limited
  std::vector<MatrixXd>
      directions_;  // per panel: the preload's combinations that count, unless all do
  // Limits minus the reserve, stored where they differ from those of the previous panel; and which
  // ones belong to each panel.
  std::vector<PanelLimits> limits_;
  std::vector<std::uint32_t> limits_of_panel_;
  std::vector<std::vector<int>> groups_;  // limits with the same direction of preload
  std::vector<int> group_of_;             // per limit; -1: not limited, or without preload
  std::vector<Circuit> common_;           // rows without preload, and differences in groups
  double circuit_count_{0.0};
  bool is_partial_{false};
  std::vector<RowSet> sets_;  // of all panels in common, or of each
  std::size_t row_count_{0};  // the most of any panel
  std::vector<SmoothPart> parts_;
  std::vector<std::size_t> panel_of_part_;
  std::vector<signed char> signs_;       // of all weights on each part
  std::vector<std::size_t> first_sign_;  // of each part
  std::vector<RowError> errors_;         // of parts
  SmoothLimits scratch_;
  MatrixXd preload_;                  // at the last evaluated p, as in SmoothLimits
  std::vector<double> minor_values_;  // at the last evaluated p
  std::vector<double> weights_;
};

}  // namespace motion
}  // namespace globaldyn::inside
