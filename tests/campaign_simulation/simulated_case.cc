#include "tests/campaign_simulation/simulated_case.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/formulations/registry/formulations.h"
#include "core/simulation/start_rates.h"
#include "globaldyn/simulation/start_pose.h"
#include "tests/support/draw.h"

namespace globaldyn::inside::test {
namespace {

struct Setting {
  DriveId drive;
  std::string value;
};

// "DRIVE=VALUE".
Setting split(const Machine& machine, const std::string& text) {
  const std::string name = text.substr(0, text.find('='));
  for (const DriveId id : machine.mechanism.drives.ids()) {
    if (machine.mechanism.drives[id].name == name) return {id, text.substr(text.find('=') + 1)};
  }
  throw Error("no drive " + name);
}

DriveForce read_force(const Machine& machine, const std::string& text) {
  const Setting setting = split(machine, text);
  const auto find_time = [](const std::string& /*t*/, const SourcePlace& /*place*/) {
    return Symbol{.kind = Symbol::Kind::variable, .typed = true, .dimension = dimension::time};
  };
  return {setting.drive, Expression::parse(setting.value, {"force", 0, 0}, find_time)};
}

Twists find_rates(const SimulatedCase& c, const std::vector<std::string>& texts) {
  const Mechanism& mechanism = c.machine.mechanism;
  std::vector<DriveSpeed> speeds;
  for (const std::string& text : texts) {
    const Setting setting = split(c.machine, text);
    speeds.push_back({setting.drive, std::stod(setting.value)});
  }
  try {
    return find_twists(mechanism, c.machine.topology, c.pose, speeds);
  } catch (const InputError&) {
    return Twists(mechanism.bodies.size());
  }
}

// As simulate_machine() looks at forces, or `looks` times.
ForceLaw make_law(const SimulatedCase& c, std::optional<int> looks) {
  ForceLaw law;
  if (looks) {
    law.find_next_look = [step = c.duration / *looks](double t) { return t + step; };
  } else {
    law.find_next_look = [looks = ForceLooks(c.forces, c.duration)](double t) {
      return looks.find_next(t);
    };
  }
  law.calc_forces = [&c](double t, const ForwardDynamics& /*machine*/, VectorXd& forces) {
    forces.setZero();
    for (const DriveForce& one : c.forces) {
      forces(row_of(one.drive)) = one.force.evaluate(std::span(&t, 1));
    }
  };
  return law;
}

SimulationOptions make_options(const SimulatedCase& c, const RunChoice& choice, long work) {
  return {.duration = c.duration,
          .method = choice.method,
          .tolerance = choice.tolerance,
          .formulation = find_formulation(choice.formulation),
          .samples = 2,
          .work = work};
}

// Keeps the last state.
SimulationResult move(const SimulatedCase& c, const SimulationOptions& options, CaseRun& run,
                      std::optional<int> looks = {}) {
  return simulate(c.machine.mechanism, c.machine.topology, c.pose, c.twists, make_law(c, looks),
                  options, [&run](const SimulationSample& sample) {
                    run.pose = sample.pose;
                    run.twists = sample.twists;
                  });
}

}  // namespace

std::string RunChoice::name() const {
  return formulation + "/" + to_string(method);
}

SimulatedCase start_case(const RandomAssembly& assembly) {
  SimulatedCase c;
  c.machine = parse_machine(assembly.text, "random.yaml", ".");
  c.duration = assembly.duration;
  c.pose = find_start_pose(c.machine, {});
  for (const std::string& text : assembly.forces) c.forces.push_back(read_force(c.machine, text));
  c.twists = find_rates(c, assembly.rates);
  return c;
}

CaseRun run_case(const SimulatedCase& c, const RunChoice& choice, long work) {
  CaseRun run;
  try {
    const MachineSimulation done =
        simulate_machine(c.machine, c.pose, c.twists, c.forces, make_options(c, choice, work));
    run.status = done.result.status;
    run.reason = done.result.reason;
    run.is_bounded = done.is_bounded();
    run.step_tolerance = done.step_tolerance;
    if (run.status != SimulationStatus::done) return run;
    // What users see of states is not all of them: once more, with steps as they were.
    SimulationOptions last = done.options;
    last.tolerance = done.step_tolerance;
    run.is_repeatable = move(c, last, run).count.steps == done.result.count.steps;
  } catch (const Error& error) {
    run.error = error.what();
  }
  return run;
}

CaseRun run_once(const SimulatedCase& c, const RunChoice& choice, long work) {
  CaseRun run;
  try {
    const SimulationResult result = move(c, make_options(c, choice, work), run, 100);
    run.status = result.status;
    run.reason = result.reason;
  } catch (const Error& error) {
    run.error = error.what();
  }
  return run;
}

CaseRun find_start(const SimulatedCase& c) {
  CaseRun run;
  ForwardDynamics dynamics(c.machine.mechanism,
                           find_fastest(c.machine.mechanism, c.machine.topology)
                               .make_state(c.machine.mechanism, c.machine.topology));
  Actuation actuation;
  actuation.forces.setZero(c.machine.mechanism.drive_count());
  VectorXd y(dynamics.state_size());
  dynamics.start(c.pose, c.twists, actuation, y);
  run.pose = dynamics.pose();
  run.twists = dynamics.twists();
  return run;
}

SimulatedCase disturb(const SimulatedCase& c, double share) {
  SimulatedCase disturbed = c;
  Draw draw(1);
  for (const BodyId body : moving_bodies(c.pose)) {
    for (int i = 0; i < 3; ++i) {
      disturbed.twists[body].v(i) += draw.uniform(-share, share);
      disturbed.twists[body].w(i) += draw.uniform(-share, share);
    }
  }
  return disturbed;
}

}  // namespace globaldyn::inside::test
