#include "globaldyn/record/fingerprint.h"

#include <fmt/format.h>

#include <bit>
#include <cmath>
#include <cstdint>
#include <variant>

#include "globaldyn/limits/gear.h"

namespace globaldyn::inside {
inline namespace record {
namespace {

constexpr int kPlaces = 33;  // at which functions of p are compared

// Fowler, Noll, Vo: FNV-1a with 64 bits.
class Hash {
 public:
  void add(double value) {
    const auto bits = std::bit_cast<std::uint64_t>(value == 0.0 ? 0.0 : value);
    for (int k = 0; k < 64; k += 8) add_byte(static_cast<std::uint8_t>(bits >> k));
  }
  void add(const std::string& text) {
    for (const char c : text) add_byte(static_cast<std::uint8_t>(c));
    add_byte(0);
  }
  template <class Derived>
  void add(const Eigen::MatrixBase<Derived>& values) {
    for (const double value : values.reshaped()) add(value);
  }
  template <class... Numbers>
  void add_all(Numbers... numbers) {
    (add(static_cast<double>(numbers)), ...);
  }
  // What most machines do not have, told apart from what else is added.
  void add_limit(double value) {
    if (!std::isfinite(value)) return;
    add(std::string("limit"));
    add(value);
  }
  void add(const Frame& frame) {
    add(frame.origin);
    add(frame.axes);
  }
  void add(const PointPair& points) {
    add_all(points.from.body.number(), points.to.body.number());
    add(points.from.point);
    add(points.to.point);
  }
  void add(const CoordinateSum& sum) {
    for (const CoordinateTerm& term : sum.terms) {
      add_all(term.of.joint.number(), term.of.coordinate, term.factor);
    }
  }
  void add(const ActingCoordinate& coordinate) {
    add(static_cast<double>(coordinate.index()));
    std::visit(
        [&](const auto& one) {
          if constexpr (std::is_same_v<std::decay_t<decltype(one)>, CoordinateIndex>) {
            add_all(one.joint.number(), one.coordinate);
          } else {
            add(one);
          }
        },
        coordinate);
  }

  [[nodiscard]] std::string text() const { return fmt::format("{:016x}", state_); }

 private:
  void add_byte(std::uint8_t byte) {
    constexpr std::uint64_t kPrime = 0x100000001b3;
    state_ = (state_ ^ byte) * kPrime;
  }

  std::uint64_t state_{0xcbf29ce484222325};
};

void add_parts(const Mechanism& mechanism, Hash& hash) {
  hash.add(mechanism.gravity);
  for (const Body& body : mechanism.bodies) {
    hash.add(body.mass_properties.mass);
    hash.add(body.mass_properties.com);
    hash.add(body.mass_properties.inertia);
    if (body.guess) hash.add(*body.guess);
  }
  for (const Joint& joint : mechanism.joints) {
    hash.add_all(static_cast<int>(joint.kind), joint.body_a.number(), joint.body_b.number(),
                 joint.lead, joint.length);
    hash.add(joint.frame_a);
    hash.add(joint.frame_b);
    for (const Interval& travel : joint.travel) hash.add_all(travel.low, travel.high);
    for (const double guess : joint.guess) hash.add(guess);
    for (const double most : joint.max_acceleration) hash.add_limit(most);
    hash.add(joint.cone);
  }
  for (const Coupling& coupling : mechanism.couplings) {
    hash.add(coupling.sum);
    hash.add(coupling.value);
  }
  for (const BranchCondition& condition : mechanism.branch) {
    hash.add_all(condition.range.low, condition.range.high);
  }
}

void add_forces(const Machine& machine, const Path& path, Hash& hash) {
  const Mechanism& mechanism = machine.mechanism;
  for (const Drive& drive : mechanism.drives) {
    hash.add(drive.coordinate);
    hash.add_all(drive.sign(), drive.reflected_inertia, drive.viscous, drive.coulomb);
    if (has_gear_losses(drive)) hash.add_all(drive.efficiency, drive.efficiency_back);
  }
  // All of them by name: the compiler reminds whoever adds one. What is rated limits nothing.
  for (const Drive& drive : mechanism.drives) {
    const auto& [force, lines, speed, acceleration, tension, transmitted, preload, rated,
                 rated_over_speed, thermal_time, loss_weight, power, rate, jerk, brake] =
        drive.limit;
    const SpeedLine first = lines.empty() ? SpeedLine{} : lines.front();
    hash.add_all(force.low, force.high, first.stall, first.slope, speed);
    for (std::size_t i = 1; i < lines.size(); ++i) hash.add_all(lines[i].stall, lines[i].slope);
    if (std::isfinite(tension)) hash.add(tension);
    hash.add_limit(acceleration);
    for (const double limit : {brake, power, rate, jerk}) hash.add_limit(limit);
    for (const Interval& range : {transmitted, preload}) {
      if (std::isfinite(range.low) || std::isfinite(range.high))
        hash.add_all(range.low, range.high);
    }
  }
  for (const Spring& spring : mechanism.springs) {
    hash.add(spring.coordinate);
    hash.add_all(spring.stiffness, spring.rest, spring.damping);
    if (!spring.has_curve()) continue;
    for (const ForceCurve::Point& point : spring.curve.points) hash.add_all(point.at, point.force);
    hash.add(spring.curve.period);
    if (spring.over) hash.add(ActingCoordinate{*spring.over});
  }
  if (mechanism.tool) {
    hash.add_all(mechanism.tool->body.number());
    hash.add(mechanism.tool->frame);
  }
  for (const ToolWrench& wrench : mechanism.wrenches) {
    hash.add(wrench.at);
    hash.add(static_cast<double>(wrench.in_tool_frame));
    for (const auto* components : {&wrench.force, &wrench.torque}) {
      for (const Expression& one : *components) {
        for (const double at : path.make_samples(kPlaces)) {
          const double p = path.find_load_place(at);
          hash.add(one.evaluate(std::span(&p, 1)));
        }
      }
    }
    if (!wrench.table) continue;
    for (const double p : wrench.table->p) hash.add(p);
    for (const WrenchTable::Row& row : wrench.table->rows) hash.add(row);
  }
}

void add_preload(const PreloadRule& rule, Hash& hash) {
  if (rule.is_free()) return;
  hash.add(std::string(to_string(rule.kind)));
  hash.add(rule.forces);
  for (const double p : rule.table.p) hash.add(p);
  for (const Eigen::Index k : rule.table.of) hash.add(static_cast<double>(k));
  if (rule.kind == PreloadRule::Kind::table) hash.add(VectorXd(rule.table.forces.reshaped()));
}

void add_path(const Path& path, Hash& hash) {
  hash.add(path.p_max);
  for (const PathSpeedLimit& limit : path.speed_limits) {
    hash.add_all(limit.from, limit.to, limit.speed);
  }
  for (const PathAccelerationLimit& limit : path.acceleration_limits) {
    hash.add(std::string("acceleration"));
    hash.add_all(limit.from, limit.to, limit.along, limit.across, limit.all);
  }
  for (const PathJerkLimit& limit : path.jerk_limits) {
    hash.add(std::string("jerk"));
    hash.add_all(limit.from, limit.to, limit.jerk);
  }
  for (const TaskCoordinate& one : path.coordinates) {
    // The number that tells it from others of its kind.
    const bool is_of_drive = one.kind == TaskCoordinate::Kind::drive;
    hash.add_all(static_cast<int>(one.kind), is_of_drive ? one.drive.number() : one.index,
                 one.joint.joint.number(), one.joint.coordinate);
  }
  for (const double p : path.make_samples(kPlaces)) {
    const Task task = path.task(p);
    hash.add(task.target.value);
    hash.add(task.target.rotation);
  }
}

}  // namespace

std::string make_fingerprint(const std::vector<std::string>& parts) {
  Hash hash;
  for (const std::string& part : parts) hash.add(part);
  return hash.text();
}

std::string make_fingerprint(const Machine& machine, const Path& path) {
  Hash hash;
  add_parts(machine.mechanism, hash);
  add_forces(machine, path, hash);
  add_preload(machine.preload, hash);
  if (machine.supply.is_any()) hash.add_all(machine.supply.power, machine.supply.back);
  add_path(path, hash);
  return hash.text();
}

}  // namespace record
}  // namespace globaldyn::inside
