#pragma once

#include <optional>
#include <vector>

#include "globaldyn/survey/node_source.h"
#include "globaldyn/survey/panel_cutter.h"
#include "globaldyn/survey/survey.h"
#include "globaldyn/survey/survey_piece.h"

namespace globaldyn::inside {
inline namespace survey {

/// Makes the panels of a path, piece by piece: drafts one from nodes at few places, doubles their
/// number or divides it until the polynomials through them are accurate, looks for what is in the
/// way in between, and cuts it where limits break. Walk, cells and collision search must outlive
/// it.
class PanelWalk {
 public:
  /// @param collisions null if the machine requires no clearance
  PanelWalk(SurveyWalk& walk, const FormulaCells& cells, CollisionSearch* collisions,
            const SurveyOptions& options);

  /// Adds the panels of the next piece, and what is found with them: breaks, the error, bytes.
  SurveyStep add_panels(const SurveyPiece& piece, SurveyFindings& found);

 private:
  // What of the panel before helps with the next one, on the same piece.
  struct Previous {
    std::optional<SurveyNode> node;  // its last one
    int degree{0};
    double length{0.0};
  };
  // What is asked of a panel's polynomials, and how well a panel there is resolved at all.
  struct Accuracy {
    double asked{0.0};
    double resolved{0.0};
  };

  SurveyStep add_panel(double begin, double end, int depth, SurveyFindings& found);
  SurveyStep split(double begin, double end, int depth, SurveyFindings& found);
  SurveyStep split(PanelDraft& draft, int depth, SurveyFindings& found);
  SurveyStep accept(PanelDraft& draft, const Accuracy& accuracy, SurveyFindings& found);
  SurveyStep judge(PanelDraft& draft, int depth, PanelDraft::Verdict& verdict);
  SurveyStep fill(PanelDraft& draft, int degree, bool is_down);
  SurveyStep confirm(PanelDraft& draft, PanelDraft::Verdict& verdict);
  SurveyStep visit(const PanelDraft& draft, double p, SurveyNode& node);
  void pass(const SurveyNode& node) { way_.pass(node.p, node.motion.pose); }
  [[nodiscard]] const SurveyNode* find_spare(double p) const;
  [[nodiscard]] bool is_surely_too_long(double length) const;
  [[nodiscard]] Accuracy find_accuracy(double begin, double end) const;

  SurveyWalk& walk_;
  const FormulaCells& cells_;
  const SurveyOptions& options_;
  WayCheck way_;
  NodeSource nodes_;
  PanelCutter cutter_;
  const SurveyPiece* piece_{nullptr};     // the current one
  Previous previous_;                     // on it
  std::optional<SurveyNode> confirming_;  // evaluated last to confirm a panel of it
  std::vector<SurveyNode> spare_;         // nodes of panels that were split
  int accepted_degree_{8};                // of the previous panel, on any piece
  std::size_t bytes_{0};                  // of all panels
};

}  // namespace survey
}  // namespace globaldyn::inside
