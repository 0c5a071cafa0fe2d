#pragma once

#include <vector>

#include "globaldyn/region/methods/limit_sum.h"
#include "globaldyn/region/strips.h"

namespace globaldyn::inside {
inline namespace region {

/// A convex polygon in the half plane x = d1² >= 0, d2, from which straight limits are being cut
/// off. Corners are homogeneous, (x, d2, 1) or a direction (x, d2, 0), so that unbounded regions
/// are polygons like any other. Keeps its memory.
class Polygon {
 public:
  /// Starts with the whole half plane.
  void start();

  [[nodiscard]] bool is_empty() const { return corners_.empty(); }

  /// Whether low < alpha x + delta d2 < high is certain at every point: false may mean anything.
  [[nodiscard]] bool is_surely_between(double alpha, double delta, double low, double high) const;

  /// Keeps the part where alpha x + delta d2 + gamma <= 0 (beta is ignored); `curve` is the number
  /// of the curve, or of the vertical limit if delta is zero, that becomes an edge. False if that
  /// is everywhere, up to rounding errors: then nothing has changed.
  bool cut(const MotionPolynomial& sum, int curve);

  /// As strips over d1, bounded by the curves.
  void write(Strips& strips);

 private:
  enum class EdgeKind { lower, upper, left, right, infinite };
  struct Edge {
    EdgeKind kind{EdgeKind::infinite};
    CurveNumber curve;
  };
  struct Corner {
    double x;
    double d2;
    double w;
    Edge leaving;  // to the next corner
  };

  struct ChainEdge {
    double begin{0.0};
    double end{0.0};
    CurveNumber curve;
  };

  [[nodiscard]] std::size_t next(std::size_t i) const {
    return i + 1 < corners_.size() ? i + 1 : 0;
  }
  [[nodiscard]] bool find_excess(const MotionPolynomial& sum);
  [[nodiscard]] static double x_of(const Corner& corner);
  [[nodiscard]] static Corner cross(const Corner& a, double excess_a, const Corner& b,
                                    double excess_b);
  void give_point(EdgeKind kind, int curve, double x);
  void list_chain(EdgeKind kind, std::vector<ChainEdge>& chain) const;
  void find_box();

  std::vector<Corner> corners_;  // counter-clockwise
  std::vector<Corner> old_;
  std::vector<double> excess_;
  std::vector<ChainEdge> lower_, upper_;
  // Around all corners, infinite if unbounded.
  double most_x_{0.0}, least_d2_{0.0}, most_d2_{0.0};
};

}  // namespace region
}  // namespace globaldyn::inside
