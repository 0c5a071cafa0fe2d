// Which points of a machine can be moved, by what and how: against derivatives in closed form.
#include "explore/handles.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>

#include "core/base/constants.h"
#include "explore/explorer.h"
#include "tests/app/page_document.h"
#include "tests/support/temporary_folder.h"

namespace globaldyn::inside::explore {
namespace {

// A sliding foot in line with a wall, and a leg of constant length to a tool on a guideway at x =
// 0: the foot is at sqrt(leg² - h²), with the tool h above it.
constexpr const char* kLadder = R"(globaldyn: 1
name: ladder
parameters:
  leg: {value: 500 mm, min: 100 mm, max: 2 m}
  turn: {value: 30 deg, min: -90 deg, max: 90 deg}
  out: {value: 400 mm, min: 0 m, max: 1 m}
  mass: {value: 2 kg, min: 1 kg, max: 5 kg}
  half: leg/2
bodies:
  foot: {mass: 1 kg}
  rod: {mass: mass, com: [leg/10, 0], inertia: {rod: 0.05 kg m^2}, frames: {low: [-half, 0], high: [half, 0]}}
  head: {mass: 1 kg}
joints:
  X: {type: prismatic, a: {body: ground, axis: x}, b: {body: foot, axis: x}, guess: 400 mm}
  Y: {type: prismatic, a: {body: ground, axis: y}, b: {body: head, axis: y}, guess: 300 mm}
  A: {type: revolute, a: foot, b: rod.low, guess: 143 deg}
  B: {type: revolute, a: rod.high, b: head, guess: -143 deg}
drives: {F: {joint: X, limits: 100 N}}
springs:
  S: {from: {body: ground, at: [out*cos(turn), out*sin(turn)]}, to: head, stiffness: 10 N/m, rest: 100 mm}
tool: head
load_cases: {full: {payload: {mass: 1 kg}}}
paths:
  up: {position: {line: {from: [0, 300 mm], to: [out*cos(turn), 0.25]}}, prescribe: [y]}
  round: {position: {circle: {center: [leg, 0.1 m], radius: out/8}}, prescribe: [y]}
  table: {position: {x: 0.1*p, y: 0.3 + 0.1*p}, prescribe: [y], p_max: 1}
  sway: {position: {x: 0, y: 0.7*out*cos(p)}, prescribe: [y], p_max: 1}
  ring: {position: {spline: {points: [[0, 0.3], [0, 0.25], [0, 0.2], [0, 0.3]], closed: true}}, prescribe: [y]}
  outline: {position: {pieces: {start: [0, 280 mm], then: [{line: [0, 0.25]}, {line: [0, 280 mm]}]}}, prescribe: [y]}
cycles: {day: {steps: [{path: up, load: full}, {path: up, reverse: true}]}}
)";

class HandlesOfLadder : public testing::Test {
 protected:
  [[nodiscard]] nlohmann::json ask(const std::string& path, const Values& settings = {},
                                   double p = 0.0, std::vector<std::string> by = {}) const {
    Request request;
    request.path = path;
    request.settings = settings;
    request.handles = HandlesWish{p, std::move(by)};
    const nlohmann::json seen = PageDocument(explorer_.compute(request)).header["explore"];
    EXPECT_EQ(seen["failure"], "");
    return seen["handles"];
  }

  [[nodiscard]] static nlohmann::json find(const nlohmann::json& handles,
                                           const std::string& label) {
    for (const nlohmann::json& one : handles) {
      if (one["label"] == label) return one;
    }
    ADD_FAILURE() << label << " in " << handles.dump();
    return {};
  }

  static void expect_moved(const nlohmann::json& handle, const std::vector<std::string>& movables,
                           const std::vector<double>& jacobian) {
    EXPECT_EQ(handle["movables"], movables) << handle.dump();
    EXPECT_EQ(handle["fixed"], "");
    ASSERT_EQ(handle["jacobian"].size(), jacobian.size());
    for (std::size_t i = 0; i < jacobian.size(); ++i) {
      EXPECT_NEAR(handle["jacobian"][i], jacobian[i], 1e-4) << handle.dump();  // of differences
    }
  }

  static Subject make_subject(const TemporaryFolder& folder) {
    folder.write("ladder.yaml", kLadder);
    return make_machine_subject(folder.file("ladder.yaml"), {}, "");
  }

  TemporaryFolder folder_;
  Explorer explorer_{make_subject(folder_), false, {}};
};

TEST_F(HandlesOfLadder, MoveJointsWithTheMachineThatFollows) {
  const nlohmann::json handles = ask("up");
  // Foot at sqrt(leg² - h²) with leg 0.5 and h 0.3: d/dleg = 0.5/0.4. X's end on the foot is there.
  const nlohmann::json foot = find(handles, "A");
  EXPECT_NEAR(foot["at"][0], 0.4, 1e-9);
  expect_moved(foot, {"leg"}, {1.25, 0.0, 0.0});
  EXPECT_EQ(foot["kind"], "joint");
  // The head is held by the path, whatever the leg.
  const nlohmann::json head = find(handles, "Y");
  EXPECT_EQ(head["movables"], nlohmann::json::array());
  EXPECT_NE(head["fixed"], "");
  // Under a load, in a cycle, it is the same, and so is its way back.
  expect_moved(find(ask("day"), "A"), {"leg"}, {1.25, 0.0, 0.0});
  const nlohmann::json back = find(ask("day", {}, 1.5), "A");
  const double x = back["at"][0];
  EXPECT_NEAR(x, std::sqrt(0.25 - 0.275 * 0.275), 2e-3);  // at the nearest pose that was looked at
  expect_moved(back, {"leg"}, {0.5 / x, 0.0, 0.0});
}

TEST_F(HandlesOfLadder, TakeLengthsBeforeAngles) {
  const double turn = kPi / 6.0;
  const nlohmann::json handles = ask("up", {}, 0.0);
  // Out and turn move the spring's end in different directions.
  expect_moved(
      find(handles, "S from"), {"out", "turn"},
      {std::cos(turn), std::sin(turn), 0.0, -0.4 * std::sin(turn), 0.4 * std::cos(turn), 0.0});
  // x is not prescribed: of the way-points only their y can be moved.
  expect_moved(find(handles, "up from"), {"paths/up/position/line/from/1"}, {0.0, 1.0, 0.0});
  expect_moved(find(handles, "up to"), {"paths/up/position/line/to/1"}, {0.0, 1.0, 0.0});
}

TEST_F(HandlesOfLadder, TellWhyNot) {
  const nlohmann::json start = find(ask("table"), "table start");
  EXPECT_EQ(start["fixed"],
            "this path is given by formulas of p, and no parameter moves its start");
  EXPECT_EQ(start["movables"], nlohmann::json::array());
}

TEST_F(HandlesOfLadder, AreMovedByParametersThatAreAskedForAlone) {
  const nlohmann::json handles = ask("up", {}, 0.0, {"turn"});
  EXPECT_EQ(find(handles, "S from")["movables"], std::vector<std::string>{"turn"});
}

TEST_F(HandlesOfLadder, EndRadiiWhereThePathIs) {
  const nlohmann::json handles = ask("round");
  // y at 45°; x is not prescribed.
  const nlohmann::json radius = find(handles, "round radius");
  EXPECT_NEAR(radius["at"][1], 0.1 + 0.05 * std::sqrt(0.5), 1e-12);
  expect_moved(radius, {"out"}, {0.0, std::sqrt(0.5) / 8.0, 0.0});
  expect_moved(find(handles, "round centre"), {"paths/round/position/circle/center/1"},
               {0.0, 1.0, 0.0});
}

TEST_F(HandlesOfLadder, NumbersOfTheFileAreMovedInTheirOwnUnits) {
  Request request;
  request.path = "up";
  request.settings = {{"paths/up/position/line/from/1", 0.31},
                      {"paths/up/position/line/to/1", 0.26},
                      {"drives/F/limits", 80.0},
                      {"leg", 0.55},
                      {"cycles/day/period", 7.0}};
  std::string wanted = kLadder;
  for (const auto& [from, to] :
       std::map<std::string, std::string>{{"[0, 300 mm]", "[0, 310 mm]"},
                                          {"0.25]}}", "0.26]}}"},
                                          {"limits: 100 N", "limits: 80 N"},
                                          {"leg: {value: 500 mm", "leg: {value: 550 mm"},
                                          {"day: {steps", "day: {period: 7 s, steps"}}) {
    wanted.replace(wanted.find(from), from.size(), to);
  }
  EXPECT_EQ(explorer_.write_machine(request, std::nullopt), wanted);
  // Way-points after way-points: the document is another one each time.
  EXPECT_NEAR(find(ask("up", request.settings), "up from")["at"][1], 0.31, 1e-12);
  EXPECT_NEAR(find(ask("up"), "up from")["at"][1], 0.3, 1e-12);
}

TEST_F(HandlesOfLadder, MoveFormulasByTheirParameters) {
  const nlohmann::json start = find(ask("sway"), "sway start");
  EXPECT_NEAR(start["at"][1], 0.28, 1e-12);
  expect_moved(start, {"out"}, {0.0, 0.7, 0.0});
}

TEST_F(HandlesOfLadder, KeepClosedPathsClosed) {
  Request request;
  for (const auto& [path, place, wanted] : std::vector<std::array<std::string, 3>>{
           {"ring", "paths/ring/position/spline/points/0/1",
            "points: [[0, 0.31], [0, 0.25], [0, 0.2], [0, 0.31]]"},
           {"outline", "paths/outline/position/pieces/start/1",
            "start: [0, 310 mm], then: [{line: [0, 0.25]}, {line: [0, 310 mm]}]"}}) {
    request.settings = {{place, 0.31}};
    const std::string text = explorer_.write_machine(request, std::nullopt);
    EXPECT_NE(text.find(wanted), std::string::npos) << text;
    std::size_t movable = 0;
    for (const nlohmann::json& one : ask(path, request.settings)) {
      if (one["kind"] == "path") movable += one["movables"].size();
    }
    EXPECT_EQ(movable, path == "ring" ? 3u : 2u);  // their last point is none of its own
  }
}

TEST_F(HandlesOfLadder, AreNotMadeOfLongLists) {
  std::string text = kLadder, points = "[0, 0.3]";
  for (int i = 1; i <= 50; ++i) points += ", [0, " + std::to_string(0.3 - 0.001 * i) + "]";
  const std::string other =
      "  long: {position: {polyline: {points: [" + points + "]}}, prescribe: [y]}\n";
  text.insert(text.find("cycles:"), other);
  TemporaryFolder folder;
  folder.write("long.yaml", text);
  const Subject subject = make_machine_subject(folder.file("long.yaml"), {}, "");
  const auto count = [&](const std::string& begin) {
    return std::count_if(subject.movables.begin(), subject.movables.end(),
                         [&](const Movable& one) { return one.name.starts_with(begin); });
  };
  EXPECT_EQ(count("paths/long/"), 0);
  EXPECT_EQ(count("paths/up/"), 3);  // of the four one is a formula
}

TEST_F(HandlesOfLadder, RefuseWhatIsNoValue) {
  Request request;
  request.path = "up";
  for (const auto& [name, value, why] : std::vector<std::tuple<std::string, double, std::string>>{
           {"drives/F/limits", -5.0, "F limits = -5 N; expected at least 0 N"},
           {"drives/F/limit", 5.0, "no parameter 'drives/F/limit'; expected one of the machine"},
           {"/load", 2.0, "load case = 2; expected a whole number from 0 to 1"}}) {
    request.settings = {{name, value}};
    const nlohmann::json seen = PageDocument(explorer_.compute(request)).header["explore"];
    EXPECT_EQ(seen["failure"], "request: " + why);
  }
  const std::string typed = R"({"name": "drives/F/limits", "text": "5 kg"})";
  EXPECT_EQ(nlohmann::json::parse(explorer_.read_value(typed))["wrong"],
            "F limits: '5 kg' is mass (kg); expected force (N)");
  EXPECT_THROW((void)read_request(R"({"settings": {}, "handles": {"p": 1e999}})"), InputError);
  EXPECT_THROW((void)read_request(R"({"settings": {}, "handles": 3})"), InputError);
  EXPECT_THROW((void)read_request(R"({"settings": {}, "reserve": 1.5})"), InputError);
}

}  // namespace
}  // namespace globaldyn::inside::explore
