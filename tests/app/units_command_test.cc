// Numbers that people read are those of the files of results: a seeded machine with formulas, shown
// in several systems of units, and converted back.
#include <fmt/format.h>

#include <cmath>
#include <nlohmann/json.hpp>
#include <random>
#include <regex>

#include "core/expression/unit_product.h"
#include "tests/app/command.h"

namespace globaldyn::inside {
namespace {

using Json = nlohmann::json;

constexpr double kDigits = 6e-5;  // five significant ones

double read_number(const std::string& text, const std::string& unit) {
  if (unit.empty() || unit == "1") return std::stod(text);
  const auto known = try_unit(unit);
  EXPECT_TRUE(known.has_value()) << unit;
  return std::stod(text) * (known ? known->factor : NAN);
}

void expect_shown(const std::string& text, const std::string& unit, double si,
                  const std::string& what) {
  EXPECT_NEAR(read_number(text, unit), si, kDigits * std::abs(si))
      << what << ": " << text << " " << unit;
}

class ShownNumbers : public Command, public ::testing::WithParamInterface<unsigned> {
 protected:
  double draw(double low, double high) {
    return std::uniform_real_distribution<double>(low, high)(random_);
  }

  std::string choose(const std::vector<std::string>& texts) {
    return texts[random_() % texts.size()];
  }

  // A cart on a screw, in whatever units.
  std::string make_machine() {
    return fmt::format(
        R"(name: cart
parameters:
  lead: {:.4g} mm
  mass: {:.4g} g
bodies: {{cart: {{mass: mass}}}}
joints: {{X: {{type: prismatic, a: {{body: ground, axis: x}}, b: {{body: cart, axis: x}}}}}}
drives: {{M: {{joint: X, limits: {:.4g} N m, max_speed: {:.5g} rpm, rotor_inertia: 3 kg cm^2, coulomb: 4 N,
          gear: {{ratio: 2*pi/lead}}}}}}
tool: cart
paths: {{line: {{joints: {{X: p*1 m}}, p_max: 1}}}}
maps:
  along: {{grid: {{x: {{from: -120 mm, to: 0.2, count: 5}}}}, criteria: [force, acceleration],
          reductions: {{least: {{of: force, take: min}}, long: {{of: force, take: measure, above: 1 N}}}}}}
criteria:
  cycle: {{formula: time + 0.1 s, better: smaller, unit: {}}}
  pace: {{formula: 1/(time + 0.1 s), better: larger, unit: {}}}
  work: {{formula: 3*energy, better: smaller, unit: {}}}
  cost: {{formula: energy/time, better: smaller}}
  money: {{formula: 2*time/(1 s), better: smaller, unit: EUR}}
)",
        draw(5, 40), draw(2000, 20000), draw(2, 10), draw(500, 4000),
        choose({"ms", "us", "s", "min"}), choose({"1/min", "Hz", "1/s", "rpm"}),
        choose({"J", "kJ", "Wh", "N mm"}));
  }

  // The rows of a table that begin with a name, then two blanks.
  static std::vector<std::vector<std::string>> read_rows(const std::string& text) {
    std::vector<std::vector<std::string>> rows;
    static const std::regex gap("  +");
    std::istringstream lines(text);
    for (std::string line; std::getline(lines, line);) {
      if (line.rfind("  ", 0) != 0) continue;
      line.erase(0, line.find_first_not_of(' '));
      rows.emplace_back(std::sregex_token_iterator(line.begin(), line.end(), gap, -1),
                        std::sregex_token_iterator());
    }
    return rows;
  }

  std::mt19937 random_{GetParam()};
};

const std::vector<std::string> kSystems{
    "", "units: [mm, mm/s, m/s^2, ms, rpm, kN, kNm, kW, g]\n",
    "units: [cm, km/min, mm/s^2, min, deg/s, mN, N mm, W, Wh, kg]\n"};

TEST_P(ShownNumbers, AreThoseOfTheFiles) {
  const std::string machine = make_machine();
  std::string first_json, first_plan, first_map;
  const std::vector<std::string> kinds{"N", "N", "m/s", "W"};  // of the table of drives
  std::vector<double> peaks;                                   // in the first system
  for (std::size_t k = 0; k < kSystems.size(); ++k) {
    SCOPED_TRACE(kSystems[k]);
    std::size_t told = 0;
    const std::string file = write("cart.yaml", "globaldyn: 1\n" + kSystems[k] + machine);

    const std::string criteria =
        " --path line --criteria time,cycle,pace,work,cost,money,energy,peak_power,rms_force,"
        "peak_drive_speed --samples 5 ";
    const Json evaluation = Json::parse(run("evaluate " + file + criteria + "--json").out);
    const Json& values = evaluation["criteria"];
    if (k == 0) first_json = values.dump();
    EXPECT_EQ(values.dump(), first_json);  // SI, whatever is shown
    for (const auto& row : read_rows(run("evaluate " + file + criteria).out)) {
      for (const Json& value : values) {
        if (value["name"] != row[0]) continue;
        const bool is_plain = row.size() == 3;  // no unit stands there
        expect_shown(row.back(), is_plain || row[1] == "EUR" ? "" : row[1], value["value"], row[0]);
        ++told;
      }
    }
    EXPECT_EQ(told, values.size());

    const CommandOutcome planned = run("plan " + file + " --out " + (folder_ / "out").string());
    ASSERT_EQ(planned.code, 0) << planned.err;
    Json plan = Json::parse(read(folder_ / "out" / "plan.json"));
    if (k == 0) first_plan = plan["samples"].dump();
    EXPECT_EQ(plan["samples"].dump(), first_plan);
    std::smatch time;
    ASSERT_TRUE(std::regex_search(planned.out, time, std::regex("time ([0-9.e+-]+) ([a-z]+);")));
    EXPECT_NEAR(read_number(time[1], time[2]), plan["time"].get<double>(), 1e-9);
    for (const auto& row : read_rows(planned.out)) {
      if (row[0] != "M" || row.size() != 9) continue;
      for (std::size_t i = 0; i < kinds.size(); ++i) {
        const std::string& unit = row[2 * i + 2];
        EXPECT_EQ(try_unit(unit).value().dimension, try_unit(kinds[i])->dimension) << unit;
        const double peak = read_number(row[2 * i + 1], unit);
        if (k == 0) peaks.push_back(peak);
        // Of an rms no more than four digits are known at this tolerance.
        const double digits = i == 1 ? 1.1e-3 : 2.0 * kDigits;
        EXPECT_NEAR(peak, peaks.at(i), digits * std::abs(peaks.at(i)));
      }
    }

    const CommandOutcome mapped =
        run("map " + file + " --map along --no-pictures --out " + (folder_ / "out").string());
    ASSERT_EQ(mapped.code, 0) << mapped.err;
    const Json map = Json::parse(read(folder_ / "out" / "map_along.json"));
    if (k == 0) first_map = map["reductions"].dump();
    EXPECT_EQ(map["reductions"].dump(), first_map);
    const auto reduced = [&](const std::string& name) -> double {
      for (const Json& one : map["reductions"]) {
        if (one["name"] == name) return one["value"];
      }
      ADD_FAILURE() << name;
      return NAN;
    };
    told = 0;
    for (const auto& row : read_rows(mapped.out)) {
      if (row[0] == "least" || row[0] == "long") {
        expect_shown(row[2], row[1], reduced(row[0]), row[0]);
        ++told;
      } else if (row[0] == "force" || row[0] == "acceleration") {
        expect_shown(row[2], row[1], reduced(row[0] + ".min"), row[0]);
        expect_shown(row[3], row[1], reduced(row[0] + ".mean"), row[0]);
        expect_shown(row[4], row[1], reduced(row[0] + ".max"), row[0]);
        ++told;
      }
    }
    EXPECT_EQ(told, 4u);
    EXPECT_EQ(peaks.size(), kinds.size());
  }
}

INSTANTIATE_TEST_SUITE_P(Seeds, ShownNumbers, ::testing::Values(1u, 2u, 3u));

// A speed that is missing is a speed, in whatever unit: its square stands in the row.
TEST_F(Command, MissingSpeedsAreSpeeds) {
  const std::string machine = R"(name: ends
bodies: {car: {mass: 2 kg}}
joints: {X: {type: prismatic, a: {body: ground, axis: x}, b: {body: car, axis: x}}}
drives: {M: {joint: X, limits: 20 N, max_speed: 3 m/s}}
tool: car
paths:
  free: {position: {x: 1 m*p}, p_max: 1}
  limited: {position: {x: 1 m*p}, p_max: 1, speed_limit: 0.5 m/s}
)";
  for (const std::string units : {"", "units: [mm/s]\n", "units: [km/min]\n"}) {
    const std::string file = write("ends.yaml", "globaldyn: 1\n" + units + machine);
    for (const auto& [path, start, missing] :
         std::vector<std::tuple<std::string, std::string, double>>{{"free", "4 m/s", 1.0},
                                                                   {"limited", "0.6 m/s", 0.1}}) {
      const CommandOutcome o = run("plan " + file + " --path " + path + " --start-speed \"" +
                                   start + "\" --end-speed free");
      std::smatch found;
      ASSERT_TRUE(std::regex_search(
          o.out, found, std::regex("speed: ([0-9.e+-]+) ([a-z/]+) more alone would do")))
          << o.out;
      EXPECT_NEAR(read_number(found[1], found[2]), missing, 2e-4 * missing) << o.out;
    }
  }
}

// 0.5 m/s² are needed to come to rest; of a drive, a joint and the tool they are known by their
// name.
TEST_F(Command, MissingAccelerationsHaveTheirUnit) {
  const std::string machine = R"(name: ends
bodies: {car: {mass: 2 kg}}
joints: {X: {type: prismatic, a: {body: ground, axis: x}, b: {body: car, axis: x}JOINT}}
drives: {M: {joint: XDRIVE}}
tool: car
paths: {go: {position: {x: 1 m*p}, p_max: 1PATH}}
)";
  for (const std::string units : {"", "units: [mm/s^2]\n"}) {
    for (const auto& [mark, key] : {std::pair{"JOINT", "max_acceleration"},
                                    {"DRIVE", "max_acceleration"},
                                    {"PATH", "acceleration_limit"}}) {
      std::string text = "globaldyn: 1\n" + units + machine;
      for (const char* other : {"JOINT", "DRIVE", "PATH"}) {
        const std::string entry = std::string(", ") + key + ": 0.4 m/s^2";
        const std::size_t length = std::string(other).size();
        text.replace(text.find(other), length, other == std::string(mark) ? entry : "");
      }
      const CommandOutcome o = run("plan " + write("ends.yaml", text) + " --start-speed '1 m/s'");
      std::smatch found;
      ASSERT_TRUE(std::regex_search(
          o.out, found, std::regex("acceleration: ([0-9.e+-]+) ([a-z/^2]+) more alone would do")))
          << o.out;
      EXPECT_NEAR(read_number(found[1], found[2]), 0.1, 1e-3) << o.out;
    }
  }
}

}  // namespace
}  // namespace globaldyn::inside
