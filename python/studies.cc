#include <globaldyn/study.h>

#include "python/binding.h"

namespace globaldyn::python {
namespace {

using Role = StudyColumn::Role;

const char* to_text(Role role) {
  switch (role) {
    case Role::variable:
      return "variable";
    case Role::objective:
      return "objective";
    case Role::constraint:
      return "constraint";
    case Role::quantity:
      return "quantity";
  }
  return "";
}

// Numbers of a design by the columns' names; of categorical variables the choice.
nb::dict to_dict(const Study& study, const Design& design) {
  nb::dict result;
  std::size_t counts[4] = {0, 0, 0, 0};
  const std::vector<double>* values[4] = {&design.variables, &design.objectives,
                                          &design.constraints, &design.quantities};
  for (const StudyColumn& column : study.columns()) {
    const auto role = static_cast<std::size_t>(column.role);
    const std::size_t place = counts[role]++;
    if (place >= values[role]->size()) continue;
    const double value = (*values[role])[place];
    if (column.choices.empty()) {
      result[column.name.c_str()] = value;
    } else {
      result[column.name.c_str()] = column.choices.at(static_cast<std::size_t>(value));
    }
  }
  return result;
}

void bind_designs(nb::module_& module) {
  nb::class_<StudyColumn>(module, "StudyColumn", "A column of a study's table.")
      .def_ro("name", &StudyColumn::name, "The column's.")
      .def_prop_ro(
          "role", [](const StudyColumn& self) { return to_text(self.role); },
          "variable, objective, constraint, quantity")
      .def_ro("unit", &StudyColumn::unit, "SI; '1': a plain number.")
      .def_ro("description", &StudyColumn::description, "One line.")
      .def_ro("choices", &StudyColumn::choices,
              "Of a categorical variable, whose value is a number of them.")
      .def_ro("is_integer", &StudyColumn::is_integer, "Whether of whole numbers.")
      .def_ro("is_maximized", &StudyColumn::is_maximized, "Whether more is better.")
      .def("__repr__", [](const StudyColumn& self) { return "<StudyColumn " + self.name + ">"; });
  nb::class_<Design>(module, "Design", "A design with its numbers, SI; NaN: there is none.")
      .def_ro("id", &Design::id, "1, 2, 3 ... in the order the search asked.")
      .def_prop_ro(
          "state", [](const Design& self) { return to_string(self.state); },
          "'ok', 'infeasible' (a constraint does not hold, or the machine cannot do what is "
          "asked of it) or 'failed'.")
      .def_ro("reason", &Design::reason, "One line, if not ok.")
      .def_ro("variables", &Design::variables, "SI, in the order of the study.")
      .def_ro("objectives", &Design::objectives, "SI, in the order of the study.")
      .def_ro("constraints", &Design::constraints, "SI, in the order of the study.")
      .def_ro("quantities", &Design::quantities, "SI, in the order of the study.")
      .def_ro("violation", &Design::violation, "0 if ok.")
      .def("__repr__", [](const Design& self) {
        return "<Design " + std::to_string(self.id) + ": " + to_string(self.state) + ">";
      });
  nb::class_<ParetoSet> front(module, "ParetoSet", "The designs of a study that none dominates.");
  front.def_ro("objectives", &ParetoSet::objectives, "Their names.")
      .def_ro("designs", &ParetoSet::designs, "By id, ascending.")
      .def_ro(
          "knees", &ParetoSet::knees,
          "Places in `designs` of those from which a little more of one objective costs much of "
          "another, the sharpest first.")
      .def("best", &ParetoSet::best, "objective"_a,
           "The place of the design that is best in an objective; None in an empty set.")
      .def_prop_ro(
          "values",
          [](const ParetoSet& self) {
            Eigen::MatrixXd result(static_cast<Eigen::Index>(self.designs.size()),
                                   static_cast<Eigen::Index>(self.objectives.size()));
            for (Eigen::Index i = 0; i < result.rows(); ++i) {
              for (Eigen::Index j = 0; j < result.cols(); ++j) {
                result(i, j) = self.designs[static_cast<std::size_t>(i)]
                                   .objectives[static_cast<std::size_t>(j)];
              }
            }
            return result;
          },
          "designs x objectives, SI.")
      .def("__len__", [](const ParetoSet& self) { return self.designs.size(); })
      .def("__repr__", [](const ParetoSet& self) {
        std::string names;
        for (const StudyColumn& one : self.objectives)
          names += (names.empty() ? "" : ", ") + one.name;
        return "<ParetoSet: " + std::to_string(self.designs.size()) + " designs by " + names + ">";
      });
  def_table(front, "table_of_front", "A pandas DataFrame of the objectives, indexed by id.");
  def_in_python(front, "draw", "globaldyn._pictures", "draw_front",
                "def draw(self, x: str | None = None, y: str | None = None, axes: typing.Any = "
                "None, **style: typing.Any) -> typing.Any",
                "Draws it with matplotlib. Returns the axes.\n\nx, y: objectives; None: the first "
                "two.");
  def_card(front, "show_front");
}

void bind_running(nb::module_& module) {
  // For run_study() of the Python part, which takes descriptions as well; no stub tells it.
  module.def(
      "_run_study",
      [](const FilePath& file, const FilePath& folder, std::size_t budget,
         std::optional<double> time_limit, bool resume, bool accept_changed, int threads,
         const nb::object& progress) {
        const ProgressCall watch(progress);
        StudyOptions options{.budget = budget,
                             .time_limit = time_limit,
                             .resume = resume,
                             .accept_changed = accept_changed,
                             .threads = threads,
                             .progress = watch.of(&StudyProgress::limit)};
        return run_interruptibly(watch, [&](const std::atomic<bool>* cancel) {
          options.cancel = cancel;
          return run_study(file.string(), folder.string(), options);
        });
      },
      "file"_a, "folder"_a, nb::kw_only(), "budget"_a = 0, "time_limit"_a.none() = nb::none(),
      "resume"_a = false, "accept_changed"_a = false, "threads"_a = 0,
      "progress"_a.none() = nb::none(),
      "Searches the designs of a study file; all that it evaluates is stored in a folder, so that "
      "a "
      "study which was stopped (Ctrl-C) goes on as if nothing had been.\n\n"
      "budget: most designs; 0: as the study says.\n"
      "time_limit: s; None: as the study says.\n"
      "resume: go on with the study in the folder, if there is one.\n"
      "accept_changed: although its files or the program have changed.\n"
      "threads: 0: one per core; changes no design's numbers.\n"
      "progress: called with (done, limit).");
}

}  // namespace

void bind_studies(nb::module_& module) {
  bind_designs(module);
  nb::class_<Study> study(
      module, "Study",
      "A study with all designs that it had when it was opened, also while a run "
      "appends to it.");
  study
      .def(
          "__init__",
          [](Study* self, const FilePath& folder) { new (self) Study(folder.string()); },
          "folder"_a, "Of a folder, or the file in it.")
      .def_prop_ro("name", &Study::name, "The file's.")
      .def_prop_ro("file", &Study::file, "Of the store.")
      .def_prop_ro("program", &Study::program, "That began it, with its version.")
      .def_prop_ro("created", &Study::created, "When, as text.")
      .def_prop_ro("end", &Study::end,
                   "Why its search ended: budget, time limit, stagnation, generations, exhausted, "
                   "done; empty: not yet.")
      .def_prop_ro(
          "columns", [](const Study& self) { return self.columns(); },
          "What the table has of each design.")
      .def_prop_ro("designs", &Study::designs, "By id, ascending.")
      .def("design", &Study::design, "id"_a, "The design of this number.")
      .def("values", &to_dict, "design"_a,
           nb::sig("def values(self, design: Design) -> dict[str, float | str]"),
           "Numbers of a design by the columns' names, SI; of categorical variables the choice.")
      .def("pareto", &Study::pareto, "The designs that none dominates.")
      .def("machine", &Study::machine, "id"_a,
           "The machine of a design, in the study's first scenario.")
      .def(
          "machine_file",
          [](const Study& self, std::uint64_t id, const FilePath& folder) {
            return self.machine_file(id, folder.string());
          },
          "id"_a, "folder"_a = "",
          "The same as the text of a machine file; files that it names are relative to `folder`.")
      .def("csv", &Study::csv, "One row a design.")
      .def("json", &Study::json, "The study with all its designs.")
      .def(
          "write_csv",
          [](const Study& self, const FilePath& file) { self.write_csv(file.string()); }, "file"_a,
          "Writes csv() to a file.")
      .def(
          "write_json",
          [](const Study& self, const FilePath& file) { self.write_json(file.string()); }, "file"_a,
          "Writes json() to a file.")
      .def(
          "write_hdf5",
          [](const Study& self, const FilePath& file) { self.write_hdf5(file.string()); }, "file"_a,
          "Writes all designs to an HDF5 file.")
      .def("__len__", [](const Study& self) { return self.designs().size(); })
      .def("__repr__", [](const Study& self) {
        return "<Study " + self.name() + ": " + std::to_string(self.designs().size()) + " designs>";
      });
  def_in_python(study, "draw", "globaldyn._pictures", "draw_study",
                "def draw(self, x: str | None = None, y: str | None = None, axes: typing.Any = "
                "None) -> typing.Any",
                "Draws all designs and the Pareto front with matplotlib. Returns the axes.\n\n"
                "x, y: objectives; None: the first two.");
  def_table(study, "table_of_study",
            "A pandas DataFrame, one row a design, indexed by id: state, then the columns.");
  def_page(study);
  bind_running(module);
}

}  // namespace globaldyn::python
