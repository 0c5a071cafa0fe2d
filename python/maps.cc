#include <globaldyn/map.h>

#include "python/binding.h"

namespace globaldyn::python {
namespace {

nb::object to_grid(const Map& map, const std::vector<double>& values) {
  return nb::cast(to_array(values, map.shape()));
}

nb::object find_column(const Map& map, const std::string& name) {
  std::string names;
  for (const MapColumn& one : map.columns()) {
    if (one.name == name) return to_grid(map, one.values);
    names += (names.empty() ? "" : ", ") + one.name;
  }
  throw nb::key_error(("no column '" + name + "'; there are: " + names).c_str());
}

std::vector<const char*> list_status(const Map& map) {
  std::vector<const char*> result;
  for (const SampleStatus one : map.status()) result.push_back(to_string(one));
  return result;
}

}  // namespace

void bind_maps(nb::module_& module, nb::class_<Machine>& machine) {
  nb::class_<MapAxis>(module, "MapAxis",
                      "A coordinate of a map's grid: equally spaced values, both ends included.")
      .def_ro("name", &MapAxis::name, "x, y, z, phi or a joint coordinate.")
      .def_ro("rotational", &MapAxis::rotational, "Whether in rad; otherwise m.")
      .def_prop_ro(
          "from_", [](const MapAxis& self) { return self.from; }, "m or rad: the first place.")
      .def_ro("to", &MapAxis::to, "m or rad: the last place.")
      .def_ro("count", &MapAxis::count, "Of places.")
      .def_prop_ro(
          "values",
          [](const MapAxis& self) -> Eigen::VectorXd {
            return Eigen::VectorXd::LinSpaced(self.count, self.from, self.to);
          },
          "Array of the places, m or rad.");
  nb::class_<Reduction>(module, "Reduction", "A single number computed from a map.")
      .def_ro("name", &Reduction::name, "As the file names it.")
      .def_ro("column", &Reduction::column, "Of the table.")
      .def_ro("kind", &Reduction::kind, "min, max, mean, quantile, share, measure, ball, box")
      .def_ro("value", &Reduction::value, "NaN if there is no pose to take it from.")
      .def_ro("unit", &Reduction::unit, "SI.")
      .def("__repr__", [](const Reduction& self) { return "<Reduction " + self.name + ">"; });
  nb::class_<Map> map(module, "Map", "Criteria over a grid of poses.");
  map.def_prop_ro("name", &Map::name, "As the file has it.")
      .def_prop_ro("axes", &Map::axes, "One or two, in the order of the arrays.")
      .def_prop_ro("orientations", &Map::orientations, "Of the tool, tried at each place.")
      .def_prop_ro("shape", &Map::shape, "The number of orientations, then of points per axis.")
      .def_prop_ro("status", &list_status,
                   "Per pose, the last axis fastest: 'ok', 'unreachable' ... as of samples.")
      .def_prop_ro("reason", &Map::reason, "Per pose.")
      .def_prop_ro(
          "columns",
          [](const Map& self) {
            std::vector<std::string> names;
            for (const MapColumn& one : self.columns()) names.push_back(one.name);
            return names;
          },
          "Names of the criteria.")
      .def("__getitem__", &find_column, "column"_a,
           nb::sig("def __getitem__(self, column: str) -> numpy.typing.NDArray[numpy.float64]"),
           "A criterion's values, an array of `shape`, SI; where a pose is not ok, the criterion's "
           "value for that case.")
      .def_prop_ro(
          "signed_drive_margin",
          [](const Map& self) { return to_grid(self, self.signed_drive_margin()); },
          nb::sig("def signed_drive_margin(self) -> numpy.typing.NDArray[numpy.float64]"),
          "The criterion drive_margin, with a sign that changes at parallel singularities; "
          "an array of `shape`.")
      .def_prop_ro("reductions", &Map::reductions,
                   "Min, mean and max of every column, then those of the file.")
      .def("json", &Map::json, "map_NAME.json.")
      .def("csv", &Map::csv, "map_NAME.csv: one row a pose.")
      .def("write", &write_files<Map>, "folder"_a, nb::call_guard<nb::gil_scoped_release>(),
           "Writes map_NAME.json, .csv and .h5 to a folder, which is made if needed, and keeps "
           "there "
           "what they were computed from.")
      .def("__repr__", [](const Map& self) { return "<Map " + self.name() + ">"; });
  def_table(map, "table_of_map",
            "A pandas DataFrame, one row a pose: its place, status and criteria.");
  def_in_python(map, "draw", "globaldyn._pictures", "draw_map",
                "def draw(self, column: str | None = None, axes: typing.Any = None, **style: "
                "typing.Any) -> typing.Any",
                "Draws a criterion over the workspace with matplotlib. Returns the axes.\n\n"
                "column: None: the first.");
  def_page(map);
  machine.def(
      "map",
      [](const Machine& self, const std::string& name, const std::string& region,
         const std::string& formulation, int threads, const nb::object& progress) {
        const ProgressCall watch(progress);
        MapOptions options{.method = {.region = region, .formulation = formulation},
                           .run = {.threads = threads, .progress = watch.of(&Progress::total)}};
        return run_interruptibly(watch, [&](const std::atomic<bool>* cancel) {
          options.run.cancel = cancel;
          return make_map(self, name, options);
        });
      },
      "name"_a, nb::kw_only(), "region"_a = "automatic", "formulation"_a = "auto", "threads"_a = 0,
      "progress"_a.none() = nb::none(), "A map of the workspace that the machine file asks for.");
}

}  // namespace globaldyn::python
