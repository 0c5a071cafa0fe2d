#pragma once

#include <vector>

#include "optimize/evolution/evolution_options.h"
#include "optimize/pareto/archive.h"
#include "optimize/pareto/points.h"

namespace globaldyn::inside {
inline namespace evolution {

/// Tells from the archive of all outcomes whether a search still makes progress: by the
/// hypervolume, with objectives scaled to 0 … 1 over the archive and reference point 1.1 in each.
/// An objective in which the archive has no range (as is always the case for a single objective) is
/// scaled over all outcomes that were ever in the archive.
class Stagnation {
 public:
  explicit Stagnation(const StagnationOptions& options) : options_(options) {}

  /// Adds an outcome. Nothing is kept if options.generations is 0.
  void add(std::size_t number, const Outcome& outcome);

  /// At the end of a generation, counted from 1: whether to stop. Cost once per
  /// options.generations: two hypervolumes for up to three objectives, O(n) for an archive of n for
  /// more.
  [[nodiscard]] bool is_reached(std::size_t generation);

 private:
  [[nodiscard]] double calc_gain(const Points& now) const;

  StagnationOptions options_;
  ParetoArchive archive_;
  Points before_;                         // the archive at the last check
  std::vector<double> least_, greatest_;  // of all that were ever in the archive
};

}  // namespace evolution
}  // namespace globaldyn::inside
