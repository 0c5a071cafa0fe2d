// A right-hand side of a simulation, the accelerations under given drive forces, in each
// formulation and by Simbody; checked against each other before anything is measured.
#include <benchmark/benchmark.h>
#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <random>

#include "bench/simbody_forward.h"
#include "bench/simbody_motion.h"
#include "core/base/errors.h"
#include "core/base/nth.h"
#include "core/formulations/forward_dynamics.h"
#include "core/formulations/registry/formulations.h"
#include "globaldyn/evaluation/path_walker.h"
#include "globaldyn/machine/machine.h"

namespace globaldyn::inside {
namespace {

constexpr const char* kMachines[] = {"arm_3r", "puma560",      "rrr3",
                                     "delta",  "sliding_star", "hexapod_6ups"};
constexpr int kStates = 60;

// Simbody refuses measured tensors that no body can have: their moments are raised alike until one
// can have them.
void make_possible(Matrix3d& inertia) {
  const double largest = inertia.selfadjointView<Eigen::Lower>().eigenvalues().maxCoeff();
  const double lack = 2.0 * largest - inertia.trace();
  if (lack > 0.0) inertia.diagonal().array() += lack;
}

// What both calculate. Losses and rotors are left out, since Simbody's model has none. A machine
// without gravity stands upright in its plane.
Machine load_plain(const std::string& name) {
  Machine machine =
      load_machine(std::string(GLOBALDYN_SOURCE_DIR) + "/machines/" + name + "/" + name + ".yaml");
  for (Drive& drive : machine.mechanism.drives) {
    drive.viscous = drive.coulomb = drive.reflected_inertia = 0.0;
  }
  for (Body& body : machine.mechanism.bodies) make_possible(body.mass_properties.inertia);
  Vector3d& gravity = machine.mechanism.gravity;
  if (gravity.isZero(0.0)) gravity = {0.0, -9.81, 0.0};
  return machine;
}

// Where a machine is, rates that its joints need not allow yet, and drive forces.
struct Instant {
  Pose pose;
  Twists twists;
  Actuation actuation;
};

// Rates and forces are random, so that every freedom and drive takes part.
class InstantMaker {
 public:
  Instant make(const Pose& pose, const Mechanism& mechanism) {
    Instant instant{.pose = pose, .twists = Twists(pose.size()), .actuation = {}};
    for (const BodyId b : moving_bodies(pose)) {
      instant.twists[b] = {draw_vector(), draw_vector()};
    }
    constexpr double kForce = 20.0;  // N or N m
    instant.actuation.forces =
        VectorXd::NullaryExpr(mechanism.drive_count(), [&] { return kForce * draw(); });
    return instant;
  }

 private:
  double draw() { return uniform_(random_); }
  Vector3d draw_vector() {
    return Vector3d::NullaryExpr([&] { return draw(); });
  }

  std::mt19937_64 random_{1};
  std::uniform_real_distribution<double> uniform_{-1.0, 1.0};
};

// All along the machine's first path.
std::vector<Instant> list_instants(const Machine& machine) {
  const Path& path = machine.paths.front();
  PathWalker walker(machine, path);
  InstantMaker maker;
  std::vector<Instant> instants;
  for (int i = 0; i < kStates; ++i) {
    const Sample& sample = walker.move_to(path.p_max * i / kStates);
    if (sample.status != SampleStatus::ok) throw NumericalError(sample.reason.what);
    instants.push_back(maker.make(sample.motion.pose, machine.mechanism));
  }
  return instants;
}

// A machine in one formulation, moved from instant to instant.
class Mover {
 public:
  Mover(const Machine& machine, const Formulation& formulation)
      : dynamics_(machine.mechanism, formulation.make_state(machine.mechanism, machine.topology)),
        y_(dynamics_.state_size()),
        rates_(dynamics_.state_size()) {}

  [[nodiscard]] const ForwardDynamics& dynamics() const { return dynamics_; }
  [[nodiscard]] const VectorXd& y() const { return y_; }

  // With the instant's rates projected onto what the joints allow.
  void start(const Instant& instant) {
    dynamics_.start(instant.pose, instant.twists, instant.actuation, y_);
  }

  // A right-hand side as integrators ask for it.
  const VectorXd& calc_rates(const VectorXd& y, const Actuation& actuation) {
    dynamics_.take(y);
    if (!dynamics_.calc_rates(actuation, rates_)) throw NumericalError("a singular pose");
    return rates_;
  }

  // A short step of a simulation, closed again after it.
  void step(const Actuation& actuation) {
    constexpr double kStep = 1e-4;  // s
    y_ += kStep * calc_rates(y_, actuation);
    dynamics_.take(y_);
    if (!dynamics_.project(actuation, y_)) throw NumericalError("the machine does not close");
  }

 private:
  ForwardDynamics dynamics_;
  VectorXd y_, rates_;
};

// Largest difference of the bodies' accelerations, relative to the largest one.
double differ(const Twists& ours, const Twists& theirs, Vector3d Twist::*part) {
  double largest = 0.0, difference = 0.0;
  for (const BodyId b : ours.ids()) {
    if (!(theirs[b].*part).allFinite()) return std::numeric_limits<double>::infinity();
    largest = std::max(largest, (ours[b].*part).norm());
    difference = std::max(difference, (ours[b].*part - theirs[b].*part).norm());
  }
  return largest > 0.0 ? difference / largest : difference;
}

double find_largest_difference(const Machine& machine, const Formulation& formulation) {
  Mover mover(machine, formulation);
  const SimbodyModel model(machine.mechanism, ForcesBy::elements);
  SimbodyForward simbody(model);
  double largest = 0.0;
  for (const Instant& instant : list_instants(machine)) {
    mover.start(instant);
    (void)mover.calc_rates(mover.y(), instant.actuation);
    const ForwardDynamics& ours = mover.dynamics();
    const SimTK::State state = fit_state(model, ours.pose(), ours.twists());
    (void)simbody.calc(state.getQ(), state.getU(), instant.actuation.forces);
    const Twists theirs = simbody.list_accelerations();
    largest = std::max({largest, differ(ours.accelerations(), theirs, &Twist::v),
                        differ(ours.accelerations(), theirs, &Twist::w)});
  }
  return largest;
}

// Neither program may be measured if it is wrong. Rounding errors that the loops' equations magnify
// come to 3e-13; drive forces, weights or speeds off by a ten millionth to 1e-8 and more.
bool all_agree() {
  constexpr double kAgree = 1e-9;
  bool agree = true;
  for (const char* name : kMachines) {
    const Machine machine = load_plain(name);
    for (const Formulation& formulation : list_formulations()) {
      const double difference = find_largest_difference(machine, formulation);
      fmt::print(stderr, "{:<14} {:<10} differs by {:.1e} at most\n", name, formulation.key,
                 difference);
      agree = agree && difference < kAgree;
    }
  }
  if (!agree) fmt::print(stderr, "Simbody and globaldyn disagree; nothing is measured.\n");
  return agree;
}

// States of a short motion, which differ as an integrator's do; coordinates stay those it began
// with.
template <class Visit>
void move(Mover& mover, const Instant& begin, const Visit& visit) {
  mover.start(begin);
  for (int i = 0; i < kStates; ++i) {
    visit();
    mover.step(begin.actuation);
  }
}

void globaldyn_right_side(benchmark::State& state) {
  const char* name = kMachines[state.range(0)];
  const Formulation& formulation = nth(list_formulations(), static_cast<int>(state.range(1)));
  const Machine machine = load_plain(name);
  const Instant begin = list_instants(machine).front();
  Mover mover(machine, formulation);
  std::vector<VectorXd> states;
  move(mover, begin, [&] { states.push_back(mover.y()); });
  std::size_t i = 0;
  for (auto _ : state) {
    benchmark::DoNotOptimize(mover.calc_rates(states[i], begin.actuation).data());
    i = i + 1 < states.size() ? i + 1 : 0;
  }
  state.SetLabel(fmt::format("{} {}", name, formulation.key));
}

void simbody_right_side(benchmark::State& state) {
  const char* name = kMachines[state.range(0)];
  const Machine machine = load_plain(name);
  const Instant begin = list_instants(machine).front();
  const SimbodyModel model(machine.mechanism, ForcesBy::elements);
  Mover mover(machine, list_formulations().front());
  std::vector<SimTK::State> states;
  move(mover, begin, [&] {
    states.push_back(fit_state(model, mover.dynamics().pose(), mover.dynamics().twists()));
  });
  SimbodyForward simbody(model);
  std::size_t i = 0;
  for (auto _ : state) {
    benchmark::DoNotOptimize(
        &simbody.calc(states[i].getQ(), states[i].getU(), begin.actuation.forces).getUDot());
    i = i + 1 < states.size() ? i + 1 : 0;
  }
  state.SetLabel(name);
}

// The minimum of several repetitions is the least disturbed one.
double find_least(const std::vector<double>& times) {
  return *std::min_element(times.begin(), times.end());
}

BENCHMARK(simbody_right_side)
    ->DenseRange(0, static_cast<int>(std::size(kMachines)) - 1)
    ->Unit(benchmark::kMicrosecond)
    ->ComputeStatistics("min", find_least);
BENCHMARK(globaldyn_right_side)
    ->ArgsProduct({benchmark::CreateDenseRange(0, static_cast<int>(std::size(kMachines)) - 1, 1),
                   {0, 1, 2, 3}})
    ->Unit(benchmark::kMicrosecond)
    ->ComputeStatistics("min", find_least);

}  // namespace
}  // namespace globaldyn::inside

int main(int argc, char** argv) {
  benchmark::Initialize(&argc, argv);
  if (!globaldyn::inside::all_agree()) return 1;
  benchmark::RunSpecifiedBenchmarks();
}
