#include "tests/limits/defined_limits.h"

#include <algorithm>
#include <cmath>

#include "core/base/constants.h"
#include "core/base/nth.h"

namespace globaldyn::inside::test {
namespace {

constexpr int kCorners = 32;  // of the polygon in the circle of the tool's acceleration

Interval scale(const Interval& range, double factor) {
  const double a = factor * range.low, b = factor * range.high;
  return {std::min(a, b), std::max(a, b)};
}

double sign_of(double value) {
  return value > 0.0 ? 1.0 : value < 0.0 ? -1.0 : 0.0;
}

Interval below(double most) {
  return {-kInfinity, most};
}

Interval above(double least) {
  return {least, kInfinity};
}

Interval within(double most) {
  return {-most, most};
}

// The columns of a form: 1, d2, y, what stiction takes of each drive, weights of the corners.
class Definition {
 public:
  Definition(const LimitedMachine& machine, const Mechanism& mechanism, const Sample& sample,
             double d1, bool rests, double margin)
      : machine_(machine),
        mechanism_(mechanism),
        sample_(sample),
        map_(sample.map),
        d1_(d1),
        rests_(rests),
        first_stiction_(2 + map_.redundancy()),
        first_corner_(first_stiction_ + map_.drive_count()),
        size_(first_corner_ + kCorners),
        program_(size_ - 1, margin) {}

  MotionProgram define() {
    for (std::size_t k = 0; k < machine_.drives.size(); ++k) {
      define_drive(machine_.drives[k], static_cast<Eigen::Index>(k));
    }
    for (const LimitedJoint& joint : machine_.joints) define_joint(joint);
    for (const LimitedReaction& reaction : machine_.reactions) define_reaction(reaction);
    define_tool();
    if (rests_) program_.bound(make_form(0.0, 1.0), {0.0, 0.0}, "rest");
    return std::move(program_);
  }

 private:
  [[nodiscard]] ProgramForm make_form(double constant, double per_d2 = 0.0) const {
    ProgramForm form = ProgramForm::Zero(size_);
    form(0) = constant;
    form(1) = per_d2;
    return form;
  }

  // n_k = A d1² + B d1 + C + D d2 + V y, at rest without the friction of the motion.
  [[nodiscard]] ProgramForm make_force(Eigen::Index k) const {
    ProgramForm n =
        make_form(map_.A()(k) * d1_ * d1_ + map_.B()(k) * d1_ + map_.C()(k), map_.D()(k));
    n.segment(2, map_.redundancy()) = map_.V.row(k).transpose();
    if (rests_) n(0) -= nth(machine_.drives, k).coulomb * sign_of(map_.drive_rate(k));
    return n;
  }

  // What accelerates the rotor, in front of the gear, at the coordinate.
  [[nodiscard]] ProgramForm make_rotor(const LimitedDrive& drive, Eigen::Index k) const {
    return drive.rotor * drive.ratio * drive.ratio * make_acceleration(k);
  }

  [[nodiscard]] ProgramForm make_acceleration(Eigen::Index k) const {
    return make_form(map_.drive_second(k) * d1_ * d1_, map_.drive_rate(k));
  }

  [[nodiscard]] double find_direction(Eigen::Index k) const {
    return rests_ ? 0.0 : sign_of(map_.drive_rate(k));
  }

  // What of the force reaches the machine, past rotor and friction.
  [[nodiscard]] ProgramForm make_transmitted(const LimitedDrive& drive, Eigen::Index k) const {
    const double friction =
        drive.viscous * map_.drive_rate(k) * d1_ + drive.coulomb * find_direction(k);
    return make_force(k) - make_rotor(drive, k) - make_form(friction);
  }

  void define_drive(const LimitedDrive& drive, Eigen::Index k) {
    ProgramForm through = make_force(k) - make_rotor(drive, k);
    if (find_direction(k) == 0.0) {  // stiction takes what it likes, up to its size
      ProgramForm stiction = make_form(0.0);
      stiction(first_stiction_ + k) = 1.0;
      program_.bound(stiction, within(drive.coulomb), "stiction");
      through += stiction;
    }
    define_motor(drive, k, through);
    const double speed = drive.ratio * map_.drive_rate(k) * d1_;
    program_.bound(make_form(speed), within(drive.max_speed), "max_speed");
    program_.bound(drive.ratio * make_acceleration(k), within(drive.max_acceleration),
                   "max_acceleration");
    const ProgramForm transmitted = make_transmitted(drive, k);
    program_.bound(transmitted, drive.transmitted, "transmitted");
    if (drive.is_cable) {
      const double least = scale(drive.limits, drive.ratio).low;
      program_.bound(transmitted, above(std::max(0.0, least)), "tension");
    }
    define_preload(drive, k);
  }

  // Less the forces of least norm that give the same motion: the part of n in the span of V.
  void define_preload(const LimitedDrive& drive, Eigen::Index k) {
    ProgramForm part = make_form(0.0);
    for (Eigen::Index j = 0; j < map_.drive_count(); ++j) {
      part += map_.V.row(k).dot(map_.V.row(j)) * make_force(j);
    }
    // A to D have none but for rounding errors, which a motor without redundancy would show.
    if (map_.redundancy() > 0) {
      program_.bound(part, drive.preload, "preload");
    } else {
      program_.bound(make_form(0.0), drive.preload, "preload");
    }
  }

  // The limits of the motor's force, straight or falling with its speed.
  void define_motor(const LimitedDrive& drive, Eigen::Index k, const ProgramForm& through) {
    bound_motor(drive, k, through, drive.limits, 0.0, "limits");
    if (drive.line) {
      const auto& [no_load_speed, stall] = *drive.line;
      bound_motor(drive, k, through, within(stall), stall / no_load_speed, "line");
    }
    for (std::size_t i = 1; i < drive.curve.size(); ++i) {
      const LimitedDrive::Point &from = drive.curve[i - 1], &to = drive.curve[i];
      const double fall = (from.force - to.force) / (to.speed - from.speed);
      bound_motor(drive, k, through, within(from.force + fall * from.speed), fall, "curve");
    }
    if (drive.curve.empty()) return;
    const double speed = drive.ratio * map_.drive_rate(k) * d1_;
    program_.bound(make_form(speed), within(drive.curve.back().speed), "curve's end");
  }

  // The motor's force and `fall` times its speed, at its shaft, within `range`, with the gear
  // between it and what goes `through`.
  void bound_motor(const LimitedDrive& drive, Eigen::Index k, const ProgramForm& through,
                   const Interval& range, double fall, const std::string& kind) {
    const ProgramForm rest = make_rotor(drive, k) +
                             make_form(drive.ratio * drive.ratio * fall * map_.drive_rate(k) * d1_);
    const Interval here = scale(range, drive.ratio);
    const auto bound = [&](double left, const Interval& to, const std::string& what) {
      program_.bound(rest + left * through, to, what);
    };
    const double driving = 1.0 / drive.efficiency, driven = drive.efficiency_back;
    const double held = std::max(driven, 0.0);
    const double direction = find_direction(k);
    const bool has_losses = drive.efficiency < 1.0 || drive.efficiency_back < 1.0;
    if (!has_losses) return bound(1.0, here, kind);
    if (direction == 0.0) return bound(held, here, kind + " of a gear at rest");
    const Interval ahead = direction > 0.0 ? below(here.high) : above(here.low);
    const Interval behind = direction > 0.0 ? above(here.low) : below(here.high);
    bound(driving, ahead, kind + " of a driving motor");
    bound(driven, ahead, kind + (driven < 0.0 ? " of a locked motor" : " of a driven motor"));
    bound(held, behind, kind + " behind");
  }

  [[nodiscard]] BodyId find_body(const std::string& name) const {
    for (const BodyId id : mechanism_.bodies.ids()) {
      if (mechanism_.bodies[id].name == name) return id;
    }
    return BodyId(0);
  }

  [[nodiscard]] const Twist& first_of(const std::string& body) const {
    return sample_.motion.first[find_body(body)];
  }

  [[nodiscard]] const Twist& second_of(const std::string& body) const {
    return sample_.motion.second[find_body(body)];
  }

  void define_joint(const LimitedJoint& joint) {
    const auto part = [&](const Twist& a, const Twist& b) {
      return joint.axis.dot(joint.turns ? b.w - a.w : b.v - a.v);
    };
    const double rate = part(first_of(joint.body_a), first_of(joint.body_b));
    const double change = part(second_of(joint.body_a), second_of(joint.body_b));
    program_.bound(make_form(change * d1_ * d1_, rate), within(joint.most), "joint");
  }

  // Newton's law for all that the joint carries: mass times acceleration is the reaction, weight,
  // load, and what reaches it of drives from the ground.
  void define_reaction(const LimitedReaction& reaction) {
    const Matrix3d R = reaction.axes_of == "ground"
                           ? Matrix3d(Matrix3d::Identity())
                           : sample_.motion.pose[find_body(reaction.axes_of)].R;
    const Vector3d axis = R * reaction.axis;
    ProgramForm sum = make_form(-axis.dot(machine_.load));
    const auto is_carried = [&](const std::string& body) {
      return std::find(reaction.beyond.begin(), reaction.beyond.end(), body) !=
             reaction.beyond.end();
    };
    for (const LimitedBody& body : machine_.bodies) {
      if (!is_carried(body.name)) continue;
      const Vector3d square = second_of(body.name).v * d1_ * d1_ - machine_.gravity;
      sum += body.mass * make_form(axis.dot(square), axis.dot(first_of(body.name).v));
    }
    for (std::size_t k = 0; k < machine_.drives.size(); ++k) {
      const LimitedDrive& drive = machine_.drives[k];
      if (!drive.pair || !is_carried(drive.pair->body)) continue;
      const double along = axis.dot(find_push(drive));
      sum -= along * make_transmitted(drive, static_cast<Eigen::Index>(k));
    }
    program_.bound(sum, reaction.range, "reaction");
  }

  // The direction in which a positive force moves the body.
  [[nodiscard]] Vector3d find_push(const LimitedDrive& drive) const {
    const auto& place = sample_.motion.pose[find_body(drive.pair->body)];
    const Vector3d way = place.r + place.R * drive.pair->to - drive.pair->from;
    return way.normalized() * (drive.is_cable ? -1.0 : 1.0);
  }

  void define_tool() {
    const LimitedTool& tool = machine_.tool;
    const BodyId body = mechanism_.tool->body;
    const Twist &first = sample_.motion.first[body], &second = sample_.motion.second[body];
    const Vector3d arm = sample_.motion.pose[body].R * mechanism_.tool->frame.origin;
    const Vector3d rate = first.v + first.w.cross(arm);
    const Vector3d change = second.v + second.w.cross(arm) + first.w.cross(first.w.cross(arm));
    const Vector3d tangent = rate.normalized();
    const double change_along = tangent.dot(change);
    const double change_across = (change - change_along * tangent).norm();
    program_.bound(make_form(rate.norm() * d1_), within(tool.speed), "tool's speed");
    const ProgramForm along = make_form(change_along * d1_ * d1_, rate.norm());
    const ProgramForm across = make_form(change_across * d1_ * d1_);
    program_.bound(along, within(tool.along), "along");
    program_.bound(across, within(tool.across), "across");
    if (std::isfinite(tool.all)) define_circle(along / tool.all, across / tool.all);
  }

  // (along, across) in the convex hull of corners on the unit circle.
  void define_circle(ProgramForm along, ProgramForm across) {
    ProgramForm sum = make_form(0.0);
    for (Eigen::Index i = 0; i < kCorners; ++i) {
      const double angle = 2.0 * kPi * static_cast<double>(i) / kCorners;
      ProgramForm weight = make_form(0.0);
      weight(first_corner_ + i) = 1.0;
      program_.bound(weight, above(0.0), "all");
      along -= std::cos(angle) * weight;
      across -= std::sin(angle) * weight;
      sum += weight;
    }
    // The margin is here: a larger hull.
    program_.bound(sum, below(1.0), "all");
    program_.bound(along, {0.0, 0.0}, "all");
    program_.bound(across, {0.0, 0.0}, "all");
  }

  const LimitedMachine& machine_;
  const Mechanism& mechanism_;
  const Sample& sample_;
  const DriveForceMap& map_;
  double d1_;
  bool rests_;
  Eigen::Index first_stiction_, first_corner_, size_;
  MotionProgram program_;
};

}  // namespace

MotionProgram define_limits(const LimitedMachine& machine, const Mechanism& mechanism,
                            const Sample& sample, double d1, double margin) {
  return Definition(machine, mechanism, sample, d1, false, margin).define();
}

MotionProgram define_rest(const LimitedMachine& machine, const Mechanism& mechanism,
                          const Sample& sample, double margin) {
  return Definition(machine, mechanism, sample, 0.0, true, margin).define();
}

}  // namespace globaldyn::inside::test
