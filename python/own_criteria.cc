#include <globaldyn/error.h>
#include <globaldyn/own_criteria.h>

#include "python/binding.h"

namespace globaldyn::python {
namespace {

Criterion describe(const std::string& name, const std::string& unit, const std::string& better,
                   const std::string& description) {
  if (better != "larger" && better != "smaller") {
    const std::string wrong = "better='" + better + "'; expected larger or smaller";
    throw nb::value_error(wrong.c_str());
  }
  return {.name = name,
          .unit = unit,
          .better = better == "larger" ? Criterion::Better::larger : Criterion::Better::smaller,
          .description = description};
}

// What a criterion raises ends the computation on another thread: as an error of the library's, of
// which no thread needs the interpreter's lock.
template <class Value>
std::function<double(const Value&)> to_calc(const std::string& name, const nb::object& calc) {
  // Criteria live as long as the process. The module holds their functions, so that the interpreter
  // can clear up at its end, when none is called any more.
  nb::module_::import_("globaldyn._globaldyn").attr("_own_criteria").attr("append")(calc);
  return [name, call = calc.ptr()](const Value& value) {
    const nb::gil_scoped_acquire acquire;
    try {
      return nb::cast<double>(nb::borrow(call)(nb::cast(value, nb::rv_policy::copy)));
    } catch (const nb::python_error& error) {
      throw CallbackError("criterion " + name, error);
    } catch (const nb::cast_error&) {
      throw Error("criterion " + name + ": its value is no number");
    }
  };
}

void bind_poses(nb::module_& module) {
  nb::class_<RestingPose>(module, "RestingPose",
                          "A machine at rest in a pose: n degrees of freedom, those of the "
                          "coordinates that the path or map prescribes, pushed by m drives; SI.")
      .def_ro("drives", &RestingPose::drives, "Names of the m drives.")
      .def_prop_ro(
          "joints",
          [](const RestingPose& self) {
            std::map<std::string, double> result;
            for (const RestingJoint& one : self.joints) result[one.name] = one.value;
            return result;
          },
          "Coordinates by name, m or rad.")
      .def_ro("tool", &RestingPose::tool, "Frame, in global axes, if there is one.")
      .def_ro("M", &RestingPose::M, "n x n: inertia of bodies and rotors in the coordinates.")
      .def_ro("W", &RestingPose::W, "n x m: of drive forces the forces on the coordinates.")
      .def_ro("load", &RestingPose::load,
              "Array of n: W f = load holds the machine against gravity and loads.")
      .def_ro("low", &RestingPose::low,
              "Array of m: the least force that a drive can exert at rest.")
      .def_ro("high", &RestingPose::high, "Array of m: the greatest.")
      .def_ro(
          "tool_rates", &RestingPose::tool_rates,
          "6 x n: velocity and angular velocity of the tool per unit rates; no columns without a "
          "tool.");
}

}  // namespace

void bind_own_criteria(nb::module_& module) {
  module.attr("_own_criteria") = nb::list();
  bind_poses(module);
  module.def(
      "add_pose_criterion",
      [](const std::string& name, const nb::callable& calc, const std::string& unit,
         const std::string& better, const std::string& description) {
        add_pose_criterion(describe(name, unit, better, description),
                           to_calc<RestingPose>(name, calc));
      },
      "name"_a, "calc"_a, nb::kw_only(), "unit"_a = "1", "better"_a = "larger",
      "description"_a = "",
      nb::sig("def add_pose_criterion(name: str, calc: collections.abc.Callable[[RestingPose], "
              "float], *, unit: str = '1', better: str = 'larger', description: str = '') -> None"),
      "Adds a criterion of poses: known from then on, in this process, in maps of machine files, "
      "along paths and in studies. Add it before files are read that name it.\n\n"
      "calc: its value of a RestingPose; what it raises ends the computation, in studies the "
      "design.\nunit: SI.\nbetter: 'larger' or 'smaller'.");
  module.def(
      "add_path_criterion",
      [](const std::string& name, const nb::callable& calc, const std::string& unit,
         const std::string& better, const std::string& description) {
        add_path_criterion(describe(name, unit, better, description), to_calc<Plan>(name, calc));
      },
      "name"_a, "calc"_a, nb::kw_only(), "unit"_a = "1", "better"_a = "larger",
      "description"_a = "",
      nb::sig("def add_path_criterion(name: str, calc: collections.abc.Callable[[Plan], float], *, "
              "unit: str = '1', better: str = 'larger', description: str = '') -> None"),
      "Likewise a criterion of paths and cycles, of the Plan of the fastest motion, or of the one "
      "that is given. Not called where there is no motion.");
  module.def(
      "add_machine_criterion",
      [](const std::string& name, const nb::callable& calc, const std::string& unit,
         const std::string& better, const std::string& description) {
        add_machine_criterion(describe(name, unit, better, description),
                              to_calc<Machine>(name, calc));
      },
      "name"_a, "calc"_a, nb::kw_only(), "unit"_a = "1", "better"_a = "larger",
      "description"_a = "",
      nb::sig("def add_machine_criterion(name: str, calc: collections.abc.Callable[[Machine], "
              "float], *, unit: str = '1', better: str = 'larger', description: str = '') -> None"),
      "Likewise a criterion of machines as a whole, for studies, whose formulas name it "
      "`machine.NAME`: of a design's Machine. NaN or infinite where it has no value: the design is "
      "infeasible. run_study() adds the functions that it finds in objectives and constraints.");
}

}  // namespace globaldyn::python
