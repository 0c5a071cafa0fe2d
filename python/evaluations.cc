#include <globaldyn/evaluation.h>

#include "python/binding.h"

namespace globaldyn::python {
namespace {

using Names = std::variant<std::string, std::vector<std::string>>;

std::vector<std::string> to_list(const std::optional<Names>& names) {
  if (!names) return {};
  if (const std::string* one = std::get_if<std::string>(&*names)) return {*one};
  return std::get<std::vector<std::string>>(*names);
}

// samples x m: a vector of every sample, NaN where there is none.
Eigen::MatrixXd stack(const PathEvaluation& path, Eigen::VectorXd Sample::*vector) {
  Eigen::Index width = 0;
  for (const Sample& one : path.samples) width = std::max(width, (one.*vector).size());
  Eigen::MatrixXd result =
      Eigen::MatrixXd::Constant(static_cast<Eigen::Index>(path.samples.size()), width, kNone);
  for (Eigen::Index i = 0; i < result.rows(); ++i) {
    const Eigen::VectorXd& row = path.samples[static_cast<std::size_t>(i)].*vector;
    if (row.size() == width) result.row(i) = row.transpose();
  }
  return result;
}

// The greatest accessible d1 of every sample, NaN where none is.
Eigen::VectorXd find_most_d1(const PathEvaluation& path) {
  Eigen::VectorXd result(static_cast<Eigen::Index>(path.samples.size()));
  for (Eigen::Index i = 0; i < result.size(); ++i) {
    const auto intervals = path.samples[static_cast<std::size_t>(i)].region.d1_intervals();
    result[i] = intervals.empty() ? kNone : intervals.back().high;
  }
  return result;
}

Eigen::VectorXd find_places(const PathEvaluation& path) {
  Eigen::VectorXd result(static_cast<Eigen::Index>(path.samples.size()));
  for (Eigen::Index i = 0; i < result.size(); ++i) {
    result[i] = path.samples[static_cast<std::size_t>(i)].p;
  }
  return result;
}

const PathEvaluation& find_path(const Evaluation& evaluation, const std::string& name) {
  std::string names;
  for (const PathEvaluation& one : evaluation.paths()) {
    if (one.name == name) return one;
    names += (names.empty() ? "" : ", ") + one.name;
  }
  throw nb::key_error(("no path '" + name + "'; there are: " + names).c_str());
}

void bind_samples(nb::module_& module) {
  nb::class_<Frame>(module, "Frame", "A frame in space.")
      .def_prop_ro(
          "position", [](const Frame& self) -> Eigen::Vector3d { return self.position; },
          "Array of 3, m.")
      .def_prop_ro(
          "rotation", [](const Frame& self) -> Eigen::Matrix3d { return self.rotation; },
          "Array, 3 x 3: its axes are the columns.");
  nb::class_<BoundsOfD2>(module, "BoundsOfD2", "What is accessible at one d1.")
      .def_ro("d1", &BoundsOfD2::d1, "dp/dt, 1/s.")
      .def_ro("d2", &BoundsOfD2::d2, "(low, high) or None.");
  nb::class_<PoseMatrices>(module, "PoseMatrices",
                           "A machine's matrices at one p: n rows for what the path prescribes, m "
                           "columns for the drives; SI.")
      .def_ro("M", &PoseMatrices::M,
              "n x n: inertia of bodies and rotors in the path's coordinates.")
      .def_ro("W", &PoseMatrices::W,
              "n x m: of drive forces the forces on the coordinates; its transpose gives the "
              "drives' rates.")
      .def_ro("jacobian", &PoseMatrices::jacobian,
              "n x m: rates of the coordinates for those of the drives; None where drives do not "
              "determine the motion.")
      .def_ro(
          "K", &PoseMatrices::K,
          "n x n: stiffness with motors held; None where nothing holds, or a direction is rigid.")
      .def_ro(
          "joint_inertia", &PoseMatrices::joint_inertia,
          "Of open machines of hinges and sliders: the bodies' inertia in the coordinates of the "
          "joints Evaluation.links; otherwise None.");
  nb::class_<Sample>(
      module, "Sample",
      "A machine at one p of a path. All drive forces of a motion are A d1^2 + B d1 + "
      "C + D d2 + V y, for any y; without V those of least norm.")
      .def_ro("p", &Sample::p, "Of the path.")
      .def_prop_ro(
          "status", [](const Sample& self) { return to_string(self.status); },
          "'ok', 'unreachable', 'singular', 'lost_branch', 'out_of_travel', 'colliding'. "
          "What follows is there if it is ok.")
      .def_ro("reason", &Sample::reason, "One line, if not ok.")
      .def_ro("tool", &Sample::tool, "Frame, if there is a tool.")
      .def_ro("A", &Sample::A, "Array of m, a number a drive; N or N m, as are B, C and D.")
      .def_ro("B", &Sample::B, "Of each drive: N s or N m s.")
      .def_ro("C", &Sample::C, "Of each drive: N or N m.")
      .def_ro("D", &Sample::D, "Of each drive: N s² or N m s².")
      .def_ro("V", &Sample::V, "m x redundancy, orthonormal.")
      .def_ro("unbalanced", &Sample::unbalanced, "Degrees of freedom that no drive can hold.")
      .def_ro("region", &Sample::region, "What is accessible there.")
      .def_ro("d2_at", &Sample::d2_at, "At the d1 asked for by bounds_at.")
      .def_ro("matrices", &Sample::matrices, "If asked for.")
      .def("calc_forces", &Sample::calc_forces, "d1"_a, "d2"_a,
           "The drive forces of least norm that a motion needs, array of m.")
      .def("__repr__", [](const Sample& self) {
        return "<Sample at p = " + nb::cast<std::string>(nb::str(nb::float_(self.p))) + ": " +
               to_string(self.status) + ">";
      });
  nb::class_<PathEvaluation> path(module, "PathEvaluation", "What a machine can do along a path.");
  path.def_ro("name", &PathEvaluation::name, "The path's.")
      .def_ro("p_max", &PathEvaluation::p_max, "p at its end.")
      .def_ro("samples", &PathEvaluation::samples, "One Sample a place.")
      .def_ro("coordinates", &PathEvaluation::coordinates,
              "What the path prescribes, of the matrices' rows.")
      .def_prop_ro("p", &find_places, "Of the samples.")
      .def_prop_ro("d1_max", &find_most_d1,
                   "Of the samples: the greatest accessible d1; NaN where none is.")
      .def_prop_ro(
          "A", [](const PathEvaluation& self) { return stack(self, &Sample::A); },
          "samples x drives, as are B, C and D: drive forces of least norm are A d1^2 + B d1 "
          "+ C + D d2. NaN where a sample is not ok.")
      .def_prop_ro(
          "B", [](const PathEvaluation& self) { return stack(self, &Sample::B); },
          "samples x drives, N s or N m s.")
      .def_prop_ro(
          "C", [](const PathEvaluation& self) { return stack(self, &Sample::C); },
          "samples x drives, N or N m: at rest.")
      .def_prop_ro(
          "D", [](const PathEvaluation& self) { return stack(self, &Sample::D); },
          "samples x drives, N s² or N m s².");
  def_in_python(path, "table", "globaldyn._tables", "table_of_path_evaluation",
                "def table(self, drives: collections.abc.Sequence[str] | None = None) -> "
                "pandas.DataFrame",
                "A pandas DataFrame, one row a sample: status, greatest d1, A, B, C and D of every "
                "drive.\n\ndrives: their names; None: numbers.");
  def_in_python(path, "draw", "globaldyn._pictures", "draw_path_evaluation",
                "def draw(self, axes: typing.Any = None, **style: typing.Any) -> typing.Any",
                "Draws the greatest accessible d1 over p with matplotlib. Returns the axes.");
  def_card(path, "show_path_evaluation");
  path.def("__repr__", [](const PathEvaluation& self) {
    return "<PathEvaluation of " + self.name + ": " + std::to_string(self.samples.size()) +
           " samples>";
  });
}

Evaluation evaluate_paths(const Machine& machine, const std::optional<Names>& path, int samples,
                          const Numbers& at, const Numbers& bounds_at, bool matrices,
                          const std::optional<Names>& criteria, const std::string& region,
                          const std::string& formulation, double tolerance, const Figure& reserve,
                          const Figure& speed, int threads, const nb::object& progress) {
  const ProgressCall watch(progress);
  EvaluationOptions options{.paths = to_list(path),
                            .samples = samples,
                            .at = at.values,
                            .bounds_at = bounds_at.values,
                            .matrices = matrices,
                            .method = {.region = region, .formulation = formulation},
                            .criteria = to_list(criteria),
                            .criteria_options = {.tolerance = tolerance,
                                                 .reserve = to_si(reserve, "1", "reserve"),
                                                 .speed = to_si(speed, "m/s", "speed")},
                            .run = {.threads = threads, .progress = watch.of(&Progress::total)}};
  return run_interruptibly(watch, [&](const std::atomic<bool>* cancel) {
    options.run.cancel = cancel;
    return evaluate(machine, options);
  });
}

}  // namespace

void bind_evaluations(nb::module_& module, nb::class_<Machine>& machine) {
  bind_samples(module);
  nb::class_<Evaluation> evaluation(module, "Evaluation", "What a machine can do along its paths.");
  evaluation
      .def_prop_ro("paths", &Evaluation::paths, nb::rv_policy::reference_internal,
                   "A PathEvaluation a path.")
      .def("__getitem__", &find_path, "path"_a, nb::rv_policy::reference_internal,
           "The path of this name.")
      .def_prop_ro("criteria", &Evaluation::criteria,
                   "Values of the criteria that were asked for, a CriterionValue each.")
      .def_prop_ro("n_bodies", &Evaluation::n_bodies, "The ground not counted.")
      .def_prop_ro("n_dof", &Evaluation::n_dof, "None if the machine was never assembled.")
      .def_prop_ro("redundancy", &Evaluation::redundancy, "The smallest of any sample.")
      .def_prop_ro("links", &Evaluation::links, "The joints of PoseMatrices.joint_inertia.")
      .def("json", &Evaluation::json, "bodies"_a = false,
           "evaluation.json, with `bodies` also where every body is.")
      .def("csv", &Evaluation::csv, "The regions' corners.")
      .def("write", &write_files<Evaluation>, "folder"_a, nb::call_guard<nb::gil_scoped_release>(),
           "Writes evaluation.json and regions.csv to a folder, which is made if needed, and keeps "
           "there what they were computed from.")
      .def("__repr__", [](const Evaluation& self) {
        std::string names;
        for (const PathEvaluation& one : self.paths()) names += " " + one.name;
        return "<Evaluation of" + (names.empty() ? " no path" : names) + ">";
      });
  def_page(evaluation);
  machine.def("evaluate", &evaluate_paths, "path"_a.none() = nb::none(), nb::kw_only(),
              "samples"_a = 61, "at"_a = Numbers{}, "bounds_at"_a = Numbers{}, "matrices"_a = false,
              "criteria"_a.none() = nb::none(), "region"_a = "automatic", "formulation"_a = "auto",
              "tolerance"_a = 1e-4, "reserve"_a = 0.0, "speed"_a = 0.0, "threads"_a = 0,
              "progress"_a.none() = nb::none(),
              "The accessible regions along paths.\n\n"
              "path: name, or names; None: all of the file.\n"
              "samples: at equal distances in p, both ends included; or `at`: these p instead.\n"
              "bounds_at: d1 at which to find the range of d2.\n"
              "matrices: samples have M, W, the Jacobian and K, too.\n"
              "criteria: of the paths, or formulas of the file; tolerance, reserve and speed are "
              "theirs, see criteria().\n"
              "region: 'automatic', 'svd-enumeration', 'circuits' or 'support'.\n"
              "formulation: of the equations of motion, see list_formulations().\n"
              "threads: 0: one per core; changes no result.\n"
              "progress: called with (done, total).");
}

}  // namespace globaldyn::python
