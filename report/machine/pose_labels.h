#pragma once

#include <vector>

#include "globaldyn/machine/machine.h"
#include "report/canvas/labels.h"
#include "report/machine/view.h"

namespace globaldyn::inside::report {

inline constexpr Colour kBodyColour = make_colour(0x1f4e8c);

/// The names of drives and springs, joints, and bodies, in this order, at what they name; none of a
/// kind with too many to be legible.
[[nodiscard]] std::vector<Label> list_names(const Machine& machine, const Pose& pose,
                                            const Projection& projection, const View& view);

/// The marks of joints and the tool, which labels should not hide.
[[nodiscard]] std::vector<PixelBox> list_marks(const Machine& machine, const Pose& pose,
                                               const Projection& projection, const View& view);

}  // namespace globaldyn::inside::report
