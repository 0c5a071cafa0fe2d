#pragma once

#include <memory>
#include <vector>

#include "globaldyn/cycle/cycle_legs.h"
#include "globaldyn/record/planned_motion.h"

namespace globaldyn::inside {
inline namespace cycle {

/// A leg with its motion.
struct MotionPart {
  const CycleLeg* leg{nullptr};
  PathPlan plan;              ///< along a path
  double begin{0.0};          ///< s, in the cycle
  double end{0.0};            ///< s
  double p_begin{0.0};        ///< of the whole motion's p
  FineMotion fine;            ///< at its own times and p
  std::size_t first_node{0};  ///< of its plan, in the whole

  /// Of a moment of the cycle, in which it is.
  [[nodiscard]] MotionState find_state(double t) const;
};

/// Where a machine stands and waits.
[[nodiscard]] MotionState rest_at(double t, double p);

/// The motion of all parts, one after the other: plan, nodes, stops, use and course, all but the
/// record at the times asked for. @param parts with their times, plans and fine motions
[[nodiscard]] PlannedMotion join_parts(const std::vector<MotionPart>& parts);

/// A record of parts in the order of their times, as one of the whole motion: rotary drives go on
/// from turn to turn.
class RecordJoiner {
 public:
  /// @param mechanism of any load case
  explicit RecordJoiner(const Mechanism& mechanism) : mechanism_(mechanism) {}

  void add(const MotionPart& part, std::vector<MotionSample> samples);
  [[nodiscard]] MotionRecord take() { return std::move(record_); }

 private:
  const Mechanism& mechanism_;
  MotionRecord record_;
  VectorXd last_;
};

}  // namespace cycle
}  // namespace globaldyn::inside
