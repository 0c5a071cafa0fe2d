#include "globaldyn/survey/path_survey.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <cmath>
#include <limits>

#include "core/base/nth.h"
#include "globaldyn/evaluation/path_walker.h"
#include "globaldyn/path/path_jumps.h"
#include "globaldyn/survey/chebyshev.h"
#include "globaldyn/survey/rough_look.h"
#include "globaldyn/survey/sort_out.h"
#include "globaldyn/survey/travel_suspects.h"

namespace globaldyn {
namespace {

// The smallest meaningful fraction of a row's limits: above the accuracy of poses.
constexpr double kLeastAccuracy = 1e-11;
constexpr int kDeepest = 34;
// Of the accuracy: next to narrow features coefficients of polynomials fall in waves, and what is
// left of them was up to seven times what it is estimated to be.
constexpr double kNextToNarrow = 0.1;
// Of the path: on panels as short as this, next to abs(p)^2.5, that would be out of reach.
constexpr double kTooShort = 1e-7;

// Directions of preload as close to those of another node as any basis of them is; false if they
// are far from them.
bool align_preload(const SurveyNode& other, SurveyNode& node) {
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

// Where several drives lose hold together, the factor is like a high power, which by few nodes
// looks hopeless however short the panel is.
bool looks_worse_than_it_is(const PanelDraft& draft, PanelDraft::Verdict verdict, int depth) {
  constexpr int kDeep = 6;
  return verdict == PanelDraft::Verdict::split && depth >= kDeep && draft.has_factor() &&
         draft.degree() < kMostLobattoDegree;
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

PathSurvey::PathSurvey(const Machine& machine, const Path& path, const SurveyOptions& options)
    : machine_(machine),
      path_(path),
      options_(options),
      model_(machine, path),
      pieces_(machine, path),
      cells_(machine, path),
      start_(options.start) {
  options_.accuracy = std::max(options_.accuracy, kLeastAccuracy);
  rate_sizes_ = VectorXd::Zero(static_cast<Eigen::Index>(model_.friction().size()));
  breaks_ = list_ends();
  const std::vector<double> inside(breaks_.begin() + 1, breaks_.end() - 1);
  if (const auto jump = find_jump(machine_.mechanism, path_, inside)) {
    refuse_jump(machine_.mechanism, path_, *jump);
  }
  if (start_.empty()) assemble_at_start();
  if (failure_.status != SampleStatus::ok) return;
  walk_.emplace(machine_, path_, model_, start_, options_.method);
  cutter_.emplace(*walk_, model_, path_.p_max);
  change_points_.emplace(*walk_);
  if (machine_.clearance) collisions_.emplace(*walk_, path_.p_max);
  ok_pose_ = start_;
  const std::vector<double> ends = breaks_;
  for (std::size_t i = 1; i < ends.size(); ++i) cells_.divide(ends[i - 1], ends[i]);
  for (std::size_t i = 1; i < ends.size(); ++i) {
    if (survey_piece(ends[i - 1], ends[i]) == Outcome::ended) break;
  }
  add_breaks_between();
}

void PathSurvey::assemble_at_start() {
  PathWalker walker(machine_, path_, options_.method);
  const Sample& sample = walker.move_to_limits(0.0);
  start_ = sample.motion.pose;
  if (sample.status != SampleStatus::ok) failure_ = make_failure(sample);
}

// The ends of pieces on which the task is smooth.
std::vector<double> PathSurvey::list_ends() const {
  std::vector<double> ends{0.0, path_.p_max};
  const auto add = [&](double p) {
    if (p > 0.0 && p < path_.p_max) ends.push_back(p);
  };
  for (const double p : path_.steps.breaks) add(p);
  for (const double p : path_.steps.corners) add(p);
  for (const PathStop& stop : path_.stops) add(stop.p);
  for (const PathSpeedLimit& limit : path_.speed_limits) {
    add(limit.from);
    add(limit.to);
  }
  sort_out(0.0, ends);
  ends.back() = path_.p_max;
  return ends;
}

PathSurvey::Outcome PathSurvey::survey_piece(double begin, double end) {
  piece_begin_ = begin;
  piece_end_ = end;
  last_node_.reset();
  confirming_.reset();
  last_degree_ = 0;
  std::vector<double> ends = pieces_.divide(begin, end);
  add_standstills(begin, ends);
  double from = begin;
  for (const double to : ends) {
    if (survey_panel(from, to, 0) == Outcome::ended) return Outcome::ended;
    from = to;
  }
  return Outcome::done;
}

// Parts of a piece between these, and the cells of its formulas: on none anything is hidden.
std::vector<double> PathSurvey::list_parts(double begin, const std::vector<double>& ends) const {
  std::vector<double> parts = cells_.list_ends(begin, ends.back());
  parts.insert(parts.end(), ends.begin(), ends.end());
  sort_out(0.0, parts);
  return parts;
}

// Next to a standstill d2 may be huge: there limits must be as accurate as only nodes are, and next
// to a steep one as accurate as possible.
void PathSurvey::add_standstills(double begin, std::vector<double>& ends) {
  const double end = ends.back();
  accuracy_ = options_.accuracy;
  term_sizes_ = {};
  for (const Standstill& point :
       find_standstills(machine_, path_, begin, list_parts(begin, ends))) {
    if (point.is_steep() && accuracy_ > kLeastAccuracy) {
      accuracy_ = kLeastAccuracy;
      find_term_sizes(begin, end);
    }
    const bool is_same = !standstills_.empty() && standstills_.back().p == point.p;
    if (is_same) {
      standstills_.back().order = std::max(standstills_.back().order, point.order);
      standstills_.back().is_behind = point.is_behind;
    } else {
      standstills_.push_back(point);
    }
    if (point.p == begin || point.p == end) continue;
    breaks_.push_back(point.p);
    ends.push_back(point.p);
  }
  sort_out(0.0, ends);
}

// At the middle and on both sides of it, where the motion may be expected to be fast.
void PathSurvey::find_term_sizes(double begin, double end) {
  for (const double share : {0.25, 0.5, 0.75}) {
    const Sample& sample = walk_->visit(begin + share * (end - begin));
    if (sample.status != SampleStatus::ok) continue;
    raise_term_sizes(model_.make_node(sample, walk_->limits()), term_sizes_);
  }
}

// Finds the obstacle between the last pose known to be ok and p.
PathSurvey::Outcome PathSurvey::fail(double p) {
  failure_ = walk_->bracket(ok_p_, ok_pose_, p);
  if (failure_.status == SampleStatus::ok) return Outcome::done;
  look_before_failure();
  return Outcome::ended;
}

// The poses before it that are ok may have collisions between them.
void PathSurvey::look_before_failure() {
  if (!collisions_ || failure_.p <= clear_until_) return;
  SurveyNode begin;
  begin.p = clear_until_;
  if (begin.p == piece_begin_ && begin.p > 0.0) begin.p = step_inside(begin.p, piece_end_);
  const Sample& sample = walk_->visit(begin.p);
  if (sample.status != SampleStatus::ok) return;
  begin.motion = sample.motion;
  const PathFailure first = collisions_->find_before(failure_.p, begin);
  if (first.status == SampleStatus::colliding && first.p < failure_.p) failure_ = first;
}

std::optional<SurveyNode> PathSurvey::find_spare(double p) const {
  if (last_node_ && last_node_->p == p) return last_node_;
  if (confirming_ && confirming_->p == p) return confirming_;
  for (const SurveyNode& node : spare_) {
    if (node.p == p) return node;
  }
  return std::nullopt;
}

PathSurvey::Outcome PathSurvey::visit_node(const PanelDraft& draft, double p, double end_of_draft,
                                           SurveyNode& node) {
  if (auto spare = find_spare(p)) {
    node = std::move(*spare);
    return Outcome::done;
  }
  if (walk_->pose_count() >= options_.most_poses || bytes_ > options_.memory) {
    gave_up_ = true;
    return Outcome::ended;
  }
  // On its own side of a jump of the task's derivatives.
  double at = p;
  if (p == piece_begin_ && p > 0.0) at = step_inside(p, piece_end_);
  if (p == piece_end_ && p < path_.p_max) at = step_inside(p, piece_begin_);
  const Sample* sample = &walk_->visit(at);
  if (sample->status != SampleStatus::ok) {
    // It may be reachable from below where it was not from above.
    if (fail(at) == Outcome::ended) return Outcome::ended;
    sample = &walk_->visit(at);
    if (sample->status != SampleStatus::ok) {
      failure_ = make_failure(*sample);
      look_before_failure();
      return Outcome::ended;
    }
  }
  node = model_.make_node(*sample, walk_->limits());
  node.p = p;
  rate_sizes_ = rate_sizes_.cwiseMax(node.rates.cwiseAbs());
  // By the dense equations, a row times the determinant loses as many digits as W does.
  constexpr double kNear = 1e-5;
  const bool is_near =
      options_.method.solve_by == SolveBy::dense && sample->map.smallest_singular_value <= kNear;
  if (!node.is_unbalanced && !is_near) return Outcome::done;
  return visit_beside(p, draft.node_at(0, 2), end_of_draft, node);
}

// At an isolated p where the drives lose control of a degree of freedom: limits times determinant,
// and the preload next to it, from four poses nearby.
PathSurvey::Outcome PathSurvey::visit_beside(double p, double begin, double end, SurveyNode& node) {
  constexpr double kBeside = 1e-4;
  constexpr std::array<double, 4> kAround{-2.0, -1.0, 1.0, 2.0},
      kAroundWeights{-1.0 / 6.0, 2.0 / 3.0, 2.0 / 3.0, -1.0 / 6.0};
  constexpr std::array<double, 4> kOneSide{1.0, 2.0, 3.0, 4.0},
      kOneSideWeights{4.0, -6.0, 4.0, -1.0};
  const bool is_end = p == begin || p == end;
  const double step = kBeside * (p == end ? begin - end : end - begin);
  SurveyNode sum, first;
  for (std::size_t i = 0; i < 4; ++i) {
    const double at = p + step * (is_end ? kOneSide : kAround)[i];
    const double weight = (is_end ? kOneSideWeights : kAroundWeights)[i];
    const Sample& sample = walk_->visit(at);
    if (sample.status != SampleStatus::ok) return fail(at);
    SurveyNode beside = model_.make_node(sample, walk_->limits());
    if (beside.is_unbalanced || beside.determinant == 0.0) return Outcome::done;
    if (i == 0) first = beside;
    if (!align_preload(first, beside)) return Outcome::done;
    add_multiplied(weight, beside, sum);
  }
  node.rows = sum.rows;
  node.V = sum.V;
  node.determinant = sum.determinant;
  node.is_multiplied = true;
  node.is_unbalanced = false;
  return Outcome::done;
}

// Fills in the missing nodes: up the path first, then back and forth.
PathSurvey::Outcome PathSurvey::fill(PanelDraft& draft, int degree, bool is_down) {
  std::vector<SurveyNode>& nodes = draft.nodes();
  std::vector<SurveyNode> all(static_cast<std::size_t>(degree) + 1);
  const bool is_first = nodes.empty();
  for (std::size_t j = 0; j < nodes.size(); ++j) all[2 * j] = std::move(nodes[j]);
  nodes.clear();
  const double end = draft.node_at(1, 1);
  Outcome outcome = Outcome::done;
  for (int i = 0; i <= degree; ++i) {
    const int j = is_down ? degree - i : i;
    if (!is_first && j % 2 == 0) continue;
    SurveyNode& node = nth(all, j);
    if (!is_first) {
      ok_p_ = all[static_cast<std::size_t>(j) - 1].p;
      ok_pose_ = all[static_cast<std::size_t>(j) - 1].motion.pose;
    }
    outcome = visit_node(draft, draft.node_at(j, degree), end, node);
    if (outcome == Outcome::ended) return outcome;
    if (is_first) {
      ok_p_ = node.p;
      ok_pose_ = node.motion.pose;
      // Too few drives, or anything else that no panel can represent, shows at once.
      if (node.is_unbalanced) {
        is_regular_ = false;
        return Outcome::ended;
      }
    }
  }
  nodes = std::move(all);
  return Outcome::done;
}

// Evaluates one of the nodes that would come next, before all of them.
PathSurvey::Outcome PathSurvey::confirm(PanelDraft& draft, PanelDraft::Verdict& verdict) {
  const SurveyNode& before = draft.nodes()[PanelDraft::kConfirming / 2];
  ok_p_ = before.p;
  ok_pose_ = before.motion.pose;
  SurveyNode node;
  const double p = draft.node_at(PanelDraft::kConfirming, 2 * draft.degree());
  if (visit_node(draft, p, draft.node_at(1, 1), node) == Outcome::ended) return Outcome::ended;
  verdict = draft.confirm(node) ? PanelDraft::Verdict::accept : PanelDraft::Verdict::refine;
  confirming_ = std::move(node);
  return Outcome::done;
}

PathSurvey::Outcome PathSurvey::split(double begin, double end, int depth) {
  const double middle = 0.5 * (begin + end);
  if (depth == kDeepest || !(begin < middle && middle < end)) {
    is_regular_ = false;
    return Outcome::ended;
  }
  if (survey_panel(begin, middle, depth + 1) == Outcome::ended) return Outcome::ended;
  return survey_panel(middle, end, depth + 1);
}

// If the previous panel needed the highest degree, one twice as long will not be accurate.
bool PathSurvey::is_surely_too_long(double length) const {
  constexpr double kLonger = 1.9;
  return last_degree_ == kMostLobattoDegree && length > kLonger * last_length_;
}

PathSurvey::Outcome PathSurvey::survey_panel(double begin, double end, int depth) {
  if (is_surely_too_long(end - begin)) return split(begin, end, depth);
  // A panel that is short relative to p itself is resolved only this well.
  constexpr double kResolved = 100.0 * std::numeric_limits<double>::epsilon();
  const double resolved = kResolved * end / (end - begin);
  const bool is_narrow = end - begin > kTooShort * path_.p_max && cells_.is_narrow(begin, end);
  const double asked = is_narrow ? kNextToNarrow * accuracy_ : accuracy_;
  PanelDraft draft(model_, begin, end, std::max({asked, resolved, kLeastAccuracy}),
                   std::max(kLeastAccuracy, resolved), rate_sizes_, term_sizes_);
  PanelDraft::Verdict verdict = PanelDraft::Verdict::refine;
  // If the previous panel needed few nodes, this one may, too.
  int degree = accepted_degree_ <= 4 ? 2 : 4;
  bool is_down = false;
  for (; verdict == PanelDraft::Verdict::refine; degree *= 2, is_down = !is_down) {
    if (fill(draft, degree, is_down) == Outcome::ended) return Outcome::ended;
    verdict = draft.judge();
    if (looks_worse_than_it_is(draft, verdict, depth)) verdict = PanelDraft::Verdict::refine;
    if (verdict != PanelDraft::Verdict::confirm) continue;
    const Outcome outcome = confirm(draft, verdict);
    if (outcome == Outcome::ended) return outcome;
  }
  if (verdict == PanelDraft::Verdict::irregular) {
    is_regular_ = false;
    return Outcome::ended;
  }
  // Nodes do not show what is narrower than the distances between them.
  if (verdict == PanelDraft::Verdict::accept && !cells_.allow(begin, end)) {
    verdict = PanelDraft::Verdict::split;
  }
  if (verdict == PanelDraft::Verdict::split) {
    const std::size_t kept = spare_.size();
    for (const int j : {0, draft.degree() / 2, draft.degree()}) {
      spare_.push_back(nth(draft.nodes(), j));
    }
    draft.nodes() = {};
    const Outcome outcome = split(begin, end, depth);
    spare_.resize(kept);
    return outcome;
  }
  ok_p_ = begin;
  ok_pose_ = draft.nodes().front().motion.pose;
  if (check_orientation(draft) == Outcome::ended) return Outcome::ended;
  if (check_clearance(draft) == Outcome::ended) return Outcome::ended;
  if (check_travel(draft, begin, end) == Outcome::ended) return Outcome::ended;
  const std::size_t count = panels_.size();
  cutter_->cut(draft, begin, end, breaks_, panels_);
  bytes_ += panels_.back().polynomials().calc_bytes();
  for (std::size_t i = count; i < panels_.size(); ++i) bytes_ += panels_[i].calc_bytes();
  // One that is only too short to be resolved says nothing of others.
  if (resolved <= asked) error_ = std::max(error_, panels_.back().polynomials().error);
  ok_p_ = end;
  ok_pose_ = draft.nodes().back().motion.pose;
  last_degree_ = accepted_degree_ = draft.degree();
  last_length_ = end - begin;
  last_node_ = std::move(draft.nodes().back());
  return Outcome::done;
}

PathSurvey::Outcome PathSurvey::check_orientation(const PanelDraft& draft) {
  failure_ = change_points_->find(draft.nodes());
  if (failure_.status == SampleStatus::ok) return Outcome::done;
  look_before_failure();
  return Outcome::ended;
}

PathSurvey::Outcome PathSurvey::check_clearance(const PanelDraft& draft) {
  if (!collisions_) return Outcome::done;
  failure_ = collisions_->find(draft.nodes());
  if (failure_.status != SampleStatus::ok) return Outcome::ended;
  clear_until_ = draft.nodes().back().p;
  return Outcome::done;
}

PathSurvey::Outcome PathSurvey::check_travel(const PanelDraft& draft, double begin, double end) {
  for (const double p : list_travel_suspects(draft, model_.travel(), begin, end)) {
    if (walk_->visit(p).status == SampleStatus::ok) continue;
    if (fail(p) == Outcome::ended) return Outcome::ended;
  }
  return Outcome::done;
}

// A drive may reverse exactly where panels meet.
void PathSurvey::add_breaks_between() {
  for (std::size_t i = 1; i < panels_.size(); ++i) {
    const Panel &before = panels_[i - 1], &after = panels_[i];
    if (before.friction() != after.friction()) breaks_.push_back(after.begin);
    if (*before.polynomials().limits != *after.polynomials().limits) breaks_.push_back(after.begin);
  }
  std::sort(breaks_.begin(), breaks_.end());
  breaks_.erase(std::unique(breaks_.begin(), breaks_.end()), breaks_.end());
}

void PathSurvey::look_along_rest() {
  if (is_regular_ || has_rest_) return;
  has_rest_ = true;
  RoughLook rough(*walk_, model_, collisions_ ? &*collisions_ : nullptr, path_.p_max,
                  options_.most_poses);
  const std::vector<double> pieces = list_ends();
  double from = panels_.empty() ? 0.0 : panels_.back().end;
  for (const double piece : pieces) {
    if (piece <= from) continue;
    const std::vector<double> parts = list_parts(from, pieces_.divide(from, piece));
    (void)find_standstills(machine_, path_, from, parts);  // none may be a whole part
    for (const double to : parts) {
      if (!rough.look(from, to)) {
        failure_ = rough.failure();
        gave_up_ = failure_.status == SampleStatus::ok;
        return;
      }
      from = to;
    }
  }
  const std::vector<double> reversals = rough.find_reversals(), lost = rough.find_control_losses();
  reverses_in_rest_ = !reversals.empty();
  breaks_.insert(breaks_.end(), reversals.begin(), reversals.end());
  breaks_.insert(breaks_.end(), lost.begin(), lost.end());
  sort_out(0.0, breaks_);
  breaks_.back() = path_.p_max;
}

// A cell is at most six times as long as its feature is wide.
std::vector<double> PathSurvey::list_narrow(std::size_t on_cell) const {
  constexpr std::size_t kMost = 20'000;
  const std::vector<double> ends = cells_.list_narrow();
  std::vector<double> places;
  const std::size_t each = std::clamp<std::size_t>(kMost / (ends.size() + 1), 1, on_cell);
  for (std::size_t i = 0; i + 1 < ends.size(); ++i) {
    const double step = (ends[i + 1] - ends[i]) / static_cast<double>(each);
    for (std::size_t k = 0; k < each; ++k) {
      places.push_back(ends[i] + step * static_cast<double>(k));
    }
  }
  if (!ends.empty()) places.push_back(ends.back());
  return places;
}

// Drives at rest have no direction: they may continue as before.
bool PathSurvey::has_reversals() const {
  std::vector<double> last;  // friction of each row, rest excluded
  for (const Panel& panel : panels_) {
    const std::vector<double>& friction = panel.friction();
    last.resize(std::max(last.size(), friction.size()), 0.0);
    for (std::size_t k = 0; k < friction.size(); ++k) {
      if (friction[k] * last[k] < 0.0) return true;
      if (friction[k] != 0.0) last[k] = friction[k];
    }
  }
  return reverses_in_rest_;
}

const Panel& PathSurvey::find_panel(double p) const {
  assert(!panels_.empty());
  const auto after = std::upper_bound(panels_.begin() + 1, panels_.end(), p,
                                      [](double v, const Panel& panel) { return v < panel.begin; });
  return *std::prev(after);
}

}  // namespace globaldyn
