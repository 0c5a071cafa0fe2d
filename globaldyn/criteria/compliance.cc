#include "globaldyn/criteria/compliance.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "core/base/svd.h"
#include "core/kinematics/joint_rows.h"
#include "globaldyn/criteria/pose_model.h"

namespace globaldyn {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

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
    const int count = count_constraint_rows(joint.kind);
    for (int i = 0; i < count; ++i) {
      const double stiffness =
          joint.stiffness.empty() ? kInfinity : joint.stiffness[static_cast<std::size_t>(i)];
      add(make_constraint_row(joint, i, state), stiffness, elements);
    }
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

// The motions that leave the rigid elements undeformed, as combinations of the modes.
MatrixXd make_free_combinations(MatrixXd rigid_rates) {
  for (Eigen::Index i = 0; i < rigid_rates.rows(); ++i) {
    const double size = rigid_rates.row(i).norm();
    if (size > 0.0) rigid_rates.row(i) /= size;
  }
  return rigid_rates.rows() == 0 ? MatrixXd::Identity(rigid_rates.cols(), rigid_rates.cols())
                                 : make_kernel(rigid_rates);
}

std::vector<Twists> list_modes(const MatrixXd& kernel, const Mechanism& mechanism) {
  std::vector<Twists> modes;
  for (Eigen::Index k = 0; k < kernel.cols(); ++k) {
    modes.push_back(make_twists(kernel.col(k), mechanism));
  }
  return modes;
}

MatrixXd calc_mode_mass(const PoseModel& model, const std::vector<Twists>& modes) {
  const auto count = static_cast<Eigen::Index>(modes.size());
  MatrixXd mass = MatrixXd::Zero(count, count);
  for (std::size_t b = 1; b < model.pose.size(); ++b) {
    const MassProperties& body = model.mechanism->bodies[b].mass_properties;
    const Matrix3d& R = model.pose[b].R;
    const Matrix3d inertia = R * body.inertia * R.transpose();
    for (Eigen::Index i = 0; i < count; ++i) {
      for (Eigen::Index j = 0; j < count; ++j) {
        const Twist& a = modes[static_cast<std::size_t>(i)][b];
        const Twist& c = modes[static_cast<std::size_t>(j)][b];
        mass(i, j) += body.mass * a.v.dot(c.v) + a.w.dot(inertia * c.w);
      }
    }
  }
  return mass;
}

MatrixXd calc_tool_motion(const PoseModel& model, const std::vector<Twists>& modes) {
  MatrixXd motion = MatrixXd::Zero(6, static_cast<Eigen::Index>(modes.size()));
  const auto& tool = model.mechanism->tool;
  if (!tool) return motion;
  const auto body = static_cast<std::size_t>(tool->body);
  const Vector3d arm = model.pose[body].R * tool->frame.origin;
  for (std::size_t k = 0; k < modes.size(); ++k) {
    const Twist& twist = modes[k][body];
    motion.col(static_cast<Eigen::Index>(k)) << twist.v + twist.w.cross(arm), twist.w;
  }
  return motion;
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

// Elastic motion in coordinates that leave everything rigid as it is.
struct ElasticSystem {
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
  return {deformation.transpose() * stiffness.asDiagonal() * deformation,
          free.transpose() * calc_mode_mass(model, modes) * free,
          calc_tool_motion(model, modes) * free, calc_task_motion(model, modes) * free};
}

}  // namespace

bool has_compliance(const Mechanism& mechanism) {
  return has_compliant_joint(mechanism) ||
         std::any_of(mechanism.drives.begin(), mechanism.drives.end(),
                     [](const Drive& drive) { return drive.stiffness < kInfinity; });
}

// Motions without stiffness are idle if they move nothing that the task prescribes; they are left
// out.
HeldMachine calc_held_machine(const PoseModel& model) {
  constexpr double kNoStiffness = 1e-12;
  constexpr double kNoMotion = 1e-6;
  const ElasticSystem system = make_system(model);
  HeldMachine held;
  held.compliance.setZero();
  held.is_held = true;
  held.lowest_frequency = kInfinity;
  if (system.stiffness.size() == 0) return held;
  const Eigen::SelfAdjointEigenSolver<MatrixXd> eigen(system.stiffness);
  const VectorXd& values = eigen.eigenvalues();
  const double largest = std::max(values(values.size() - 1), 0.0);
  Eigen::Index soft = 0;
  while (soft < values.size() && values(soft) <= kNoStiffness * largest) ++soft;
  const MatrixXd idle = system.task * eigen.eigenvectors().leftCols(soft);
  held.is_held = soft == 0 || idle.norm() <= kNoMotion * system.task.norm();
  if (!held.is_held || soft == values.size()) {
    held.lowest_frequency = held.is_held ? kInfinity : 0.0;
    return held;
  }
  const MatrixXd modes = eigen.eigenvectors().rightCols(values.size() - soft) *
                         values.tail(values.size() - soft).cwiseSqrt().cwiseInverse().asDiagonal();
  const MatrixXd tool = system.tool * modes;
  held.compliance = tool * tool.transpose();
  const Eigen::SelfAdjointEigenSolver<MatrixXd> motion(modes.transpose() * system.mass * modes,
                                                       Eigen::EigenvaluesOnly);
  const double slowest = motion.eigenvalues()(motion.eigenvalues().size() - 1);
  if (slowest > 0.0) held.lowest_frequency = 1.0 / (2.0 * std::numbers::pi * std::sqrt(slowest));
  return held;
}

}  // namespace globaldyn
