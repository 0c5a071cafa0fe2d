#pragma once

#include "report/machine/machine_drawing.h"

namespace globaldyn::inside::report {

/// A thin dashed line along every axis that joints turn about or slide along.
[[nodiscard]] std::vector<Shape> draw_joint_axes(const Mechanism& mechanism,
                                                 const Topology& topology, const Pose& pose,
                                                 const Projection& projection,
                                                 const DrawingStyle& style);

/// An arrow for every drive in the direction in which its coordinate grows: straight where it
/// slides, bent about the axis where it turns. It shows how the joint's body b moves against a, or
/// a where b is the ground. Cables have none, as they only pull.
[[nodiscard]] std::vector<Shape> draw_drive_directions(const Mechanism& mechanism,
                                                       const Topology& topology, const Pose& pose,
                                                       const Projection& projection,
                                                       const DrawingStyle& style);

}  // namespace globaldyn::inside::report
