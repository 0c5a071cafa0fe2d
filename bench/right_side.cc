// A machine as numbers, its accelerations at states of a motion, and what a right-hand side takes
// in each formulation: for programs that do the same, results/peers.
// Usage: right_side FILE STATES: JSON, in SI, bodies' places those of their centres of mass. Rotors
// and friction are left out.
#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <ctime>
#include <exception>
#include <random>

#include "core/formulations/forward_dynamics.h"
#include "core/formulations/registry/formulations.h"
#include "core/joints/joint_type.h"
#include "core/simulation/simulation.h"
#include "globaldyn/machine/machine.h"
#include "globaldyn/simulation/start_pose.h"
#include "globaldyn/storage/json.h"

namespace globaldyn::inside {
namespace {

Json write(const Vector3d& v) {
  return {v.x(), v.y(), v.z()};
}

Json write(const Matrix3d& m) {
  return {write(Vector3d(m.row(0))), write(Vector3d(m.row(1))), write(Vector3d(m.row(2)))};
}

Json write(const Twists& twists) {
  Json json = Json::array();
  for (const Twist& twist : twists) json.push_back({{"v", write(twist.v)}, {"w", write(twist.w)}});
  return json;
}

Json write(const Frame& frame) {
  return {{"origin", write(frame.origin)}, {"axes", write(frame.axes)}};
}

// Frames are relative to centres of mass.
Json write_joint(const Machine& machine, JointId id) {
  const Joint& joint = machine.mechanism.joints[id];
  const auto& cut = machine.topology.cut_joints;
  return {{"name", joint.name},
          {"type", type_of(joint).key},
          {"a", joint.body_a.number()},
          {"b", joint.body_b.number()},
          {"frame_a", write(joint.frame_a)},
          {"frame_b", write(joint.frame_b)},
          {"cut", std::find(cut.begin(), cut.end(), id) != cut.end()}};
}

Json write_drive(const Drive& drive) {
  const auto* coordinate = std::get_if<CoordinateIndex>(&drive.coordinate);
  if (coordinate == nullptr) throw Error("drive " + drive.name + " is not at a joint");
  return {{"joint", coordinate->joint.number()}, {"coordinate", coordinate->coordinate}};
}

Json write_machine(const Machine& machine) {
  const Mechanism& mechanism = machine.mechanism;
  Json json{{"name", mechanism.name}, {"gravity", write(mechanism.gravity)}};
  json["bodies"] = json["joints"] = json["drives"] = Json::array();
  for (const Body& body : mechanism.bodies) {
    json["bodies"].push_back({{"name", body.name},
                              {"mass", body.mass_properties.mass},
                              {"inertia", write(body.mass_properties.inertia)}});
  }
  for (const JointId id : mechanism.joints.ids()) {
    json["joints"].push_back(write_joint(machine, id));
  }
  for (const Drive& drive : mechanism.drives) json["drives"].push_back(write_drive(drive));
  return json;
}

struct State {
  Pose pose;
  Twists twists;
  Actuation actuation;
};

// Those of a motion of one second that begins with random rates, each with random forces.
class StateMaker {
 public:
  explicit StateMaker(const Machine& machine) : machine_(machine) {}

  std::vector<State> make(int count) {
    std::vector<State> states;
    const SimulationOptions options{
        .tolerance = 1e-8, .samples = count, .stops_at_travel_ends = false};
    const Pose start = find_start_pose(machine_, {});
    Twists twists(start.size());
    for (const BodyId body : moving_bodies(start)) twists[body] = {draw_vector(), draw_vector()};
    (void)simulate(machine_.mechanism, machine_.topology, start, twists, {}, options,
                   [&](const SimulationSample& sample) {
                     states.push_back({sample.pose, sample.twists, draw_actuation()});
                   });
    return states;
  }

 private:
  double draw() { return uniform_(random_); }
  Vector3d draw_vector() {
    return Vector3d::NullaryExpr([&] { return draw(); });
  }
  Actuation draw_actuation() {
    constexpr double kForce = 20.0;  // N or N m
    Actuation actuation;
    actuation.forces =
        VectorXd::NullaryExpr(machine_.mechanism.drive_count(), [&] { return kForce * draw(); });
    return actuation;
  }

  const Machine& machine_;
  std::mt19937_64 random_{1};
  std::uniform_real_distribution<double> uniform_{-1.0, 1.0};
};

// States as the formulation has them, and what it makes of them.
class Mover {
 public:
  Mover(const Machine& machine, const Formulation& formulation)
      : dynamics_(machine.mechanism, formulation.make_state(machine.mechanism, machine.topology)),
        y_(dynamics_.state_size()),
        rates_(dynamics_.state_size()) {}

  const Twists& accelerate(const State& state) {
    dynamics_.start(state.pose, state.twists, state.actuation, y_);
    calc_rates(state);
    return dynamics_.accelerations();
  }

  // The same pose from twice slightly different rates, so that nothing is remembered. Smallest mean
  // of five, ns of processor time.
  double measure(const State& state) {
    dynamics_.start(state.pose, state.twists, state.actuation, y_);
    double least = 0.0;
    long count = 1;
    for (int i = 0; i < 5; ++i) {
      double seconds = measure(state, count);
      while (seconds < kLeastTime) seconds = measure(state, count *= 2);
      const double mean = 1e9 * seconds / static_cast<double>(count);
      least = i == 0 ? mean : std::min(least, mean);
    }
    return least;
  }

 private:
  static constexpr double kLeastTime = 0.1;  // s

  void calc_rates(const State& state) {
    dynamics_.take(y_);
    if (!dynamics_.calc_rates(state.actuation, rates_)) throw Error("a singular pose");
  }

  double measure(const State& state, long count) {
    const std::clock_t begin = std::clock();
    for (long i = 0; i < count; ++i) {
      y_(y_.size() - 1) *= 1.0 + (i % 2 == 0 ? 1e-12 : -1e-12);
      calc_rates(state);
    }
    return static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC;
  }

  ForwardDynamics dynamics_;
  VectorXd y_, rates_;
};

Json write_state(const State& state) {
  Json poses = Json::array();
  for (const BodyPose& pose : state.pose) {
    poses.push_back({{"r", write(pose.r)}, {"R", write(pose.R)}});
  }
  return {
      {"poses", poses},
      {"twists", write(state.twists)},
      {"forces", std::vector<double>(state.actuation.forces.begin(), state.actuation.forces.end())},
      {"accelerations", Json::object()}};
}

int run(const std::string& file, int count) {
  Machine machine = load_machine(file);
  for (Drive& drive : machine.mechanism.drives) {
    drive.viscous = drive.coulomb = drive.reflected_inertia = 0.0;
  }
  Json json = write_machine(machine);
  const std::vector<State> states = StateMaker(machine).make(count);
  for (const State& state : states) json["states"].push_back(write_state(state));
  json["fastest"] = find_fastest(machine.mechanism, machine.topology).key;
  for (const Formulation& formulation : list_formulations()) {
    Mover mover(machine, formulation);
    for (std::size_t i = 0; i < states.size(); ++i) {
      json["states"][i]["accelerations"][formulation.key] = write(mover.accelerate(states[i]));
    }
    json["ns"][formulation.key] = mover.measure(states.back());
  }
  fmt::print("{}", to_file_text(json, -1));
  return 0;
}

}  // namespace
}  // namespace globaldyn::inside

int main(int count, char** arguments) {
  if (count != 3) {
    fmt::print(stderr, "Usage: right_side FILE STATES\n");
    return 2;
  }
  try {
    return globaldyn::inside::run(arguments[1], std::atoi(arguments[2]));
  } catch (const std::exception& error) {
    fmt::print(stderr, "{}\n", error.what());
    return 2;
  }
}
