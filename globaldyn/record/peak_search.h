#pragma once

#include <array>
#include <vector>

#include "globaldyn/record/motion_record.h"

namespace globaldyn::inside {
inline namespace record {

/// Where a recorded motion's forces, powers and speeds may be larger than at its samples: next to
/// the largest of each drive.
class PeakSearch {
 public:
  /// Starts from the largest samples.
  explicit PeakSearch(const MotionRecord& record);

  /// At which times to look, increasing; none if no peak lies between samples.
  [[nodiscard]] std::vector<double> list_times();

  /// Takes the samples at those times.
  void take(const MotionRecord& record);

 private:
  struct Point {
    double t{0.0};
    double value{0.0};
  };
  // The largest sample with its neighbours.
  struct Peak {
    Eigen::Index quantity{0};
    std::array<Point, 3> points;
    double next{0.0};
    bool is_open{true};
  };

  std::vector<Peak> peaks_;
};

}  // namespace record
}  // namespace globaldyn::inside
