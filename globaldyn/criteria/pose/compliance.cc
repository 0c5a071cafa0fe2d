#include "globaldyn/criteria/pose/compliance.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "core/base/constants.h"
#include "core/base/nth.h"
#include "core/base/svd.h"
#include "core/joints/joint_rows.h"
#include "core/kinematics/acting_rows.h"
#include "globaldyn/criteria/pose/modes.h"
#include "globaldyn/criteria/pose/pose_model.h"

namespace globaldyn::inside {
inline namespace criteria {
namespace {

bool has_compliance(const Joint& joint) {
  return std::any_of(joint.stiffness.begin(), joint.stiffness.end(),
                     [](double stiffness) { return stiffness < kInfinity; });
}

bool has_compliant_joint(const Mechanism& mechanism) {
  return std::any_of(mechanism.joints.begin(), mechanism.joints.end(),
                     [](const Joint& joint) { return has_compliance(joint); });
}

struct ElasticRow {
  ScalarRow row;
  double stiffness;
};

// What may deform and what may not.
struct Elements {
  std::vector<ElasticRow> elastic;
  std::vector<ScalarRow> rigid;
};

void add(const ScalarRow& row, double stiffness, Elements& elements) {
  if (stiffness < kInfinity) {
    elements.elastic.push_back({row, stiffness});
  } else {
    elements.rigid.push_back(row);
  }
}

Elements list_acting_elements(const Mechanism& mechanism, const KinematicState& state) {
  Elements elements;
  for (const Drive& drive : mechanism.drives) {
    add(make_drive_row(mechanism, drive, state), drive.stiffness, elements);
  }
  for (const Spring& spring : mechanism.springs) {
    if (spring.stiffness == 0.0) continue;
    add(make_acting_row(mechanism, spring.coordinate, state), spring.stiffness, elements);
  }
  return elements;
}

void add_joints(const Mechanism& mechanism, const KinematicState& state, Elements& elements) {
  for (const Joint& joint : mechanism.joints) {
    const int count = count_constraint_rows(joint);
    for (int i = 0; i < count; ++i) {
      const double stiffness = joint.stiffness.empty() ? kInfinity : nth(joint.stiffness, i);
      add(make_constraint_row(joint, i, state), stiffness, elements);
    }
  }
  for (const Coupling& coupling : mechanism.couplings) {
    elements.rigid.push_back(make_coupling_row(mechanism.joints, coupling, state));
  }
}

// Rates of rows per mode of motion, rows x modes.
MatrixXd make_rates(const std::vector<ScalarRow>& rows, const std::vector<Twists>& modes) {
  MatrixXd rates(rows.size(), modes.size());
  for (std::size_t i = 0; i < rows.size(); ++i) {
    for (std::size_t k = 0; k < modes.size(); ++k) {
      rates(static_cast<Eigen::Index>(i), static_cast<Eigen::Index>(k)) =
          rows[i].calc_rate(modes[k]);
    }
  }
  return rates;
}

MatrixXd normalize_rows(MatrixXd rows) {
  for (Eigen::Index i = 0; i < rows.rows(); ++i) {
    const double size = rows.row(i).norm();
    if (size > 0.0) rows.row(i) /= size;
  }
  return rows;
}

// The motions that leave the rigid elements undeformed, as combinations of the modes.
MatrixXd make_free_combinations(const MatrixXd& rigid_rates) {
  return rigid_rates.rows() == 0 ? MatrixXd::Identity(rigid_rates.cols(), rigid_rates.cols())
                                 : make_kernel(normalize_rows(rigid_rates));
}

std::vector<Twists> list_modes(const MatrixXd& kernel, const Mechanism& mechanism) {
  std::vector<Twists> modes;
  for (Eigen::Index k = 0; k < kernel.cols(); ++k) {
    modes.push_back(make_twists(kernel.col(k), mechanism));
  }
  return modes;
}

MatrixXd calc_task_motion(const PoseModel& model, const std::vector<Twists>& modes) {
  TaskTarget zero;
  zero.value = VectorXd::Zero(static_cast<Eigen::Index>(model.coordinates.size()));
  std::vector<ScalarRow> rows;
  for (std::size_t k = 0; k < model.coordinates.size(); ++k) {
    rows.push_back(make_task_row(*model.mechanism, model.coordinates[k], zero, static_cast<int>(k),
                                 {model.pose, nullptr}));
  }
  return make_rates(rows, modes);
}

// Elastic motion in coordinates that leave everything rigid undeformed.
struct ElasticSystem {
  MatrixXd deformation;  // of the elastic elements, rows scaled alike; x coordinates
  MatrixXd stiffness;
  MatrixXd mass;
  MatrixXd tool;  // 6 x coordinates
  MatrixXd task;  // task coordinates' rates x coordinates
};

ElasticSystem make_system(const PoseModel& model) {
  const Mechanism& mechanism = *model.mechanism;
  const KinematicState state{model.pose, nullptr};
  Elements elements = list_acting_elements(mechanism, state);
  std::vector<Twists> modes = model.basis;
  if (has_compliant_joint(mechanism)) {
    add_joints(mechanism, state, elements);
    modes = list_modes(make_kernel(make_matrix(elements.rigid, mechanism)), mechanism);
    elements.rigid.clear();
  }
  std::vector<ScalarRow> rows;
  VectorXd stiffness(static_cast<Eigen::Index>(elements.elastic.size()));
  for (const ElasticRow& element : elements.elastic) {
    stiffness(static_cast<Eigen::Index>(rows.size())) = element.stiffness;
    rows.push_back(element.row);
  }
  const MatrixXd free = make_free_combinations(make_rates(elements.rigid, modes));
  const MatrixXd deformation = make_rates(rows, modes) * free;
  return {
      normalize_rows(deformation), deformation.transpose() * stiffness.asDiagonal() * deformation,
      free.transpose() * calc_mass(mechanism, model.pose, modes) * free,
      calc_tool_rates(mechanism, model.pose, modes) * free, calc_task_motion(model, modes) * free};
}

// Of the task's coordinates, by their rates for those of coordinates that have this stiffness.
std::optional<MatrixXd> invert_compliance(const MatrixXd& task,
                                          const Eigen::LLT<MatrixXd>& stiffness) {
  const MatrixXd half = stiffness.matrixL().solve(task.transpose());
  const Svd svd = calc_full_svd(normalize_rows(half.transpose()));
  const Eigen::Index n = task.rows();
  if (n == 0 || svd.sigma.size() < n || svd.sigma(n - 1) <= kRankTolerance) return std::nullopt;
  return MatrixXd((half.transpose() * half).inverse());
}

}  // namespace

bool has_compliance(const Mechanism& mechanism) {
  return has_compliant_joint(mechanism) ||
         std::any_of(mechanism.drives.begin(), mechanism.drives.end(),
                     [](const Drive& drive) { return drive.stiffness < kInfinity; });
}

// Motions that deform nothing are idle if they move nothing that the task prescribes. Their inertia
// follows the other motions freely, so it is condensed onto them.
HeldMachine calc_held_machine(const PoseModel& model) {
  constexpr double kNoMotion = 1e-6;
  const ElasticSystem system = make_system(model);
  HeldMachine held;
  held.compliance.setZero();
  held.is_held = true;
  held.lowest_frequency = kInfinity;
  if (system.stiffness.size() == 0) return held;
  const Svd svd = calc_full_svd(system.deformation);
  Eigen::Index rank = 0;
  while (rank < svd.sigma.size() && svd.sigma(rank) > kRankTolerance * svd.sigma(0)) ++rank;
  const MatrixXd deforming = svd.V.leftCols(rank);
  const MatrixXd idle = svd.V.rightCols(svd.V.cols() - rank);
  held.is_held = (system.task * idle).norm() <= kNoMotion * system.task.norm();
  if (!held.is_held || rank == 0) {
    held.lowest_frequency = held.is_held ? kInfinity : 0.0;
    return held;
  }
  const Eigen::LLT<MatrixXd> stiffness(deforming.transpose() * system.stiffness * deforming);
  const MatrixXd tool = system.tool * deforming;
  held.compliance = tool * stiffness.solve(tool.transpose());
  held.task_stiffness = invert_compliance(system.task * deforming, stiffness);
  MatrixXd mass = deforming.transpose() * system.mass * deforming;
  if (idle.cols() > 0) {
    const MatrixXd across = deforming.transpose() * system.mass * idle;
    const MatrixXd of_idle = idle.transpose() * system.mass * idle;
    mass -= across * of_idle.completeOrthogonalDecomposition().solve(across.transpose());
  }
  const MatrixXd half = stiffness.matrixL().solve(mass);
  const MatrixXd scaled = stiffness.matrixL().solve(half.transpose());
  const Eigen::SelfAdjointEigenSolver<MatrixXd> motion(scaled, Eigen::EigenvaluesOnly);
  const double slowest = motion.eigenvalues()(rank - 1);
  if (slowest > 0.0) held.lowest_frequency = 1.0 / (2.0 * std::numbers::pi * std::sqrt(slowest));
  return held;
}

}  // namespace criteria
}  // namespace globaldyn::inside
