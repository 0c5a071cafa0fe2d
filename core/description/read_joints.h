#pragma once

#include "core/description/frames.h"
#include "core/mechanism/mechanism.h"

namespace globaldyn {

/// Reads `joints` of the machine file into `mechanism`, whose bodies are there already.
void read_joints(const Node& root, const FrameTable& frames, Mechanism& mechanism);

/// The frame of `end` relative to its body's centre of mass.
[[nodiscard]] Frame to_com(const Mechanism& mechanism, const BodyFrame& end);

/// The coordinate called JOINT (where the joint has just one) or JOINT.COORDINATE.
/// @throws InputError with the nearest name.
[[nodiscard]] CoordinateIndex find_coordinate(const Node& node, const Mechanism& mechanism);

/// Whether the coordinate is an angle.
[[nodiscard]] bool is_rotational(const Mechanism& mechanism, const CoordinateIndex& index);

/// Every joint coordinate there is, in the joints' order.
[[nodiscard]] std::vector<CoordinateIndex> list_coordinates(const Mechanism& mechanism);

}  // namespace globaldyn
