#pragma once

#include "optimize/run/study_run.h"

namespace globaldyn::inside::app {

/// A line about a running study, on standard error if that is a terminal.
class StudyProgressLine {
 public:
  explicit StudyProgressLine(bool wanted);

  /// Designs done of the maximum, the rate, how many are feasible, the front, and the time left.
  void show(const StudyProgress& progress) const;

  /// Removes the line.
  void clear() const;

 private:
  bool on_;
};

}  // namespace globaldyn::inside::app
