#include "globaldyn/survey/panel_walk.h"

#include <algorithm>
#include <limits>
#include <utility>

#include "core/base/nth.h"
#include "globaldyn/survey/chebyshev.h"

namespace globaldyn::inside {
inline namespace survey {
namespace {

// 2^-34 is 6e-11 of a part: panels that end there, or nearer to a place than places of failure are
// known, describe nothing.
constexpr int kDeepest = 34;
// Of the accuracy: next to narrow features coefficients of polynomials fall in waves, and what is
// left of them was up to seven times what it is estimated to be.
constexpr double kNextToNarrow = 0.1;
// Of the path: on panels as short as this, next to abs(p)^2.5, that would be out of reach.
constexpr double kTooShort = 1e-7;

// Where several drives lose hold together, the factor is like a high power, which by few nodes
// looks hopeless however short the panel is: one that is a 64th of its part should not be.
bool looks_worse_than_it_is(const PanelDraft& draft, PanelDraft::Verdict verdict, int depth) {
  constexpr int kDeep = 6;
  return verdict == PanelDraft::Verdict::split && depth >= kDeep && draft.has_factor() &&
         draft.degree() < kMostLobattoDegree;
}

}  // namespace

PanelWalk::PanelWalk(SurveyWalk& walk, const FormulaCells& cells, CollisionSearch* collisions,
                     const SurveyOptions& options)
    : walk_(walk),
      cells_(cells),
      options_(options),
      way_(walk, collisions, options.start),
      nodes_(walk, way_, options.method.solve_by),
      cutter_(walk) {}

SurveyStep PanelWalk::add_panels(const SurveyPiece& piece, SurveyFindings& found) {
  piece_ = &piece;
  way_.begin_piece({piece.begin, piece.end});
  nodes_.begin_piece({piece.begin, piece.end});
  previous_ = {};
  confirming_.reset();
  double from = piece.begin;
  for (const double to : piece.ends) {
    SurveyStep step = add_panel(from, to, 0, found);
    if (step.ends()) return step;
    from = to;
  }
  return {};
}

SurveyStep PanelWalk::add_panel(double begin, double end, int depth, SurveyFindings& found) {
  using Verdict = PanelDraft::Verdict;
  if (is_surely_too_long(end - begin)) return split(begin, end, depth, found);
  const Accuracy accuracy = find_accuracy(begin, end);
  PanelDraft draft(walk_.model(), begin, end,
                   std::max({accuracy.asked, accuracy.resolved, kLeastSurveyAccuracy}),
                   std::max(kLeastSurveyAccuracy, accuracy.resolved), nodes_.rate_sizes(),
                   piece_->term_sizes);
  Verdict verdict = Verdict::refine;
  SurveyStep step = judge(draft, depth, verdict);
  if (step.ends()) return step;
  if (verdict == Verdict::irregular) return {SurveyStep::Kind::irregular};
  // Nodes do not show what is narrower than the distances between them.
  const bool is_whole = verdict == Verdict::accept && cells_.allow(begin, end);
  return is_whole ? accept(draft, accuracy, found) : split(draft, depth, found);
}

PanelWalk::Accuracy PanelWalk::find_accuracy(double begin, double end) const {
  // A panel that is short relative to p itself is resolved only this well: p has rounding errors of
  // eps p, and polynomials of degree 16 slopes of some hundred.
  constexpr double kResolved = 100.0 * std::numeric_limits<double>::epsilon();
  const double p_max = walk_.model().p_max();
  const bool is_narrow = end - begin > kTooShort * p_max && cells_.is_narrow(begin, end);
  return {is_narrow ? kNextToNarrow * piece_->accuracy : piece_->accuracy,
          kResolved * end / (end - begin)};
}

// If the previous panel needed the highest degree, one twice as long will not be accurate.
bool PanelWalk::is_surely_too_long(double length) const {
  // Nearly twice: ends of parts do not always lie at powers of two.
  constexpr double kLonger = 1.9;
  return previous_.degree == kMostLobattoDegree && length > kLonger * previous_.length;
}

// By more and more nodes, until they are enough or never will be.
SurveyStep PanelWalk::judge(PanelDraft& draft, int depth, PanelDraft::Verdict& verdict) {
  using Verdict = PanelDraft::Verdict;
  verdict = Verdict::refine;
  // If the previous panel needed few nodes, this one may, too.
  int degree = accepted_degree_ <= 4 ? 2 : 4;
  bool is_down = false;
  for (; verdict == Verdict::refine; degree *= 2, is_down = !is_down) {
    SurveyStep step = fill(draft, degree, is_down);
    if (step.ends()) return step;
    verdict = draft.judge();
    if (looks_worse_than_it_is(draft, verdict, depth)) verdict = Verdict::refine;
    if (verdict != Verdict::confirm) continue;
    step = confirm(draft, verdict);
    if (step.ends()) return step;
  }
  return {};
}

// Fills in the missing nodes: up the path first, then back and forth.
SurveyStep PanelWalk::fill(PanelDraft& draft, int degree, bool is_down) {
  std::vector<SurveyNode>& nodes = draft.nodes();
  std::vector<SurveyNode> all(static_cast<std::size_t>(degree) + 1);
  const bool is_first = nodes.empty();
  for (std::size_t j = 0; j < nodes.size(); ++j) all[2 * j] = std::move(nodes[j]);
  nodes.clear();
  for (int i = 0; i <= degree; ++i) {
    const int j = is_down ? degree - i : i;
    if (!is_first && j % 2 == 0) continue;
    SurveyNode& node = nth(all, j);
    if (!is_first) pass(nth(all, j - 1));
    SurveyStep step = visit(draft, draft.node_at(j, degree), node);
    if (step.ends()) return step;
    if (!is_first) continue;
    pass(node);
    // Too few drives, or anything else that no panel can represent, shows at once.
    if (node.is_unbalanced) return {SurveyStep::Kind::irregular};
  }
  nodes = std::move(all);
  return {};
}

// Evaluates one of the nodes that would come next, before all of them.
SurveyStep PanelWalk::confirm(PanelDraft& draft, PanelDraft::Verdict& verdict) {
  pass(draft.nodes()[PanelDraft::kConfirming / 2]);
  SurveyNode node;
  const double p = draft.node_at(PanelDraft::kConfirming, 2 * draft.degree());
  SurveyStep step = visit(draft, p, node);
  if (step.ends()) return step;
  verdict = draft.confirm(node) ? PanelDraft::Verdict::accept : PanelDraft::Verdict::refine;
  confirming_ = std::move(node);
  return {};
}

SurveyStep PanelWalk::visit(const PanelDraft& draft, double p, SurveyNode& node) {
  if (const SurveyNode* spare = find_spare(p)) {
    node = *spare;
    return {};
  }
  if (walk_.pose_count() >= options_.most_poses || bytes_ > options_.memory) {
    return {SurveyStep::Kind::gave_up};
  }
  return nodes_.visit(p, {draft.begin(), draft.end()}, node);
}

const SurveyNode* PanelWalk::find_spare(double p) const {
  if (previous_.node && previous_.node->p == p) return &*previous_.node;
  if (confirming_ && confirming_->p == p) return &*confirming_;
  const auto found = std::find_if(spare_.begin(), spare_.end(),
                                  [&](const SurveyNode& node) { return node.p == p; });
  return found == spare_.end() ? nullptr : &*found;
}

SurveyStep PanelWalk::split(PanelDraft& draft, int depth, SurveyFindings& found) {
  const std::size_t kept = spare_.size();
  for (const int j : {0, draft.degree() / 2, draft.degree()}) {
    spare_.push_back(nth(draft.nodes(), j));
  }
  draft.nodes() = {};
  SurveyStep step = split(draft.begin(), draft.end(), depth, found);
  spare_.resize(kept);
  return step;
}

SurveyStep PanelWalk::split(double begin, double end, int depth, SurveyFindings& found) {
  const double middle = 0.5 * (begin + end);
  if (depth == kDeepest || !(begin < middle && middle < end)) return {SurveyStep::Kind::irregular};
  SurveyStep step = add_panel(begin, middle, depth + 1, found);
  if (step.ends()) return step;
  return add_panel(middle, end, depth + 1, found);
}

SurveyStep PanelWalk::accept(PanelDraft& draft, const Accuracy& accuracy, SurveyFindings& found) {
  pass(draft.nodes().front());
  SurveyStep step = SurveyStep::after(way_.find_between(draft));
  if (step.ends()) return step;
  std::vector<Panel>& panels = found.panels;
  const std::size_t count = panels.size();
  cutter_.cut(draft, found.breaks, panels);
  const PanelPolynomials& polynomials = panels.back().polynomials();
  bytes_ += polynomials.calc_bytes();
  for (std::size_t i = count; i < panels.size(); ++i) bytes_ += panels[i].calc_bytes();
  found.bytes = bytes_;
  // One that is only too short to be resolved says nothing of others.
  if (accuracy.resolved <= accuracy.asked) found.error = std::max(found.error, polynomials.error);
  pass(draft.nodes().back());
  accepted_degree_ = draft.degree();
  previous_ = {std::move(draft.nodes().back()), draft.degree(), draft.end() - draft.begin()};
  return {};
}

}  // namespace survey
}  // namespace globaldyn::inside
