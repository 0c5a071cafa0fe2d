#pragma once

#include <functional>
#include <optional>
#include <string>

#include "globaldyn/criteria/path/drive_use.h"
#include "globaldyn/motion/plan_path.h"

namespace globaldyn::inside {
inline namespace rating {

/// A motion near the fastest, and what it asks of the drives.
struct NearMotion {
  double gap{0.0};  ///< by how much longer it may take than the fastest, relative
  DriveUse use;
};

/// How much longer a motion may take than the fastest, relative.
[[nodiscard]] double find_gap(const PathPlan& plan);

/// Makes one to the tolerance and within the work given; none if it could not.
using MakeMotion = std::function<std::optional<NearMotion>(const PathPlanOptions& options)>;

/// What the fastest motion asks of the drives, to the tolerance of its time. A motion that takes
/// only a thousandth longer may do so with forces some percent smaller, as errors of the forces go
/// with the root of that of the time. So motions nearer and nearer to the fastest are looked at
/// until what two of them ask for agrees, each a hundred times nearer than the one before.
/// @param motion the first, made with `options`; its use becomes that of the last
/// @return how well it is known if that is not so well: one line, or none
[[nodiscard]] std::string refine_use(const MakeMotion& make, PathPlanOptions options,
                                     NearMotion& motion);

}  // namespace rating
}  // namespace globaldyn::inside
