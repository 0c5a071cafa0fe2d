#pragma once

#include <globaldyn/criteria.h>
#include <globaldyn/evaluation.h>
#include <globaldyn/plan.h>

#include <Eigen/Core>
#include <functional>
#include <string>
#include <vector>

namespace globaldyn {

/// A joint coordinate and its value.
struct RestingJoint {
  std::string name;   ///< JOINT, or JOINT.COORDINATE of joints with several
  double value{0.0};  ///< m or rad
};

/// A machine at rest in a pose: n degrees of freedom, those of the coordinates that the path or map
/// prescribes, pushed by m drives. SI.
struct RestingPose {
  std::vector<std::string> drives;   ///< m, in the file's order
  std::vector<RestingJoint> joints;  ///< in the file's order
  Frame tool;                        ///< in global axes, if there is one
  Eigen::MatrixXd M;                 ///< n x n: inertia of bodies and rotors in the coordinates
  Eigen::MatrixXd W;                 ///< n x m: of drive forces the forces on the coordinates
  Eigen::VectorXd load;              ///< n: W f = load holds the machine against gravity and loads
  Eigen::VectorXd low;               ///< m: the least force that a drive can exert at rest
  Eigen::VectorXd high;              ///< m: the greatest
  Eigen::MatrixXd tool_rates;  ///< 6 x n: velocity and angular velocity of the tool per unit rates;
                               ///< no columns without a tool
};

/// Adds a criterion of poses: known from then on, in this process, wherever criteria of poses are:
/// in maps of machine files, along paths, in studies. Add it before files are read that name it.
/// @param about its name, unit (SI), which values are better, a line that describes it
/// @param calc its value; called from several threads at once. What it throws ends the computation,
///   in studies the design. Where the machine cannot be assembled it is not called: the value there
///   is the worst, an infinite one
/// @throws InputError for a name that there is already, that formulas cannot have, and for a unit
///   that is not of SI
void add_pose_criterion(const Criterion& about,
                        std::function<double(const RestingPose& pose)> calc);

/// Likewise a criterion of paths and cycles: a number that says how good the fastest motion is, or
/// the one that is given. In formulas of machine files, `evaluate`, studies.
/// @param calc of the plan as plan() gives it, with 501 samples; it belongs to no folder and cannot
///   be written. Not called where there is no motion
void add_path_criterion(const Criterion& about, std::function<double(const Plan& plan)> calc);

/// Likewise a criterion of machines as a whole, for studies, whose formulas name it `machine.NAME`.
/// @param calc of a design's machine; NaN or infinite where it has no value, which makes the design
///   infeasible. In samples of tolerances the machine has its errors, and what is made of it by
///   with() has not
void add_machine_criterion(const Criterion& about,
                           std::function<double(const Machine& machine)> calc);

}  // namespace globaldyn
