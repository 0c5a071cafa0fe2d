#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "core/formulations/motion_equations.h"
#include "core/formulations/state_coordinates.h"

namespace globaldyn::inside {
inline namespace core {

/// A way to write a machine's equations of motion. All give the same drive forces and reactions.
struct Formulation {
  std::string key;      ///< of --formulation
  std::string summary;  ///< of its coordinates, for help
  MotionEquations (*make_equations)(const MovingMachine& machine){nullptr};
  std::unique_ptr<StateCoordinates> (*make_state)(const Mechanism& mechanism,
                                                  const Topology& topology){nullptr};
  bool has_tree{false};  ///< its joints are closed by themselves: springs may close the loops
};

/// All of them. To add one: docs/adding.md.
[[nodiscard]] const std::vector<Formulation>& list_formulations();

/// Null if there is none of that key.
[[nodiscard]] const Formulation* find_formulation(std::string_view key);

/// Which formulations are asked for.
enum class Coordinates {
  any,
  of_tree,  ///< Formulation::has_tree
};

/// The one of them in which this machine is simulated fastest, by the work that a right side takes,
/// with rows of cut joints: measured in results/formulations/recursive.md.
[[nodiscard]] const Formulation& find_fastest(const Mechanism& mechanism, const Topology& topology,
                                              Coordinates coordinates = Coordinates::any);

/// The equations in this formulation; null: in Cardan coordinates.
[[nodiscard]] MotionEquations make_equations(const MovingMachine& machine,
                                             const Formulation* formulation);

}  // namespace core
}  // namespace globaldyn::inside
