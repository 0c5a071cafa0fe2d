#include "globaldyn/survey/path_survey.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "globaldyn/evaluation/path_walker.h"
#include "globaldyn/path/path_jumps.h"
#include "globaldyn/survey/force_bends.h"
#include "globaldyn/survey/panel_walk.h"
#include "globaldyn/survey/sort_out.h"
#include "globaldyn/survey/survey_rest.h"

namespace globaldyn::inside {
inline namespace survey {
namespace {

void require_no_jumps(const Machine& machine, const Path& path, const std::vector<double>& ends) {
  const std::vector<double> inside(ends.begin() + 1, ends.end() - 1);
  const auto jump = find_jump(machine.mechanism, path, inside);
  if (jump) refuse_jump(machine.mechanism, path, *jump);
}

// The machine at p = 0, as it was given or by assembling it.
struct Start {
  Pose pose;
  PathFailure failure;
};

Start find_start(const Machine& machine, const Path& path, const SurveyOptions& options) {
  if (!options.start.empty()) return {options.start, {}};
  PathWalker walker(machine, path, options.method);
  const Sample& sample = walker.move_to_limits(0.0);
  const bool is_ok = sample.status == SampleStatus::ok;
  return {sample.motion.pose, is_ok ? PathFailure{} : make_failure(sample)};
}

// Those of a piece may begin where those of the one before have ended.
void add_standstills(const SurveyPiece& piece, SurveyFindings& found) {
  for (const Standstill& point : piece.standstills) {
    std::vector<Standstill>& all = found.standstills;
    if (!all.empty() && all.back().p == point.p) {
      all.back().order = std::max(all.back().order, point.order);
      all.back().is_behind = point.is_behind;
    } else {
      all.push_back(point);
    }
    if (point.p != piece.begin && point.p != piece.end) found.breaks.push_back(point.p);
  }
}

void note(const SurveyStep& step, SurveyFindings& found) {
  found.failure = step.failure;
  found.gave_up = step.kind == SurveyStep::Kind::gave_up;
  found.is_regular = step.kind != SurveyStep::Kind::irregular;
}

// A drive may reverse exactly where panels meet.
void add_breaks_between(SurveyFindings& found) {
  const std::vector<Panel>& panels = found.panels;
  for (std::size_t i = 1; i < panels.size(); ++i) {
    const Panel &before = panels[i - 1], &after = panels[i];
    const bool is_break =
        before.sides().friction != after.sides().friction || before.limits() != after.limits();
    if (is_break) found.breaks.push_back(after.begin);
  }
  std::sort(found.breaks.begin(), found.breaks.end());
  found.breaks.erase(std::unique(found.breaks.begin(), found.breaks.end()), found.breaks.end());
}

void note(const SurveyRest& rest, SurveyFindings& found) {
  found.failure = rest.failure;
  found.gave_up = !rest.is_whole && rest.failure.status == SampleStatus::ok;
  if (!rest.is_whole) return;
  found.reverses_in_rest = !rest.reversals.empty();
  const double end = found.breaks.back();
  for (const auto* places : {&rest.reversals, &rest.control_losses}) {
    found.breaks.insert(found.breaks.end(), places->begin(), places->end());
  }
  sort_out(0.0, found.breaks);
  found.breaks.back() = end;
}

}  // namespace

SurveyedPath survey_and_walk(const Machine& machine, const Path& path, const SurveyOptions& asked) {
  SurveyOptions options = asked;
  options.accuracy = std::max(options.accuracy, kLeastSurveyAccuracy);
  SurveyModel model(machine, path, options.of_all_forces);
  TaskPieces pieces(machine, path);
  FormulaCells cells(machine, path);
  std::vector<double> ends = list_piece_ends(path);
  require_no_jumps(machine, path, ends);
  Start start = find_start(machine, path, options);
  options.start = std::move(start.pose);
  SurveyFindings found;
  found.labels = model.labels();
  found.accuracy = options.accuracy;
  found.start = options.start;
  found.failure = std::move(start.failure);
  found.breaks = ends;
  if (found.failure.status != SampleStatus::ok) return {Survey(std::move(found)), nullptr};

  auto walk =
      std::make_unique<SurveyWalk>(machine, path, std::move(model), options.start, options.method);
  for (const double p : find_force_bends(machine.mechanism, *walk, ends)) ends.push_back(p);
  std::sort(ends.begin(), ends.end());
  found.breaks = ends;
  std::optional<CollisionSearch> collisions;
  if (machine.clearance) collisions.emplace(*walk);
  CollisionSearch* const if_asked = collisions ? &*collisions : nullptr;
  for (std::size_t i = 1; i < ends.size(); ++i) cells.divide(ends[i - 1], ends[i]);
  found.narrow_ends = cells.list_narrow();
  found.hidden = cells.hidden();

  PanelWalk panels(*walk, cells, if_asked, options);
  SurveyStep step;
  for (std::size_t i = 1; i < ends.size() && !step.ends(); ++i) {
    const SurveyPiece piece =
        make_piece(machine, path, pieces, cells, *walk, options.accuracy, ends[i - 1], ends[i]);
    add_standstills(piece, found);
    step = panels.add_panels(piece, found);
  }
  note(step, found);
  add_breaks_between(found);
  if (!found.is_regular) {
    const double begin = found.panels.empty() ? 0.0 : found.panels.back().end;
    note(look_along_rest(machine, path, pieces, cells, *walk, if_asked, options.most_poses, begin),
         found);
  }
  return {Survey(std::move(found)), std::move(walk)};
}

Survey survey_path(const Machine& machine, const Path& path, const SurveyOptions& options) {
  return survey_and_walk(machine, path, options).survey;
}

}  // namespace survey
}  // namespace globaldyn::inside
