#include "globaldyn/region/boundary.h"

#include <algorithm>
#include <boost/range/adaptor/reversed.hpp>
#include <cmath>

#include "core/base/round_off.h"
#include "globaldyn/region/limit_names.h"

namespace globaldyn::inside {
inline namespace region {
namespace {

// A corner (or infinity) and the edge that leaves it.
struct BoundaryNode {
  std::optional<RegionVertex> vertex;
  RegionEdge edge;
};

class Tracer {
 public:
  Tracer(const Region& region, const Strips& strips) : region_(region), strips_(strips) {}

  [[nodiscard]] bool is_flat() const {
    return std::all_of(strips_.begin(), strips_.end(), [](const Strip& strip) {
      return strip.lower == strip.upper && strip.lower != kNoCurve;
    });
  }

  /// The nodes in order: lower boundary to the right, right side, upper boundary back, left side.
  std::vector<BoundaryNode> trace() {
    for (const Strip& strip : strips_) add_lower(strip);
    add_right();
    for (const Strip& strip : boost::adaptors::reverse(strips_)) add_upper(strip);
    add_left();
    return std::move(nodes_);
  }

  /// Both ends of a curve piece.
  std::vector<BoundaryNode> trace_flat() {
    const Strip& first = strips_.front();
    const Strip& last = strips_.back();
    return {{point(first.begin, first.lower), edge_of(first.lower)},
            {point(last.end, last.lower), edge_of(last.lower)}};
  }

  [[nodiscard]] std::vector<RegionVertex> rays() const {
    const Strip& last = strips_.back();
    std::vector<RegionVertex> rays;
    const auto add = [&](const RegionVertex& ray) {
      const bool known = std::any_of(rays.begin(), rays.end(), [&](const RegionVertex& r) {
        return r.d1_square == ray.d1_square && r.d2 == ray.d2;
      });
      if (!known) rays.push_back(ray);
    };
    const bool endless = std::isinf(last.end);
    if (last.lower == kNoCurve) {
      add({0.0, -1.0});
    } else if (endless) {
      add({1.0, at(last.lower).c2});
    }
    if (last.upper == kNoCurve) {
      add({0.0, 1.0});
    } else if (endless) {
      add({1.0, at(last.upper).c2});
    }
    return rays;
  }

 private:
  [[nodiscard]] const Parabola& at(CurveNumber curve) const {
    return region_.curves().parabola(curve);
  }
  [[nodiscard]] std::optional<RegionVertex> point(double d1, CurveNumber curve) const {
    if (curve == kNoCurve || std::isinf(d1)) return std::nullopt;
    return RegionVertex{d1 * d1, at(curve).at(d1)};
  }
  [[nodiscard]] RegionEdge edge_of(CurveNumber curve) const {
    if (curve == kNoCurve) return {};
    return {at(curve).c1 != 0.0, name(region_.curves().held_along(curve))};
  }
  [[nodiscard]] RegionEdge wall_edge(CurveNumber wall) const {
    if (wall == kNoCurve) return {};
    return {false, name(region_.curves().held_at_wall(wall))};
  }
  [[nodiscard]] std::vector<ActiveLimit> name(std::span<const HeldLimit> held) const {
    std::vector<ActiveLimit> active;
    for (const HeldLimit& limit : held) active.push_back(name_limit(limit, region_.labels()));
    return active;
  }

  void add_lower(const Strip& strip) {
    nodes_.push_back({point(strip.begin, strip.lower), edge_of(strip.lower)});
  }
  void add_upper(const Strip& strip) {
    nodes_.push_back({point(strip.end, strip.upper), edge_of(strip.upper)});
  }
  void add_right() {
    const Strip& last = strips_.back();
    nodes_.push_back({point(last.end, last.lower), wall_edge(last.end_by)});
  }
  void add_left() {
    const Strip& first = strips_.front();
    RegionEdge edge = wall_edge(first.begin_by);
    if (first.begin == 0.0) edge.active = {{"", "rest"}};
    nodes_.push_back({point(first.begin, first.upper), edge});
  }

  const Region& region_;
  const Strips& strips_;
  std::vector<BoundaryNode> nodes_;
};

// Sizes of the finite corners, so that distances and angles are meaningful.
struct Extent {
  double x{0.0};
  double y{0.0};
};

Extent measure(const std::vector<BoundaryNode>& nodes) {
  Extent extent;
  double low = 0.0, high = 0.0;
  bool first = true;
  for (const BoundaryNode& node : nodes) {
    if (!node.vertex) continue;
    extent.x = std::max(extent.x, node.vertex->d1_square);
    low = first ? node.vertex->d2 : std::min(low, node.vertex->d2);
    high = first ? node.vertex->d2 : std::max(high, node.vertex->d2);
    first = false;
  }
  extent.y = std::max(high - low, round_off::kSolved * std::max(std::abs(low), std::abs(high)));
  return extent;
}

bool coincide(const BoundaryNode& a, const BoundaryNode& b, const Extent& extent) {
  if (!a.vertex || !b.vertex) return !a.vertex && !b.vertex;
  return std::abs(a.vertex->d1_square - b.vertex->d1_square) <= round_off::kRank * extent.x &&
         std::abs(a.vertex->d2 - b.vertex->d2) <= round_off::kRank * extent.y;
}

// Drops every node that coincides with the next one; the edge between them has no length.
void merge_coincident(std::vector<BoundaryNode>& nodes, const Extent& extent) {
  for (std::size_t i = 0; i < nodes.size() && nodes.size() > 1;) {
    if (coincide(nodes[i], nodes[(i + 1) % nodes.size()], extent)) {
      nodes.erase(nodes.begin() + static_cast<std::ptrdiff_t>(i));
    } else {
      ++i;
    }
  }
}

// Limits that hold on both sides are one line, however far rounding errors bend it at a corner that
// other curves make up; else two lines are one if they look so.
bool is_straight_through(const BoundaryNode& before, const BoundaryNode& here,
                         const BoundaryNode& after, const Extent& extent) {
  if (!before.vertex || !here.vertex || !after.vertex) return false;
  if (before.edge.is_arc || here.edge.is_arc) return false;
  const auto scaled = [&](const BoundaryNode& from, const BoundaryNode& to) {
    return Eigen::Vector2d((to.vertex->d1_square - from.vertex->d1_square) / extent.x,
                           (to.vertex->d2 - from.vertex->d2) / extent.y);
  };
  const Eigen::Vector2d in = scaled(before, here);
  const Eigen::Vector2d out = scaled(here, after);
  if (in.dot(out) <= 0.0) return false;
  if (!here.edge.active.empty() && before.edge.active == here.edge.active) return true;
  const double cross = in.x() * out.y() - in.y() * out.x();
  return std::abs(cross) <= round_off::kSame * in.norm() * out.norm();
}

void merge_straight(std::vector<BoundaryNode>& nodes, const Extent& extent) {
  if (!(extent.x > 0.0)) return;
  for (std::size_t i = 0; i < nodes.size() && nodes.size() > 2;) {
    const BoundaryNode& before = nodes[(i + nodes.size() - 1) % nodes.size()];
    const BoundaryNode& after = nodes[(i + 1) % nodes.size()];
    if (is_straight_through(before, nodes[i], after, extent)) {
      nodes.erase(nodes.begin() + static_cast<std::ptrdiff_t>(i));
    } else {
      ++i;
    }
  }
}

// Merges two pieces of boundary that are the same curve on both sides of a node.
void merge_same_arc(std::vector<BoundaryNode>& nodes) {
  for (std::size_t i = 0; i < nodes.size() && nodes.size() > 2;) {
    const BoundaryNode& before = nodes[(i + nodes.size() - 1) % nodes.size()];
    const bool same = nodes[i].vertex && before.edge.is_arc && nodes[i].edge.is_arc &&
                      before.edge.active == nodes[i].edge.active && before.vertex;
    if (same) {
      nodes.erase(nodes.begin() + static_cast<std::ptrdiff_t>(i));
    } else {
      ++i;
    }
  }
}

void write(const std::vector<BoundaryNode>& nodes, RegionComponent& component) {
  std::optional<RegionEdge> from_infinity;
  for (const BoundaryNode& node : nodes) {
    if (!node.vertex) {
      from_infinity = node.edge;
      continue;
    }
    component.vertices.push_back(*node.vertex);
    component.edges.push_back(node.edge);
  }
  if (from_infinity) component.edges.push_back(*from_infinity);
}

}  // namespace

RegionComponent trace_boundary(const Region& region, const Strips& strips) {
  RegionComponent component;
  component.d1 = {strips.front().begin, strips.back().end};
  Tracer tracer(region, strips);
  const bool flat = tracer.is_flat();
  std::vector<BoundaryNode> nodes = flat ? tracer.trace_flat() : tracer.trace();
  const Extent extent = measure(nodes);
  merge_coincident(nodes, extent);
  if (!flat) {
    merge_same_arc(nodes);
    merge_straight(nodes, extent);
  }
  // Infinity, if on the boundary, goes to the end.
  const auto infinity = std::find_if(nodes.begin(), nodes.end(),
                                     [](const BoundaryNode& node) { return !node.vertex; });
  if (infinity != nodes.end()) std::rotate(nodes.begin(), infinity + 1, nodes.end());
  write(nodes, component);
  const bool lens =
      component.vertices.size() == 2 && (component.edges[0].is_arc || component.edges[1].is_arc);
  if (infinity == nodes.end() && (flat || (component.vertices.size() <= 2 && !lens))) {
    // A segment has one edge, a point none.
    component.edges.resize(component.vertices.size() - 1);
  } else if (flat) {
    component.edges.resize(component.vertices.size());  // out to infinity, and not back
  }
  component.rays = tracer.rays();
  return component;
}

}  // namespace region
}  // namespace globaldyn::inside
