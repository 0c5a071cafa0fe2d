#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "globaldyn/plan/rows/plane_program.h"
#include "globaldyn/plan/rows/root_sides.h"
#include "globaldyn/plan/rows/speed_barrier.h"

namespace globaldyn::inside {
inline namespace plan {

/// The fastest motion on a grid by reachability analysis (Pham & Pham 2018, "A new approach to
/// time-optimal path parameterization based on reachability analysis"): backwards, node by node,
/// the controllable set, the interval of x from which the end can be reached; forwards the largest
/// x in it that is reachable. There rows hold at nodes only; here they hold everywhere: d2 on a
/// segment has a given shape about its mean, so that a row is a polynomial whose Bernstein
/// coefficients are linear in x at the start and in the mean, and all of them are kept within the
/// inner sides. It is the fastest among motions of this kind, and so an upper bound of the time.
class Reachability {
 public:
  /// @param is_closed whether the end is the start again
  /// @param most_work after which a run ends without a motion, in segments worked on
  Reachability(bool is_closed, std::size_t most_work)
      : is_closed_(is_closed), most_work_(most_work) {}

  /// Takes the shapes of the grid's segments; drops those that leave no motion.
  [[nodiscard]] bool run(RowGrid& grid, const SpeedBarrier& barrier);

  [[nodiscard]] const std::vector<double>& x() const { return x_; }        ///< at nodes
  [[nodiscard]] const std::vector<double>& mean() const { return mean_; }  ///< d2, of segments
  /// After a failure: the segment that cannot be passed.
  [[nodiscard]] std::size_t blocked_segment() const { return blocked_; }
  [[nodiscard]] std::size_t work() const { return work_; }  ///< segments worked on
  [[nodiscard]] bool is_spent() const { return work_ >= most_work_; }

 private:
  enum Bound : int { kBeginLow, kBeginHigh, kEndHigh, kEndLow };

  // The range of x at both ends of a segment.
  struct Box {
    double begin_low, begin_high, end_low, end_high;

    // Whether by_begin X + by_rise U may be above a limit, U being the rise of x.
    [[nodiscard]] bool may_exceed(double by_begin, double by_rise, double limit) const {
      constexpr double kSurely = 1e-9;  // of limits: above the slack of plane programs
      const double alone = by_begin - by_rise;
      const double most = std::max(alone * begin_low, alone * begin_high) +
                          std::max(by_rise * end_low, by_rise * end_high);
      return !(most < limit - kSurely);
    }
  };

  bool find_controllable(std::vector<GridSegment>& segments);
  bool find_controllable_at(GridSegment& s, std::size_t i);
  static std::optional<std::size_t> drop_shapes(std::vector<GridSegment>& segments,
                                                std::size_t after, std::size_t count);
  bool go_fastest(std::vector<GridSegment>& segments);
  void keep(std::size_t i);
  [[nodiscard]] static std::optional<double> find_highest(std::span<const HalfPlane> planes,
                                                          double begin, double scale);
  [[nodiscard]] std::optional<double> find_highest_as_kept(const GridSegment& segment,
                                                           std::size_t i);
  [[nodiscard]] std::optional<double> find_highest_anew(const GridSegment& segment, std::size_t i);
  [[nodiscard]] std::span<const Side> inner_of(const GridSegment& segment, std::size_t i);
  void build(const GridSegment& segment, std::size_t i, double scale, const Box& box);
  bool find_interval(const GridSegment& segment, std::size_t i);
  bool find_interval(const GridSegment& s, std::size_t i, double scale, double high);
  [[nodiscard]] double find_scale(const GridSegment& s, std::size_t i) const;

  bool is_closed_;
  std::size_t most_work_;
  // The planes of a segment, in its scale; none if there was no room.
  struct Kept {
    std::uint32_t begin{0}, end{0};  // among few
    double scale{1.0};
  };

  StraightSides straight_;
  std::span<const Side> inner_;  // of the current segment, once requested
  std::optional<std::size_t> inner_segment_;
  std::vector<HalfPlane> planes_;  // of the current segment
  double scale_{1.0};
  std::vector<HalfPlane> kept_;  // of all, the last segment's first
  std::vector<Kept> kept_of_;
  std::vector<double> high_, low_;      // of x at nodes, from gates and the barrier
  double ceiling_{0.0};                 // of x where these are infinite
  std::vector<Interval> controllable_;  // x at nodes from which the end can be reached
  std::vector<double> x_, mean_;
  std::size_t blocked_{0};
  std::size_t work_{0};
};

}  // namespace plan
}  // namespace globaldyn::inside
