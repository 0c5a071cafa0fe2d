#include <globaldyn/error.h>
#include <globaldyn/simulation.h>

#include "python/binding.h"

namespace globaldyn::python {
namespace {

using Figures = std::map<std::string, Figure>;

SimulationOptions::Integrator to_integrator(const std::string& name) {
  if (name == "runge_kutta") return SimulationOptions::Integrator::runge_kutta;
  if (name == "adams") return SimulationOptions::Integrator::adams;
  if (name == "bdf") return SimulationOptions::Integrator::bdf;
  const std::string wrong = "integrator='" + name + "'; expected runge_kutta, adams or bdf";
  throw nb::value_error(wrong.c_str());
}

SimulationOptions make_options(const Figure& duration, const std::string& integrator,
                               double tolerance, const std::string& formulation, double projection,
                               int samples, bool reactions, long work) {
  return {.duration = to_si(duration, "s", "duration"),
          .integrator = to_integrator(integrator),
          .tolerance = tolerance,
          .formulation = formulation,
          .projection = projection,
          .samples = samples,
          .reactions = reactions,
          .work = work};
}

// Numbers are forces that stay as they are.
std::vector<DriveForce> to_forces(const Figures& forces) {
  std::vector<DriveForce> result;
  for (const auto& [drive, force] : forces) {
    if (const std::string* text = std::get_if<std::string>(&force)) {
      result.push_back({drive, *text});
    } else {
      result.push_back(
          {drive, nb::cast<std::string>(nb::repr(nb::float_(std::get<double>(force))))});
    }
  }
  return result;
}

// What it raises ends the simulation as an error of the library's: the interpreter's lock is not
// held by what passes it on.
Controller to_controller(const nb::callable& control, double period) {
  return {.period = period,
          .control = [call = share(control)](double t, const Eigen::VectorXd& positions,
                                             const Eigen::VectorXd& speeds) -> Eigen::VectorXd {
            const nb::gil_scoped_acquire acquire;
            try {
              const auto forces = nb::cast<Numbers>((*call)(t, positions, speeds)).values;
              return Eigen::VectorXd(Eigen::Map<const Eigen::VectorXd>(
                  forces.data(), static_cast<Eigen::Index>(forces.size())));
            } catch (const nb::python_error& error) {
              throw CallbackError("controller", error);
            } catch (const nb::cast_error&) {
              throw Error("controller: its value is no array of forces");
            }
          }};
}

Simulation simulate_freely(const Machine& machine,
                           const std::variant<Figures, nb::callable>& forces, const Figure& period,
                           const std::string& path, const std::map<std::string, double>& held,
                           const std::map<std::string, double>& speeds, const Figure& duration,
                           const std::string& integrator, double tolerance,
                           const std::string& formulation, double projection, int samples,
                           bool reactions, long work, const nb::object& progress) {
  MotionStart start{.path = path, .held = {}, .speeds = {}};
  for (const auto& [joint, value] : held) start.held.push_back({joint, value});
  for (const auto& [drive, speed] : speeds) start.speeds.push_back({drive, speed});
  SimulationOptions options = make_options(duration, integrator, tolerance, formulation, projection,
                                           samples, reactions, work);
  const ProgressCall watch(progress);
  options.run.progress = watch.of(&Progress::total);
  const nb::callable* control = std::get_if<nb::callable>(&forces);
  const double every = to_si(period, "s", "period");
  if (control == nullptr && every != 0.0) {
    throw nb::value_error("a period of forces that are functions of time; expected a controller");
  }
  const Controller controller = control != nullptr ? to_controller(*control, every) : Controller{};
  const std::vector<DriveForce> given =
      control == nullptr ? to_forces(std::get<Figures>(forces)) : std::vector<DriveForce>{};
  return run_interruptibly(watch, [&](const std::atomic<bool>* cancel) {
    options.run.cancel = cancel;
    return control != nullptr ? simulate_controlled(machine, controller, start, options)
                              : simulate(machine, given, start, options);
  });
}

Simulation replay_plan(const Machine& machine, const std::variant<Plan, FilePath>& plan,
                       const std::optional<Figure>& bandwidth, double damping, const Figure& period,
                       const Figure& delay, bool feedback,
                       const std::map<std::string, Figure>& errors, const Figure& band,
                       const Figure& duration, const std::string& integrator, double tolerance,
                       const std::string& formulation, double projection, int samples,
                       bool reactions, long work, const nb::object& progress) {
  ReplayOptions options{.simulation = make_options(duration, integrator, tolerance, formulation,
                                                   projection, samples, reactions, work),
                        .feedback = feedback ? find_feedback(machine) : std::nullopt,
                        .errors = {},
                        .band = to_si(band, "m", "band")};
  if (bandwidth) {
    options.feedback = Feedback{.bandwidth = to_si(*bandwidth, "rad/s", "bandwidth"),
                                .damping = damping,
                                .period = to_si(period, "s", "period"),
                                .delay = to_si(delay, "s", "delay")};
  }
  for (const auto& [name, share] : errors)
    options.errors.push_back({name, to_si(share, "1", "errors of " + name)});
  const ProgressCall watch(progress);
  options.simulation.run.progress = watch.of(&Progress::total);
  return run_interruptibly(watch, [&](const std::atomic<bool>* cancel) {
    options.simulation.run.cancel = cancel;
    if (const Plan* made = std::get_if<Plan>(&plan)) return replay(machine, *made, options);
    return replay(machine, std::get<FilePath>(plan).string(), options);
  });
}

void bind_simulation(nb::class_<Simulation>& simulation) {
  simulation
      .def_prop_ro(
          "status", [](const Simulation& self) { return to_string(self.status()); },
          "'done', 'singular', 'travel_end', 'failed' or 'cancelled'.")
      .def_prop_ro("reason", &Simulation::reason, "One line, if not done.")
      .def_prop_ro("time", &Simulation::time, "s: how far it came.")
      .def_prop_ro("steps", &Simulation::steps, "Of the integrator.")
      .def_prop_ro("right_sides", &Simulation::right_sides,
                   "How often the equations of motion were evaluated.")
      .def_prop_ro("constraint_drift", &Simulation::constraint_drift,
                   "Largest violation of a constraint, dimensionless.")
      .def_prop_ro("energy_error", &Simulation::energy_error,
                   "J: the most that is missing in the energy balance.")
      .def_prop_ro("largest_kinetic_energy", &Simulation::largest_kinetic_energy, "J")
      .def_prop_ro("energy_is_bounded", &Simulation::energy_is_bounded,
                   "Whether the one keeps to the tolerance as a share of the other.")
      .def_prop_ro("tracking_error", &Simulation::tracking_error,
                   "m: the most that the tool is off its plan; None without a plan or tool.")
      .def_prop_ro("orientation_error", &Simulation::orientation_error, "rad")
      .def_prop_ro("drives", &Simulation::drives, "Names.")
      .def_prop_ro("saturated_shares", &Simulation::saturated_shares,
                   "Per drive: the share of the time that it was asked for more than it can.")
      .def_prop_ro("t", &Simulation::t, "Array of samples, s.")
      .def_prop_ro("positions", &Simulation::positions, "samples x drives: m or rad.")
      .def_prop_ro("speeds", &Simulation::speeds, "samples x drives: m/s or rad/s.")
      .def_prop_ro("forces", &Simulation::forces, "samples x drives: N or N m.")
      .def_prop_ro(
          "transmitted", &Simulation::transmitted,
          "samples x drives: what of the forces reaches the machine, less friction and what "
          "rotors take; of a cable its tension.")
      .def_prop_ro("reaction_names", &Simulation::reaction_names, "Of the reactions, if asked for.")
      .def_prop_ro(
          "reactions", &Simulation::reactions,
          "samples x reactions: N or N m, what body a exerts on body b in a's joint frame; "
          "NaN where redundant constraints leave them undetermined.")
      .def_prop_ro("kinetic", &Simulation::kinetic, "J")
      .def_prop_ro("potential", &Simulation::potential, "J")
      .def_prop_ro("work", &Simulation::work, "J: done by all that is in neither energy.")
      .def_prop_ro("tracking", &Simulation::tracking, "m: of the tool from its plan.")
      .def_prop_ro("tool", &Simulation::tool, "A Frame a sample; empty without a tool.")
      .def("json", &Simulation::json, "simulation.json.")
      .def("csv", &Simulation::csv, "simulation.csv.")
      .def("write", &write_files<Simulation>, "folder"_a, nb::call_guard<nb::gil_scoped_release>(),
           "Writes simulation.json, simulation.csv and simulation.h5 to a folder, which is made if "
           "needed, and keeps there what they were computed from.")
      .def("__repr__", [](const Simulation& self) {
        return std::string("<Simulation: ") + to_string(self.status()) + ", " +
               nb::cast<std::string>(nb::str(nb::float_(self.time()))) + " s>";
      });
  def_table(simulation, "table_of_simulation", "A pandas DataFrame of the samples, indexed by t.");
  def_in_python(simulation, "draw", "globaldyn._pictures", "draw_simulation",
                "def draw(self, axes: typing.Any = None, of: str | collections.abc.Sequence[str] = "
                "('speeds', 'forces')) -> typing.Any",
                "Draws it over time with matplotlib. Returns the axes.\n\n"
                "of: 'positions', 'speeds', 'forces', 'transmitted', 'reactions', 'kinetic', "
                "'potential', 'work', 'tracking': "
                "a picture each.\naxes: as many; None: new ones.");
  def_page(simulation);
}

}  // namespace

void bind_simulations(nb::module_& module, nb::class_<Machine>& machine) {
  nb::class_<Simulation> simulation(module, "Simulation", "A machine's motion in time.");
  bind_simulation(simulation);
  const SimulationOptions usual;
  machine.def(
      "simulate", &simulate_freely, "forces"_a = Figures{}, nb::kw_only(), "period"_a = 0.0,
      "path"_a = "", "held"_a = std::map<std::string, double>{},
      "speeds"_a = std::map<std::string, double>{}, "duration"_a = 0.0,
      "integrator"_a = "runge_kutta", "tolerance"_a = usual.tolerance, "formulation"_a = "auto",
      "projection"_a = 0.0, "samples"_a = usual.samples, "reactions"_a = false,
      "work"_a = usual.work, "progress"_a.none() = nb::none(),
      "Moves the machine by forces that are functions of time, or by a controller.\n\n"
      "forces: by drive, numbers (N or N m) or formulas of the time t: {'F1': '0.01 N m * exp(-t / "
      "1 s)'}; drives that are not named exert none. Or a function control(t, positions, speeds) "
      "that gives what the drives exert until its next call, arrays of a number a drive. It is "
      "called "
      "at every multiple of `period` from 0 on, and from 0 on again where the simulation is done "
      "again with smaller steps.\n"
      "period: s, of a controller.\n"
      "path: at whose start it stands; empty: as its joints allow.\n"
      "held: without a path, coordinates (JOINT or JOINT.COORDINATE) that have these values "
      "there.\n"
      "speeds: by drive, rad/s or m/s: of all motions with these, the one of least energy.\n"
      "duration: s; 0: 1 s.\n"
      "integrator: 'runge_kutta', 'adams' or 'bdf'.\n"
      "tolerance: most that the energy balance may lack, as a share of the largest kinetic energy, "
      "and the error of each step, relative.\n"
      "projection: drift of constraints beyond which the machine is put back onto them.\n"
      "reactions: also give the reactions in all joints.\n"
      "work: right-hand sides after which it ends where it is; 0: no limit.");
  machine.def(
      "replay", &replay_plan, "plan"_a, nb::kw_only(), "bandwidth"_a.none() = nb::none(),
      "damping"_a = 1.0, "period"_a = 0.0, "delay"_a = 0.0, "feedback"_a = false,
      "errors"_a = std::map<std::string, Figure>{}, "band"_a = 1e-4, "duration"_a = 0.0,
      "integrator"_a = "runge_kutta", "tolerance"_a = usual.tolerance, "formulation"_a = "auto",
      "projection"_a = 0.0, "samples"_a = usual.samples, "reactions"_a = false,
      "work"_a = usual.work, "progress"_a.none() = nb::none(),
      "Moves the machine by the forces of a plan, from its start, and compares where the tool is "
      "with where it was planned to be.\n\n"
      "plan: or the name of a plan.json.\n"
      "bandwidth: rad/s, of a computed-torque controller with this damping, sampled every `period` "
      "(s; 0: all the time) and late by `delay` (s); None: no controller, unless `feedback` asks "
      "for "
      "the file's.\n"
      "errors: by what share parameters of the machine that moves are off: {'platform_mass': "
      "0.1}, or '10 %'.\n"
      "band: m: nearer, the tool counts as on its path.\n"
      "The others are as in simulate(); duration 0: the plan's time.");
}

}  // namespace globaldyn::python
