#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/base/interval.h"
#include "globaldyn/region/strips.h"

namespace globaldyn::inside {
inline namespace region {

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

/// A limit that holds with equality along an edge.
struct ActiveLimit {
  std::string name;   ///< empty for `rest`
  std::string limit;  ///< min, max, tension, line, speed, acceleration, reaction, rest

  bool operator==(const ActiveLimit&) const = default;
};

/// The boundary between two corners.
struct RegionEdge {
  bool is_arc{false};  ///< a parabola in (d1, d2) that is not a straight line in (d1², d2)
  std::vector<ActiveLimit> active;
};

/// A connected part of a region, its boundary counter-clockwise in the (d1², d2) plane. Edge i
/// joins vertices i and i + 1. In a bounded part the last edge leads back to vertex 0. An unbounded
/// one has one more edge: edge n - 1 leads from the last vertex to infinity along rays.front(),
/// edge n comes back from there to vertex 0 along rays.back().
struct RegionComponent {
  Interval d1{0.0, 0.0};  ///< high may be infinite
  std::vector<RegionVertex> vertices;
  std::vector<RegionEdge> edges;
  std::vector<RegionVertex> rays;  ///< directions to infinity; none if bounded
};

/// The accessible region of (d1, d2) at one p (docs/math.md, Regions): every pair for which drive
/// forces within their limits exist.
class Region {
 public:
  /// The empty region.
  Region() = default;

  /// Becomes the region of the strips (tidied, sorted), whose curves are held by rows of these
  /// labels. Reuses its memory.
  void assign(const Strips& strips, const LimitCurves& curves, LimitLabels labels);

  [[nodiscard]] bool is_empty() const { return strips_.empty(); }

  /// Traces the boundary to find out.
  [[nodiscard]] RegionStatus status() const;

  /// Traces the boundaries. Sorted by d1.
  [[nodiscard]] std::vector<RegionComponent> components() const;

  /// The accessible d1, as closed intervals; the last may end at infinity.
  [[nodiscard]] std::vector<Interval> d1_intervals() const;

  /// The accessible d2 at `d1`; an end may be infinite; nothing if d1 is not accessible.
  /// Exact; cost linear in the edges.
  [[nodiscard]] std::optional<Interval> d2_range(double d1) const;

  /// Whether (d1, d2) is accessible, d1 >= 0; the boundary belongs to the region.
  [[nodiscard]] bool contains(double d1, double d2) const;

  /// The largest of u d1² + w d2: infinite if the region is unbounded in that direction, -infinity
  /// if it is empty.
  [[nodiscard]] double support(double u, double w) const;

  /// The area in the (d1, d2) plane, in the (d1², d2) plane; nothing if unbounded.
  [[nodiscard]] std::optional<double> area_d1_d2() const;
  [[nodiscard]] std::optional<double> area_d1sq_d2() const;

  /// The pieces of the region over d1, each with constant curves.
  [[nodiscard]] const Strips& strips() const { return strips_; }
  /// The curves strips refer to.
  [[nodiscard]] const LimitCurves& curves() const { return curves_; }
  /// The labels of the limits held along the curves.
  [[nodiscard]] const LimitLabels& labels() const { return labels_; }

 private:
  // The integral of d1^power times the height of the region; nothing if unbounded.
  [[nodiscard]] std::optional<double> integrate_heights(int power) const;

  Strips strips_;
  LimitCurves curves_;
  LimitLabels labels_;
};

}  // namespace region
}  // namespace globaldyn::inside
