#include <globaldyn/coefficients.h>
#include <globaldyn/curves.h>

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

TablePlan plan_coefficients(const Numbers& p, const Grid& a, const Grid& d,
                            const std::optional<Grid>& low, const std::optional<Grid>& high,
                            const std::optional<Grid>& b, const std::optional<Grid>& c,
                            const std::vector<std::tuple<double, double, double>>& gates,
                            bool closed, double tolerance, std::size_t work, std::size_t memory) {
  const std::size_t n = p.values.size(), m = a.shape(1);
  const CoefficientTable table{.rows = m,
                               .p = p.values,
                               .a = to_list(a, n, m, "a", 0.0),
                               .b = b ? to_list(b, n, m, "b", 0.0) : std::vector<double>{},
                               .c = to_list(c, n, m, "c", 0.0),
                               .d = to_list(d, n, m, "d", 0.0),
                               .low = to_list(low, n, m, "low", -kInfinity),
                               .high = to_list(high, n, m, "high", kInfinity)};
  TableOptions options{
      .tolerance = tolerance, .gates = {}, .closed = closed, .work = work, .memory = memory};
  for (const auto& [place, least, most] : gates) options.gates.push_back({place, least, most});
  return run_interruptibly([&](const std::atomic<bool>* cancel) {
    options.cancel = cancel;
    return plan_table(table, options);
  });
}

CurvePlan plan_by_curves(
    const Numbers& p, const Eigen::MatrixXd& rates, const Eigen::MatrixXd& seconds,
    const std::optional<Eigen::MatrixXd>& a, const std::optional<Eigen::MatrixXd>& b,
    const std::optional<Eigen::MatrixXd>& c, const std::optional<Eigen::MatrixXd>& d,
    const Numbers& speed, const Numbers& speed_low, const Numbers& acceleration,
    const Numbers& acceleration_low, const Numbers& jerk, const Numbers& force_low,
    const Numbers& force_high, const Numbers& force_rate, const Numbers& power,
    const Numbers& rated, std::optional<double> start, std::optional<double> end, bool closed,
    const Numbers& stops, const std::string& least, const Numbers& weights, const Figure& time,
    double time_worth, double tolerance, std::size_t work, std::size_t memory) {
  if (least != "time" && least != "losses") {
    const std::string wrong = "least='" + least + "'; expected time or losses";
    throw nb::value_error(wrong.c_str());
  }
  const auto or_none = [](const std::optional<Eigen::MatrixXd>& matrix) {
    return matrix.value_or(Eigen::MatrixXd());
  };
  const DriveCurves curves{.p = p.values,
                           .rates = rates,
                           .seconds = seconds,
                           .a = or_none(a),
                           .b = or_none(b),
                           .c = or_none(c),
                           .d = or_none(d)};
  const DriveBounds bounds{.speed = speed.values,
                           .speed_low = speed_low.values,
                           .acceleration = acceleration.values,
                           .acceleration_low = acceleration_low.values,
                           .jerk = jerk.values,
                           .force_low = force_low.values,
                           .force_high = force_high.values,
                           .force_rate = force_rate.values,
                           .power = power.values,
                           .rated = rated.values};
  CurveOptions options{.tolerance = tolerance,
                       .start = start,
                       .end = end,
                       .closed = closed,
                       .stops = stops.values,
                       .least_losses = least == "losses",
                       .weights = weights.values,
                       .time = to_si(time, "s", "time"),
                       .time_worth = time_worth,
                       .work = work,
                       .memory = memory};
  return run_interruptibly([&](const std::atomic<bool>* cancel) {
    options.cancel = cancel;
    return plan_curves(curves, bounds, options);
  });
}

// times x 3: p, d1, d2.
auto sample_at(const TablePlan& plan, const Numbers& times) {
  std::vector<double> values;
  for (const MotionState& one : sample(plan, times.values)) {
    values.insert(values.end(), {one.p, one.d1, one.d2});
  }
  const std::size_t rows = values.size() / 3;
  return to_array(std::move(values), {rows, 3});
}

void bind_curves(nb::module_& module) {
  nb::class_<CurvePlan>(module, "CurvePlan", "A motion along curves.")
      .def_ro("motion", &CurvePlan::motion,
              "A TablePlan; its time_lower is the time where that is not to be least.")
      .def_prop_ro(
          "status", [](const CurvePlan& self) { return to_string(self.motion.status); },
          "That of the motion.")
      .def_prop_ro(
          "time", [](const CurvePlan& self) { return self.motion.time; }, "s")
      .def_ro("reason", &CurvePlan::reason,
              "One line: why there is no motion, or none that is optimal.")
      .def_ro("fastest", &CurvePlan::fastest, "s: within the limits at single p alone.")
      .def_ro("pause", &CurvePlan::pause, "s: after the motion, in which motors cool.")
      .def_prop_ro(
          "squares",
          [](nb::handle_t<CurvePlan> self) {
            return view(nb::cast<const CurvePlan&>(self).squares, self);
          },
          "Array of m: integrals of n^2 over time; empty of a motion that is limited at single p "
          "alone.")
      .def_ro("error", &CurvePlan::error, "Estimated, of what was to be least, relative.")
      .def_ro("is_global", &CurvePlan::is_global,
              "Whether no other motion is better, as is proven, up to `error`.")
      .def_ro("gap", &CurvePlan::gap,
              "By how much another may be better, relative; None: not known.")
      .def("__repr__", [](const CurvePlan& self) {
        return std::string("<CurvePlan: ") + to_string(self.motion.status) + ", " +
               nb::cast<std::string>(nb::str(nb::float_(self.motion.time))) + " s>";
      });
  const Numbers none;
  module.def(
      "plan_curves", &plan_by_curves, "p"_a, "rates"_a, "seconds"_a, "a"_a.none() = nb::none(),
      "b"_a.none() = nb::none(), "c"_a.none() = nb::none(), "d"_a.none() = nb::none(),
      nb::kw_only(), "speed"_a = none, "speed_low"_a = none, "acceleration"_a = none,
      "acceleration_low"_a = none, "jerk"_a = none, "force_low"_a = none, "force_high"_a = none,
      "force_rate"_a = none, "power"_a = none, "rated"_a = none, "start"_a.none() = 0.0,
      "end"_a.none() = 0.0, "closed"_a = false, "stops"_a = none, "least"_a = "time",
      "weights"_a = none, "time"_a = 0.0, "time_worth"_a = 0.0, "tolerance"_a = 1e-6, "work"_a = 0,
      "memory"_a = 200'000'000,
      "The motion of m drives along curves that is best as a whole, without a machine file: at the "
      "nodes p_0 < ... < p_N how their coordinates q move, and what forces a motion takes,\n\n"
      "    n = a x + b sqrt(x) + c + d u,   x = (dp/dt)^2,   u = d^2p/dt^2.\n\n"
      "Between nodes all are cubic splines with two continuous derivatives. plan_path() makes "
      "these "
      "from a function of p, and looks at what is between.\n\n"
      "p: array of N + 1.\n"
      "rates, seconds: arrays of (N + 1) x m: dq/dp and d^2q/dp^2.\n"
      "a, b, c, d: likewise, of forces where they are known; without a and d it is accelerations "
      "that "
      "count as forces.\n"
      "speed, acceleration, jerk, force_low, force_high, force_rate, power: limits, m numbers "
      "each, "
      "infinite ones limit nothing; empty: of no drive.\n"
      "speed_low, acceleration_low: below 0, of the other way; empty: as fast as the one.\n"
      "rated: the root of the mean square of n over time.\n"
      "start, end: d1 there; None: as fast as is best.\n"
      "closed: the same speed at both ends, the best there is.\n"
      "stops: p of nodes inside at which the motion rests: corners. Not within jerk, force_rate, "
      "power, "
      "rated or with least losses.\n"
      "least: 'time'; or 'losses': the integral of the sum of weights n^2, in `time` (s) or with "
      "what a "
      "second is worth (time_worth, in the unit of the sum), or both.\n"
      "tolerance: of what is to be least, relative.");
}

}  // namespace

void bind_tables(nb::module_& module) {
  bind_curves(module);
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
