#pragma once

#include <string>

namespace globaldyn::app {

/// A line of progress on standard error, if that is a terminal; silent in a pipe or a file.
class Progress {
 public:
  Progress(std::string what, bool wanted);

  /// Shows a share of 0 … 1; repeated calls within the same percent cost nothing.
  void show(double share);

  /// Takes the line away.
  void clear();

 private:
  std::string what_;
  bool on_;
  int percent_{-1};
};

}  // namespace globaldyn::app
