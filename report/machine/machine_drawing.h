#pragma once

#include "globaldyn/machine/machine.h"
#include "report/machine/shapes.h"

namespace globaldyn::inside::report {

/// How a machine is drawn.
struct DrawingStyle {
  double unit{0.01};     ///< m on paper; joints, links and marks are a few of these in size
  double paleness{0.0};  ///< 0 … 1: how far bodies fade into the background
};

inline constexpr Colour kDriveColour = make_colour(0xd1352b);
inline constexpr Colour kSpringColour = make_colour(0x2e7d32);
inline constexpr Colour kPathColour = make_colour(0x6a1b9a);

/// The bodies, those farther from the eye first, the ground before all.
[[nodiscard]] std::vector<Shape> draw_bodies(const Machine& machine, const Pose& pose,
                                             const Projection& projection,
                                             const DrawingStyle& style);

/// What is drawn over them: cables and motors between points, springs, joints (driven ones in
/// kDriveColour) and the tool.
[[nodiscard]] std::vector<Shape> draw_joints_and_drives(const Machine& machine, const Pose& pose,
                                                        const Projection& projection,
                                                        const DrawingStyle& style);

/// All outlines in a list.
[[nodiscard]] std::vector<Outline> list_outlines(const std::vector<Shape>& shapes);

/// A `unit` that suits machines of the size found at `pose`.
[[nodiscard]] double choose_unit(const Machine& machine, const Pose& pose,
                                 const Projection& projection);

}  // namespace globaldyn::inside::report
