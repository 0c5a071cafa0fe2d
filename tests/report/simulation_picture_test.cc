// Pictures of simulations show what happened, over time and in the file's units, and are of a size
// that can be looked at however long the simulation was.
#include "report/charts/simulation_picture.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <sstream>

#include "report/charts/time_chart.h"

namespace globaldyn::inside::report {
namespace {

constexpr const char* kTable = R"(globaldyn: 1
name: table
units: [mm, ms, deg]
bodies: {sledge: {mass: 2, inertia: {diag: [1, 1, 1]}}, arm: {mass: 1, inertia: {diag: [1, 1, 1]}}}
joints:
  P: {type: prismatic, a: {body: ground, axis: x}, b: {body: sledge, axis: x}, guess: 0, travel: [-1 m, 0.5 m]}
  R: {type: revolute, a: {body: sledge, axis: z}, b: {body: arm, axis: z}, guess: 0}
)";
constexpr const char* kDrives = "drives: {F: {joint: P, limits: 10 N}, M: {joint: R}}\n";
constexpr const char* kTool = "tool: arm\n";

Machine make_machine(const std::string& rest) {
  return parse_machine(kTable + rest, "table.yaml", ".");
}

// Rows as a simulation would give them: the sledge swings, everything else stands still.
MachineSimulation make_simulation(const Machine& machine, int samples) {
  MachineSimulation simulation;
  simulation.machine = "table";
  simulation.has_tool = machine.mechanism.tool.has_value();
  const auto m = static_cast<Eigen::Index>(machine.mechanism.drives.size());
  for (const Drive& drive : machine.mechanism.drives) simulation.drives.push_back(drive.name);
  for (int i = 0; i < samples; ++i) {
    SimulationRow row;
    row.t = 2.0 * i / (samples - 1);
    row.positions = VectorXd::Zero(m);
    if (m > 0) row.positions(0) = 0.1 * std::sin(1000.0 * row.t);
    row.rates = VectorXd::Zero(m);
    row.forces = VectorXd::Zero(m);
    row.kinetic = 3.0;
    row.potential = 500.0 + row.t;
    row.work = row.t - 1e-6 * row.t;  // a millionth is missing
    simulation.rows.push_back(row);
  }
  simulation.result.status = SimulationStatus::done;
  simulation.result.time = 2.0;
  simulation.options.duration = 2.0;
  return simulation;
}

bool says(const Picture& picture, const std::string& text) {
  return picture.make_script().find(text) != std::string::npos;
}

// The points of data block `number`, from 1.
Outline read_data(const Picture& picture, int number) {
  const std::string script = picture.make_script();
  std::istringstream lines(script.substr(script.find(fmt::format("$data{} << END\n", number))));
  std::string line;
  std::getline(lines, line);
  Outline points;
  while (std::getline(lines, line) && line != "END") {
    std::istringstream numbers(line);
    double x = 0.0, y = 0.0;
    if (numbers >> x >> y) points.emplace_back(x, y);
  }
  return points;
}

// Drives that turn come first; both kinds have their own units.
TEST(SimulationPicture, ShowsDrivesInTheFilesUnits) {
  const Machine machine = make_machine(kDrives);
  MachineSimulation simulation = make_simulation(machine, 101);
  simulation.saturated_shares = {0.125, 0.0};
  const Picture picture = draw_simulated_motion(machine, simulation);
  for (const char* text :
       {"'angle [deg]'", "'position [mm]'", "'torque [N m]'", "'force [N]'", "'t [ms]'",
        "'table: simulated motion'", "'M'", "'F, asked for more than it can 12.5 % of the time'"}) {
    EXPECT_TRUE(says(picture, text)) << text;
  }
  const Outline position = read_data(picture, 4);  // after the three of M
  ASSERT_EQ(position.size(), 101U);
  for (std::size_t i = 0; i < position.size(); ++i) {  // in ms and mm; scripts have 7 digits
    EXPECT_NEAR(position[i].x(), 20.0 * static_cast<double>(i), 1e-3);
    EXPECT_NEAR(position[i].y(), 100.0 * std::sin(20.0 * static_cast<double>(i)), 1e-4);
  }
}

TEST(SimulationPicture, OfAMachineWithoutDrivesShowsItsTool) {
  const Machine machine = make_machine(kTool);
  MachineSimulation simulation = make_simulation(machine, 3);
  simulation.rows[1].tool.origin = {0.25, 0.0, 0.0};
  const Picture picture = draw_simulated_motion(machine, simulation);
  EXPECT_TRUE(says(picture, "'place of the tool [mm]'"));
  EXPECT_DOUBLE_EQ(read_data(picture, 1)[1].y(), 250.0);
  EXPECT_FALSE(says(picture, "[N]'"));
}

TEST(SimulationPicture, SaysWhyASimulationEndedEarly) {
  const Machine machine = make_machine(kDrives);
  MachineSimulation simulation = make_simulation(machine, 11);
  simulation.options.duration = 5.0;
  simulation.result.status = SimulationStatus::travel_end;
  simulation.result.reason = "P is at an end of its travel (0.5 m) at t = 2 s";
  for (const Picture& picture :
       {draw_simulated_motion(machine, simulation), draw_drift(machine, simulation),
        draw_energy(machine, simulation)}) {
    EXPECT_TRUE(says(picture, "'ended after 2000 ms of 5000 ms: P is at an end of its travel"));
    EXPECT_TRUE(says(picture, "dt (6,4) lc " + to_gnuplot(kWarning)));
  }
  simulation.result.reason.clear();
  const Picture whole = draw_simulated_motion(machine, simulation);
  EXPECT_FALSE(says(whole, "ended after"));
  EXPECT_FALSE(says(whole, to_gnuplot(kWarning)));
}

// Heights of energies are from the start, of which 500 J would hide everything else.
TEST(SimulationPicture, ShowsEnergiesAndWhatIsMissing) {
  const Machine machine = make_machine(kDrives);
  const MachineSimulation simulation = make_simulation(machine, 11);
  const Picture picture = draw_energy(machine, simulation);
  EXPECT_DOUBLE_EQ(read_data(picture, 1).back().y(), 3.0);
  EXPECT_DOUBLE_EQ(read_data(picture, 2).back().y(), 2.0);
  EXPECT_NEAR(read_data(picture, 3).back().y(), 2.0 - 2e-6, 1e-6);  // 7 digits
  // Rounding of 500 J and of the script's digits.
  EXPECT_NEAR(read_data(picture, 4).back().y(), 2e-6, 1e-12);
  EXPECT_TRUE(says(picture, "set logscale y"));
}

TEST(SimulationPicture, ShowsTheTrackingErrorOfPlansAlone) {
  const Machine machine = make_machine(std::string(kDrives) + kTool);
  MachineSimulation simulation = make_simulation(machine, 11);
  for (SimulationRow& row : simulation.rows) row.tracking = row.drift = 1e-9 * row.t;
  EXPECT_FALSE(says(draw_drift(machine, simulation), "from its plan"));
  simulation.path = "out";
  const Picture picture = draw_drift(machine, simulation);
  EXPECT_TRUE(says(picture, "'table, plan of out: drift of constraints and of the tool'"));
  EXPECT_TRUE(says(picture, "'distance of the tool from its plan [mm]'"));
  EXPECT_NEAR(read_data(picture, 1).back().y(), 2e-9, 1e-15);
  EXPECT_NEAR(read_data(picture, 2).back().y(), 2e-6, 1e-12);
}

// A million samples of a swing that is much faster than what paper shows, with one value that
// stands out.
TEST(SimulationPicture, OfALongSimulationStaysSmallAndKeepsWhatStandsOut) {
  const Machine machine = make_machine(kDrives);
  MachineSimulation simulation = make_simulation(machine, 1'000'001);
  simulation.rows[654'321].positions(0) = 0.3;
  simulation.rows[123'456].drift = 1e-5;
  const Picture motion = draw_simulated_motion(machine, simulation);
  const Picture drift = draw_drift(machine, simulation);
  // 6 curves of 8000 points of 25 letters, and a thousand commands; once as data.
  EXPECT_LT(motion.make_script().size(), 1'500'000U);
  const Bounds position = find_bounds({read_data(motion, 4)});
  EXPECT_DOUBLE_EQ(position.y.high, 300.0);
  EXPECT_NEAR(position.y.low, -100.0, 1e-4);  // samples are 2e-3 rad apart in phase
  EXPECT_DOUBLE_EQ(find_bounds({read_data(drift, 1)}).y.high, 1e-5);
}

TEST(SimulationPicture, NeedsTwoSamples) {
  const Machine machine = make_machine(kDrives);
  MachineSimulation simulation = make_simulation(machine, 2);
  EXPECT_TRUE(can_be_drawn(simulation));
  simulation.rows.pop_back();
  EXPECT_FALSE(can_be_drawn(simulation));
}

TEST(TimeChart, HasDecadesFromNumberToNumber) {
  const auto make = [](double least, double most) {
    NamedLines curve{{{{0.0, 0.0}, {1.0, least}, {2.0, most}, {3.0, 0.0}}}, "", 2.0, ""};
    return make_logarithmic_chart("error", std::move(curve), "at most so much");
  };
  const TimeChart chart = make(3e-8, 2e-5);
  EXPECT_NEAR(chart.heights.low, 1e-8, 1e-20);  // pow(10, n)
  EXPECT_NEAR(chart.heights.high, 1e-4, 1e-16);
  // Not the zero at the beginning, but the one at the end.
  ASSERT_EQ(chart.curves.at(0).lines.at(0).size(), 3U);
  EXPECT_DOUBLE_EQ(chart.curves[0].lines[0].back().y(), chart.heights.low);
  EXPECT_EQ(chart.small_print, "at most so much; edge: ≤ 1e-08");
  // From 1e-40 on it would be the largest value alone that is seen.
  EXPECT_GT(make(1e-40, 1e-3).heights.low, 1e-17);
  const TimeChart none = make(0.0, 0.0);
  EXPECT_TRUE(none.curves.empty());
  EXPECT_EQ(none.small_print, "zero at every sample");
}

TEST(TimeChart, HasHeightsForCurvesThatStandStill) {
  const auto heights = [](double y) {
    return choose_time_heights({{{{{0.0, y}, {1.0, y}}}, "", 2.0, ""}});
  };
  EXPECT_LT(heights(-5.0).low, -5.0);
  EXPECT_GT(heights(-5.0).high, -5.0);
  EXPECT_LT(heights(0.0).low, 0.0);
  EXPECT_GT(heights(0.0).high, 0.0);
}

// Two on each other, and one apart.
TEST(TimeChart, LetsCurvesThroughThatLieBelowOthers) {
  const auto curve = [](double y, const char* style) {
    return NamedLines{{{{0.0, 0.0}, {1.0, y}}}, style, 2.0, ""};
  };
  const TimeChart chart =
      make_time_chart("x", {curve(1.0, "lc 1"), curve(1.0, "lc 2"), curve(2.0, "lc 3")});
  Picture picture("chart", 400.0, 300.0);
  draw_time_chart(picture, {{100.0, 390.0}, {60.0, 290.0}}, chart, {0.0, 1.0}, "t", {});
  EXPECT_TRUE(says(picture, "lc 1 notitle"));
  EXPECT_TRUE(says(picture, "lc 2 dt (16,16) notitle"));
  EXPECT_TRUE(says(picture, "lc 3 notitle"));
}

}  // namespace
}  // namespace globaldyn::inside::report
