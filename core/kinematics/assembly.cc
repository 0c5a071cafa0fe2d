#include "core/kinematics/assembly.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "core/base/cancel.h"
#include "core/base/constants.h"
#include "core/joints/joint_rows.h"
#include "core/kinematics/freedoms.h"
#include "core/kinematics/guess.h"
#include "core/kinematics/turns.h"

namespace globaldyn::inside {
inline namespace core {
namespace {

constexpr double kFarthest = 0.5;  // largest step with trusted linearisation: L, and rad

// Shrinks a step so that no body moves further than `reach`, nor rotates by more than can be
// trusted.
// @return the remaining fraction of the step
double limit_step(Twists& twists, double reach) {
  double largest = 0.0;
  for (const Twist& twist : twists) {
    largest = std::max({largest, twist.v.norm() / reach, twist.w.norm() / kFarthest});
  }
  if (largest <= 1.0) return 1.0;
  for (Twist& twist : twists) {
    twist.v /= largest;
    twist.w /= largest;
  }
  return 1.0 / largest;
}

// Levenberg-Marquardt on the position equations: from a rough guess to where Newton converges, or
// to where no step brings the bodies closer together. Moves `pose` to the best point found.
void descend(const Mechanism& mechanism, const Task& task, Pose& pose) {
  constexpr int kMostSteps = 60;
  constexpr double kCloseEnough = 1e-9;  // a step here costs an eighth of Newton's
  constexpr double kFlat = 1e-7;  // gradient over values; 1 at a root, except where J loses rank
  constexpr double kAsForeseen = 0.9;
  const double least_reach = kFarthest * mechanism.kinematic_length;
  double reach = least_reach;
  double damping = 1e-2;
  auto rows = make_all_rows(mechanism, task, {pose, nullptr});
  double size = make_values(rows, mechanism).norm();
  NormalEquations equations = make_normal_equations(rows, mechanism);
  set_normal_equations(rows, mechanism, equations);
  for (int i = 0; i < kMostSteps && size > kCloseEnough && damping < 1e8; ++i) {
    if (equations.gradient.norm() < kFlat * size) return;
    bool is_nearer = false;
    if (equations.matrix.factorise(damping)) {
      VectorXd unknowns = -equations.gradient;
      equations.matrix.solve(unknowns);
      Twists correction = make_twists(unknowns, mechanism);
      const double share = limit_step(correction, reach);
      Pose trial = pose;
      move_by(trial, correction);
      rows = make_all_rows(mechanism, task, {trial, nullptr});
      const double trial_size = make_values(rows, mechanism).norm();
      is_nearer = trial_size < size;
      // Slides move along straight lines, possibly much further than the size of the machine.
      const bool is_straight = trial_size <= (1.0 - kAsForeseen * share) * size;
      reach = is_straight ? 2.0 * reach : least_reach;
      if (is_nearer) {
        pose = std::move(trial);
        size = trial_size;
      }
    }
    if (is_nearer) {
      set_normal_equations(rows, mechanism, equations);
      damping = std::max(damping * 0.2, 1e-12);
    } else {
      damping *= 8.0;
    }
  }
}

bool is_closed(const Mechanism& mechanism, const Pose& pose) {
  return std::all_of(mechanism.joints.begin(), mechanism.joints.end(),
                     [&](const Joint& joint) { return is_rightly_closed(joint, pose); });
}

// From a guess to a closed pose. Returns whether it closed; `residual` says how far it got.
bool close(const Mechanism& mechanism, const Task& task, Pose& pose, double& residual) {
  descend(mechanism, task, pose);
  const NewtonOutcome newton = solve_position(mechanism, task, pose);
  residual = newton.residual;
  return newton.converged && is_closed(mechanism, pose);
}

std::string explain_open_joints(const Mechanism& mechanism, const Task& task, const Pose& pose) {
  if (pose.empty()) return "the equations are beyond what numbers can hold";
  double worst = -1.0;
  std::string where;
  const auto take = [&](const ScalarRow& row, const std::string& name) {
    const double value = std::abs(row.value) / (row.rotational ? 1.0 : mechanism.kinematic_length);
    if (value > worst) {
      worst = value;
      // 1e-9 m is another mistake than 1e-3 m.
      where = fmt::format("{}: {:.3g} {}", name, std::abs(row.value), row.rotational ? "rad" : "m");
    }
  };
  for (const Joint& joint : mechanism.joints) {
    std::vector<ScalarRow> rows;
    append_constraint_rows(joint, {pose, nullptr}, rows);
    for (const ScalarRow& row : rows) take(row, "joint " + joint.name);
  }
  for (const Coupling& coupling : mechanism.couplings) {
    take(make_coupling_row(mechanism.joints, coupling, {pose, nullptr}),
         "coupling " + coupling.name);
  }
  const auto rows = make_task_rows(mechanism, task, {pose, nullptr});
  for (std::size_t k = 0; k < rows.size(); ++k) {
    take(rows[k], "prescribed " + name_of(mechanism, task.coordinates[k]));
  }
  return "the bodies cannot be put together; the largest gap is at " + where;
}

std::string join(const std::vector<std::string>& parts) {
  std::string result;
  for (const std::string& part : parts) result += (result.empty() ? "" : ", ") + part;
  return result;
}

// Visits guesses in order, the file's own first, until `visit` returns true.
template <class Visit>
int try_guesses(const Mechanism& mechanism, const Topology& topology, int random_guesses,
                std::uint64_t seed, const Visit& visit) {
  std::mt19937_64 random(seed);
  if (visit(make_file_guess(mechanism, topology))) return 1;
  for (int i = 0; i < random_guesses; ++i) {
    throw_if_cancelled();
    if (visit(make_random_guess(mechanism, topology, random))) return i + 2;
  }
  return random_guesses + 1;
}

// A branch found, with what is needed to recognise it.
struct KnownBranch {
  Branch branch;
  std::vector<bool> is_idle;  // per joint coordinate: an idle freedom moves it
  bool tool_turns_idly{false};
};

KnownBranch make_known(const Mechanism& mechanism, const Task& task, const Pose& pose) {
  KnownBranch known{
      {pose, calc_joint_coordinates(mechanism, pose), find_failed_conditions(mechanism, pose)}};
  known.is_idle.assign(known.branch.coordinates.size(), false);
  const MatrixXd idle = make_idle_kernel(mechanism, task.coordinates, pose);
  if (idle.cols() == 0) return known;
  constexpr double kMoves = 1e-6;
  std::size_t next = 0;
  for (const Joint& joint : mechanism.joints) {
    const int count = static_cast<int>(type_of(joint).coordinates.size());
    for (int c = 0; c < count; ++c) {
      const ScalarRow row = make_coordinate_row(joint, c, {pose, nullptr});
      known.is_idle[next++] = (make_matrix({row}, mechanism) * idle).norm() > kMoves;
    }
  }
  if (mechanism.tool && mechanism.tool->body != kGround) {
    known.tool_turns_idly =
        idle.middleRows(first_row_of(mechanism.tool->body) + 3, 3).norm() > kMoves;
  }
  return known;
}

// Equal in what can be seen of the mechanism: where the joints are, their coordinates, and the
// tool. Idle rotation (a rod about its own axis, a point mass on cables) does not make another
// branch.
bool is_same_branch(const Mechanism& mechanism, const KnownBranch& known, const Pose& pose) {
  constexpr double kSame = 1e-6;
  const double length = mechanism.kinematic_length;
  const auto moved = [&](BodyId body, const Vector3d& point) {
    const BodyPose& a = known.branch.pose[body];
    const BodyPose& b = pose[body];
    return (a.r + a.R * point - b.r - b.R * point).norm() > kSame * length;
  };
  for (const Joint& joint : mechanism.joints) {
    if (moved(joint.body_a, joint.frame_a.origin) || moved(joint.body_b, joint.frame_b.origin)) {
      return false;
    }
  }
  if (const auto& tool = mechanism.tool) {
    const BodyId body = tool->body;
    if (moved(body, tool->frame.origin)) return false;
    const bool turned = (known.branch.pose[body].R - pose[body].R).norm() > kSame;
    if (turned && !known.tool_turns_idly) return false;
  }
  const std::vector<double> coordinates = calc_joint_coordinates(mechanism, pose);
  for (std::size_t i = 0; i < coordinates.size(); ++i) {
    // Angles may differ by full turns; a different displacement has already moved a joint above.
    const double apart = coordinates[i] - known.branch.coordinates[i];
    const bool same = std::abs(apart) <= kSame || std::abs(wrap_angle(apart)) <= kSame;
    if (!same && !known.is_idle[i]) return false;
  }
  return true;
}

}  // namespace

AssemblyOutcome assemble(const Mechanism& mechanism, const Topology& topology, const Task& task,
                         std::uint64_t seed) {
  return assemble_quickly(mechanism, topology, task, mechanism.restarts, seed);
}

AssemblyOutcome assemble_quickly(const Mechanism& mechanism, const Topology& topology,
                                 const Task& task, int random_guesses, std::uint64_t seed) {
  AssemblyOutcome outcome;
  outcome.residual = kInfinity;
  std::map<std::string, int> failures;
  const auto attempt = [&](Pose pose) {
    double residual = 0.0;
    const bool closed = close(mechanism, task, pose, residual);
    if (closed) {
      const auto failed = find_failed_conditions(mechanism, pose);
      if (!failed.empty()) {
        outcome.status = AssemblyStatus::wrong_branch;
        outcome.pose = std::move(pose);
        outcome.residual = residual;
        ++failures[join(failed)];
        return false;
      }
      outcome.status = AssemblyStatus::ok;
    }
    if (closed || (outcome.status == AssemblyStatus::unreachable && residual < outcome.residual)) {
      outcome.pose = std::move(pose);
      outcome.residual = residual;
    }
    return closed;
  };
  outcome.guesses = try_guesses(mechanism, topology, random_guesses, seed, attempt);
  if (!outcome.pose.empty()) choose_turns(mechanism, task, outcome.pose);
  if (outcome.status == AssemblyStatus::unreachable) {
    outcome.reason = explain_open_joints(mechanism, task, outcome.pose);
  } else if (outcome.status == AssemblyStatus::wrong_branch) {
    const auto often =
        std::max_element(failures.begin(), failures.end(),
                         [](const auto& a, const auto& b) { return a.second < b.second; });
    outcome.reason = "it can be put together, but no guess gave the branch asked for; mostly " +
                     often->first + " does not hold";
  }
  return outcome;
}

AssemblyOutcome assemble_near(const Mechanism& mechanism, const Task& task, const Pose& near) {
  AssemblyOutcome outcome;
  outcome.pose = near;
  outcome.guesses = 1;
  const bool closed = close(mechanism, task, outcome.pose, outcome.residual);
  if (near.angles.empty()) choose_turns(mechanism, task, outcome.pose);
  take_prescribed_turns(mechanism, task, outcome.pose);
  const auto failed =
      closed ? find_failed_conditions(mechanism, outcome.pose) : std::vector<std::string>{};
  if (!closed) {
    outcome.reason = explain_open_joints(mechanism, task, outcome.pose);
  } else if (!failed.empty()) {
    outcome.status = AssemblyStatus::wrong_branch;
    outcome.reason = join(failed) + " does not hold";
  } else {
    outcome.status = AssemblyStatus::ok;
  }
  return outcome;
}

std::vector<Branch> find_branches(const Mechanism& mechanism, const Topology& topology,
                                  const Task& task, int guesses, std::uint64_t seed) {
  std::vector<KnownBranch> known;
  try_guesses(mechanism, topology, guesses, seed, [&](Pose pose) {
    double residual = 0.0;
    if (!close(mechanism, task, pose, residual)) return false;
    choose_turns(mechanism, task, pose);
    const bool is_known = std::any_of(known.begin(), known.end(), [&](const KnownBranch& branch) {
      return is_same_branch(mechanism, branch, pose);
    });
    if (!is_known) known.push_back(make_known(mechanism, task, pose));
    return false;
  });
  std::vector<Branch> branches;
  for (KnownBranch& branch : known) branches.push_back(std::move(branch.branch));
  return branches;
}

std::vector<double> calc_joint_coordinates(const Mechanism& mechanism, const Pose& pose) {
  std::vector<double> result;
  for (const Joint& joint : mechanism.joints) {
    const int count = static_cast<int>(type_of(joint).coordinates.size());
    for (int c = 0; c < count; ++c) {
      result.push_back(make_coordinate_row(joint, c, {pose, nullptr}).value);
    }
  }
  return result;
}

std::vector<std::string> find_failed_conditions(const Mechanism& mechanism, const Pose& pose) {
  if (mechanism.branch.empty()) return {};
  std::vector<double> variables;
  for (const PoseVariable& variable : mechanism.pose_variables) {
    if (const auto* index = std::get_if<CoordinateIndex>(&variable.source)) {
      const Joint& joint = mechanism.joints[index->joint];
      variables.push_back(
          make_bare_coordinate_row(joint, index->coordinate, {pose, nullptr}).value);
    } else {
      const BodyPoint& point = std::get<BodyPoint>(variable.source);
      const BodyPose& body = pose[point.body];
      variables.push_back((body.r + body.R * point.point)(variable.axis));
    }
  }
  std::vector<std::string> failed;
  for (const BranchCondition& condition : mechanism.branch) {
    if (!condition.range.contains(condition.expression.evaluate(variables))) {
      failed.push_back("'" + condition.text + "'");
    }
  }
  return failed;
}

}  // namespace core
}  // namespace globaldyn::inside
