#pragma once

#include "core/description/frames.h"
#include "core/mechanism/mechanism.h"

namespace globaldyn::inside {
inline namespace core {

/// Reads `joints` of the machine file into `mechanism`, which already has its bodies.
void read_joints(const Node& root, const FrameTable& frames, Mechanism& mechanism);

/// The frame of `end` relative to its body's centre of mass.
[[nodiscard]] Frame to_com(const Mechanism& mechanism, const BodyFrame& end);

/// The coordinate called JOINT (where the joint has just one) or JOINT.COORDINATE.
/// @throws InputError with the most similar name.
[[nodiscard]] CoordinateIndex find_coordinate(const Node& node, const Mechanism& mechanism);

/// The same of a name that stands elsewhere, at `place`.
[[nodiscard]] CoordinateIndex find_coordinate(const std::string& name, const Mechanism& mechanism,
                                              const SourcePlace& place);

/// Whether the coordinate is an angle.
[[nodiscard]] bool is_rotational(const Mechanism& mechanism, const CoordinateIndex& index);

/// All joint coordinates, in the order of the joints.
[[nodiscard]] std::vector<CoordinateIndex> list_coordinates(const Mechanism& mechanism);

}  // namespace core
}  // namespace globaldyn::inside
