#include "globaldyn/exchange/sweep.h"

#include <Eigen/QR>
#include <algorithm>
#include <cmath>

namespace globaldyn::inside {
inline namespace exchange {
namespace {

// A sum of joint coordinates that is constant.
struct Equation {
  std::vector<RobotTerm> of;
  double equals;
};

// Of whole numbers that keep neighbouring turns apart; as exactly as machine files ask for.
bool is_ratio(double value) {
  constexpr int kMostBelow = 12, kMostAbove = 1000;
  for (int below = 1; below <= kMostBelow; ++below) {
    const double above = value * below;
    const bool is_whole =
        std::abs(above - std::round(above)) < 1e-13 * std::max(1.0, std::abs(above));
    if (is_whole && std::abs(above) <= kMostAbove) return true;
  }
  return false;
}

bool is_within_a_turn(const RobotJoint& joint) {
  constexpr double kHalf = 3.1415;  // rad
  return has_travel(joint) && *joint.lower > -kHalf && *joint.upper < kHalf;
}

class SweepFinder {
 public:
  SweepFinder(const Robot& robot, const std::set<std::string>& loops)
      : robot_(robot), loops_(loops) {}

  Sweep find() {
    bound_what_no_turns_fit();
    for (const RobotJoint* one : list_free_joints()) {
      sweep_.joints.push_back(one->name);
      sweep_.ranges.push_back(find_range(*one));
    }
    find_guesses();
    return std::move(sweep_);
  }

 private:
  // Sums of angles that may make full turns need ratios of whole numbers up to 1000.
  void bound_what_no_turns_fit() {
    const auto bound = [&](const std::vector<RobotTerm>& of) {
      std::vector<const RobotJoint*> angles;
      double first = 0.0;
      bool fits = true;
      for (const auto& [name, factor] : of) {
        const RobotJoint& joint = *find_joint(robot_, name);
        if (slides(joint) || is_within_a_turn(joint)) continue;
        angles.push_back(&joint);
        if (first == 0.0) first = factor;
        fits = fits && is_ratio(factor / first);
      }
      if (fits) return;
      for (const RobotJoint* one : angles) sweep_.bounded.insert(one->name);
    };
    for (const RobotJoint& one : robot_.joints) {
      if (one.mimic) bound({{one.name, 1.0}, {one.mimic->joint, one.mimic->multiplier}});
    }
    for (const RobotCoupling& one : robot_.couplings) bound(one.of);
    for (const RobotDrive& one : robot_.drives) bound(one.of);
    for (const RobotSpring& one : robot_.springs) bound(one.of);
  }

  // What the travels of those that mimic a joint leave of its own; none: no ends.
  [[nodiscard]] RobotJoint narrow_by_followers(RobotJoint joint) const {
    constexpr double kNone = std::numeric_limits<double>::infinity();
    double low = has_travel(joint) ? *joint.lower : -kNone;
    double high = has_travel(joint) ? *joint.upper : kNone;
    for (const RobotJoint& one : robot_.joints) {
      const bool is_bounded = sweep_.bounded.count(one.name) != 0;
      if (!one.mimic || !(is_bounded || has_travel(one))) continue;
      constexpr double kHalf = 3.1414;  // rad
      const double ends[2]{is_bounded ? -kHalf : *one.lower, is_bounded ? kHalf : *one.upper};
      double by = 1.0, offset = 0.0;  // one = by leader + offset
      const RobotJoint* at = &one;
      for (; at->mimic && at->name != joint.name; at = find_joint(robot_, at->mimic->joint)) {
        offset += by * at->mimic->offset;
        by *= at->mimic->multiplier;
      }
      if (at->name != joint.name || by == 0.0 || at == &one) continue;
      const auto [least, most] = std::minmax((ends[0] - offset) / by, (ends[1] - offset) / by);
      low = std::max(low, least);
      high = std::min(high, most);
    }
    if (low < high && (std::isfinite(low) || std::isfinite(high))) {
      joint.lower = low;
      joint.upper = high;
    }
    return joint;
  }

  [[nodiscard]] static std::optional<std::pair<double, double>> find_travel(
      const RobotJoint& joint) {
    if (!joint.lower || *joint.lower == *joint.upper) return std::nullopt;
    if (std::isinf(*joint.lower) || std::isinf(*joint.upper)) return std::nullopt;
    return std::pair{*joint.lower, *joint.upper};
  }

  // With loops: a little from where they close, into the travel.
  [[nodiscard]] static std::pair<double, double> find_step(const RobotJoint& joint) {
    const double step = slides(joint) ? 0.02 : 0.1;  // m, or rad
    const double start = joint.start.value_or(0.0);
    const bool is_low = joint.upper && start + step > *joint.upper;
    return {start, is_low ? start - step : start + step};
  }

  // Where the example's path begins and ends: about the middle of the travel.
  [[nodiscard]] std::pair<double, double> find_range(const RobotJoint& alone) const {
    const RobotJoint joint = narrow_by_followers(alone);
    if (!loops_.empty()) return find_step(joint);
    constexpr double kHalf = 0.5;  // rad, or m
    if (const auto travel = find_travel(joint)) {
      const double middle = 0.5 * (travel->first + travel->second);
      const double half = std::min(kHalf, 0.25 * (travel->second - travel->first));
      return {middle - half, middle + half};
    }
    // With one end: a little from that.
    if (has_travel(joint)) {
      return std::isfinite(*joint.lower) ? std::pair{*joint.lower, *joint.lower + 2.0 * kHalf}
                                         : std::pair{*joint.upper - 2.0 * kHalf, *joint.upper};
    }
    return {-kHalf, kHalf};
  }

  // Joints that can be prescribed: those that no loop, mimic or coupling moves.
  [[nodiscard]] std::vector<const RobotJoint*> list_free_joints() const {
    std::set<std::string> driven, coupled;
    for (const RobotDrive& drive : robot_.drives) {
      for (const RobotTerm& term : drive.of) driven.insert(term.first);
    }
    for (const RobotCoupling& one : robot_.couplings) {
      for (const RobotTerm& term : one.of) {
        if (coupled.insert(term.first).second) break;
      }
    }
    std::vector<const RobotJoint*> free;
    for (const RobotJoint& one : robot_.joints) {
      const bool is_moved = loops_.count(one.name) != 0 && driven.count(one.name) == 0;
      if (one.has_coordinate() && !one.mimic && !is_moved && coupled.count(one.name) == 0) {
        free.push_back(&one);
      }
    }
    return free;
  }

  // Where assembly begins: where the example's path does, or where loops close; mimics and
  // couplings hold there, because angles are known up to full turns only.
  void find_guesses() {
    std::map<std::string, Eigen::Index> columns;
    for (const RobotJoint& one : robot_.joints) {
      columns.emplace(one.name, static_cast<Eigen::Index>(columns.size()));
    }
    const auto n = static_cast<Eigen::Index>(columns.size());
    VectorXd guess(n);
    std::vector<Equation> equations;
    for (const RobotJoint& one : robot_.joints) {
      guess[columns.at(one.name)] =
          loops_.empty() ? find_range(one).first : one.start.value_or(0.0);
      if (!one.mimic) continue;
      equations.push_back(
          {{{one.name, 1.0}, {one.mimic->joint, -one.mimic->multiplier}}, one.mimic->offset});
    }
    for (const RobotCoupling& one : robot_.couplings) equations.push_back({one.of, one.equals});
    const std::set<std::string> free(sweep_.joints.begin(), sweep_.joints.end());

    // By those that follow; by all only if that is not enough.
    for (const bool all : {false, true}) {
      MatrixXd rows = MatrixXd::Zero(static_cast<Eigen::Index>(equations.size()), n);
      VectorXd off(rows.rows());
      for (Eigen::Index i = 0; i < rows.rows(); ++i) {
        const Equation& one = equations[static_cast<std::size_t>(i)];
        off[i] = one.equals;
        for (const auto& [name, factor] : one.of) {
          off[i] -= factor * guess[columns.at(name)];
          if (all || free.count(name) == 0) rows(i, columns.at(name)) += factor;
        }
      }
      if (off.size() > 0) guess += rows.completeOrthogonalDecomposition().solve(off);
    }
    for (const auto& [name, column] : columns) sweep_.guesses[name] = guess[column];
  }

  const Robot& robot_;
  const std::set<std::string>& loops_;
  Sweep sweep_;
};

}  // namespace

Sweep find_sweep(const Robot& robot, const std::set<std::string>& loops) {
  return SweepFinder(robot, loops).find();
}

}  // namespace exchange
}  // namespace globaldyn::inside
