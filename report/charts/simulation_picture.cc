#include "report/charts/simulation_picture.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

#include "core/base/round_off.h"
#include "report/canvas/labels.h"
#include "report/canvas/panels.h"
#include "report/charts/time_chart.h"

namespace globaldyn::inside::report {
namespace {

constexpr double kWide = 960.0, kHalf = 620.0;  // of a column of charts, alone and beside another
constexpr double kLow = 190.0, kHigh = 400.0;   // of a chart, above others and alone
constexpr double kGapBelow = 34.0, kTimeChartRight = 30.0;
constexpr double kAboveCharts = 104.0, kAboveBareCharts = 84.0;  // with and without small print

// The axis of time of all charts of a simulation.
struct TimeAxis {
  ShownUnit second;
  Interval range{0.0, 1.0};
  std::optional<double> end;  // where it ended early

  TimeAxis(const ShownUnits& units, const MachineSimulation& simulation)
      : second(units.unit_for("s")) {
    constexpr double kBehindEnd = 1.02;
    const SimulationResult& result = simulation.result;
    const double last = std::max(result.time, simulation.rows.back().t) / second.size;
    range.high = std::max(last, round_off::kLeastSize);
    if (result.reason.empty()) return;
    end = last;
    range.high *= kBehindEnd;
  }
};

// What stands one above the other, with a key for all of it.
struct ChartColumn {
  std::vector<TimeChart> charts;
  std::vector<KeyEntry> entries;
};

// A quantity over time; what is not finite is left out.
template <class Get>
Outline trace(const MachineSimulation& simulation, double second, double size, const Get& get) {
  Outline line;
  line.reserve(simulation.rows.size());
  for (const SimulationRow& row : simulation.rows) {
    const double value = get(row) / size;
    if (std::isfinite(value)) line.emplace_back(row.t / second, value);
  }
  return thin_curve(line);
}

NamedLines make_time_curve(Outline line, int number, std::string name) {
  std::vector<Outline> lines;
  if (line.size() > 1) lines.push_back(std::move(line));
  return {std::move(lines), pick_line(number), 2.0, std::move(name)};
}

std::string make_head(const MachineSimulation& simulation, const std::string& what) {
  const std::string plan = simulation.path.empty() ? "" : ", plan of " + simulation.path;
  return fmt::format("{}{}: {}", simulation.machine, plan, what);
}

std::string describe_run(const ShownUnits& units, const MachineSimulation& simulation) {
  const SimulationOptions& options = simulation.options;
  const SimulationResult& result = simulation.result;
  if (!result.reason.empty()) {
    return fmt::format("ended after {} of {}: {}", tell_time(units, result.time),
                       tell_time(units, options.duration), result.reason);
  }
  return fmt::format("{} simulated: {}, tolerance {:g}, {} steps", tell_time(units, result.time),
                     to_string(options.method), options.tolerance, result.count.steps);
}

// The line below the title warns if the simulation ended early.
Picture start_simulation_picture(const std::string& name, const std::string& what,
                                 const ShownUnits& units, const MachineSimulation& simulation,
                                 double width, double height) {
  return start_picture(name, make_head(simulation, what), width, height,
                       describe_run(units, simulation),
                       simulation.result.reason.empty() ? kGrey : kWarning);
}

// Columns side by side, their charts one above the other, their keys below.
Picture draw_columns(const std::string& name, const std::string& what, const ShownUnits& units,
                     const MachineSimulation& simulation, const std::vector<ChartColumn>& columns,
                     double chart_height) {
  const double column_width = columns.size() > 1 ? kHalf : kWide;
  std::vector<Key> keys;
  double key_height = 0.0, above = kAboveBareCharts;
  std::size_t rows = 1;
  for (const ChartColumn& column : columns) {
    keys.push_back(make_key(column.entries, column_width - kTimeChartLeft - kTimeChartRight));
    key_height = std::max(key_height, keys.back().height);
    rows = std::max(rows, column.charts.size());
    if (!column.charts.front().small_print.empty()) above = kAboveCharts;
  }
  const TimeAxis time(units, simulation);
  const double pitch = chart_height + kGapBelow, below = kAboveKey + key_height + kUnderKey;
  const double width = std::max(kWide, column_width * static_cast<double>(columns.size()));
  Picture picture =
      start_simulation_picture(name, what, units, simulation, width,
                               below + static_cast<double>(rows) * pitch - kGapBelow + above);
  for (std::size_t k = 0; k < columns.size(); ++k) {
    const double left = column_width * static_cast<double>(k);
    PixelBox box{{left + kTimeChartLeft, left + column_width - kTimeChartRight}, {0.0, 0.0}};
    for (std::size_t i = 0; i < columns[k].charts.size(); ++i) {
      box.y.high = picture.height() - above - static_cast<double>(i) * pitch;
      box.y.low = box.y.high - chart_height;
      draw_time_chart(picture, box, columns[k].charts[i], time.range, time.second.head("t"),
                      time.end);
    }
    add_free_key(picture, keys[k], {box.x.low, below - kAboveKey});
  }
  return picture;
}

std::string name_drive(const MachineSimulation& simulation, DriveId drive) {
  const double share =
      simulation.saturated_shares.empty() ? 0.0 : simulation.saturated_shares[drive];
  const std::string& name = simulation.drives[drive];
  if (share == 0.0) return name;
  return fmt::format("{}, asked for more than it can {:.3g} % of the time", name, 100.0 * share);
}

// One quantity of all drives of a kind; colours are those of the drives' numbers.
TimeChart chart_of_drives(const Machine& machine, const MachineSimulation& simulation, bool turn,
                          const std::string& quantity, const std::string& si_unit,
                          VectorXd SimulationRow::*values) {
  const ShownUnit unit = machine.units.unit_for(si_unit);
  const double second = machine.units.unit_for("s").size;
  std::vector<NamedLines> curves;
  for (const DriveId id : simulation.drives.ids()) {
    if (machine.mechanism.drives[id].rotational != turn) continue;
    const Eigen::Index at = row_of(id);
    curves.push_back(
        make_time_curve(trace(simulation, second, unit.size,
                              [&](const SimulationRow& row) { return (row.*values)(at); }),
                        id.number(), name_drive(simulation, id)));
  }
  return make_time_chart(to_typeset(unit.head(quantity)), std::move(curves));
}

ChartColumn column_of_drives(const Machine& machine, const MachineSimulation& simulation,
                             bool turn) {
  ChartColumn column;
  const auto add = [&](const char* quantity, const char* unit, VectorXd SimulationRow::*values) {
    column.charts.push_back(chart_of_drives(machine, simulation, turn, quantity, unit, values));
  };
  add(turn ? "angle" : "position", turn ? "rad" : "m", &SimulationRow::positions);
  add("speed", turn ? "rad/s" : "m/s", &SimulationRow::rates);
  add(turn ? "torque" : "force", turn ? "N m" : "N", &SimulationRow::forces);
  for (TimeChart& chart : column.charts) {
    chart.has_numbers = &chart == &column.charts.back();
  }
  column.entries = list_entries(column.charts.front().curves);
  return column;
}

ChartColumn column_of_tool(const ShownUnits& units, const MachineSimulation& simulation) {
  const ShownUnit unit = units.unit_for("m");
  const double second = units.unit_for("s").size;
  std::vector<NamedLines> curves;
  for (int i = 0; i < 3; ++i) {
    curves.push_back(
        make_time_curve(trace(simulation, second, unit.size,
                              [i](const SimulationRow& row) { return row.tool.origin(i); }),
                        i, std::string(1, "xyz"[i])));
  }
  ChartColumn column;
  column.entries = list_entries(curves);
  column.charts.push_back(make_time_chart(unit.head("place of the tool"), std::move(curves)));
  return column;
}

ChartColumn column_of_drift(const ShownUnits& units, const MachineSimulation& simulation) {
  Outline line = trace(simulation, units.unit_for("s").size, 1.0,
                       [](const SimulationRow& row) { return row.drift; });
  return {{make_logarithmic_chart("constraint drift", make_time_curve(std::move(line), 0, ""),
                                  fmt::format("at most {:.2g}, in rad, or of the machine's size",
                                              simulation.result.max_drift))},
          {}};
}

ChartColumn column_of_tracking(const ShownUnits& units, const MachineSimulation& simulation) {
  const ShownUnit unit = units.unit_for("m");
  Outline line = trace(simulation, units.unit_for("s").size, unit.size,
                       [](const SimulationRow& row) { return row.tracking; });
  return {
      {make_logarithmic_chart(
          unit.head("distance of the tool from its plan"), make_time_curve(std::move(line), 1, ""),
          fmt::format("at most {:.2g} {}", simulation.tracking_error / unit.size, unit.name))},
      {}};
}

ChartColumn column_of_energies(const ShownUnits& units, const MachineSimulation& simulation) {
  const ShownUnit unit = units.unit_for("J");
  const double second = units.unit_for("s").size;
  const double potential = simulation.rows.front().potential;
  std::vector<NamedLines> curves;
  const auto add = [&](const char* name, const auto& get) {
    const int number = static_cast<int>(curves.size());
    curves.push_back(make_time_curve(trace(simulation, second, unit.size, get), number, name));
  };
  add("kinetic energy", [](const SimulationRow& row) { return row.kinetic; });
  add("potential energy since the start",
      [&](const SimulationRow& row) { return row.potential - potential; });
  add("work since the start", [](const SimulationRow& row) { return row.work; });
  ChartColumn column;
  column.entries = list_entries(curves);
  column.charts.push_back(make_time_chart(unit.head("energy"), std::move(curves)));
  return column;
}

ChartColumn column_of_balance(const ShownUnits& units, const MachineSimulation& simulation) {
  const ShownUnit unit = units.unit_for("J");
  const SimulationRow& start = simulation.rows.front();
  const SimulationResult& result = simulation.result;
  Outline line = trace(simulation, units.unit_for("s").size, unit.size, [&](const auto& row) {
    return std::abs((row.kinetic - start.kinetic) + (row.potential - start.potential) - row.work);
  });
  std::string small_print =
      fmt::format("at most {:.2g} {}", result.energy_error / unit.size, unit.name);
  if (result.max_kinetic > round_off::kLeastSize) {
    small_print +=
        fmt::format(", {:.2g} of the kinetic energy", result.energy_error / result.max_kinetic);
  }
  return {{make_logarithmic_chart(unit.head("missing in the balance"),
                                  make_time_curve(std::move(line), 3, ""), small_print)},
          {}};
}

}  // namespace

bool can_be_drawn(const MachineSimulation& simulation) {
  return simulation.rows.size() > 1;
}

Picture draw_simulated_motion(const Machine& machine, const MachineSimulation& simulation) {
  std::vector<ChartColumn> columns;
  for (const bool turn : {true, false}) {
    ChartColumn column = column_of_drives(machine, simulation, turn);
    if (!column.charts.front().curves.empty()) columns.push_back(std::move(column));
  }
  const bool has_drives = !columns.empty();
  if (!has_drives && simulation.has_tool) {
    columns.push_back(column_of_tool(machine.units, simulation));
  }
  return draw_columns("motion", "simulated motion", machine.units, simulation, columns,
                      has_drives ? kLow : kHigh);
}

Picture draw_drift(const Machine& machine, const MachineSimulation& simulation) {
  std::vector<ChartColumn> columns{column_of_drift(machine.units, simulation)};
  if (simulation.is_tracked()) columns.push_back(column_of_tracking(machine.units, simulation));
  return draw_columns(
      "drift",
      simulation.is_tracked() ? "drift of constraints and of the tool" : "drift of constraints",
      machine.units, simulation, columns, kHigh);
}

Picture draw_energy(const Machine& machine, const MachineSimulation& simulation) {
  return draw_columns(
      "energy", "energy and its balance", machine.units, simulation,
      {column_of_energies(machine.units, simulation), column_of_balance(machine.units, simulation)},
      kHigh);
}

}  // namespace globaldyn::inside::report
