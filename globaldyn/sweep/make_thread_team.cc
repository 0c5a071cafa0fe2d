#include "globaldyn/sweep/make_thread_team.h"

#include <tbb/parallel_for.h>
#include <tbb/partitioner.h>
#include <tbb/task_arena.h>

#include <memory>

#include "globaldyn/sweep/sweep.h"

namespace globaldyn::inside {
inline namespace sweep {

ThreadTeam make_thread_team(int threads) {
  const int count = count_threads({.threads = threads, .cancel = nullptr, .progress = {}});
  const auto arena = std::make_shared<tbb::task_arena>(count);
  return {count, [arena](int pieces, const std::function<void(int)>& work) {
            arena->execute([&] { tbb::parallel_for(0, pieces, work, tbb::simple_partitioner()); });
          }};
}

}  // namespace sweep
}  // namespace globaldyn::inside
