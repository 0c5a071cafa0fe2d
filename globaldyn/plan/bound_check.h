#pragma once

#include "globaldyn/plan/stand.h"

namespace globaldyn {

/// Whether a motion bounds all others from above. Nothing crosses it from below where it is `up`,
/// so that what is below stays so; what is above it stays so where it is `down`, until it comes to
/// a top, above which nothing is. So every stretch from one top to the next must be `up` first and
/// `down` then; only between the two it may be inside. The ends are tops if the motion has the
/// greatest d1 allowed there.
class BoundCheck {
 public:
  /// @param exact what is accessible, as in ProfileSolver; @param start, end d1 allowed there
  BoundCheck(const Profile& profile, std::span<const Station> exact, const SpeedSet& start,
             const SpeedSet& end);

  /// The segments within which something would still have to be shown; none if it is a bound.
  /// @param stands of the profile's segments
  [[nodiscard]] std::vector<bool> find_doubtful(std::span<const Stand> stands);

 private:
  [[nodiscard]] bool is_top(std::size_t node) const;
  void pass_top(std::size_t next_segment);
  void look_up(std::size_t segment);
  void look_down(std::size_t segment);
  void doubt(std::size_t first, std::size_t last);

  const Profile& profile_;
  std::span<const Station> exact_;
  bool ends_at_top_;
  bool goes_down_;  // since the last top
  std::size_t last_down_{0};
  std::size_t inside_since_{0};  // the first segment that may be inside and is not judged yet
  std::vector<bool> doubtful_;
};

}  // namespace globaldyn
