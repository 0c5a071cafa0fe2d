#pragma once

#include <globaldyn/interval.h>

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace globaldyn {

enum class RegionStatus {
  polygon,  ///< straight edges in the (d1², d2) plane
  arcs,     ///< parabola arcs, or several components
  unbounded,
  segment,  ///< a piece of a curve
  point,
  empty,
};

/// A corner in the (d1², d2) plane.
struct RegionVertex {
  double d1_square{0.0};
  double d2{0.0};
};

/// A limit that holds with equality.
struct ActiveLimit {
  std::string name;   ///< of the drive, joint or tool; empty for `rest`
  std::string limit;  ///< min, max, tension, line, speed, acceleration, reaction, rest

  bool operator==(const ActiveLimit&) const = default;
};

/// The boundary between two corners.
struct RegionEdge {
  enum class Kind { line, arc };
  Kind kind{Kind::line};
  std::vector<ActiveLimit> active;
};

/// A connected part of a region, its boundary counter-clockwise in the (d1², d2) plane. Edge i
/// joins vertices i and i + 1. In a bounded part the last edge leads back to vertex 0. An unbounded
/// one has one more edge: edge n - 1 leads from the last vertex to infinity along rays.front(),
/// edge n comes back from there to vertex 0 along rays.back().
struct RegionComponent {
  Interval d1_interval;  ///< high may be infinite
  std::vector<RegionVertex> vertices;
  std::vector<RegionEdge> edges;
  std::vector<RegionVertex> rays;  ///< directions to infinity; none if bounded
};

/// The speeds d1 = dp/dt and accelerations d2 = d²p/dt² that a machine can have at one p of a path:
/// every pair for which drive forces within their limits exist. A value; copies share what they
/// hold, and any number of threads may ask them.
class Region {
 public:
  struct Impl;
  /// The empty region.
  Region();
  explicit Region(std::shared_ptr<const Impl> impl);
  // Without moves: what was moved from would be no region.
  Region(const Region&) = default;
  Region& operator=(const Region&) = default;
  ~Region() = default;

  [[nodiscard]] bool is_empty() const;
  /// Traces the boundary to find out, as components() does.
  [[nodiscard]] RegionStatus status() const;
  /// Sorted by d1.
  [[nodiscard]] std::vector<RegionComponent> components() const;
  /// The accessible d1, as closed intervals; the last may end at infinity.
  [[nodiscard]] std::vector<Interval> d1_intervals() const;
  /// The accessible d2 at `d1`; an end may be infinite; nothing if d1 is not accessible. Exact.
  [[nodiscard]] std::optional<Interval> d2_at(double d1) const;
  [[nodiscard]] std::optional<Interval> d2_at_rest() const { return d2_at(0.0); }
  /// Whether (d1, d2) is accessible, d1 >= 0; the boundary belongs to the region.
  [[nodiscard]] bool contains(double d1, double d2) const;
  /// The largest of u d1² + w d2: infinite if the region is unbounded in that direction, -infinity
  /// if it is empty.
  [[nodiscard]] double support(double u, double w) const;
  /// The area in the (d1, d2) plane, in the (d1², d2) plane; nothing if unbounded.
  [[nodiscard]] std::optional<double> area_d1_d2() const;
  [[nodiscard]] std::optional<double> area_d1sq_d2() const;
  /// What is accessible in both, as at two places of a path or under two loads. Edges keep the
  /// limits that they stem from.
  [[nodiscard]] Region intersect(const Region& other) const;

 private:
  std::shared_ptr<const Impl> impl_;
};

/// polygon, arcs, unbounded, segment, point, empty.
[[nodiscard]] const char* to_string(RegionStatus status);

}  // namespace globaldyn
