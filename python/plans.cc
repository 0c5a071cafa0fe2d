#include <globaldyn/plan.h>
#include <globaldyn/quantity.h>

#include "python/binding.h"

namespace globaldyn::python {
namespace {

// A number is the tool's speed; 'free', or 'd1=0.5'.
EndSpeed to_speed(const Figure& figure, const std::string& name) {
  if (const std::string* text = std::get_if<std::string>(&figure)) {
    if (*text == "free") return {EndSpeed::Kind::free, 0.0};
    if (text->rfind("d1=", 0) == 0) {
      return {EndSpeed::Kind::d1, read_quantity(text->substr(3), "1/s", name)};
    }
  }
  return {EndSpeed::Kind::tool, to_si(figure, "m/s", name)};
}

// A number for people, with five digits.
std::string write(double value) {
  return nb::cast<std::string>(nb::str("{:.5g}").format(value));
}

ForceChoice to_choice(const std::string& name) {
  for (const auto choice : {ForceChoice::minimum, ForceChoice::preload, ForceChoice::smooth}) {
    if (name == to_string(choice)) return choice;
  }
  const std::string wrong = "forces='" + name + "'; expected minimum, preload or smooth";
  throw nb::value_error(wrong.c_str());
}

void read_least(const std::string& least, PlanOptions& options) {
  options.least_losses = least == "losses";
  options.least_energy = least == "energy";
  if (least == "time" || options.least_losses || options.least_energy) return;
  const std::string wrong = "least='" + least + "'; expected time, losses or energy";
  throw nb::value_error(wrong.c_str());
}

void read_within(const std::optional<std::string>& within, PlanOptions& options) {
  options.within_rated = within == "rated";
  if (!within || options.within_rated) return;
  const std::string wrong = "within='" + *within + "'; expected rated";
  throw nb::value_error(wrong.c_str());
}

std::string find_only_path(const Machine& machine) {
  if (machine.paths().size() == 1) return machine.paths().front().name;
  std::string names;
  for (const Path& one : machine.paths()) names += (names.empty() ? "" : ", ") + one.name;
  const std::string wrong = "no path is named; expected one of: " + names;
  throw nb::value_error(wrong.c_str());
}

Plan make_plan(const Machine& machine, const std::optional<std::string>& path,
               const std::optional<std::string>& cycle, double tolerance, const Figure& start,
               const Figure& end, bool closed, const Figure& reserve, const std::string& forces,
               const Numbers& preload, const Figure& rise_time,
               const std::optional<std::string>& within, const std::string& least,
               const Figure& time, const Figure& time_worth, const Figure& variation_worth,
               const Figure& rate, int samples, std::size_t work, std::size_t memory,
               const std::string& formulation, bool reactions, int threads) {
  if (path && cycle) throw nb::value_error("a path and a cycle; expected one of them");
  PlanOptions options{.tolerance = tolerance,
                      .start = to_speed(start, "start"),
                      .end = to_speed(end, "end"),
                      .closed = closed,
                      .reserve = to_si(reserve, "1", "reserve"),
                      .forces = to_choice(forces),
                      .preload = preload.values,
                      .rise_time = to_si(rise_time, "s", "rise_time"),
                      .time = to_si(time, "s", "time"),
                      .variation_worth = 0.0,
                      .rate = to_si(rate, "1/s", "rate"),
                      .samples = samples,
                      .work = work,
                      .memory = memory,
                      .formulation = formulation,
                      .reactions = reactions,
                      .threads = threads};
  read_within(within, options);
  read_least(least, options);
  // Their unit is that of what is least: texts may say watts and joules.
  options.time_worth = to_si(time_worth, "W", "time_worth");
  options.variation_worth = to_si(
      variation_worth, options.least_losses || options.least_energy ? "J" : "s", "variation_worth");
  const std::string name = cycle ? *cycle : path ? *path : find_only_path(machine);
  return run_interruptibly([&](const std::atomic<bool>* cancel) {
    options.cancel = cancel;
    return cycle ? plan_cycle(machine, name, options) : plan(machine, name, options);
  });
}

// Samples x 3.
Eigen::MatrixXd to_positions(const std::vector<Frame>& tool) {
  Eigen::MatrixXd result(static_cast<Eigen::Index>(tool.size()), 3);
  for (Eigen::Index i = 0; i < result.rows(); ++i) {
    result.row(i) = tool[static_cast<std::size_t>(i)].position.transpose();
  }
  return result;
}

void bind_motions(nb::module_& module) {
  nb::class_<MotionState>(module, "MotionState", "Where a motion is at a time.")
      .def_ro("t", &MotionState::t, "s")
      .def_ro("p", &MotionState::p, "Of the path.")
      .def_ro("d1", &MotionState::d1, "dp/dt")
      .def_ro("d2", &MotionState::d2, "d^2p/dt^2");
  nb::class_<Stretch>(module, "Stretch",
                      "A part of a motion along which the same limits hold it back, or a stop at "
                      "which it rests.")
      .def_ro("t", &Stretch::t, "(begin, end), s")
      .def_ro("p", &Stretch::p, "(begin, end) of the path.")
      .def_ro("active", &Stretch::active, "None only where nothing limits the motion.")
      .def_prop_ro("is_stop", &Stretch::is_stop, "Whether the machine rests there.")
      .def("__repr__", [](const Stretch& self) {
        std::string limits = self.is_stop() ? "rest" : self.active.empty() ? "no limit" : "";
        for (const ActiveLimit& one : self.active) {
          limits += (limits.empty() ? "" : ", ") + one.name + " " + one.limit;
        }
        return "<Stretch from " + write(self.t.low) + " to " + write(self.t.high) +
               " s: " + limits + ">";
      });
  nb::class_<MissingLimit>(module, "MissingLimit", "A limit that prevents a motion.")
      .def_ro("limit", &MissingLimit::limit, "Which one.")
      .def_ro("missing", &MissingLimit::missing,
              "By how much it would have to be wider: N, N m, m/s or rad/s.")
      .def_ro("alone", &MissingLimit::alone,
              "Whether that alone is enough; otherwise all those listed have to be widened.");
  nb::class_<PlanFailure>(module, "PlanFailure", "Why there is no motion.")
      .def_ro("p", &PlanFailure::p, "The last that can be reached.")
      .def_ro("reason", &PlanFailure::reason, "One line.")
      .def_ro("limits", &PlanFailure::limits, "The easiest to remedy first.")
      .def_ro("d1_reached", &PlanFailure::d1_reached, "With which p is reached.")
      .def_ro("d1_needed", &PlanFailure::d1_needed, "From which the rest could be passed.");
  nb::class_<AccessibleSpeeds>(module, "AccessibleSpeeds",
                               "What is accessible at a p, whatever comes before and after.")
      .def_ro("p", &AccessibleSpeeds::p, "Of the path.")
      .def_ro("d1", &AccessibleSpeeds::d1, "Intervals (low, high).");
  nb::class_<CycleStep>(module, "CycleStep", "A step of a planned cycle.")
      .def_ro("path", &CycleStep::path, "That the machine runs along; empty: it waits.")
      .def_ro("load", &CycleStep::load, "The load case that acts, if any.")
      .def_ro("begin", &CycleStep::begin, "s")
      .def_ro("end", &CycleStep::end, "s")
      .def_prop_ro(
          "from_", [](const CycleStep& self) { return self.from; },
          "p of the path where it begins: backwards if from_ > to.")
      .def_ro("to", &CycleStep::to, "p of the path where it ends.")
      .def_ro("p", &CycleStep::p, "Of the whole motion, which counts on from path to path.")
      .def_prop_ro("is_dwell", &CycleStep::is_dwell, "Whether it waits.");
  nb::class_<ExceededLimit>(module, "ExceededLimit", "A limit that a given motion exceeds.")
      .def_ro("limit", &ExceededLimit::limit, "Which one.")
      .def_ro("by", &ExceededLimit::by, "At most, in the limit's unit.")
      .def_ro("t", &ExceededLimit::t, "s: when that is.")
      .def_ro("p", &ExceededLimit::p, "Of the path: where that is.");
  nb::class_<GivenLaw>(module, "GivenLaw", "A motion that is given by a law.")
      .def_ro("name", &GivenLaw::name, "As files have it: 'cycloid', '3-4-5' and so on.")
      .def_ro("least_time", &GivenLaw::least_time,
              "s: of the same law within the limits; may be infinite.")
      .def_ro("exceeded", &GivenLaw::exceeded, "Limits that the motion exceeds.");
}

void bind_uses(nb::module_& module) {
  nb::class_<DriveUse>(module, "DriveUse", "What a motion asks of a drive, at its coordinate; SI.")
      .def_ro("name", &DriveUse::name, "The drive's.")
      .def_ro("peak_force", &DriveUse::peak_force, "Largest |force|, N or N m.")
      .def_ro("rms_force", &DriveUse::rms_force, "Over the whole time, stops included.")
      .def_ro("peak_speed", &DriveUse::peak_speed, "Largest |speed|, m/s or rad/s.")
      .def_ro("rms_speed", &DriveUse::rms_speed, "Root of the mean square, m/s or rad/s.")
      .def_ro("peak_power", &DriveUse::peak_power, "Largest |power|, W.")
      .def_ro("rms_power", &DriveUse::rms_power, "Root of the mean square, W.")
      .def_ro("energy", &DriveUse::energy, "J: delivered.")
      .def_ro("braking_energy", &DriveUse::braking_energy, "J: taken back.")
      .def("__repr__", [](const DriveUse& self) {
        return "<DriveUse of " + self.name + ": peak force " + write(self.peak_force) + ", rms " +
               write(self.rms_force) + ", peak speed " + write(self.peak_speed) + ">";
      });
  nb::class_<MotorUse>(module, "MotorUse", "The same of its motor, in front of the gear.")
      .def_ro("drive", &MotorUse::drive, "Its name.")
      .def_ro("is_rotary", &MotorUse::is_rotary, "Whether in rad and N m; otherwise m and N.")
      .def_ro("peak_force", &MotorUse::peak_force, "Largest |force|, N or N m.")
      .def_ro("rms_force", &MotorUse::rms_force, "Root of the mean square, N or N m.")
      .def_ro("peak_speed", &MotorUse::peak_speed, "Largest |speed|, m/s or rad/s.")
      .def_ro("rms_speed", &MotorUse::rms_speed, "Root of the mean square, m/s or rad/s.")
      .def_ro("rated_force", &MotorUse::rated_force, "That it bears for ever, if the file says.")
      .def_ro("inertia_ratio", &MotorUse::inertia_ratio, "The load's over the rotor's.")
      .def_ro("thermal_share", &MotorUse::thermal_share,
              "Mean of (force / rated force at that speed)^2.")
      .def("__repr__", [](const MotorUse& self) { return "<MotorUse of " + self.drive + ">"; });
  nb::class_<WishPrices>(module, "WishPrices",
                         "What one more unit of what holds a motion back would save of what is "
                         "least.")
      .def_ro("rated", &WishPrices::rated, "Of every drive's rated force, N or N m.")
      .def_ro("power", &WishPrices::power, "Of every drive's power, W.")
      .def_ro("supply", &WishPrices::supply, "Of the supply's power, W.")
      .def_ro("supply_back", &WishPrices::supply_back, "Of what it takes back, W.")
      .def_ro("time", &WishPrices::time, "Of the time allowed, s.");
  nb::class_<WishedMotion>(module, "WishedMotion",
                           "What is known of a motion that is best as a whole.")
      .def_ro("fastest", &WishedMotion::fastest,
              "s: within the limits at single p alone, stops included.")
      .def_ro("pause", &WishedMotion::pause, "s: after it, in which motors cool.")
      .def_ro("losses", &WishedMotion::losses, "In losses_unit.")
      .def_ro("losses_unit", &WishedMotion::losses_unit,
              "'J', 's at rated force' or 's at full force'.")
      .def_ro("energy", &WishedMotion::energy, "J: drawn from the supply, if that was to be least.")
      .def_ro("error", &WishedMotion::error, "Estimated, of what was to be least, relative.")
      .def_ro("is_global", &WishedMotion::is_global,
              "Whether no other motion is better, as is proven, up to `error`.")
      .def_ro("gap", &WishedMotion::gap,
              "By how much any other motion may be better, relative; None: not known.")
      .def_ro("variation", &WishedMotion::variation,
              "All rises and falls of every drive's force, N or N m, if their worth was told.")
      .def_ro("prices", &WishedMotion::prices, "None if they are not known.");
}

void bind_plan(nb::class_<Plan>& plan) {
  plan.def_prop_ro("machine", &Plan::machine, "Its name.")
      .def_prop_ro("path", &Plan::path, "Or the cycle's name.")
      .def_prop_ro("drives", &Plan::drives, "Names.")
      .def_prop_ro(
          "status", [](const Plan& self) { return to_string(self.status()); },
          "'optimal', 'inaccurate', 'infeasible', 'unreachable', 'gave_up', 'unlimited'; of "
          "a path with a law of motion 'given' or 'exceeded'.")
      .def_prop_ro("has_motion", &Plan::has_motion, "Whether there is one.")
      .def_prop_ro("reason", &Plan::reason,
                   "One line: why there is no motion, or none that is optimal.")
      .def_prop_ro("notes", &Plan::notes, "Lines about what else is worth knowing.")
      .def_prop_ro("planner", &Plan::planner, "Which algorithm planned, and what it fell back on.")
      .def_prop_ro("failure", &Plan::failure, "Why there is no motion; None if there is one.")
      .def_prop_ro("time", &Plan::time, "s: upper bound of the least possible time, with stops.")
      .def_prop_ro("time_lower", &Plan::time_lower, "s: lower bound of it.")
      .def_prop_ro("dwell", &Plan::dwell, "s, of it at stops.")
      .def_prop_ro("max_violation", &Plan::max_violation,
                   "By how much limits are exceeded, relative to themselves: rounding errors.")
      .def("at", &Plan::at, "t"_a, "The motion at a time.")
      .def_prop_ro("steps", &Plan::steps, "Of a cycle, one after the other.")
      .def_prop_ro("shortest", &Plan::shortest,
                   "s: the least time found for a cycle, longer than which it takes if it has a "
                   "period.")
      .def_prop_ro("law", &Plan::law, "Of a path whose motion is given; otherwise None.")
      .def_prop_ro(
          "nodes",
          [](nb::handle_t<Plan> self) { return view(nb::cast<const Plan&>(self).nodes(), self); },
          "Array: p of the plan's nodes.")
      .def_prop_ro("stops", &Plan::stops, "From the file, and at corners.")
      .def_prop_ro("switches", &Plan::switches, "s: where other limits begin to hold it back.")
      .def_prop_ro("stretches", &Plan::stretches,
                   "What holds the motion back, one after the other.")
      .def_prop_ro("accessible", &Plan::accessible,
                   "Largest d1 at which the machine can stay on the path, place by place.")
      .def_prop_ro("use", &Plan::use, "What it asks of every drive.")
      .def_prop_ro("motors", &Plan::motors, "What it asks of every motor, in front of the gear.")
      .def_prop_ro("energy", &Plan::energy, "J: what all drives together deliver.")
      .def_prop_ro("braking_energy", &Plan::braking_energy, "J: what they take back.")
      .def_prop_ro("wished", &Plan::wished,
                   "Of a motion that is best as a whole: within rated forces, of least losses, or "
                   "limited by more than single p; otherwise None.");
}

void bind_samples(nb::class_<Plan>& plan) {
  plan.def_prop_ro("t", &Plan::t, "Array of samples, s.")
      .def_prop_ro("p", &Plan::p, "Array of samples.")
      .def_prop_ro("d1", &Plan::d1, "Array of samples: dp/dt.")
      .def_prop_ro("d2", &Plan::d2, "Array of samples: d^2p/dt^2.")
      .def_prop_ro("forces", &Plan::forces, "samples x drives: N or N m.")
      .def_prop_ro("positions", &Plan::positions, "samples x drives: m or rad.")
      .def_prop_ro("speeds", &Plan::speeds, "samples x drives: m/s or rad/s.")
      .def_prop_ro("power", &Plan::power, "samples x drives: W.")
      .def_prop_ro("tool", &Plan::tool, "A Frame a sample; empty without a tool.")
      .def_prop_ro(
          "tool_positions", [](const Plan& self) { return to_positions(self.tool()); },
          "samples x 3: m; no rows without a tool.")
      .def_prop_ro("reaction_names", &Plan::reaction_names, "Of the reactions, if asked for.")
      .def_prop_ro("reactions", &Plan::reactions,
                   "samples x reactions; NaN where they are not determined.")
      .def("json", &Plan::json, "plan.json.")
      .def("csv", &Plan::csv, "plan.csv: the samples.")
      .def("drives_csv", &Plan::drives_csv, "drives.csv: what it asks of drives and motors.")
      .def("write", &write_files<Plan>, "folder"_a, nb::call_guard<nb::gil_scoped_release>(),
           "Writes plan.json, plan.csv, drives.csv and plan.h5 to a folder, which is made if "
           "needed, "
           "and keeps there what they were computed from.")
      .def("__repr__", [](const Plan& self) {
        return "<Plan of " + self.machine() + " along " + self.path() + ": " +
               to_string(self.status()) +
               (self.has_motion()
                    ? ", " + nb::cast<std::string>(nb::str(nb::float_(self.time()))) + " s"
                    : "") +
               ">";
      });
  def_table(plan, "table_of_plan",
            "A pandas DataFrame of the samples, indexed by t: p, d1, d2, the tool, and of every "
            "drive force, position, speed and power.");
  def_in_python(plan, "draw", "globaldyn._pictures", "draw_plan",
                "def draw(self, axes: typing.Any = None, of: str | collections.abc.Sequence[str] = "
                "('d1', 'forces')) -> typing.Any",
                "Draws it over time with matplotlib. Returns the axes.\n\n"
                "of: 'p', 'd1', 'd2', 'forces', 'positions', 'speeds', 'power', 'reactions': a "
                "picture each.\naxes: as many; None: new ones.");
  def_in_python(plan, "draw_torque_speed", "globaldyn._pictures", "draw_torque_speed",
                "def draw_torque_speed(self, machine: Machine | None = None, axes: typing.Any = "
                "None) -> typing.Any",
                "Draws every drive's force over its speed, with what the drives of `machine` can "
                "do. Returns the axes.");
  def_page(plan);
}

}  // namespace

void bind_plans(nb::module_& module, nb::class_<Machine>& machine) {
  bind_motions(module);
  bind_uses(module);
  nb::class_<Plan> plan(
      module, "Plan",
      "The fastest motion of a machine along a path, or through a cycle. Without a "
      "motion numbers are 0 and lists are empty.");
  bind_plan(plan);
  bind_samples(plan);
  machine.def(
      "plan", &make_plan, "path"_a.none() = nb::none(), nb::kw_only(),
      "cycle"_a.none() = nb::none(), "tolerance"_a = 1e-6, "start"_a = 0.0, "end"_a = 0.0,
      "closed"_a = false, "reserve"_a = 0.0, "forces"_a = "minimum", "preload"_a = Numbers{},
      "rise_time"_a = 0.0, "within"_a.none() = nb::none(), "least"_a = "time", "time"_a = 0.0,
      "time_worth"_a = 0.0, "variation_worth"_a = 0.0, "rate"_a = 0.0, "samples"_a = 501,
      "work"_a = 0, "memory"_a = 200'000'000, "formulation"_a = "auto", "reactions"_a = false,
      "threads"_a = 1,
      "Plans the fastest motion along a path, or through a cycle, and replays it by inverse "
      "dynamics. Numbers are in SI; texts may have units ('20 ms').\n\n"
      "path: None: the file's only one.\n"
      "cycle: of the file, instead of a path.\n"
      "tolerance: how near the time's bounds shall be, relative.\n"
      "start, end: the tool's speed there, m/s; 'free': as fast as is best; 'd1=0.5': d1, 1/s.\n"
      "closed: round and round, with the same speed at both ends.\n"
      "reserve: share of every limit to be kept free.\n"
      "forces: with more drives than needed 'minimum' (least norm), 'preload' (nearest to "
      "`preload`, a force a drive) or 'smooth' (changing least from sample to sample).\n"
      "rise_time: s; no drive's force changes faster than its whole range in this time.\n"
      "within: 'rated': rms forces, stops included, are within what motors bear for ever.\n"
      "least: 'time', 'losses' (in the motors) or 'energy' (from the supply), the latter in `time` "
      "(s, stops included) or with what a second is worth (time_worth, W), or both.\n"
      "variation_worth: what it is worth that a drive's force changes by its whole range less, all "
      "rises and falls added up: s, or J of losses and energy.\n"
      "rate: Hz, of samples; 0: `samples` of them at equal distances in time.\n"
      "work: sides of limits looked at after which it gives up; 0: by the length of the path.\n"
      "memory: bytes that the planner may hold.\n"
      "reactions: also give the reactions in all joints.\n"
      "threads: 0: one per core; changes no result.");
}

}  // namespace globaldyn::python
