#include "tests/campaign/check_variation.h"

#include <cmath>

#include "globaldyn/record/motion_record.h"
#include "tests/campaign/motion_points.h"

namespace globaldyn::inside::test {

std::vector<double> find_variations(const Machine& machine, const Path& path,
                                    const PathPlan& plan) {
  // Segments are short compared with smooth force changes; jumps at nodes count from side to side.
  constexpr int kPerSegment = 8;
  constexpr double kBeside = 1e-9;
  const MotionRecord record =
      record_motion(machine, path, list_states(plan.plan, kPerSegment, kBeside));
  std::vector<double> sums(machine.mechanism.drives.size(), 0.0);
  for (std::size_t i = 1; i < record.samples.size(); ++i) {
    const VectorXd change = record.samples[i].forces - record.samples[i - 1].forces;
    for (std::size_t k = 0; k < sums.size(); ++k) {
      sums[k] += std::abs(change(static_cast<Eigen::Index>(k)));
    }
  }
  return sums;
}

}  // namespace globaldyn::inside::test
