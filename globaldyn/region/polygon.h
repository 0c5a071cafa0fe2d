#pragma once

#include <vector>

#include "globaldyn/region/limit_sum.h"
#include "globaldyn/region/strips.h"

namespace globaldyn {

/// A convex polygon in the half plane x = d1² >= 0, d2, while straight limits are being cut off
/// from it. Corners are homogeneous, (x, d2, 1) or a direction (x, d2, 0), so that unbounded
/// regions are polygons like all others. Keeps its memory.
class Polygon {
 public:
  /// Begins with the whole half plane.
  void start();

  [[nodiscard]] bool is_empty() const { return x_.empty(); }

  /// Whether alpha x + delta d2 + gamma <= 0 in every point, to round-off. beta is not looked at.
  [[nodiscard]] bool is_met(const LimitSum& sum) const;

  /// Keeps the part where it is; `curve` is the number of the curve, or of the vertical limit if
  /// delta is zero, that becomes an edge.
  void cut(const LimitSum& sum, int curve);

  /// As strips over d1, bounded by the curves.
  void write(Strips& strips);

 private:
  enum class EdgeKind { lower, upper, left, right, infinite };
  struct Edge {
    EdgeKind kind{EdgeKind::infinite};
    int curve{kNoCurve};
  };
  struct Corner {
    double x;
    double d2;
    double w;
  };

  struct ChainEdge {
    double begin{0.0};
    double end{0.0};
    int curve{kNoCurve};
  };

  [[nodiscard]] std::size_t size() const { return x_.size(); }
  [[nodiscard]] double x_of(std::size_t corner) const;
  void clear();
  void list_chain(EdgeKind kind, std::vector<ChainEdge>& chain) const;
  void add(const Corner& corner, Edge leaving);

  // Corners counter-clockwise, apart by coordinate because most limits only ask for sums of
  // them; edge i leads from corner i to the next.
  std::vector<double> x_, d2_, w_;
  std::vector<Edge> edges_;
  std::vector<double> old_x_, old_d2_, old_w_, excess_;
  std::vector<Edge> old_edges_;
  std::vector<ChainEdge> lower_, upper_;
};

}  // namespace globaldyn
