#pragma once

#include "core/base/thread_team.h"

namespace globaldyn::inside {
inline namespace sweep {

/// One for pieces of work of some microseconds. @param threads 0: one per core
[[nodiscard]] ThreadTeam make_thread_team(int threads);

}  // namespace sweep
}  // namespace globaldyn::inside
