#pragma once

#include <optional>
#include <span>
#include <vector>

#include "globaldyn/plan/plan.h"
#include "globaldyn/plan/regions/transition.h"
#include "globaldyn/plan/regions/work_meter.h"
#include "globaldyn/plan/segment_motion.h"
#include "globaldyn/region/region.h"

namespace globaldyn::inside {
inline namespace plan {

/// The gates of a path, the first at its start, the last at its end.
struct Gates {
  std::vector<SpeedGate> list;  ///< increasing in p
  bool closed{false};           ///< the end is the start again: the same d1 at both

  /// The d1 allowed at p, or nothing if all are. p must equal the gate's exactly.
  [[nodiscard]] std::optional<Interval> find(double p) const;
};

/// What is accessible at one p: just before it and, where limits jump, just after.
struct Station {
  double p{0.0};
  Region before;
  std::optional<Region> step;  ///< what is accessible just after, if that differs

  [[nodiscard]] const Region& after() const { return step ? *step : before; }
};

/// A motion along the whole path: one segment between every two nodes.
struct Profile {
  std::vector<double> d1;               ///< at the nodes
  std::vector<SegmentMotion> segments;  ///< one fewer
  double time{0.0};
};

/// How many stations there are to a segment.
inline constexpr std::size_t kStationsPerSegment = 4;

/// Where no motion continues.
struct Blockage {
  std::size_t node{0};  ///< the last that can be reached from the start
  SpeedSet reached;     ///< with these d1
};

/// The fastest motion from the first node to the last on a given grid: backwards, from which d1 the
/// end can still be reached; forwards, always the largest of these that can be reached (Pham & Pham
/// 2018, who keep d2 constant on each segment). Here d2 is linear, then quadratic: what it lacks in
/// the middle of a segment to be at the limit there too becomes the segment's bulge, and both
/// passes are repeated until the bulges settle. This is Lobatto collocation at both ends and the
/// middle, of fourth order where limits are smooth.
///
/// On a closed path d1 at both ends is lowered to the smaller of the two until they are the same:
/// no motion that returns to its own d1 starts or ends with more.
class ProfileSolver {
 public:
  /// @param stations four per segment: its node, a quarter, the middle, three quarters of it; then
  ///   the last node. Quarters are not evaluated
  /// @param settled passes are repeated until they change the time by no more than this fraction
  /// @param meter counts the work, if given; once it is used up results are meaningless: see
  ///   WorkMeter::is_spent()
  ProfileSolver(std::span<const Station> stations, const Gates& gates, double settled = 1e-12,
                WorkMeter* meter = nullptr);

  /// Starts with these bulges, one per segment, unless there is no motion with them.
  void start_with(std::span<const double> bulges);

  /// False if no motion gets from start to end: then blockage() says where.
  /// @throws Error if nothing limits d1 where the motion may start
  [[nodiscard]] bool solve();

  /// Whether any motion gets from start to end, with d2 taken as linear on segments; for a closed
  /// path whether one gets around, not whether with the same d1. Faster than solve().
  [[nodiscard]] bool is_passable() { return go_back(); }

  [[nodiscard]] const Profile& profile() const { return profile_; }
  /// The bulges with which the next passes would start, one per segment.
  [[nodiscard]] std::vector<double> list_bulges() const;
  [[nodiscard]] const Blockage& blockage() const { return blockage_; }
  /// Per node, the d1 from which the end can be reached.
  [[nodiscard]] const std::vector<SpeedSet>& controllable() const { return controllable_; }

 private:
  [[nodiscard]] bool solve_open();
  [[nodiscard]] bool try_again();
  void calc_time();
  [[nodiscard]] bool bound_ends();
  void limit_ends(double d1);
  [[nodiscard]] SpeedSet list_allowed(std::size_t node) const;
  [[nodiscard]] SpeedSet restrict_to_gate(std::size_t node) const;
  [[nodiscard]] bool go_back();
  void find_blockage();
  [[nodiscard]] bool go_forth();
  [[nodiscard]] double update_shapes();

  std::span<const Station> stations_;
  Gates gates_;
  double settled_;
  WorkMeter* meter_;
  [[nodiscard]] bool is_spent() const { return meter_ != nullptr && meter_->is_spent(); }
  [[nodiscard]] Transition make_transition(std::size_t segment) const;

  // The parts of a segment's end regions left by steep limits in its middle; nothing if there are
  // none.
  struct HeldEnds {
    std::optional<Region> begin;
    std::optional<Region> end;
  };
  // What is given for each segment, from the previous profile.
  struct Shape {
    double bulge{0.0};
    double change{0.0};
  };
  std::vector<SpeedSet> allowed_;  // per node
  std::vector<HeldEnds> held_;
  std::vector<Shape> shapes_;
  bool is_guess_{false};    // the shapes are those of another profile
  std::vector<int> sides_;  // per segment, as in Transition::Arrival
  std::vector<SpeedSet> controllable_;
  Profile profile_;
  Blockage blockage_;
};

}  // namespace plan
}  // namespace globaldyn::inside
