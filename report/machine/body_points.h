#pragma once

#include <vector>

#include "core/bodies/pose.h"
#include "core/mechanism/topology.h"

namespace globaldyn::inside::report {

/// A point of a body in the global frame.
[[nodiscard]] Vector3d find_point(const BodyPoint& point, const Pose& pose);

/// How many joints of the spanning tree are between a body and the ground; 0 for the ground.
[[nodiscard]] int count_joints_to_ground(const Topology& topology, BodyId body);

/// Whether the joint slides between two moving bodies, as in a telescopic leg.
[[nodiscard]] bool is_telescopic(const Joint& joint);

/// Whether the joint only slides.
[[nodiscard]] bool is_slide(const Joint& joint);

/// Where a joint is in the global frame: its frame on the body farther from the ground; for a
/// telescopic joint, the midpoint between its frames.
[[nodiscard]] Vector3d find_joint_point(const Topology& topology, const Joint& joint,
                                        const Pose& pose);

/// The known points of a body: those of joints, drives and springs, and of the tool. If these are
/// fewer than two, also its centre of mass (except for the ground). Global frame.
[[nodiscard]] std::vector<Vector3d> list_body_points(const Mechanism& mechanism, BodyId body,
                                                     const Pose& pose);

}  // namespace globaldyn::inside::report
