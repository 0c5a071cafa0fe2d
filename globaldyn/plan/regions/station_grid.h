#pragma once

#include <array>

#include "core/base/nth.h"
#include "globaldyn/plan/limit_field.h"
#include "globaldyn/plan/regions/profile.h"
#include "globaldyn/plan/regions/work_meter.h"
#include "globaldyn/region/methods/region_solver.h"

namespace globaldyn::inside {
inline namespace plan {

/// The p of the stations of segments between these nodes.
[[nodiscard]] std::vector<double> place_stations(const std::vector<double>& nodes);

/// Work to compute the region of limits, in sides of limits.
[[nodiscard]] std::size_t count_region_work(const LimitSystem& system);

/// Where a motion is to be evaluated.
struct Look {
  double p{0.0};
  std::size_t segment{0};
  double s{0.0};  ///< into it
};

/// The stations of a planning problem in three versions: exact, tightened and widened limits. Four
/// per segment, equally spaced, then the last node; halving a segment makes its middle a node and
/// its quarters middles. At quarters only the exact limits are evaluated.
class StationGrid {
 public:
  enum class Version { exact, tightened, widened };

  /// The field must outlive it. @param share by which limits are tightened and widened
  /// @param meter counts the work
  StationGrid(LimitField& field, double share, WorkMeter& meter);

  /// Starts again with these nodes.
  void start(const std::vector<double>& nodes);
  /// The same nodes with another share.
  void set_share(double share);
  /// Halves the segments marked.
  void halve(const std::vector<bool>& marked);

  /// The segments whose motion does not keep to limits tightened by half the share at these
  /// further p, in increasing order: a motion that does has room left for what is in between.
  [[nodiscard]] std::vector<bool> find_broken(std::span<const Look> looks,
                                              std::span<const SegmentMotion> motions);

  [[nodiscard]] std::span<const Station> stations(Version version) const {
    return nth(stations_, version);
  }
  [[nodiscard]] std::size_t segment_count() const {
    return stations_[0].size() / kStationsPerSegment;
  }
  [[nodiscard]] std::vector<double> list_nodes() const;
  /// Approximate memory it holds, bytes.
  [[nodiscard]] std::size_t calc_bytes() const;
  /// Releases everything.
  void clear();

 private:
  void fill(std::size_t at, Version version);
  void fill(const LimitSystem& system, double share, Region& region);
  void fill_bounds(std::size_t at);
  [[nodiscard]] bool leaves(LimitSystem& limits, const SegmentMotion& motion, double s);
  [[nodiscard]] std::vector<LimitsAt> ask(std::span<const double> p);

  LimitField& field_;
  double share_;
  WorkMeter& meter_;
  std::vector<LimitsAt> limits_;  // at all stations
  std::array<std::vector<Station>, 3> stations_;
  RegionSolver solver_;
  LimitSystem scratch_;
  std::vector<LimitsAt> looked_;  // of find_broken(), which asks for thousands
  Region looked_region_;
};

}  // namespace plan
}  // namespace globaldyn::inside
