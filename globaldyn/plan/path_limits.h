#pragma once

#include <optional>
#include <string>
#include <vector>

#include "globaldyn/evaluation/path_walker.h"
#include "globaldyn/plan/limit_source.h"
#include "globaldyn/plan/path_scan.h"
#include "globaldyn/plan/sampled_limits.h"
#include "globaldyn/survey/path_failure.h"

namespace globaldyn {

/// What limits the motion along a machine's path: its drives, reactions, and the path's speed
/// limits (as a row "tool"). Machine and path must outlive it.
class PathLimits {
 public:
  /// Looks along the path, and finds where limits jump and where drives lose hold. @throws
  /// InputError as PathWalker::move_to() does
  /// @param accuracy limits are interpolated between the poses looked at where they are known so
  ///   accurately (SampledLimits); 0: nowhere
  /// @param start the machine at p = 0, as PathWalker puts it together there; empty: not known
  PathLimits(const Machine& machine, const Path& path, double accuracy = 0.0, Pose start = {});

  /// The ends of the path and all p where limits or their derivatives step, or drives lose hold of
  /// a freedom.
  [[nodiscard]] const std::vector<double>& grid() const { return grid_; }

  /// Writes the limits at p, which rise; both sides at the p of the grid where they jump. Where the
  /// machine cannot be, nothing is accessible, and failure() says so.
  void write(std::span<const double> p, std::span<LimitsAt> limits);

  /// The first pose of all looked at that is not ok.
  [[nodiscard]] const PathFailure& failure() const { return failure_; }

 private:
  struct Jump {
    double before;
    double at;
    double after;
  };

  void find_jumps();
  void assemble_at_start();
  [[nodiscard]] PathScan scan();
  void write_one(double p, LimitSystem& system);
  void write_pose(double p, LimitSystem& system);
  void write_here(const Sample& sample, LimitSystem& system) const;

  const Machine& machine_;
  const Path& path_;
  Pose start_;
  std::optional<PathWalker> walker_;  ///< sent back to the start again and again
  bool is_walking_{false};            ///< it has been, for the limits that are being written
  LimitLabels labels_;
  std::optional<SampledLimits> samples_;
  std::vector<Jump> jumps_;
  std::vector<double> grid_;
  PathFailure failure_;
};

}  // namespace globaldyn
