#pragma once

#include <globaldyn/criteria.h>
#include <globaldyn/machine.h>
#include <globaldyn/method.h>
#include <globaldyn/region.h>
#include <globaldyn/work.h>

#include <Eigen/Core>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace globaldyn {

enum class SampleStatus { ok, unreachable, singular, lost_branch, out_of_travel, colliding };

/// ok, unreachable, singular, lost_branch, out_of_travel, colliding.
[[nodiscard]] const char* to_string(SampleStatus status);

/// A frame in space.
struct Frame {
  Eigen::Vector3d position{Eigen::Vector3d::Zero()};      ///< m
  Eigen::Matrix3d rotation{Eigen::Matrix3d::Identity()};  ///< its axes are the columns
};

/// What is accessible at one d1.
struct BoundsOfD2 {
  double d1{0.0};
  std::optional<Interval> d2;
};

/// A machine's matrices at one p, n rows for what the path prescribes, m columns for the drives;
/// SI.
struct PoseMatrices {
  Eigen::MatrixXd M;  ///< n x n: inertia of bodies and rotors in the path's coordinates
  Eigen::MatrixXd W;  ///< n x m: of drive forces the forces on the coordinates; Wᵀ gives the
                      ///< drives' rates
  /// n x m: rates of the coordinates for those of the drives, the pseudo-inverse of Wᵀ. None where
  /// drives do not determine the motion.
  std::optional<Eigen::MatrixXd> jacobian;
  /// n x n: stiffness with motors held. None where nothing holds, or a direction is rigid.
  std::optional<Eigen::MatrixXd> K;
  /// Of open machines of hinges and sliders: the bodies' inertia in the coordinates of the joints
  /// Evaluation::links(), by direction cosines (Zou et al. 1997).
  std::optional<Eigen::MatrixXd> joint_inertia;
};

/// A machine at one p of a path. What follows `status` and `reason` is there if it is ok.
struct Sample {
  double p{0.0};
  SampleStatus status{SampleStatus::unreachable};
  std::string reason;         ///< one line, if not ok
  std::optional<Frame> tool;  ///< if there is one
  /// All drive forces of a motion: A d1² + B d1 + C + D d2 + V y, N or N m, for any y. Those
  /// without V are of least norm.
  Eigen::VectorXd A, B, C, D;  ///< m, a number a drive
  Eigen::MatrixXd V;           ///< m x redundancy, orthonormal
  int unbalanced{0};           ///< degrees of freedom that no drive can hold
  Region region;
  std::vector<BoundsOfD2> d2_at;         ///< at the d1 asked for
  std::optional<PoseMatrices> matrices;  ///< if asked for

  /// The drive forces of least norm that a motion needs.
  [[nodiscard]] Eigen::VectorXd calc_forces(double d1, double d2) const {
    return A * (d1 * d1) + B * d1 + C + D * d2;
  }
};

struct PathEvaluation {
  std::string name;
  double p_max{0.0};
  std::vector<Sample> samples;
  std::vector<std::string> coordinates;  ///< what the path prescribes, of the matrices' rows
};

struct EvaluationOptions {
  std::vector<std::string> paths;  ///< names; empty: all of the file
  int samples{61};                 ///< at equal distances in p, both ends included
  std::vector<double> at;          ///< these p instead, if any
  std::vector<double> bounds_at;   ///< d1 at which to find the range of d2
  bool matrices{false};            ///< samples have them, too
  Method method;
  std::vector<std::string> criteria;  ///< of the paths, or formulas of the file
  CriteriaOptions criteria_options;   ///< for these; `run` is that of the whole
  Work run;
};

/// What a machine can do along its paths. A value; copies share what they hold.
class Evaluation {
 public:
  struct Impl;
  explicit Evaluation(std::shared_ptr<const Impl> impl);
  Evaluation(const Evaluation&) = default;
  Evaluation& operator=(const Evaluation&) = default;
  ~Evaluation() = default;

  [[nodiscard]] const std::vector<PathEvaluation>& paths() const;
  [[nodiscard]] const std::vector<CriterionValue>& criteria() const;
  [[nodiscard]] int n_bodies() const;
  /// Unknown if the machine was never assembled.
  [[nodiscard]] std::optional<int> n_dof() const;
  /// The smallest of any sample.
  [[nodiscard]] std::optional<int> redundancy() const;

  /// The joints of PoseMatrices::joint_inertia, if matrices were asked for and there are any.
  [[nodiscard]] const std::vector<std::string>& links() const;

  /// evaluation.json, with `bodies` also where every body is; and the regions' corners as CSV.
  [[nodiscard]] std::string json(bool bodies = false) const;
  [[nodiscard]] std::string csv() const;
  /// Writes evaluation.json and regions.csv to a folder, which is made if needed, and keeps there
  /// what they were computed from. @throws Error if they cannot be written
  void write(const std::string& folder) const;

  [[nodiscard]] const Impl& impl() const { return *impl_; }

 private:
  std::shared_ptr<const Impl> impl_;
};

/// Evaluates the accessible regions along paths.
/// @throws InputError for an unknown path, p outside it, a path that prescribes too much or too
///   little, or an idle freedom that inertia or load would move; Interrupted
[[nodiscard]] Evaluation evaluate(const Machine& machine, const EvaluationOptions& options = {});

}  // namespace globaldyn
