#pragma once

#include <memory>
#include <string>

#include "optimize/executor/executor.h"

namespace globaldyn::inside {
inline namespace mpi {

/// The processes that mpirun started together, including this one. Finalises MPI when destroyed.
class MpiProcesses {
 public:
  /// @throws Error if MPI cannot be used from one of several threads
  MpiProcesses();
  ~MpiProcesses();
  MpiProcesses(const MpiProcesses&) = delete;
  MpiProcesses& operator=(const MpiProcesses&) = delete;

  [[nodiscard]] int rank() const { return rank_; }
  [[nodiscard]] int size() const { return size_; }

  /// Rank 0's number, on all ranks. All must call it.
  [[nodiscard]] std::uint64_t broadcast(std::uint64_t number) const;

  /// The number of ranks where `mine` is true. All must call it.
  [[nodiscard]] int count(bool mine) const;

  /// Ends all processes at once.
  [[noreturn]] void abort(int exit_code) const;

 private:
  int rank_{0};
  int size_{1};
};

/// Whether mpirun, or its equivalent on a cluster, started this process with others.
[[nodiscard]] bool has_mpi_processes();

/// Evaluates on all ranks, including this one, which must be 0. The others must be in
/// serve_designs() until this object is destroyed. Designs are handed out on demand in chunks of
/// some milliseconds of work, so that a slow rank does not hold up the rest; results do not depend
/// on which rank evaluates what.
/// @param threads of this rank
/// @throws Error from collect() when a rank has failed
[[nodiscard]] std::unique_ptr<Executor> make_mpi_executor(const Study& study,
                                                          const MpiProcesses& processes,
                                                          int threads);

/// Evaluates what rank 0 sends until it has no more. To be called on every other rank.
/// @param threads of this rank
void serve_designs(const Study& study, const MpiProcesses& processes, int threads);

}  // namespace mpi
}  // namespace globaldyn::inside
