#include <globaldyn/region.h>

#include "python/binding.h"

namespace globaldyn::python {
namespace {

// n x 2: d1², d2.
auto to_corners(const std::vector<RegionVertex>& vertices) {
  std::vector<double> values;
  for (const RegionVertex& one : vertices) {
    values.push_back(one.d1_square);
    values.push_back(one.d2);
  }
  return to_array(std::move(values), {vertices.size(), 2});
}

auto find_ranges(const Region& region, const Numbers& d1) {
  std::vector<double> values;
  for (const double one : d1.values) {
    const std::optional<Interval> range = region.d2_at(one);
    values.push_back(range ? range->low : kNone);
    values.push_back(range ? range->high : kNone);
  }
  return to_array(std::move(values), {d1.values.size(), 2});
}

// Of all pairs of numbers.
nb::object find_contained(const Region& region, const Numbers& d1, const Numbers& d2) {
  if (d1.values.size() != d2.values.size()) {
    throw nb::value_error(
        "d1 and d2 of different sizes; expected as many of the one as of the other");
  }
  nb::list inside;
  for (std::size_t i = 0; i < d1.values.size(); ++i) {
    inside.append(region.contains(d1.values[i], d2.values[i]));
  }
  return nb::module_::import_("numpy").attr("array")(inside, "bool");
}

void bind_parts(nb::module_& module) {
  nb::class_<ActiveLimit>(module, "ActiveLimit", "A limit that holds with equality.")
      .def_ro("name", &ActiveLimit::name, "Of the drive, joint or tool; empty for 'rest'.")
      .def_ro("limit", &ActiveLimit::limit,
              "min, max, tension, line, speed, acceleration, reaction, rest ...")
      .def("__eq__",
           [](const ActiveLimit& self, nb::handle other) {
             return nb::isinstance<ActiveLimit>(other) &&
                    self == nb::cast<const ActiveLimit&>(other);
           })
      .def("__hash__",
           [](const ActiveLimit& self) { return nb::hash(nb::make_tuple(self.name, self.limit)); })
      .def("__repr__", [](const ActiveLimit& self) {
        return "ActiveLimit('" + self.name + "', '" + self.limit + "')";
      });
  nb::class_<RegionEdge>(module, "RegionEdge", "The boundary between two corners.")
      .def_prop_ro(
          "kind",
          [](const RegionEdge& self) {
            return self.kind == RegionEdge::Kind::arc ? "arc" : "line";
          },
          "'line' in the (d1^2, d2) plane, or 'arc', of a parabola in (d1, d2).")
      .def_ro("active", &RegionEdge::active, "Limits that hold along it.");
  nb::class_<RegionComponent>(
      module, "RegionComponent",
      "A connected part of a region, its boundary counter-clockwise in the (d1^2, d2) plane. Edge "
      "i "
      "joins vertices i and i + 1; in a bounded part the last edge leads back to vertex 0.")
      .def_ro("d1_interval", &RegionComponent::d1_interval, "(low, high); high may be infinite.")
      .def_prop_ro(
          "vertices", [](const RegionComponent& self) { return to_corners(self.vertices); },
          nb::rv_policy::move, "Array, corners x 2: d1^2 and d2.")
      .def_ro("edges", &RegionComponent::edges, "What bounds it, edge by edge.")
      .def_prop_ro(
          "rays", [](const RegionComponent& self) { return to_corners(self.rays); },
          nb::rv_policy::move,
          "Array, n x 2: directions to infinity in the (d1^2, d2) plane; none if bounded.");
}

}  // namespace

void bind_regions(nb::module_& module) {
  bind_parts(module);
  nb::class_<Region> region(module, "Region",
                            "The speeds d1 = dp/dt and accelerations d2 = d^2p/dt^2 that a machine "
                            "can have at one p of a "
                            "path: every pair for which drive forces within their limits exist.");
  region.def(nb::init<>(), "The empty region.")
      .def_prop_ro("is_empty", &Region::is_empty, "Whether no motion is possible.")
      .def_prop_ro(
          "status", [](const Region& self) { return to_string(self.status()); },
          "'polygon' (straight edges in the (d1^2, d2) plane), 'arcs' (parabolas, or several "
          "components), 'unbounded', 'segment', 'point' or 'empty'.")
      .def_prop_ro("components", &Region::components, "Connected parts, by d1.")
      .def_prop_ro("d1_intervals", &Region::d1_intervals,
                   "The accessible d1, as closed intervals (low, high); the last may end at "
                   "infinity.")
      .def("d2_at", &Region::d2_at, "d1"_a,
           "The accessible d2 at `d1` as (low, high), ends may be infinite; None if d1 is not "
           "accessible. Exact.")
      .def_prop_ro("d2_at_rest", &Region::d2_at_rest, "d2_at(0): what is accessible at rest.")
      .def("d2_range", &Region::d2_at, "d1"_a, "d2_at(d1).")
      .def("d2_range", &find_ranges, "d1"_a,
           "Array, n x 2, of an array of n d1: least and greatest d2; NaN where d1 is not "
           "accessible.")
      .def("contains", &Region::contains, "d1"_a, "d2"_a,
           "Whether (d1, d2) is accessible, d1 >= 0; the boundary belongs to the region.")
      .def("contains", &find_contained, "d1"_a, "d2"_a,
           nb::sig("def contains(self, d1: collections.abc.Sequence[float] | "
                   "numpy.typing.NDArray[numpy.float64], d2: collections.abc.Sequence[float] | "
                   "numpy.typing.NDArray[numpy.float64]) -> numpy.typing.NDArray[numpy.bool_]"),
           "Array of bool, of arrays of n d1 and n d2.")
      .def("support", &Region::support, "u"_a, "w"_a,
           "The largest of u d1^2 + w d2: infinite if the region is unbounded in that direction, "
           "-infinity if it is empty.")
      .def_prop_ro("area_d1_d2", &Region::area_d1_d2,
                   "The area in the (d1, d2) plane; None if unbounded.")
      .def_prop_ro("area_d1sq_d2", &Region::area_d1sq_d2,
                   "The area in the (d1^2, d2) plane; None if unbounded.")
      .def("intersect", &Region::intersect, "other"_a,
           "What is accessible in both, as at two places of a path or under two loads; a & b.")
      .def("__and__", &Region::intersect, "other"_a)
      .def("__contains__",
           [](const Region& self, const std::pair<double, double>& pair) {
             return self.contains(pair.first, pair.second);
           })
      .def("__repr__", [](const Region& self) {
        return std::string("<Region: ") + to_string(self.status()) + ">";
      });
  def_in_python(region, "boundary", "globaldyn._pictures", "find_boundary",
                "def boundary(self, points: int = 100, d1_max: float | None = None) -> "
                "list[numpy.typing.NDArray[numpy.float64]]",
                "A closed curve for each component, arrays of n x 2: d1 and d2, corners among "
                "them.\n\npoints: along all of d1, besides the corners.\n"
                "d1_max: where curves of unbounded components end.");
  def_in_python(region, "draw", "globaldyn._pictures", "draw_region",
                "def draw(self, axes: typing.Any = None, **style: typing.Any) -> typing.Any",
                "Draws it in the (d1, d2) plane with matplotlib. Returns the axes.");
  def_card(region, "show_region");
}

}  // namespace globaldyn::python
