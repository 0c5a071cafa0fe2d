// Pictures say what they show: their texts in the SVG files, drawn from the machines of the
// library.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>

#include "globaldyn/inspection/inspection.h"
#include "report/canvas/panels.h"
#include "report/canvas/text_width.h"
#include "report/charts/region_picture.h"
#include "report/charts/usual_range.h"
#include "report/pictures.h"
#include "tests/support/read_text.h"
#include "tests/support/temporary_folder.h"

namespace globaldyn::inside::report {
namespace {

namespace fs = std::filesystem;

Machine load(const std::string& name) {
  return load_machine(std::string(GLOBALDYN_SOURCE_DIR) + "/machines/" + name + "/" + name +
                      ".yaml");
}

// gnuplot writes a text with a box around it twice, the first time to measure it.
constexpr int kOnce = 2;

class Pictures : public ::testing::Test {
 protected:
  void draw_paths(const Machine& machine, const std::vector<std::string>& paths) {
    EvaluationOptions options;
    options.paths = paths;
    options.samples = 13;
    (void)draw_evaluation(machine, evaluate(machine, options), folder_.string());
  }

  void draw_motion(const Machine& machine, const PlannedMotion& motion) {
    (void)draw_plan(machine, motion, find_motor_use(machine, motion), folder_.string());
  }

  // How often a text stands in a picture.
  [[nodiscard]] int count(const std::string& name, const std::string& text) const {
    const std::string svg = test::read_text((folder_ / (name + ".svg")).string());
    int times = 0;
    for (auto at = svg.find(text); at != std::string::npos; at = svg.find(text, at + 1)) ++times;
    return times;
  }

  const TemporaryFolder temporary_;
  const fs::path& folder_ = temporary_.path();
};

TEST_F(Pictures, MachinesInSpaceAreSeenOntoThreePlanes) {
  const Machine machine = load("rps3");
  draw_paths(machine, {"lift"});
  (void)draw_pose(machine, inspect(machine, "", 1).pose, folder_.string());
  for (const char* plane : {"x-y plane", "x-z plane", "y-z plane"}) {
    EXPECT_EQ(count("machine", plane), 1) << plane;
    EXPECT_EQ(count("pose", plane), 1) << plane;
  }
  EXPECT_EQ(count("pose", ">F1<"), 4 * kOnce);  // in space and onto each plane
}

TEST_F(Pictures, PlanarMachinesAreSeenOnce) {
  const Machine machine = load("five_bar");
  draw_paths(machine, {"cycle"});
  (void)draw_pose(machine, inspect(machine, "", 1).pose, folder_.string());
  EXPECT_EQ(count("machine", "plane"), 0);
  EXPECT_EQ(count("pose", ">ML<"), kOnce);
  EXPECT_EQ(count("machine", "■ stops"), 1);
}

// p is the angle of a circle of 0.1 m: d1 times that is the tool's speed. On a polyline with blends
// it is not.
TEST_F(Pictures, RegionsShowTheToolsSpeedWhereItIsDefined) {
  draw_paths(load("sliding_star"), {"circle_a"});
  EXPECT_EQ(count("regions", "tool speed [m/s]"), 1);
  EXPECT_EQ(count("regions", ", slowest"), 1);
  EXPECT_EQ(count("regions", ", fastest"), 1);
  draw_paths(load("five_bar"), {"pick"});
  EXPECT_EQ(count("regions", "tool speed [m/s]"), 0);
  EXPECT_EQ(count("d1max", "speed at it [m/s]"), 1);
}

// What "set AXISrange [low:high]" says last in a script.
Interval find_range(const std::string& script, const std::string& axis) {
  const std::string head = "set " + axis + "range [";
  const std::size_t at = script.rfind(head);
  if (at == std::string::npos) return {0.0, 0.0};
  const std::size_t colon = script.find(':', at);
  return {std::stod(script.substr(at + head.size())), std::stod(script.substr(colon + 1))};
}

// The tool is 0.1 m from where it turns about: 1/s are 100 mm/s and 1/s² 0.1 m/s² everywhere.
TEST(RegionPicture, NumbersOfItsSecondAxesAreTheTools) {
  Machine machine = load("sliding_star");
  machine.units.add("mm/s", {0.001, dimension::speed});
  EvaluationOptions options;
  options.paths = {"circle_a"};
  options.samples = 13;
  const std::string script = draw_regions(machine, evaluate(machine, options)).make_script();
  const Interval d1 = find_range(script, "x"), speed = find_range(script, "x2");
  const Interval d2 = find_range(script, "y"), acceleration = find_range(script, "y2");
  ASSERT_GT(d1.high, 0.0);
  ASSERT_LT(d2.low, 0.0);
  const double digits = 1e-14;  // scripts have all
  EXPECT_NEAR(speed.high, 100.0 * d1.high, digits * 100.0 * d1.high);
  EXPECT_NEAR(speed.low, 100.0 * d1.low, digits * 100.0 * d1.high);
  EXPECT_NEAR(acceleration.high, 0.1 * d2.high, digits * 0.1 * d2.high);
  EXPECT_NEAR(acceleration.low, 0.1 * d2.low, -digits * 0.1 * d2.low);
}

TEST_F(Pictures, PlansShowTheToolsSpeed) {
  const Machine machine = load("five_bar");
  const Path& path = *std::find_if(machine.paths.begin(), machine.paths.end(),
                                   [](const Path& one) { return one.name == "cycle"; });
  draw_motion(machine, plan_motion(machine, path));
  EXPECT_EQ(count("plan", "tool speed [m/s]"), 1);
  EXPECT_EQ(count("plan", ">stop<"), 1);
}

TEST_F(Pictures, MapsSayInWordsWhatTheyShow) {
  Machine machine = load("sliding_star");
  MapDescription& map = machine.maps.front();
  for (MapAxis& axis : map.axes) axis.count = 5;
  (void)draw_map(make_map(machine, map), machine.units, folder_.string());
  const std::string name = "map_" + map.name + ".circle.d1max.worst";
  EXPECT_EQ(count(name, "Largest accessible speed, at the worst place of"), 1);
  EXPECT_EQ(count(name, "m/s^"), 0);
  EXPECT_EQ(count("map_" + map.name + ".acceleration", "[m/s²]"), 1);
  EXPECT_EQ(count("map_" + map.name + ".acceleration", "out_of_travel"), 0);
}

// How far texts reach, from gnuplot's own commands.
double find_widest(const std::string& script, double size) {
  double widest = 0.0;
  for (auto at = script.find("set label"); at != std::string::npos;
       at = script.find("set label", at + 1)) {
    const auto begin = script.find('\'', at) + 1;
    widest = std::max(
        widest, calc_text_width(script.substr(begin, script.find('\'', begin) - begin), size));
  }
  return widest;
}

// What is said of one drive does not reach into the panel of the next one.
TEST(Panels, KeepTheirSmallPrintToThemselves) {
  const PanelGrid grid(12);
  const PixelBox box = grid.find_axes(0, 24.0);
  const auto draw = [&](const std::string& small_print) {
    Picture picture = grid.make_picture("panels", "");
    picture.begin_plot(box, {{0.0, 1.0}, {0.0, 1.0}});
    add_panel_title(picture, box, "", small_print);
    picture.end_plot();
    return picture.make_script();
  };
  const std::string one = "peak 4637 N m; up to 5143 rpm";
  EXPECT_NE(draw(one).find(one), std::string::npos);
  const std::string two =
      "peak 4637 N m, rms 1489 N m (12400 % of the rated 12); up to 5143 rpm; load 92.5 times the "
      "rotor that moves it";
  const std::string script = draw(two);
  const double room = grid.find_panel(0).x.high - box.x.low;
  EXPECT_GT(calc_text_width(two, 12.0), room);
  EXPECT_LE(find_widest(script, 12.0), room);
  EXPECT_NE(script.find("up to 5143 rpm"), std::string::npos);
  EXPECT_NE(script.find("that moves it"), std::string::npos);
}

// A slide that reaches its speed at once: with a force that no picture can show.
TEST_F(Pictures, OfADriveWithoutLimitsShowWhatIsFinite) {
  const Machine machine = parse_machine(R"(globaldyn: 1
name: slide
bodies: {table: {mass: 2 kg}}
joints: {X: {type: prismatic, a: {body: ground, axis: x}, b: {body: table, axis: x}}}
drives: {F: {joint: X, max_speed: 1 m/s, viscous: 5 N s/m}}
paths: {along: {joints: {X: p*1 m}, p_max: 1}}
)",
                                        "slide.yaml", ".");
  draw_motion(machine, plan_motion(machine, machine.paths.front()));
  EXPECT_GE(count("forces", "no limits"), 1);
  for (const char* name : {"forces", "drives"}) {
    EXPECT_EQ(count(name, "peaks reach beyond the picture"), kOnce) << name;
    EXPECT_EQ(count(name, "e+"), 1) << name;  // the peak, in words
  }
}

// Peaks that last are not cut off, however far they are.
TEST(UsualRange, LeavesOutOnlyWhatIsTooShortToBeSeen) {
  const Outline flash{{0.0, 1e9}, {1e-6, 5.0}, {0.5, -3.0}, {1.0, -4.0}, {1.0, -1e9}};
  EXPECT_EQ(find_usual_range(flash).high, 5.0);
  EXPECT_EQ(find_usual_range(flash).low, -4.0);
  const Outline lasting{{0.0, 1e9}, {0.01, 5.0}, {0.5, -3.0}, {1.0, -4.0}};
  EXPECT_EQ(find_usual_range(lasting).high, 1e9);
  const Outline near{{0.0, 100.0}, {1e-6, 5.0}, {0.5, -3.0}, {1.0, -4.0}};
  EXPECT_EQ(find_usual_range(near).high, 100.0);
  EXPECT_EQ(find_usual_range({}).high, 0.0);
}

// Rounding errors are not told as the turning of a tool that does not.
TEST_F(Pictures, OfAToolThatDoesNotTurnSayNothingOfIt) {
  const Machine machine = load("octapod_8ups");
  PlannedMotionOptions options;
  options.plan.tolerance = 1e-2;
  draw_motion(machine, plan_motion(machine, find_path(machine, "circle"), options));
  EXPECT_EQ(count("plan", "turning"), 0);
  draw_motion(machine, plan_motion(machine, find_path(machine, "tilt"), options));
  EXPECT_GE(count("plan", "turning"), 1);
}

// Rounding errors are not drawn as the speed of a tool that only turns.
TEST_F(Pictures, OfATurningToolShowHowFastItTurns) {
  std::string text = test::read_text(std::string(GLOBALDYN_SOURCE_DIR) +
                                     "/machines/sliding_star/sliding_star.yaml");
  text.insert(
      text.find("  circle_a:"),
      "  twist: {position: {x: 0.013 m, y: 0.017 m}, orientation: {phi: 0.2*p}, p_max: 1}\n");
  const Machine machine = parse_machine(text, "star.yaml", ".");
  draw_paths(machine, {"twist"});
  EXPECT_EQ(count("d1max", "speed at it"), 0);
  EXPECT_EQ(count("regions", "tool speed"), 0);
  draw_motion(machine, plan_motion(machine, find_path(machine, "twist")));
  EXPECT_EQ(count("plan", "tool speed"), 0);
  EXPECT_EQ(count("plan", "turning [rad/s]"), 1);
}

// In the file's units: numbers and their names.
TEST_F(Pictures, AreInTheFilesUnits) {
  Machine machine = load("sliding_star");
  machine.units.add("kN", {1000.0, dimension::force});
  machine.units.add("mm/s", {0.001, dimension::speed});
  machine.units.add("mm", {0.001, dimension::length});
  draw_paths(machine, {"circle_a"});
  EXPECT_EQ(count("regions", "tool speed [mm/s]"), 1);
  EXPECT_EQ(count("d1max", "speed at it [mm/s]"), 1);
  draw_motion(machine, plan_motion(machine, find_path(machine, "circle_a")));
  EXPECT_EQ(count("plan", "tool speed [mm/s]"), 1);
  EXPECT_EQ(count("forces", "force [kN]"), 4);
  EXPECT_EQ(count("forces", "limits -1 … 1 kN"), 4);
  MapDescription& map = machine.maps.front();
  for (MapAxis& axis : map.axes) axis.count = 5;
  (void)draw_map(make_map(machine, map), machine.units, folder_.string());
  EXPECT_EQ(count("map_" + map.name + ".force", "x [mm]"), 1);
  EXPECT_EQ(count("map_" + map.name + ".force", "[kN]"), 1);
  EXPECT_GE(count("map_" + map.name + ".force", ">-200<"), 1);
}

}  // namespace
}  // namespace globaldyn::inside::report
