#pragma once

#include <optional>
#include <vector>

#include "globaldyn/path/path.h"

namespace globaldyn::inside {
inline namespace path {

/// A coordinate of a path that is another one just before p than just behind it: no machine gets
/// there, not even by stopping.
struct PathJump {
  double p{0.0};
  TaskCoordinate coordinate;
  double size{0.0};  ///< m, or rad
};

/// The largest jump between two tasks of a path so near to each other that it could not get from
/// one to the other in between; nothing if no coordinate jumps by more than rounding errors.
/// @param least in rad and machine lengths: what is smaller counts as rounding error
[[nodiscard]] std::optional<PathJump> find_jump(const Mechanism& mechanism, const Task& before,
                                                double p_before, const Task& after, double p_after,
                                                double least);

/// The first jump at one of these p, which are increasing and inside the path.
[[nodiscard]] std::optional<PathJump> find_jump(const Mechanism& mechanism, const Path& path,
                                                const std::vector<double>& places);

/// @throws InputError at the path's place, which says where it jumps and what helps
[[noreturn]] void refuse_jump(const Mechanism& mechanism, const Path& path, const PathJump& jump);

/// Refuses a path that jumps before p = `end` at one of its corners or breaks, where alone such
/// paths jump that are no formulas. (Where a formula jumps, a survey finds.)
/// @throws InputError as refuse_jump() does
void require_continuous(const Mechanism& mechanism, const Path& path, double end);

}  // namespace path
}  // namespace globaldyn::inside
