#include "globaldyn/evaluation/branch_walker.h"

#include <cassert>

namespace globaldyn::inside {
inline namespace evaluation {

BranchWalker::BranchWalker(const Machine& machine, const HomePose& home,
                           const EvaluationMethod& method, Patience patience)
    : follower_(machine.mechanism, machine.topology, home, choose_solution(machine, method),
                patience),
      maker_(machine, method) {}

void BranchWalker::begin_at(const Path& path, double p, const Pose& pose) {
  path_ = &path;
  (void)follower_.begin_at(path.task, p, pose);
}

const Sample& BranchWalker::move_to(double p) {
  assert(path_ != nullptr);
  return maker_.make(p, follower_.follow(p), follower_, *path_);
}

const Sample& BranchWalker::move_to_limits(double p) {
  assert(path_ != nullptr);
  return maker_.make_limits(p, follower_.follow(p), follower_, *path_);
}

}  // namespace evaluation
}  // namespace globaldyn::inside
