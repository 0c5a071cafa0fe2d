#pragma once

#include <vector>

#include "globaldyn/path/path.h"

namespace globaldyn::inside {
inline namespace path {

/// Which of a path's coordinates a speed is of.
struct Mover {
  std::vector<Eigen::Index> rows;  ///< one, or those of the tool's position
  bool is_rotary{false};
};

/// That which `of` says in a law: a joint coordinate or drive by its name, or the tool (also if it
/// is not said). @throws InputError unless the path prescribes it
[[nodiscard]] Mover find_mover(const Node& law, const Path& path, const Mechanism& mechanism);

}  // namespace path
}  // namespace globaldyn::inside
