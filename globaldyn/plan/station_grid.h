#pragma once

#include <array>

#include "globaldyn/plan/limit_source.h"
#include "globaldyn/plan/profile.h"
#include "globaldyn/region/region_solver.h"

namespace globaldyn {

/// The p of the stations of segments between these nodes.
[[nodiscard]] std::vector<double> place_stations(const std::vector<double>& nodes);

/// The stations of a planning problem in three versions: limits as they are, tightened and
/// widened. Four a segment, evenly spaced, then the last node; halving a segment makes its middle
/// a node and its quarters middles.
class StationGrid {
 public:
  enum class Version { exact, tightened, widened };

  /// @param share by which limits are tightened and widened
  StationGrid(const LimitSource& source, double reserve, double share);

  /// Starts anew with these nodes.
  void start(const std::vector<double>& nodes);
  /// The same nodes with another share.
  void set_share(double share);
  /// Halves the segments marked.
  void halve(const std::vector<bool>& marked);

  /// What is accessible at further p, limits tightened by half the share: whoever keeps to that has
  /// room left for what is between.
  [[nodiscard]] std::vector<Region> evaluate(std::span<const double> p);

  [[nodiscard]] std::span<const Station> stations(Version version) const {
    return stations_[static_cast<std::size_t>(version)];
  }
  [[nodiscard]] std::size_t segment_count() const {
    return stations_[0].size() / kStationsPerSegment;
  }
  [[nodiscard]] std::vector<double> list_nodes() const;

 private:
  void add(std::span<const double> p);
  [[nodiscard]] double find_share(Version version) const;
  void fill(const LimitSystem& system, double share, Region& region);

  const LimitSource& source_;
  double reserve_;
  double share_;
  std::array<std::vector<Station>, 3> stations_;
  RegionSolver solver_;
  LimitSystem scratch_;
};

}  // namespace globaldyn
