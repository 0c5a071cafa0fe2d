#pragma once

#include "core/mechanism/topology.h"

namespace globaldyn::inside {
inline namespace core {

/// What a right side of a simulation works with in joint coordinates. It is counted at a pose of no
/// symmetry, which need not close the loops: a row that no column moves there moves nowhere, as
/// those out of its plane of a planar machine.
struct WorkCounts {
  double bodies{0.0};
  double columns{0.0};
  double column_pairs{0.0};  ///< of columns that move a body together, summed over bodies
  double rows{0.0};          ///< that columns move, of cut joints, couplings and rotors
};
[[nodiscard]] WorkCounts count_work(const Mechanism& mechanism, const Topology& topology);

/// Products of blocks that TopologicalLdlt subtracts, with fill-in.
[[nodiscard]] double count_block_updates(const Mechanism& mechanism, const Topology& topology);

/// Estimated times of a right side, ns on a core of some 3 GHz: what counts is their ratio.
[[nodiscard]] double estimate_denoc(const WorkCounts& counts);
[[nodiscard]] double estimate_recursive(const WorkCounts& counts);
/// Of all bodies' coordinates, natural or Cardan ones.
[[nodiscard]] double estimate_blocks(const WorkCounts& counts, double updates);

}  // namespace core
}  // namespace globaldyn::inside
