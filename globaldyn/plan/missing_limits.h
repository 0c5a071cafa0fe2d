#pragma once

#include <functional>
#include <span>
#include <vector>

#include "globaldyn/plan/obstacle.h"

namespace globaldyn::inside {
inline namespace plan {

/// A limit to be widened, and by how much, in the limit's unit: of a speed, by a speed.
struct WiderLimit {
  HeldLimit limit;
  double by{0.0};
};

/// What has to be known of a path along which there is no motion, to find which limits prevent it.
struct Widening {
  std::vector<HeldLimit> all;   ///< that exist anywhere along the path
  std::vector<HeldLimit> near;  ///< of these the ones that may be missing, for instance all
  std::vector<double> sizes;    ///< per row, the largest anywhere; 0: measured by the others
  double reserve{0.0};          ///< fraction that is subtracted from limits after they are widened
  double precision{0.0};        ///< relative, of what is missing
  /// Whether there is a motion with these limits widened; false without an answer.
  std::function<bool(std::span<const WiderLimit>)> is_passable;
  /// Whether it no longer answers.
  std::function<bool()> is_spent;
  /// A share slightly above the one that is just enough for these limits, with which there surely
  /// is a motion; if not given, the share itself. `sizes` are those by which limits are widened:
  /// none is zero, unless all are.
  std::function<double(const std::vector<HeldLimit>&, double share,
                       const std::vector<double>& sizes)>
      add_margin;
};

/// The limits with these widened by the same share of their size.
[[nodiscard]] std::vector<WiderLimit> widen_by(const std::vector<HeldLimit>& limits, double share,
                                               const std::vector<double>& sizes);

/// Which limits prevent the motion and by how much: each is widened alone until there is a motion,
/// by bisection. If no limit alone is enough, all are widened by the same fraction of their size,
/// and those that have to be are listed. The easiest to remedy first. None if no widening helps, or
/// if the answers end.
[[nodiscard]] std::vector<MissingLimit> find_missing_limits(Widening asked,
                                                            const LimitLabels& labels);

}  // namespace plan
}  // namespace globaldyn::inside
