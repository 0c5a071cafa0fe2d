// What a map says of a pose depends on the pose alone, whatever grid it is a pose of: in which
// turns joints are that the map does not name, and on which side of a change point the machine is.
// Oracles: closed forms of slider-cranks, unwrapped; where a crank and a rod of one length, and a
// parallelogram, fold.
#include <fmt/format.h>

#include <cmath>
#include <random>

#include "core/base/constants.h"
#include "core/base/rotation.h"
#include "tests/map/small_maps.h"

namespace globaldyn::inside::test {
namespace {

constexpr double kDegree = kPi / 180.0;
constexpr double kTurn = 360.0;

class RandomGrids {
 public:
  explicit RandomGrids(unsigned seed) : engine_(seed) {}

  double draw(double low, double high) {
    return std::uniform_real_distribution<double>(low, high)(engine_);
  }
  template <class T>
  T choose(const std::vector<T>& of) {
    return of[engine_() % of.size()];
  }
  // deg
  std::string make(double least, double most) {
    const double from = draw(least, most - 2.0), to = draw(from + 1.0, most);
    return fmt::format("{{grid: {{O: {{from: {} deg, to: {} deg, count: {}}}}}, ", from, to,
                       choose<int>({2, 3, 7, 25, 60}));
  }

 private:
  std::mt19937 engine_;
};

// Degrees, all of it; `travel` is of the joint B or C.
struct Crank {
  double crank, rod;
  double guess;      // of O
  double more;       // full turns by which B and C are off at the guess
  char limited;      // B or C
  double travel{0};  // either way

  [[nodiscard]] double slope(double angle) const {
    return std::asin(crank * std::sin(angle * kDegree) / rod) / kDegree;
  }
  // Of the limited joint, continued from the guess.
  [[nodiscard]] double find(double angle) const {
    return limited == 'B' ? -angle - slope(angle) + more : slope(angle) - more;
  }
  [[nodiscard]] std::string write(const std::string& map) const {
    const auto joint = [&](char name, double at) {
      const std::string limit = name == limited ? fmt::format("travel: {} deg, ", travel) : "";
      return fmt::format("{}guess: {} deg", limit, at);
    };
    const double x = crank * std::cos(guess * kDegree) + rod * std::cos(slope(guess) * kDegree);
    return fmt::format(R"(globaldyn: 1
name: crank
bodies:
  ground: {{}}
  crank: {{mass: 1 kg, inertia: {{plate: 0.01}}, frames: {{pin: [{}, 0]}}}}
  rod: {{mass: 0.5 kg, inertia: {{plate: 0.01}}, frames: {{head: [{}, 0]}}}}
  ram: {{mass: 2 kg}}
joints:
  O: {{type: revolute, a: ground, b: crank, guess: {} deg}}
  B: {{type: revolute, a: crank.pin, b: rod, {}}}
  C: {{type: revolute, a: rod.head, b: ram, {}}}
  P: {{type: prismatic, a: {{body: ground, axis: x}}, b: {{body: ram, axis: x}}, guess: {}}}
drives: {{M: {{joint: O, limits: 20 N m}}}}
tool: ram
maps: {{m: {}}}
)",
                       crank, rod, guess, joint('B', -guess - slope(guess) + more),
                       joint('C', slope(guess) - more), x, map);
  }
};

// Grids of any size, of one or many turns, that hold the guess or not, in small steps or of more
// than a turn.
TEST(TurnsInMaps, FollowFromTheGuessWhateverTheGrid) {
  RandomGrids random(7);
  int inside = 0, beyond = 0;
  for (int trial = 0; trial < 120; ++trial) {
    Crank machine{random.draw(0.05, 0.2), 0.0,
                  random.choose<double>({60.0, 420.0, -300.0, 30.0, -700.0, 170.0}),
                  kTurn * random.choose<int>({0, 0, 1, -2}), random.choose<char>({'B', 'C'})};
    machine.rod = machine.crank * random.draw(1.02, 4.0);
    // At its guess the machine is within its travel: there it chooses the turn.
    machine.travel =
        std::max(random.draw(100.0, 3000.0), std::abs(machine.find(machine.guess)) + 1);
    const std::string text =
        machine.write(random.make(-1500.0, 1500.0) + "criteria: [travel_reserve]}");
    SCOPED_TRACE(text);
    const WorkspaceMap map = map_text(text);
    for (std::size_t i = 0; i < map.status.size(); ++i) {
      const double angle = map.description.axes[0].value(static_cast<int>(i)) / kDegree;
      const double reserve = 1.0 - std::abs(machine.find(angle)) / machine.travel;
      if (std::abs(reserve) < 1e-6) continue;
      ASSERT_EQ(map.status[i], reserve > 0.0 ? SampleStatus::ok : SampleStatus::out_of_travel)
          << "at " << angle;
      ++(reserve > 0.0 ? inside : beyond);
      if (reserve < 0.0) continue;
      // Poses are solved to 1e-12; the angles of the file have six digits at least.
      ASSERT_NEAR(map.columns[0].values[i], reserve, 1e-9) << "at " << angle;
    }
  }
  EXPECT_GT(inside, 500);
  EXPECT_GT(beyond, 200);
}

// A seed is where a search begins, not in which turn.
TEST(TurnsInMaps, FollowFromTheGuessAlsoToASeed) {
  const Crank machine{0.1, 0.4, 60.0, 0.0, 'B', 2000.0};
  const WorkspaceMap map = map_text(machine.write(
      "{grid: {O: {from: 0 deg, to: 1440 deg, count: 49}}, criteria: [travel_reserve], "
      "seeds: [[780 deg]]}"));
  for (int i = 0; i < 49; ++i) {
    ASSERT_EQ(map.status[static_cast<std::size_t>(i)], SampleStatus::ok);
    EXPECT_NEAR(map.columns[0].values[static_cast<std::size_t>(i)],
                1.0 - std::abs(machine.find(30.0 * i)) / 2000.0, 1e-9);
  }
}

std::string make_press(double crank, double guess, const std::string& map) {
  return Crank{crank, crank, guess, 0.0, ' '}.write(map);
}

std::string make_parallelogram(double crank, double apart, double guess, const std::string& map) {
  return fmt::format(R"(globaldyn: 1
name: parallelogram
bodies:
  ground: {{frames: {{D: [{1}, 0]}}}}
  crank: {{mass: 1 kg, inertia: {{plate: 0.01}}, frames: {{pin: [{0}, 0]}}}}
  rod: {{mass: 0.5 kg, inertia: {{plate: 0.01}}, frames: {{head: [{1}, 0]}}}}
  rocker: {{mass: 2 kg, frames: {{pin: [{0}, 0]}}}}
joints:
  O: {{type: revolute, a: ground, b: crank, guess: {2} deg}}
  B: {{type: revolute, a: crank.pin, b: rod, guess: {3} deg}}
  C: {{type: revolute, a: rod.head, b: rocker.pin, guess: {2} deg}}
  D: {{type: revolute, a: ground.D, b: rocker, guess: {2} deg}}
drives: {{M: {{joint: O, limits: 20 N m}}}}
tool: rod
maps: {{m: {4}}}
)",
                     crank, apart, guess, -guess, map);
}

// The slide goes on smoothly through it, so that a grid without a pose on it would pass, and one
// with a pose there would not.
TEST(ChangePointsOfMaps, CutOffWhatIsBehindThemWhateverTheGrid) {
  RandomGrids random(3);
  int within = 0, beyond = 0;
  for (int trial = 0; trial < 150; ++trial) {
    const bool is_press = trial % 2 == 0;
    const double low = is_press ? -90.0 : 0.0, high = low + 180.0;
    const double guess = random.draw(low + 10.0, high - 10.0);
    const double crank = random.draw(0.05, 0.2);
    // Some grids have a pose exactly there.
    const std::string grid =
        trial % 5 == 0 ? fmt::format("{{grid: {{O: {{from: {} deg, to: {} deg, count: {}}}}}, ",
                                     low, low + 540.0, random.choose<int>({4, 7, 25}))
                       : random.make(-400.0, 500.0);
    const std::string rest = grid + "criteria: [dexterity]}";
    const std::string text = is_press
                                 ? make_press(crank, guess, rest)
                                 : make_parallelogram(crank, random.draw(0.05, 0.3), guess, rest);
    SCOPED_TRACE(text);
    const Machine machine = parse_machine(text, "machine.yaml", ".");
    const bool is_dense = trial % 10 >= 8;
    const WorkspaceMap map =
        make_map(machine, machine.maps.at(0),
                 {.method = {.solve_by = is_dense ? SolveBy::dense : SolveBy::loops}, .sweep = {}});
    for (std::size_t i = 0; i < map.status.size(); ++i) {
      const double angle = map.description.axes[0].value(static_cast<int>(i)) / kDegree;
      // Nearer than 1e-5 rad the machine has lost rank in the eyes of a solver; and ways of maps
      // end that near to a singularity.
      if (std::min(std::abs(angle - low), std::abs(angle - high)) < 3e-3) continue;
      const bool is_within = low < angle && angle < high;
      ASSERT_EQ(map.status[i], is_within ? SampleStatus::ok : SampleStatus::unreachable)
          << "at " << angle;
      ++(is_within ? within : beyond);
    }
  }
  EXPECT_GT(within, 200);
  EXPECT_GT(beyond, 1000);
}

// On it the pose is singular, and only there.
TEST(ChangePointsOfMaps, AreSingularThemselves) {
  const WorkspaceMap map = map_text(make_press(
      0.1, 45.0, "{grid: {O: {from: 0 deg, to: 180 deg, count: 5}}, criteria: [dexterity]}"));
  using Status = SampleStatus;
  EXPECT_EQ(map.status, (std::vector{Status::ok, Status::ok, Status::singular, Status::unreachable,
                                     Status::unreachable}));
  const WorkspaceMap beside = map_text(make_press(
      0.1, 45.0, "{grid: {O: {from: 10 deg, to: 170 deg, count: 5}}, criteria: [dexterity]}"));
  EXPECT_EQ(beside.count(Status::ok), 2u);
  EXPECT_EQ(beside.status[2], Status::singular);
  const WorkspaceMap over = map_text(make_press(
      0.1, 45.0, "{grid: {O: {from: 10 deg, to: 160 deg, count: 4}}, criteria: [dexterity]}"));
  EXPECT_EQ(over.count(Status::ok), 2u);
  EXPECT_NE(over.reason[2].find("change point"), std::string::npos) << over.reason[2];
}

// A rod that is longer by a thousandth goes round.
TEST(ChangePointsOfMaps, AreNotWhereTheMachineOnlyComesNear) {
  const Crank machine{0.2, 0.2002, 45.0, 0.0, ' '};
  const WorkspaceMap map = map_text(machine.write(
      "{grid: {O: {from: -1000 deg, to: 1000 deg, count: 41}}, criteria: [dexterity]}"));
  EXPECT_EQ(map.count(SampleStatus::ok), 41u);
}

// Which side is meant may be said by a condition: then what is behind is found again.
TEST(ChangePointsOfMaps, AreNoObstacleToABranchThatIsNamed) {
  std::string text = make_parallelogram(
      0.1, 0.25, 60.0, "{grid: {O: {from: 0 deg, to: 360 deg, count: 25}}, criteria: [dexterity]}");
  // Of the two, the one whose rod stays parallel to the ground.
  text += "assembly: {branch: [{positive: cos(O + B) - 0.9999}]}\n";
  const WorkspaceMap map = map_text(text);
  for (std::size_t i = 0; i < 25; ++i) {
    const bool is_singular = i % 12 == 0;
    EXPECT_EQ(map.status[i], is_singular ? SampleStatus::singular : SampleStatus::ok) << i;
  }
}

}  // namespace
}  // namespace globaldyn::inside::test
