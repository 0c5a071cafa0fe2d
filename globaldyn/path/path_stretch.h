#pragma once

#include <vector>

#include "core/mechanism/tool_wrench.h"
#include "globaldyn/path/path.h"

namespace globaldyn::inside {
inline namespace path {

/// How the parameter of a part of a path is counted.
struct StretchScale {
  double begin{0.0};  ///< at its beginning
  double rate{1.0};   ///< > 0: by how much the whole path's p changes with it
};

/// A part of another path, which may be passed backwards. Its own parameter q runs from 0, at the
/// other's p = from, to |to - from|, at p = to, unless it is counted otherwise.
class PathStretch {
 public:
  /// @param path that it is a part of, for its length and its steps; 0 <= from, to <= path.p_max,
  ///   from != to
  PathStretch(const Path& path, double from, double to, const StretchScale& scale = {});

  /// q at its end.
  [[nodiscard]] double end() const { return end_; }
  [[nodiscard]] bool is_backward() const { return to_ < from_; }
  /// Whether it is the whole path, forwards.
  [[nodiscard]] bool is_whole() const { return is_whole_; }

  /// p at q. Between two of the path's steps p lies in the same piece as q, up to the last bit:
  /// what jumps at a step has the value that it has in the direction of travel.
  [[nodiscard]] double find_p(double q) const;

  /// How p changes with q: the scale's rate, negative backwards.
  [[nodiscard]] double slope() const { return is_backward() ? -scale_.rate : scale_.rate; }

  /// That part of the path: its steps, stops and speed limits, as far as they are inside it, at
  /// their q, and its task, with derivatives with respect to q.
  [[nodiscard]] Path cut(const Path& path) const;

  /// Loads over p as loads over q. Tables end where it does.
  [[nodiscard]] std::vector<ToolWrench> cut(std::vector<ToolWrench> wrenches) const;

 private:
  [[nodiscard]] double find_q(double p) const;
  [[nodiscard]] bool has_inside(double p) const;
  [[nodiscard]] std::vector<double> cut_places(const std::vector<double>& places) const;
  template <class Limit>
  [[nodiscard]] std::vector<Limit> cut_limits(const std::vector<Limit>& limits) const;
  [[nodiscard]] Expression cut(const Expression& formula) const;
  [[nodiscard]] WrenchTable cut(const WrenchTable& table) const;
  [[nodiscard]] PathFormulas cut(const PathFormulas& formulas) const;

  double from_, to_;
  StretchScale scale_;
  double end_;
  bool is_whole_;
  std::vector<double> q_;  // of the steps inside, increasing
  std::vector<double> p_;  // of them, and of both ends: one before and one behind
  bool ends_at_step_{false}, begins_at_step_{false};
};

/// One path after another that begins at its p_max, with equal dR/dp there: a break of the whole.
[[nodiscard]] Path join_paths(const Path& first, const Path& next);

}  // namespace path
}  // namespace globaldyn::inside
