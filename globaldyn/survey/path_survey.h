#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "globaldyn/survey/change_point_search.h"
#include "globaldyn/survey/collision_search.h"
#include "globaldyn/survey/formula_cells.h"
#include "globaldyn/survey/panel.h"
#include "globaldyn/survey/panel_cutter.h"
#include "globaldyn/survey/panel_draft.h"
#include "globaldyn/survey/path_failure.h"
#include "globaldyn/survey/standstills.h"
#include "globaldyn/survey/survey_model.h"
#include "globaldyn/survey/survey_walk.h"
#include "globaldyn/survey/task_pieces.h"

namespace globaldyn {

struct SurveyOptions {
  /// Of interpolated limits: the error of each term of a row, relative to its largest value on the
  /// panel; for the constant, relative to the row's limits if they are larger; for the preload's
  /// directions, relative to the largest of any row. What is below 1e-11 of the largest of its kind
  /// is rounding error. Where a panel has a factor both are multiplied by it, so that next to a
  /// zero of it forces are correspondingly less accurate. 1e-11 is the smallest meaningful value.
  double accuracy{1e-6};
  std::size_t most_poses{200000};     ///< beyond that the survey gives up
  std::size_t memory{1'000'000'000};  ///< bytes that panels may hold before it gives up
  Pose start;                         ///< of the machine at p = 0, if known
  EvaluationMethod method;            ///< of all poses
};

/// A machine's path, surveyed once from start to end: its limits as polynomials on panels, where
/// they break, and where the machine cannot follow. Machine and path must outlive it.
class PathSurvey {
 public:
  /// @throws InputError as PathWalker::move_to() does, where the path jumps, and where it does not
  ///   move although p does
  PathSurvey(const Machine& machine, const Path& path, const SurveyOptions& options = {});

  PathSurvey(const PathSurvey&) = delete;
  PathSurvey& operator=(const PathSurvey&) = delete;

  /// The first pose found that is not ok; the survey ends there, and panels before it remain valid.
  /// Its p depends neither on the accuracy nor on where the machine was evaluated, except for
  /// obstacles narrower than 1/512 of the path.
  [[nodiscard]] const PathFailure& failure() const { return failure_; }

  /// Whether `most_poses` or `memory` was not enough; panels end there.
  [[nodiscard]] bool gave_up() const { return gave_up_; }

  /// False if panels cannot describe the limits: drives that cannot hold the machine at more than
  /// isolated p, or changing redundancy. The survey ends there.
  [[nodiscard]] bool is_regular() const { return is_regular_; }

  /// If the survey is not regular: continues from where panels end, pose by pose, and finds where
  /// the machine cannot follow, and breaks; once. The limits there are those of visit().
  void look_along_rest();

  /// Whether drives with Coulomb friction reverse inside the path.
  [[nodiscard]] bool has_reversals() const;

  /// Labels of the rows: those of the machine's regions, and "tool", last, if the path limits its
  /// speed.
  [[nodiscard]] const LimitLabels& labels() const { return model_.labels(); }

  /// In increasing order, with both ends of the path: wherever limits or their derivatives may
  /// jump, drives with Coulomb friction reverse, or drives lose control of a degree of freedom.
  [[nodiscard]] const std::vector<double>& breaks() const { return breaks_; }

  /// Places on features of the path's formulas or loads that equal distances along the path would
  /// miss, in increasing order: close enough to each other to show what these features are.
  /// @param on_cell how many on a length of six times a feature's width, if there are not thousands
  [[nodiscard]] std::vector<double> list_narrow(std::size_t on_cell = 16) const;

  /// Where formulas may have narrower features still, which nobody has looked at.
  [[nodiscard]] const std::vector<Interval>& hidden() const { return cells_.hidden(); }

  /// In increasing order and, unless the survey has ended early, without gaps from 0 to p_max; each
  /// between two neighbouring breaks.
  [[nodiscard]] std::span<const Panel> panels() const { return panels_; }

  /// Where the path itself stands still, in increasing order; each is at a break or where two
  /// pieces meet.
  [[nodiscard]] const std::vector<Standstill>& standstills() const { return standstills_; }

  /// The panel containing p; of two that meet there, the later.
  [[nodiscard]] const Panel& find_panel(double p) const;

  /// Number of poses computed so far.
  [[nodiscard]] std::size_t pose_count() const { return walk_ ? walk_->pose_count() : 1; }

  /// Memory that panels hold, bytes.
  [[nodiscard]] std::size_t calc_bytes() const { return bytes_; }

  /// What was asked for, see SurveyOptions.
  [[nodiscard]] double accuracy() const { return options_.accuracy; }

  /// The largest estimated interpolation error, as defined by SurveyOptions::accuracy, of panels
  /// that are long enough to be resolved to it; others know their own.
  [[nodiscard]] double error() const { return error_; }

  /// The machine itself at p, reached from the nearest stored pose. Stays valid until the next
  /// call.
  const Sample& visit(double p) { return walk_->visit(p); }

  /// Its limits, if that pose is ok; with the path's speed limit.
  [[nodiscard]] const LimitSystem& limits() const { return walk_->limits(); }

  /// The machine at p = 0, if it could be assembled.
  [[nodiscard]] const Pose& start() const { return start_; }

 private:
  enum class Outcome { done, ended };

  void assemble_at_start();
  [[nodiscard]] std::vector<double> list_ends() const;
  [[nodiscard]] Outcome survey_piece(double begin, double end);
  [[nodiscard]] std::vector<double> list_parts(double begin, const std::vector<double>& ends) const;
  void add_standstills(double begin, std::vector<double>& ends);
  void find_term_sizes(double begin, double end);
  [[nodiscard]] Outcome survey_panel(double begin, double end, int depth);
  [[nodiscard]] Outcome split(double begin, double end, int depth);
  [[nodiscard]] bool is_surely_too_long(double length) const;
  [[nodiscard]] Outcome fill(PanelDraft& draft, int degree, bool is_down);
  [[nodiscard]] Outcome confirm(PanelDraft& draft, PanelDraft::Verdict& verdict);
  [[nodiscard]] Outcome visit_node(const PanelDraft& draft, double p, double end_of_draft,
                                   SurveyNode& node);
  [[nodiscard]] Outcome visit_beside(double p, double begin, double end, SurveyNode& node);
  [[nodiscard]] std::optional<SurveyNode> find_spare(double p) const;
  [[nodiscard]] Outcome fail(double p);
  void look_before_failure();
  [[nodiscard]] Outcome check_orientation(const PanelDraft& draft);
  [[nodiscard]] Outcome check_clearance(const PanelDraft& draft);
  [[nodiscard]] Outcome check_travel(const PanelDraft& draft, double begin, double end);
  void add_breaks_between();

  const Machine& machine_;
  const Path& path_;
  SurveyOptions options_;
  SurveyModel model_;
  TaskPieces pieces_;
  FormulaCells cells_;
  Pose start_;
  std::optional<SurveyWalk> walk_;
  std::optional<PanelCutter> cutter_;
  std::optional<CollisionSearch> collisions_;  ///< if the machine requires clearance
  PathFailure failure_;
  bool gave_up_{false};
  bool is_regular_{true};
  bool has_rest_{false};  ///< the rest has been surveyed
  bool reverses_in_rest_{false};
  std::vector<double> breaks_;
  std::vector<Panel> panels_;
  std::vector<Standstill> standstills_;
  double accuracy_{0.0};    ///< of the current piece
  TermSizes term_sizes_{};  ///< on it, where that matters
  std::size_t bytes_{0};    ///< of panels
  double error_{0.0};
  VectorXd rate_sizes_;
  double clear_until_{0.0};               ///< no collisions up to there
  std::vector<SurveyNode> spare_;         ///< nodes of panels that were split
  std::optional<SurveyNode> confirming_;  ///< evaluated to confirm a panel
  std::optional<SurveyNode> last_node_;   ///< of the previous panel, on the same piece
  int last_degree_{0};                    ///< of the previous panel, on the same piece
  int accepted_degree_{8};                ///< of the previous panel, on any piece
  double last_length_{0.0};
  double piece_begin_{0.0};
  double piece_end_{0.0};
  std::optional<ChangePointSearch> change_points_;
  double ok_p_{0.0};  ///< the last pose known to be ok, below all of the current panel
  Pose ok_pose_;
};

}  // namespace globaldyn
