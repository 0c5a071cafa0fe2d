#pragma once

#include <string>

#include "globaldyn/sweep/sweep.h"

namespace globaldyn::inside::app {

/// "5 s", "3 min 07 s", "2 h 05 min": seconds, rounded up.
[[nodiscard]] std::string describe_duration(double seconds);

/// A line of progress on standard error, if that is a terminal; silent in a pipe or a file.
class Progress {
 public:
  Progress(std::string what, bool wanted);

  /// Shows the progress of a sweep and how long the rest will take.
  void show(const SweepProgress& progress) const;

  /// Removes the line.
  void clear() const;

 private:
  std::string what_;
  bool on_;
};

}  // namespace globaldyn::inside::app
