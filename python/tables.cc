#include <globaldyn/coefficients.h>

#include "python/binding.h"

namespace globaldyn::python {
namespace {

using Grid = nb::ndarray<const double, nb::ndim<2>, nb::c_contig, nb::device::cpu>;

// (N + 1) x m.
std::vector<double> to_list(const std::optional<Grid>& grid, std::size_t nodes, std::size_t rows,
                            const char* name, double otherwise) {
  if (!grid) return std::vector<double>(nodes * rows, otherwise);
  if (grid->shape(0) != nodes || grid->shape(1) != rows) {
    const std::string wrong =
        std::string(name) + " has the shape (" + std::to_string(grid->shape(0)) + ", " +
        std::to_string(grid->shape(1)) + "); expected (" + std::to_string(nodes) + ", " +
        std::to_string(rows) + "), a row a node and a column a limit";
    throw nb::value_error(wrong.c_str());
  }
  return {grid->data(), grid->data() + nodes * rows};
}

TablePlan plan_coefficients(const std::vector<double>& p, const Grid& a, const Grid& d,
                            const std::optional<Grid>& low, const std::optional<Grid>& high,
                            const std::optional<Grid>& b, const std::optional<Grid>& c,
                            const std::vector<std::tuple<double, double, double>>& gates,
                            bool closed, double tolerance, std::size_t work, std::size_t memory) {
  const std::size_t n = p.size(), m = a.shape(1);
  const CoefficientTable table{.rows = m,
                               .p = p,
                               .a = to_list(a, n, m, "a", 0.0),
                               .b = b ? to_list(b, n, m, "b", 0.0) : std::vector<double>{},
                               .c = to_list(c, n, m, "c", 0.0),
                               .d = to_list(d, n, m, "d", 0.0),
                               .low = to_list(low, n, m, "low", -kInfinity),
                               .high = to_list(high, n, m, "high", kInfinity)};
  TableOptions options{
      .tolerance = tolerance, .gates = {}, .closed = closed, .work = work, .memory = memory};
  for (const auto& [place, least, most] : gates) options.gates.push_back({place, least, most});
  return run_interruptibly([&](const std::atomic<bool>*) { return plan_table(table, options); });
}

// times x 3: p, d1, d2.
auto sample_at(const TablePlan& plan, const std::vector<double>& times) {
  std::vector<double> values;
  for (const MotionState& one : sample(plan, times)) {
    values.insert(values.end(), {one.p, one.d1, one.d2});
  }
  const std::size_t rows = values.size() / 3;
  return to_array(std::move(values), {rows, 3});
}

}  // namespace

void bind_tables(nb::module_& module) {
  nb::class_<TablePlan> plan(
      module, "TablePlan", "The fastest motion under a table's limits, which it keeps everywhere.");
  plan.def_prop_ro(
          "status", [](const TablePlan& self) { return to_string(self.status); },
          "'optimal', 'inaccurate', 'infeasible', 'gave_up' or 'unlimited'.")
      .def_ro("is_proven", &TablePlan::is_proven,
              "Whether both bounds of the time, or that there is no motion, hold up to rounding "
              "errors.")
      .def_ro("time", &TablePlan::time, "s")
      .def_ro("time_lower", &TablePlan::time_lower, "s: no motion is faster.")
      .def_ro("blocked_at", &TablePlan::blocked_at,
              "Without a motion: the p that no motion passes; otherwise None.");
  const auto add = [&](const char* name, std::vector<double> TablePlan::*values, const char* doc) {
    plan.def_prop_ro(
        name,
        [values](nb::handle_t<TablePlan> self) {
          return view(nb::cast<const TablePlan&>(self).*values, self);
        },
        doc);
  };
  add("p", &TablePlan::p, "Array: nodes.");
  add("d1", &TablePlan::d1, "Array: dp/dt at them.");
  add("d2_begin", &TablePlan::d2_begin,
      "Array: on the segment behind each node but the last d2 is quadratic in p; its value at the "
      "segment's beginning.");
  add("d2_end", &TablePlan::d2_end, "Array: its value at the segment's end.");
  add("bulge", &TablePlan::bulge, "Array: by how much it exceeds their mean in the middle.");
  plan.def("__repr__", [](const TablePlan& self) {
    return std::string("<TablePlan: ") + to_string(self.status) + ", " +
           nb::cast<std::string>(nb::str(nb::float_(self.time))) + " s>";
  });
  plan.def(
      "sample", &sample_at, "times"_a,
      "The motion at n times (s), exact: an array of n x 3 with p, d1 and d2; before its begin "
      "and after its end those of the ends. No rows without a motion.");
  module.def(
      "plan_table", &plan_coefficients, "p"_a, "a"_a, "d"_a, "low"_a.none() = nb::none(),
      "high"_a.none() = nb::none(), nb::kw_only(), "b"_a.none() = nb::none(),
      "c"_a.none() = nb::none(), "gates"_a = std::vector<std::tuple<double, double, double>>{},
      "closed"_a = false, "tolerance"_a = 1e-6, "work"_a = 0, "memory"_a = 200'000'000,
      "The fastest motion along a path whose limits are given as a table: no machine file is "
      "needed. At the nodes p_0 < ... < p_N, m limits\n\n"
      "    low <= a x + b sqrt(x) + c + d u <= high,   x = (dp/dt)^2 >= 0,   u = d^2p/dt^2,\n\n"
      "whose a, b, c, d, low and high are linear in p between nodes: the table is exact "
      "everywhere. "
      "A limit holds on the segments at both ends of which it is finite.\n\n"
      "p: array of N + 1.\n"
      "a, b, c, d, low, high: arrays of (N + 1) x m; b and c may be None, which means zeros; low "
      "and "
      "high None: no limit.\n"
      "gates: (p, least, most) of d1^2 at increasing p, from the first node to the last; none: "
      "from "
      "rest to rest.\n"
      "closed: the end is the start again.\n"
      "tolerance: time - time_lower <= tolerance time.\n"
      "work: sides of rows looked at after which it gives up; 0: enough.");
}

}  // namespace globaldyn::python
