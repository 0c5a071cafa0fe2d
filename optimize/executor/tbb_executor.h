#pragma once

#include <memory>

#include "optimize/executor/executor.h"

namespace globaldyn::inside {
inline namespace executor {

/// Evaluates on threads of this process, one evaluator each. The thread that submits designs only
/// waits. The study must outlive it.
/// @param threads 0: one per core
[[nodiscard]] std::unique_ptr<Executor> make_tbb_executor(const Study& study, int threads);

}  // namespace executor
}  // namespace globaldyn::inside
