#include "core/formulations/registry/formulations.h"

#include <algorithm>

#include "core/formulations/cardan/cardan_equations.h"
#include "core/formulations/cardan/cardan_state.h"
#include "core/formulations/denoc/denoc_equations.h"
#include "core/formulations/denoc/denoc_state.h"
#include "core/formulations/natural/natural_equations.h"
#include "core/formulations/natural/natural_state.h"
#include "core/formulations/recursive/recursive_equations.h"
#include "core/formulations/recursive/recursive_state.h"
#include "core/formulations/registry/work_estimate.h"

namespace globaldyn::inside {
inline namespace core {
namespace {

template <class State>
std::unique_ptr<StateCoordinates> make_state(const Mechanism& mechanism, const Topology& topology) {
  return std::make_unique<State>(mechanism, topology);
}

}  // namespace

const std::vector<Formulation>& list_formulations() {
  static const std::vector<Formulation> formulations{
      {.key = "cardan",
       .summary = "6 coordinates a body, with Cardan angles",
       .make_equations = make_cardan_equations,
       .make_state = make_state<CardanState>},
      {.key = "natural",
       .summary = "12 coordinates a body: a point and three axes",
       .make_equations = make_natural_equations,
       .make_state = make_state<NaturalState>},
      {.key = "recursive",
       .summary = "joint coordinates of a spanning tree, forces reduced body by body",
       .make_equations = make_recursive_equations,
       .make_state = make_state<RecursiveState>,
       .has_tree = true},
      {.key = "denoc",
       .summary = "joint coordinates of a spanning tree, by orthogonal complements N_l N_d",
       .make_equations = make_denoc_equations,
       .make_state = make_state<DenocState>,
       .has_tree = true},
  };
  return formulations;
}

const Formulation* find_formulation(std::string_view key) {
  const auto& all = list_formulations();
  const auto found =
      std::find_if(all.begin(), all.end(), [&](const Formulation& one) { return one.key == key; });
  return found == all.end() ? nullptr : &*found;
}

const Formulation& find_fastest(const Mechanism& mechanism, const Topology& topology,
                                Coordinates coordinates) {
  // All joints have rows in blocks, and near singular poses, where planar loops have more of them
  // than they need, a motion ends sooner than in a tree's coordinates: they must be worth it.
  constexpr double kGain = 3.0;
  const WorkCounts counts = count_work(mechanism, topology);
  const double denoc = estimate_denoc(counts), recursive = estimate_recursive(counts);
  const double tree = std::min(denoc, recursive);
  // Updates of blocks take time to count, too.
  if (coordinates == Coordinates::any && kGain * estimate_blocks(counts, 0.0) < tree) {
    const double blocks = estimate_blocks(counts, count_block_updates(mechanism, topology));
    if (kGain * blocks < tree) return *find_formulation("natural");
  }
  return *find_formulation(denoc <= recursive ? "denoc" : "recursive");
}

MotionEquations make_equations(const MovingMachine& machine, const Formulation* formulation) {
  return formulation == nullptr ? make_cardan_equations(machine)
                                : formulation->make_equations(machine);
}

}  // namespace core
}  // namespace globaldyn::inside
