#pragma once

#include <string>
#include <vector>

#include "core/description/frames.h"
#include "core/mechanism/mechanism.h"

namespace globaldyn::inside {
inline namespace core {

/// The two ends of a joint as the file gives them.
struct JointEnds {
  BodyFrame a;
  BodyFrame b;
};

/// Joints A1, A2, … of one kind on one body whose places and axes are turned copies of each other,
/// while the bodies that they carry are not at coordinates of 0, because a default x axis lies
/// otherwise: one remark for each joint that differs from the first. `ends` is that of each joint.
[[nodiscard]] std::vector<std::string> find_unlike_copies(const Joints& joints,
                                                          const std::vector<JointEnds>& ends);

}  // namespace core
}  // namespace globaldyn::inside
