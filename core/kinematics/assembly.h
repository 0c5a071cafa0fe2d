#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "core/kinematics/motion.h"
#include "core/mechanism/topology.h"

namespace globaldyn::inside {
inline namespace core {

/// How the assembly of the machine ended.
enum class AssemblyStatus {
  ok,
  unreachable,   ///< no guess led to a closed mechanism on the task
  wrong_branch,  ///< it closes, but never as the file's branch conditions ask
};

struct [[nodiscard]] AssemblyOutcome {
  AssemblyStatus status{AssemblyStatus::unreachable};
  Pose pose;             ///< if ok; otherwise the closest found
  double residual{0.0};  ///< largest dimensionless equation value of `pose`
  int guesses{0};        ///< tried
  std::string reason;    ///< if not ok: which joint stays open or which condition fails
};

/// Assembles the machine on the task: from the file's guesses, then from random ones (within the
/// joints' travel, otherwise a full turn or the machine's size), `mechanism.restarts` of them,
/// until the joints close and every branch condition holds. Deterministic: guesses depend on `seed`
/// alone.
AssemblyOutcome assemble(const Mechanism& mechanism, const Topology& topology, const Task& task,
                         std::uint64_t seed = 1);

/// As assemble(), with at most `random_guesses` random guesses.
AssemblyOutcome assemble_quickly(const Mechanism& mechanism, const Topology& topology,
                                 const Task& task, int random_guesses, std::uint64_t seed = 1);

/// As assemble(), starting from `near`, without random guesses.
AssemblyOutcome assemble_near(const Mechanism& mechanism, const Task& task, const Pose& near);

/// One way in which the machine can be assembled on the task.
struct Branch {
  Pose pose;
  std::vector<double> coordinates;  ///< of all joints, in the order of list_coordinates()
  std::vector<std::string> failed_conditions;  ///< of the file; empty: this is what it asks for
};

/// The different branches that `guesses` random guesses lead to, the file's own guess first.
/// Random search: it may miss some.
[[nodiscard]] std::vector<Branch> find_branches(const Mechanism& mechanism,
                                                const Topology& topology, const Task& task,
                                                int guesses, std::uint64_t seed = 1);

/// Every joint coordinate at a pose, in the joints' order.
[[nodiscard]] std::vector<double> calc_joint_coordinates(const Mechanism& mechanism,
                                                         const Pose& pose);

/// The branch conditions of the file that do not hold at the pose.
[[nodiscard]] std::vector<std::string> find_failed_conditions(const Mechanism& mechanism,
                                                              const Pose& pose);

}  // namespace core
}  // namespace globaldyn::inside
