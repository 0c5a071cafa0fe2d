#pragma once

#include <vector>

#include "globaldyn/machine/machine.h"

namespace globaldyn {

/// Ends of a piece of a path between two p where derivatives step: those of the piece itself are
/// looked at this little inside, to be on its side of the step.
[[nodiscard]] double step_inside(double end, double towards);

/// A first division of a path, before any pose of the machine is worked out: by its task alone,
/// which costs little. Every part is as long as may be, but so that value, first and second
/// derivative at its ends and everywhere within where it was looked at belong together; so neither
/// a narrow step nor a thousand periods of a wave are overlooked. One for a whole path.
class TaskPieces {
 public:
  TaskPieces(const Machine& machine, const Path& path) : machine_(machine), path_(path) {}

  /// The ends of the parts of [begin, end], rising; the last is `end`.
  [[nodiscard]] std::vector<double> divide(double begin, double end);

  /// Values of the task that were looked at.
  [[nodiscard]] int look_count() const { return looks_; }

 private:
  [[nodiscard]] bool belong_together(double length, const Task& a, const Task& b) const;
  bool divide(double begin, double end, const Task& at_begin, const Task& at_end,
              std::vector<double>& ends);
  [[nodiscard]] Task look(double p);

  const Machine& machine_;
  const Path& path_;
  double longest_{0.0};  ///< of what is trusted by its ends alone
  int looks_{0};
};

}  // namespace globaldyn
