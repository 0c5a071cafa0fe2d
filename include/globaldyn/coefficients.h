#pragma once

#include <globaldyn/motion_state.h>
#include <globaldyn/plan_status.h>

#include <atomic>
#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace globaldyn {

/// Limits along a path, given at the nodes p_0 < ... < p_N of a grid: m rows
///     low <= a x + b sqrt(x) + c + d u <= high,   x = (dp/dt)² >= 0,   u = d²p/dt²,
/// whose a, b, c, d, low and high are linear in p between nodes: the table is exact everywhere.
///
/// A limit holds on the segments at both ends of which it is finite. Entry k of node i is at
/// [i m + k]. `b` may be empty, which means zeros.
struct CoefficientTable {
  std::size_t rows{0};    ///< m
  std::vector<double> p;  ///< N + 1 nodes, increasing
  std::vector<double> a, b, c, d, low, high;
};

/// d1² allowed at a p: at an end of the path, or where the motion is to stop.
struct SpeedGate {
  double p{0.0};
  double least{0.0};
  double most{0.0};  ///< may be infinite
};

struct TableOptions {
  double tolerance{1e-6};           ///< time - time_lower <= tolerance * time
  std::vector<SpeedGate> gates;     ///< at increasing p from the first node to the last; none: from
                                    ///< rest to rest
  bool closed{false};               ///< the end is the start again; its gates allow everything
  std::size_t work{0};              ///< sides of rows looked at after which it gives up; 0: enough
  std::size_t memory{200'000'000};  ///< bytes to be held
  const std::atomic<bool>* cancel{nullptr};  ///< set to true from outside: Interrupted is thrown
};

/// The fastest motion under a table's limits, which it keeps everywhere.
struct TablePlan {
  PlanStatus status{PlanStatus::gave_up};
  bool is_proven{false};   ///< whether both bounds of the time, or that there is no motion, hold up
                           ///< to rounding errors
  double time{0.0};        ///< s
  double time_lower{0.0};  ///< no motion is faster
  std::vector<double> p;   ///< nodes
  std::vector<double> d1;  ///< at them
  /// On the segment behind each node but the last d2 is quadratic in p: its values at both ends,
  /// and by how much it exceeds their mean in the middle.
  std::vector<double> d2_begin, d2_end, bulge;
  std::optional<double> blocked_at;  ///< without a motion: the p that no motion passes
};

/// The fastest motion along a path whose limits are given as a table: no machine file is needed.
/// @throws InputError for a table whose sizes do not fit, whose p do not increase, with low > high,
///   or with gates that are not at increasing p from its first to its last node
[[nodiscard]] TablePlan plan_table(const CoefficientTable& table, const TableOptions& options = {});

/// The motion of a plan at these times (s), exact up to rounding errors; before its begin and after
/// its end that of the ends. None of a plan without a motion.
/// @throws NumericalError for a time that is NaN
[[nodiscard]] std::vector<MotionState> sample(const TablePlan& plan,
                                              const std::vector<double>& times);

}  // namespace globaldyn
