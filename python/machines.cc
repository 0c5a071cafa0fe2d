#include <globaldyn/check.h>

#include "python/binding.h"

namespace globaldyn::python {
namespace {

void bind_mechanism_parts(nb::module_& module) {
  nb::class_<Parameter>(module, "Parameter", "A named number of a machine file.")
      .def_ro("name", &Parameter::name, "The file's.")
      .def_prop_ro(
          "value", [](const Parameter& self) { return self.quantity.value; }, "SI.")
      .def_prop_ro(
          "unit", [](const Parameter& self) { return self.quantity.unit; },
          "As 'N m'; '1': a plain number; empty: not known.")
      .def_ro("min", &Parameter::min, "SI, or None.")
      .def_ro("max", &Parameter::max, "SI, or None.")
      .def_ro("description", &Parameter::description, "The file's.")
      .def("__repr__", [](const Parameter& self) {
        return "Parameter('" + self.name + "', " +
               nb::cast<std::string>(nb::repr(nb::float_(self.quantity.value))) + ", '" +
               self.quantity.unit + "')";
      });
  nb::class_<Body>(module, "Body")
      .def_ro("name", &Body::name, "The file's.")
      .def_ro("mass", &Body::mass, "kg")
      .def("__repr__", [](const Body& self) { return "<Body " + self.name + ">"; });
  nb::class_<JointCoordinate>(module, "JointCoordinate", "A way in which a joint can move.")
      .def_ro("name", &JointCoordinate::name, "angle, displacement, angle_a, angle_b, x, y")
      .def_ro("rotational", &JointCoordinate::rotational, "Whether in rad; otherwise m.")
      .def_ro("travel", &JointCoordinate::travel, "(low, high), ends may be infinite.");
  nb::class_<Joint>(module, "Joint")
      .def_ro("name", &Joint::name, "The file's.")
      .def_ro("type", &Joint::type, "revolute, prismatic ...")
      .def_ro("body_a", &Joint::body_a, "Its name.")
      .def_ro("body_b", &Joint::body_b, "Its name.")
      .def_ro("coordinates", &Joint::coordinates, "Those in which it can move.")
      .def("__repr__", [](const Joint& self) { return "<Joint " + self.name + ">"; });
  nb::class_<Drive>(module, "Drive",
                    "A drive: its force n does the work n dq on the mechanism. Figures are at its "
                    "coordinate q.")
      .def_ro("name", &Drive::name, "The file's.")
      .def_prop_ro(
          "kind", [](const Drive& self) { return to_string(self.kind); },
          "joint, linear_motor, cable")
      .def_ro("rotational", &Drive::rotational, "Whether q is in rad and n in N m.")
      .def_ro("ratio", &Drive::ratio, "The motor's rotation, or travel, per q.")
      .def_ro("efficiency", &Drive::efficiency, "Of the gear, where the motor drives the load.")
      .def_ro("efficiency_back", &Drive::efficiency_back,
              "Where the load drives the motor; <= 0: it cannot.")
      .def_ro("reflected_inertia", &Drive::reflected_inertia,
              "kg m^2 or kg: the rotor's, times ratio^2.")
      .def_ro("viscous", &Drive::viscous, "N m s/rad or N s/m")
      .def_ro("coulomb", &Drive::coulomb, "N m or N")
      .def("__repr__", [](const Drive& self) { return "<Drive " + self.name + ">"; });
  nb::class_<DriveLimit>(module, "DriveLimit", "What a drive can do, at its coordinate; SI.")
      .def_ro("force", &DriveLimit::force, "(low, high)")
      .def_prop_ro(
          "lines",
          [](const DriveLimit& self) {
            std::vector<std::pair<double, double>> lines;
            for (const SpeedLine& one : self.lines) {
              lines.emplace_back(one.stall, one.slope);
            }
            return lines;
          },
          "Pairs (stall, slope): |n + slope dq/dt| <= stall, all of them.")
      .def_ro("speed", &DriveLimit::speed, "Most |dq/dt|, m/s or rad/s.")
      .def_ro("acceleration", &DriveLimit::acceleration, "Most |d²q/dt²|, m/s² or rad/s².")
      .def_ro("tension", &DriveLimit::tension,
              "Least one of a cable; -infinity: none is asked for.")
      .def_ro("transmitted", &DriveLimit::transmitted, "(low, high) of what reaches the mechanism.")
      .def_ro("preload", &DriveLimit::preload,
              "(low, high) of the part of the force that does no work.")
      .def_ro("rated", &DriveLimit::rated, "What the motor bears for ever; limits nothing.")
      .def_ro("brake", &DriveLimit::brake, "What its brake holds, in dwells.");
}

void bind_paths(nb::module_& module) {
  nb::class_<PathStop>(module, "PathStop", "Where a machine comes to rest on its path.")
      .def_ro("p", &PathStop::p, "Of the path.")
      .def_ro("duration", &PathStop::duration, "s");
  nb::class_<Path>(module, "Path", "A path of a machine file, 0 <= p <= p_max.")
      .def_ro("name", &Path::name, "The file's.")
      .def_ro("p_max", &Path::p_max, "p at its end.")
      .def_ro("coordinates", &Path::coordinates,
              "That it prescribes: 'x', 'phi', 'joint A1', 'drive F1'.")
      .def_ro("stops", &Path::stops, "That the file asks for.")
      .def("__repr__", [](const Path& self) { return "<Path " + self.name + ">"; });
}

void bind_check(nb::module_& module) {
  nb::class_<PathFit>(module, "PathFit", "Whether a path prescribes every degree of freedom once.")
      .def_ro("name", &PathFit::name, "The path's.")
      .def_ro("fits", &PathFit::fits, "Whether it does.")
      .def_ro("wrong", &PathFit::wrong, "If not: what is free or prescribed twice.");
  nb::class_<Branch>(module, "Branch", "A way to put the machine together.")
      .def_prop_ro(
          "coordinates",
          [](const Branch& self) {
            std::map<std::string, double> result;
            for (const NamedQuantity& one : self.coordinates) {
              result[one.name] = one.quantity.value;
            }
            return result;
          },
          "Of joints, m or rad.")
      .def_ro("failed_conditions", &Branch::failed_conditions, "Of the file's.")
      .def_ro("beyond_travel", &Branch::beyond_travel,
              "Joint coordinates that no motion may have.");
  nb::class_<Check>(module, "Check", "What a machine is, by ranks of its Jacobians at a pose.")
      .def_ro("machine", &Check::machine, "Its name.")
      .def_ro("total_mass", &Check::total_mass, "kg, with the payload.")
      .def_ro("loops", &Check::loops, "Joints of each.")
      .def_ro("constraint_rows", &Check::constraint_rows, "Of the Jacobian of all loops.")
      .def_ro("constraint_rank", &Check::constraint_rank, "Of the Jacobian of all loops.")
      .def_ro("n_dof", &Check::n_dof, "Degrees of freedom.")
      .def_ro("idle", &Check::idle,
              "Degrees of freedom that move neither a prescribed coordinate nor a drive.")
      .def_ro("drive_rank", &Check::drive_rank, "How many degrees of freedom the drives move.")
      .def_ro("redundancy", &Check::redundancy, "Drives more than needed.")
      .def_ro("undriven", &Check::undriven, "Joint coordinates that no drive can move.")
      .def_ro("beyond_travel", &Check::beyond_travel, "Joint coordinates of the pose.")
      .def_ro("paths", &Check::paths, "Of every path whether it fits.")
      .def_ro("branches", &Check::branches, "Found by random search: there may be more.")
      .def_ro("remarks", &Check::remarks, "Lines about what may not be meant.")
      .def_ro("json", &Check::json, "All of it and more, schema globaldyn/check/1.");
}

std::map<std::string, std::string> to_map(const std::vector<Setting>& settings) {
  std::map<std::string, std::string> result;
  for (const Setting& one : settings) result[one.name] = one.text;
  return result;
}

// As a machine file has it.
std::string to_file(const nb::object& value) {
  return nb::cast<std::string>(nb::module_::import_("globaldyn._files").attr("write_value")(value));
}

void bind_reading(nb::module_& module) {
  module.def(
      "load",
      [](const FilePath& file, const std::string& load_case, const nb::kwargs& parameters) {
        const std::vector<Setting> settings = to_settings(parameters);
        const nb::gil_scoped_release release;
        return load_machine(file.string(), settings, load_case);
      },
      "file"_a, nb::kw_only(), "load_case"_a = "", "parameters"_a,
      nb::sig("def load(file: str | os.PathLike[str], *, load_case: str = '', **parameters: float "
              "| str) "
              "-> Machine"),
      "Reads a machine file.\n\nload_case: that acts; empty: none.\n"
      "parameters: other values of parameters, in SI, or texts with units:\n"
      "    globaldyn.load('star.yaml', platform_mass='12 kg', radius=0.3)\n"
      "Raises InputError at the first mistake, with file, line and column.");
  module.def(
      "parse",
      [](const std::string& text, const std::string& file, const FilePath& folder,
         const std::string& load_case, const nb::kwargs& parameters) {
        const std::vector<Setting> settings = to_settings(parameters);
        const nb::gil_scoped_release release;
        return parse_machine(text, file, folder.string(), settings, load_case);
      },
      "text"_a, nb::kw_only(), "file"_a = "<text>", "folder"_a = "", "load_case"_a = "",
      "parameters"_a,
      nb::sig("def parse(text: str, *, file: str = '<text>', folder: str | os.PathLike[str] = '', "
              "load_case: str "
              "= '', **parameters: float | str) -> Machine"),
      "A machine from the text of a machine file, called `file` in messages; files that it names "
      "are looked for in `folder`.");
}

}  // namespace

void bind_machines(nb::module_& module, nb::class_<Machine>& machine) {
  bind_mechanism_parts(module);
  bind_paths(module);
  bind_check(module);
  bind_reading(module);
  machine.def_prop_ro("name", &Machine::name, "The file's.")
      .def_prop_ro("file", &Machine::file, "That it was read from.")
      .def_prop_ro("description", &Machine::description, "The file's.")
      .def_prop_ro(
          "settings", [](const Machine& self) { return to_map(self.settings()); },
          "Parameters that were set, as texts.")
      .def_prop_ro(
          "parameters",
          [](const Machine& self) {
            nb::dict result;
            for (const Parameter& one : self.parameters()) result[one.name.c_str()] = one;
            return result;
          },
          nb::sig("def parameters(self) -> dict[str, Parameter]"), "By name, in the file's order.")
      .def_prop_ro("bodies", &Machine::bodies, "The first is the ground.")
      .def_prop_ro("joints", &Machine::joints, "In the file's order.")
      .def_prop_ro("drives", &Machine::drives, "In the file's order, as everywhere.")
      .def_prop_ro("drive_limits", &Machine::drive_limits, "Of the drives, in their order.")
      .def_prop_ro("paths", &Machine::paths, "In the file's order.")
      .def("path", &Machine::path, "name"_a, "The path of this name.")
      .def_prop_ro("cycles", &Machine::cycles, "Names of cycles of paths and dwells.")
      .def_prop_ro("maps", &Machine::maps, "Names of maps of the workspace.")
      .def_prop_ro("formulas", &Machine::formulas,
                   "Names of criteria that the file defines from others.")
      .def_prop_ro("load_cases", &Machine::load_cases, "Their names.")
      .def_prop_ro("load_case", &Machine::load_case, "The one that acts, or empty.")
      .def_prop_ro(
          "gravity",
          [](const Machine& self) -> Eigen::Vector3d { return self.mechanism().gravity; },
          "Array of 3, m/s^2.")
      .def_prop_ro(
          "payload_mass", [](const Machine& self) { return self.mechanism().payload_mass; },
          "kg, of what the tool carries.")
      .def_prop_ro(
          "has_tool", [](const Machine& self) { return self.mechanism().has_tool; },
          "Whether the file names a tool.")
      .def_prop_ro(
          "remarks", [](const Machine& self) { return self.mechanism().remarks; },
          "On what the file may have meant otherwise.")
      .def(
          "with_parameters",
          [](const Machine& self, const nb::kwargs& parameters) {
            return self.with(to_settings(parameters));
          },
          nb::sig("def with_parameters(self, **parameters: float | str) -> Machine"),
          "The machine with other values of parameters, in SI, or texts with units; those set "
          "before are kept unless they are named again.")
      .def("under", &Machine::under, "load_case"_a,
           "The machine under another of its load cases; '': none.")
      .def(
          "edited",
          [](const Machine& self, const std::string& place, const nb::object& value) {
            return self.edited(place, to_file(value));
          },
          "place"_a, "value"_a,
          nb::sig("def edited(self, place: str, value: float | str | collections.abc.Sequence | "
                  "dict) -> Machine"),
          "The machine of the file with another value in one place: a number (as the file's unit "
          "has it), a formula with or without a unit, a name, a list or a dict of such; parameters "
          "that were set are kept.\n\n"
          "place: keys, and numbers of items from 0, between slashes: 'bodies/platform/mass'.")
      .def(
          "added",
          [](const Machine& self, const std::string& place, const nb::object& value) {
            return self.added(place, to_file(value));
          },
          "place"_a, "value"_a,
          nb::sig("def added(self, place: str, value: float | str | collections.abc.Sequence | "
                  "dict) -> Machine"),
          "The same with one more entry in a map of the file.\n\n"
          "place: of the map, and the new key behind it: 'drives/F/rated'.")
      .def(
          "text",
          [](const Machine& self, const FilePath& folder) { return self.text(folder.string()); },
          "folder"_a = "",
          "The machine file, word for word, except that the parameters that were set have their "
          "values, and that paths of files it names are relative to `folder`.")
      .def(
          "save", [](const Machine& self, const FilePath& file) { self.save(file.string()); },
          "file"_a, "Writes text() to a file, which is replaced as a whole or not at all.")
      .def(
          "check",
          [](const Machine& self, const std::string& path, int guesses) {
            return run_interruptibly([&](const std::atomic<bool>* cancel) {
              return check(self, {.path = path, .guesses = guesses, .cancel = cancel});
            });
          },
          "path"_a = "", nb::kw_only(), "guesses"_a = 100,
          "What the machine is: loops, degrees of freedom, redundancy, ways to assemble it.\n\n"
          "path: at whose start it is assembled; empty: the first in the file.\n"
          "guesses: in the search for ways to assemble it.")
      .def("__copy__", [](const Machine& self) { return self; })
      .def("__deepcopy__", [](const Machine& self, const nb::dict&) { return self; })
      .def("__repr__", [](const Machine& self) { return "<Machine " + self.name() + ">"; });
  def_card(machine, "show_machine");
  def_in_python(machine, "show", "globaldyn._display", "show_machine",
                "def show(self) -> globaldyn._display.Page",
                "Shows the page of the machine along all of its paths, as results show theirs.");
}

}  // namespace globaldyn::python
