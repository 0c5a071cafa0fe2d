#pragma once

#include <optional>
#include <utility>
#include <vector>

#include "core/base/interval.h"
#include "globaldyn/region/strips.h"

namespace globaldyn {

enum class RegionStatus {
  polygon,  ///< straight edges in the (d1², d2) plane
  arcs,     ///< parabola arcs, or several components
  unbounded,
  segment,  ///< a piece of a curve
  point,
  empty,
};

[[nodiscard]] const char* to_string(RegionStatus status);

/// A corner in the (d1², d2) plane.
struct RegionVertex {
  double d1_square{0.0};
  double d2{0.0};
};

/// The boundary between two corners.
struct RegionEdge {
  bool is_arc{false};  ///< a parabola in (d1, d2) that is no straight line in (d1², d2)
  std::vector<ActiveLimit> active;
};

/// A connected part of a region, its boundary counter-clockwise in the (d1², d2) plane. Edge i
/// joins vertices i and i + 1. Of a bounded part the last edge leads back to vertex 0. An
/// unbounded one has one edge more: edge n - 1 leads from the last vertex to infinity along
/// rays.front(), edge n comes back from there to vertex 0 along rays.back().
struct RegionComponent {
  Interval d1{0.0, 0.0};  ///< high may be infinite
  std::vector<RegionVertex> vertices;
  std::vector<RegionEdge> edges;
  std::vector<RegionVertex> rays;  ///< directions to infinity; none if bounded
  Strips strips;
};

/// The accessible region of (d1, d2) at one p (docs/math.md, Regions): every pair for which drive
/// forces within their limits exist. Immutable value.
class Region {
 public:
  /// The empty region.
  Region() = default;

  /// From strips (tidied, sorted) and the tables of curves and vertical limits they refer to.
  Region(const Strips& strips, std::vector<LimitCurve> curves, std::vector<LimitCurve> walls);

  [[nodiscard]] RegionStatus status() const { return status_; }
  [[nodiscard]] bool is_empty() const { return components_.empty(); }

  /// Sorted by d1.
  [[nodiscard]] const std::vector<RegionComponent>& components() const { return components_; }

  /// The accessible d1, as closed intervals; the last may end at infinity.
  [[nodiscard]] std::vector<Interval> d1_intervals() const;

  /// The accessible d2 at `d1`; an end may be infinite; nothing if d1 is not accessible.
  /// Exact; cost linear in the edges.
  [[nodiscard]] std::optional<Interval> d2_range(double d1) const;

  /// Whether (d1, d2) is accessible, d1 >= 0; the boundary belongs to the region.
  [[nodiscard]] bool contains(double d1, double d2) const;

  /// The largest of u d1² + w d2: infinite if the region has no end that way, -infinity if it is
  /// empty.
  [[nodiscard]] double support(double u, double w) const;

  /// The area in the (d1, d2) plane, in the (d1², d2) plane; nothing if unbounded.
  [[nodiscard]] std::optional<double> area_d1_d2() const;
  [[nodiscard]] std::optional<double> area_d1sq_d2() const;

  /// The curves strips refer to.
  [[nodiscard]] const std::vector<LimitCurve>& curves() const { return curves_; }

 private:
  // The integral of d1^power times the height of the region; nothing if unbounded.
  [[nodiscard]] std::optional<double> integrate_heights(int power) const;

  std::vector<LimitCurve> curves_;
  std::vector<LimitCurve> walls_;
  std::vector<RegionComponent> components_;
  RegionStatus status_{RegionStatus::empty};
};

}  // namespace globaldyn
