#pragma once

#include <vector>

#include "globaldyn/machine/machine.h"

namespace globaldyn::inside {
inline namespace survey {

/// An end of a piece of a path between two p where derivatives jump: it is evaluated slightly
/// inside, to be on the piece's side of the jump.
[[nodiscard]] double step_inside(double end, double towards);

/// p, except at ends of its piece inside a path of length p_max: those as above.
[[nodiscard]] double step_inside_piece(double p, double begin, double end, double p_max);

/// A first division of a path, before any pose of the machine is computed: by its task alone, which
/// is cheap. Every part is as long as possible while value, first and second derivative at its ends
/// and at all samples inside are consistent; so neither a narrow step nor a thousand periods of a
/// wave are missed. One for a whole path.
class TaskPieces {
 public:
  TaskPieces(const Machine& machine, const Path& path) : machine_(machine), path_(path) {}

  /// The ends of the parts of [begin, end], increasing; the last is `end`.
  /// @throws InputError where the path jumps
  [[nodiscard]] std::vector<double> divide(double begin, double end);

 private:
  [[nodiscard]] bool belong_together(double length, const Task& a, const Task& b) const;
  bool divide(double begin, double end, const Task& at_begin, const Task& at_end,
              std::vector<double>& ends);
  void refuse_jump_between(double begin, const Task& at_begin, double end,
                           const Task& at_end) const;
  [[nodiscard]] Task look(double p);

  const Machine& machine_;
  const Path& path_;
  double longest_{0.0};  ///< of a part that is trusted by its ends alone
  int looks_{0};
};

}  // namespace survey
}  // namespace globaldyn::inside
