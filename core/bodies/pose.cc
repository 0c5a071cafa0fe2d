#include "core/bodies/pose.h"

#include <Eigen/Geometry>

namespace globaldyn::inside {
inline namespace core {

std::vector<float> list_body_frames(const IdVector<BodyId, Body>& bodies, const Pose& pose) {
  std::vector<float> frames;
  for (const BodyId body : pose.ids()) {
    const Frame frame = find_body_frame(bodies[body], pose[body]);
    const Eigen::Quaterniond turn(frame.axes);
    for (const double value : frame.origin) frames.push_back(static_cast<float>(value));
    for (const double value : turn.coeffs()) frames.push_back(static_cast<float>(value));
  }
  return frames;
}

}  // namespace core
}  // namespace globaldyn::inside
