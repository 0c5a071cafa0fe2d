#pragma once

#include "globaldyn/plan/stand.h"

namespace globaldyn {

/// Whether a motion bounds all others from above. Nothing crosses it from below where it is `up`,
/// so that what is below stays so; what is above it stays so where it is `down`, until it comes to
/// a top, above which nothing is. So every stretch from one top to the next must be `up` first and
/// `down` then; only between the two it may be inside. A gate is a top if the motion has the
/// greatest d1 allowed there. A closed path is looked at from top to top across its ends.
class BoundCheck {
 public:
  /// @param exact what is accessible, as in ProfileSolver
  BoundCheck(const Profile& profile, std::span<const Station> exact, const Gates& gates);

  /// The segments within which something would still have to be shown; none if it is a bound.
  /// @param stands of the profile's segments
  [[nodiscard]] std::vector<bool> find_doubtful(std::span<const Stand> stands);

 private:
  [[nodiscard]] std::size_t find_first() const;
  [[nodiscard]] bool is_top(std::size_t node) const;
  void look(std::size_t step, Side side);
  void pass_top(std::size_t next_step);
  void look_up(std::size_t step);
  void look_down(std::size_t step);
  void doubt(std::size_t first, std::size_t last);

  const Profile& profile_;
  std::span<const Station> exact_;
  const Gates& gates_;
  std::size_t first_;            // segments are counted in steps from here on, round and round
  bool goes_down_{false};        // since the last top
  std::size_t last_down_{0};     // steps, like
  std::size_t inside_since_{0};  // the first that may be inside and is not judged yet
  std::vector<bool> doubtful_;
};

}  // namespace globaldyn
