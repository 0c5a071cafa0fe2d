#pragma once

#include <span>
#include <vector>

#include "globaldyn/plan/segment_motion.h"
#include "globaldyn/plan/speed_set.h"
#include "globaldyn/region/region.h"

namespace globaldyn {

/// What is accessible at one p: just before it and, where limits jump, just after.
struct Station {
  double p{0.0};
  Region before;
  Region after;
};

/// A motion along the whole path: one segment between each two nodes.
struct Profile {
  std::vector<double> d1;               ///< at the nodes
  std::vector<SegmentMotion> segments;  ///< one fewer
  double time{0.0};
};

/// Where no motion gets on.
struct Blockage {
  std::size_t node{0};  ///< the last from which the end cannot be reached
  SpeedSet reachable;   ///< from the start, at the node before; empty if it was not looked at
};

/// The fastest motion from the first node to the last on a given grid: backwards, which d1 can
/// still be brought to the end; forwards, always the greatest of them that can be reached (Pham &
/// Pham 2018, who keep d2 constant on each segment; here it is linear, see Transition).
class ProfileSolver {
 public:
  /// @param stations nodes and the middles of segments in turn: node, middle, node, …
  /// @param start, end d1 allowed at the ends
  ProfileSolver(std::span<const Station> stations, SpeedSet start, SpeedSet end);

  /// False if no motion gets from start to end: then blockage() says where.
  [[nodiscard]] bool solve();

  [[nodiscard]] const Profile& profile() const { return profile_; }
  [[nodiscard]] const Blockage& blockage() const { return blockage_; }
  /// Per node, the d1 from which the end can be reached.
  [[nodiscard]] const std::vector<SpeedSet>& controllable() const { return controllable_; }

 private:
  [[nodiscard]] bool go_back();
  [[nodiscard]] bool go_forth();

  std::span<const Station> stations_;
  SpeedSet start_;
  SpeedSet end_;
  std::vector<SpeedSet> controllable_;
  Profile profile_;
  Blockage blockage_;
};

}  // namespace globaldyn
