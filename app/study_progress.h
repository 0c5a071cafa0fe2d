#pragma once

#include "optimize/run/study_run.h"

namespace globaldyn::app {

/// A line about a study that runs, on standard error if that is a terminal.
class StudyProgressLine {
 public:
  explicit StudyProgressLine(bool wanted);

  /// Designs done of those there may be, how many a second, how many are feasible, the front, and
  /// how long the rest will take.
  void show(const StudyProgress& progress) const;

  /// Takes the line away.
  void clear() const;

 private:
  bool on_;
};

}  // namespace globaldyn::app
