#include <algorithm>
#include <cmath>
#include <utility>

#include "core/base/constants.h"
#include "globaldyn/plan/rows/stages.h"

namespace globaldyn::inside {
inline namespace plan {
namespace {

// A path with fewer segments says little about itself, whatever its rows.
constexpr std::size_t kFewestSegments = 16;

std::vector<double> list_places(const std::vector<SpeedGate>& gates) {
  std::vector<double> places;
  places.reserve(gates.size());
  for (const SpeedGate& gate : gates) places.push_back(gate.p);
  return places;
}

// Between two stops there must be a node at which the motion moves. With roots one line for sqrt(x)
// serves a whole segment next to a stop, so that segments there become shorter by factors of four.
void separate_stops(PlanState& state) {
  const auto is_stop = [&](double p) {
    const auto& gates = state.options.gates;
    return std::any_of(gates.begin(), gates.end(),
                       [&](const SpeedGate& gate) { return gate.p == p && gate.most == 0.0; });
  };
  const auto& segments = state.grid.segments();
  const bool has_roots = !state.field.is_straight();
  Cuts cuts(segments.size());
  for (std::size_t i = 0; i < cuts.size(); ++i) {
    const bool begins = is_stop(segments[i].p);
    const bool ends = is_stop(i + 1 < cuts.size() ? segments[i + 1].p : segments[i].end());
    if (begins && ends) {
      cuts[i] = {0.25, 0.5, 0.75};
    } else if (has_roots && begins) {
      cuts[i] = {1.0 / 256.0, 1.0 / 64.0, 1.0 / 16.0, 0.25};
    } else if (has_roots && ends) {
      cuts[i] = {0.75, 15.0 / 16.0, 63.0 / 64.0, 255.0 / 256.0};
    }
  }
  divide(state, cuts);
}

// Planning cannot start on segments that are too long to resolve their rows.
void resolve_rows(PlanState& state) {
  constexpr int kMostTimes = 20;           // down to a millionth of the first ones
  constexpr std::size_t kShareOfWork = 4;  // rows that are only rounding errors are never resolved
  for (int time = 0; time < kMostTimes; ++time) {
    const auto& segments = state.grid.segments();
    Cuts cuts(segments.size());
    std::size_t added = 0;
    for (std::size_t i = 0; i < segments.size(); ++i) {
      if (is_resolved(segments[i]) || is_point(state.grid, segments[i])) continue;
      cuts[i] = {0.5};
      ++added;
    }
    if (added == 0 || !state.budget.has_room(segments.size() + 2 * added)) return;
    const std::size_t work = 2 * added * state.budget.work_a_segment();
    if (!state.budget.spend_within(work, kShareOfWork)) return;
    state.grid.divide(cuts);
  }
}

}  // namespace

PlanState::PlanState(RowField& given, const PlanOptions& wanted)
    : field(given),
      options(wanted),
      grid(given, list_places(wanted.gates), kFewestSegments, wanted.memory),
      budget(given, grid, wanted) {}

bool is_point(const RowGrid& grid, const GridSegment& segment) {
  constexpr double kPoint = 1e-9;  // of the path: 30 halvings of it
  return segment.h <= kPoint * grid.range();
}

bool is_resolved(const GridSegment& s) {
  // Up to there margins for what quadratics miss leave most of the limits.
  constexpr double kRough = 0.3;
  const auto [a, d] = find_steepest(s);
  return s.misfit_c <= kRough && s.misfit_a <= kRough * a && s.misfit_d <= kRough * d;
}

bool make_first_grid(PlanState& state) {
  if (state.grid.is_whole()) {
    separate_stops(state);
    resolve_rows(state);
  }
  state.budget.hold(0);
  if (state.grid.is_whole() && state.budget.has_room(0)) return true;
  state.budget.run_short();
  return false;
}

std::size_t count_cuts(const Cuts& cuts) {
  std::size_t count = 0;
  for (const std::vector<double>& of_segment : cuts) count += of_segment.size();
  return count;
}

void divide(PlanState& state, const Cuts& cuts) {
  std::vector<double>& bounds = state.known_bounds;
  std::vector<double> known;
  if (!bounds.empty()) known.reserve(bounds.size() + count_cuts(cuts));
  for (std::size_t i = 0; i < cuts.size() && i < bounds.size(); ++i) {
    known.push_back(bounds[i]);
    known.insert(known.end(), cuts[i].size(), kInfinity);
  }
  if (!known.empty()) known.push_back(bounds.back());
  bounds = std::move(known);
  state.budget.hold(count_cuts(cuts));
  state.raises = 0;
  state.grid.divide(cuts);
}

}  // namespace plan
}  // namespace globaldyn::inside
