#include <globaldyn/criteria.h>

#include "python/binding.h"

namespace globaldyn::python {
namespace {

const char* to_text(Criterion::Better better) {
  return better == Criterion::Better::larger ? "larger" : "smaller";
}

const char* to_text(Criterion::Of of) {
  switch (of) {
    case Criterion::Of::pose:
      return "pose";
    case Criterion::Of::pattern:
      return "pattern";
    case Criterion::Of::machine:
      return "machine";
    case Criterion::Of::path:
      return "path";
  }
  return "";
}

std::vector<CriterionValue> calc_criteria(const Machine& machine,
                                          const std::vector<std::string>& criteria,
                                          const std::vector<std::string>& paths, double tolerance,
                                          const Figure& reserve, const Figure& speed, int places,
                                          std::size_t work, int threads) {
  CriteriaOptions options{.tolerance = tolerance,
                          .reserve = to_si(reserve, "1", "reserve"),
                          .speed = to_si(speed, "m/s", "speed"),
                          .places = places,
                          .work = work,
                          .run = {.threads = threads}};
  return run_interruptibly([&](const std::atomic<bool>* cancel) {
    options.run.cancel = cancel;
    return calc_path_criteria(machine, criteria, paths, options);
  });
}

}  // namespace

void bind_criteria(nb::module_& module, nb::class_<Machine>& machine) {
  nb::class_<Criterion>(module, "Criterion", "A number that says how good a machine is.")
      .def_ro("name", &Criterion::name, "As studies and `criteria()` take it.")
      .def_ro("unit", &Criterion::unit, "SI; '1': a plain number.")
      .def_prop_ro(
          "better", [](const Criterion& self) { return to_text(self.better); },
          "'larger' or 'smaller'.")
      .def_prop_ro(
          "of", [](const Criterion& self) { return to_text(self.of); },
          "'pose', 'pattern' (of what a machine can do about a pose), 'path' or 'machine'.")
      .def_ro("description", &Criterion::description, "One line.")
      .def("__repr__", [](const Criterion& self) { return "<Criterion " + self.name + ">"; });
  module.def("list_criteria", &list_criteria, "All criteria that there are.");
  nb::class_<CriterionValue>(module, "CriterionValue", "A criterion's value on a path.")
      .def_ro("path", &CriterionValue::path, "Its name.")
      .def_ro("name", &CriterionValue::name, "The criterion's.")
      .def_ro("unit", &CriterionValue::unit, "SI; '1': a plain number.")
      .def_prop_ro(
          "better", [](const CriterionValue& self) { return to_text(self.better); },
          "'larger' or 'smaller'.")
      .def_ro("value", &CriterionValue::value, "SI")
      .def_ro("status", &CriterionValue::status,
              "Empty; or why there is no value: 'unlimited', 'gave_up', as of plans.")
      .def_ro("reason", &CriterionValue::reason, "One line, if there is no value.")
      .def("__repr__", [](const CriterionValue& self) {
        return "<" + self.name + " on " + self.path + ": " +
               (self.status.empty()
                    ? nb::cast<std::string>(nb::str(nb::float_(self.value))) + " " + self.unit
                    : self.status) +
               ">";
      });
  machine.def("criteria", &calc_criteria, "criteria"_a, "paths"_a = std::vector<std::string>{},
              nb::kw_only(), "tolerance"_a = 1e-4, "reserve"_a = 0.0, "speed"_a = 0.0,
              "places"_a = 401, "work"_a = 0, "threads"_a = 0,
              "Criteria of paths, or formulas of the file, on each of the paths (all if none is "
              "named).\n\ntolerance: of the times that they need, relative.\n"
              "reserve: share of every limit that motions keep free.\n"
              "speed: of the tool, m/s, at which accelerations are evaluated.\n"
              "places: equally spaced in p.\nwork: of a plan, as in plan().");
  nb::class_<PoseCriteria> poses(module, "PoseCriteria", "Criteria of poses along a path.");
  poses
      .def_prop_ro(
          "p",
          [](nb::handle_t<PoseCriteria> self) {
            return view(nb::cast<const PoseCriteria&>(self).p, self);
          },
          "Where they are known, increasing.")
      .def_ro("names", &PoseCriteria::names, "Of the criteria, in the order asked for.")
      .def_ro("values", &PoseCriteria::values, "Per criterion, in that order, and p; SI.")
      .def_ro("status", &PoseCriteria::status, "'ok', or why they end before the path does.")
      .def_ro("failed_at", &PoseCriteria::failed_at, "The first p asked for that is not ok.")
      .def_ro("reason", &PoseCriteria::reason, "One line, if not ok.");
  def_table(poses, "table_of_pose_criteria", "A pandas DataFrame, indexed by p.");
  machine.def(
      "pose_criteria",
      [](const Machine& self, const std::string& path, const std::vector<std::string>& criteria,
         int samples) {
        return run_interruptibly([&](const std::atomic<bool>* cancel) {
          return calc_pose_criteria(self, path, criteria, samples, cancel);
        });
      },
      "path"_a, "criteria"_a, nb::kw_only(), "samples"_a = 61,
      "Criteria of poses at `samples` equally spaced p of a path, both ends included. The machine "
      "goes on beyond its joints' travel and through collisions, so that criteria tell by how "
      "much.");
}

}  // namespace globaldyn::python
