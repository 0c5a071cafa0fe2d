#pragma once

namespace globaldyn::inside::test {

/// By how much the memory held by the process peaks from now on, in MB of whole pages, as Linux
/// counts them; 0 elsewhere. One at a time.
class PeakMemory {
 public:
  PeakMemory();
  [[nodiscard]] double find_growth() const;

 private:
  double before_{0.0};
};

}  // namespace globaldyn::inside::test
