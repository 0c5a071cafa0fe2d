// One random machine written in three systems of units is one machine: every number that commands
// print or write is the same after it is converted back by the unit that stands with it.
#include <fmt/format.h>

#include <cmath>
#include <map>
#include <nlohmann/json.hpp>
#include <random>
#include <regex>

#include "core/expression/unit_product.h"
#include "tests/app/command.h"

namespace globaldyn::inside {
namespace {

using Json = nlohmann::json;

struct UnitSystem {
  const char* list;                          // what the file asks to see results in
  std::map<std::string, std::string> units;  // for those of SI
};

const std::vector<UnitSystem> kUnitSystems{
    {"", {}},
    {"units: [mm, g, ms, kN, N mm, deg, rpm, mm/s, g mm^2, m/s^2]\n",
     {{"m", "mm"},
      {"kg", "g"},
      {"s", "ms"},
      {"N m", "N mm"},
      {"rad", "deg"},
      {"rad/s", "rpm"},
      {"kg m^2", "g mm^2"},
      {"N m s/rad", "N mm ms/deg"},
      {"N/m", "N/mm"},
      {"m/s^2", "mm/ms^2"},
      {"m/s", "mm/ms"}}},
    {"units: [km, kg, min, mN, kNm, rev, mrad/s, km/min, kg cm^2, cm/s^2]\n",
     {{"m", "cm"},
      {"s", "min"},
      {"N", "kN"},
      {"N m", "kNm"},
      {"rad", "rev"},
      {"rad/s", "deg/min"},
      {"kg m^2", "kg cm^2"},
      {"N m s/rad", "kNm min/rev"},
      {"N/m", "kN/cm"},
      {"m/s^2", "km/min^2"},
      {"m/s", "km/min"}}}};

// Texts in which quantities stand as <0.25 m>, in SI.
std::string write_in_units(const UnitSystem& system, const std::string& text) {
  static const std::regex quantity("<([^ >]+) ([^>]+)>");
  std::string written;
  auto at = text.cbegin();
  for (std::sregex_iterator found(text.begin(), text.end(), quantity), end; found != end; ++found) {
    written.append(at, text.cbegin() + found->position());
    at = text.cbegin() + found->position() + found->length();
    const auto known = system.units.find((*found)[2]);
    const std::string unit = known != system.units.end() ? known->second : (*found)[2].str();
    const double si = std::stod((*found)[1]) * try_unit((*found)[2])->factor;
    written += fmt::format("{:.17g} {}", si / try_unit(unit)->factor, unit);
  }
  return written.append(at, text.cend());
}

class UnitSystems : public Command, public ::testing::WithParamInterface<unsigned> {
 protected:
  std::string draw(double low, double high, const std::string& unit) {
    return fmt::format("<{:.6g} {}>", std::uniform_real_distribution<double>(low, high)(random_),
                       unit);
  }

  // A crank press with parameters that are worked out from others.
  std::string make_press() {
    std::string text = "gravity: [0, <-9.81 m/s^2>, 0]\nparameters:\n";
    for (const auto& [name, value] : std::vector<std::pair<std::string, std::string>>{
             {"w", draw(5, 9, "rad/s")},
             {"twice", "2*w"},
             {"arm", draw(0.1, 0.2, "m")},
             {"rod", draw(0.5, 0.8, "m")},
             {"half", "arm/2"},
             {"turn", draw(0.1, 0.4, "rad")},
             {"wide", "turn + turn"},
             {"ram_mass", "{value: " + draw(1, 3, "kg") + ", min: <0.1 kg>, max: <9 kg>}"},
             {"torque_limit", draw(30, 60, "N m")},
             {"most", "max(3*torque_limit, torque_limit)"}}) {
      text += "  " + name + ": " + value + "\n";
    }
    text += "bodies:\n  crank: {mass: " + draw(0.5, 2, "kg") +
            ", com: [half, 0], inertia: {plate: " + draw(0.01, 0.03, "kg m^2") +
            "}, frames: {pin: [arm, 0]}}\n";
    text += "  link: {mass: " + draw(0.5, 2, "kg") + ", com: [" + draw(0.1, 0.3, "m") + ", " +
            draw(-0.01, 0.01, "m") + "], inertia: {plate: " + draw(0.01, 0.05, "kg m^2") +
            "}, frames: {head: [rod, 0]}}\n  ram: {mass: ram_mass}\njoints:\n";
    text += "  O: {type: revolute, a: ground, b: crank, guess: turn}\n";
    text += "  B: {type: revolute, a: crank.pin, b: link, travel: " + draw(3.5, 4.5, "rad") +
            "}\n  C: {type: revolute, a: link.head, b: ram}\n";
    text +=
        "  P: {type: prismatic, a: {body: ground, axis: x}, b: {body: ram, axis: x}, guess: rod + "
        "arm, "
        "travel: [" +
        draw(0.1, 0.2, "m") + ", " + draw(2, 3, "m") + "]}\n";
    text += "drives:\n  M: {joint: O, limits: most, max_speed: twice, rotor_inertia: " +
            draw(1e-4, 1e-3, "kg m^2") + ", viscous: " + draw(0.1, 0.3, "N m s/rad") +
            ", coulomb: " + draw(0.1, 0.5, "N m") + "}\n";
    text += "springs:\n  S: {joint: P, stiffness: " + draw(10, 90, "N/m") + ", rest: rod}\n";
    text += "tool: ram\nload_cases:\n  heavy: {payload: {mass: " + draw(1, 4, "kg") + "}}\n";
    text += "paths:\n  go: {joints: {O: turn + wide*p}, p_max: 2, stops: [{at: 1, for: " +
            draw(0.01, 0.2, "s") + "}], speed_limit: " + draw(0.5, 1, "m/s") + "}\n";
    text +=
        "maps:\n  along: {grid: {O: {from: <0 rad>, to: <1 rad>, count: 5}}, criteria: "
        "[travel_reserve, torque]}\n";
    return text +
           "criteria:\n  cycle: {formula: \"time + <0.1 s>\", better: smaller}\n"
           "  three: {formula: 3*energy, better: smaller}\n";
  }

  static std::string make_study() {
    return "globaldyn_study: 1\nname: s\nmachine: press.yaml\nvariables:\n"
           "  arm: {from: <0.1 m>, to: <0.2 m>}\n  turn: {values: [<0.1 rad>, <0.2 rad>, <0.3 "
           "rad>]}\n"
           "  w: {from: <5 rad/s>, to: <9 rad/s>, scale: log}\n"
           "quantities: {reach: arm + rod, double: 2*go.peak_force_M}\n"
           "objectives: {time: {minimize: go.time}, size: {minimize: reach}, fast: {maximize: "
           "2*twice}}\n"
           "constraints: {strong: {value: double, at_most: <900 N m>}, short: {value: reach, "
           "at_most: "
           "<0.95 m>}}\n"
           "precision: {tolerance: 1e-3}\nsearch: {population: 4, budget: 9, seed: 5}\nrefine: "
           "{points: 1, "
           "budget: 4}\n";
  }

  std::mt19937 random_{GetParam()};
};

// Every number of a text in SI, by the unit behind it: as many words as make one.
std::vector<double> read_si_numbers(const std::string& text) {
  static const std::regex number(
      R"((^|[\s\[(=+,])(-?[0-9]+(\.[0-9]+)?(e[+-]?[0-9]+)?)(?=[\s,;:\])]))");
  std::vector<double> numbers;
  for (std::sregex_iterator found(text.begin(), text.end(), number), end; found != end; ++found) {
    std::istringstream rest(
        text.substr(static_cast<std::size_t>(found->position() + found->length()), 40));
    std::string word, unit;
    double factor = 1.0;
    while (rest >> word) {
      const bool is_last = word.find_first_of(",;:])") != std::string::npos;
      unit += (unit.empty() ? "" : " ") + word.substr(0, word.find_first_of(",;:])"));
      const auto known = try_unit(unit);
      if (!known) break;
      factor = known->factor;
      if (is_last) break;
    }
    numbers.push_back(std::stod((*found)[2]) * factor);
  }
  return numbers;
}

// Lines of text with numbers in the units of the file.
bool is_told_to_people(const std::string& where) {
  return where.find("/beyond_travel/") != std::string::npos ||
         where.find("/remarks/") != std::string::npos;
}

// Numbers of two documents of one shape. Those that are rounding errors of others are 0.
void expect_same_numbers(const Json& a, const Json& b, double tolerance, double least,
                         const std::string& where) {
  ASSERT_EQ(a.type_name(), std::string(b.type_name())) << where;
  if (a.is_number()) {
    const double x = a, y = b;
    EXPECT_NEAR(x, y, tolerance * std::abs(x) + least) << where;
  } else if (a.is_structured()) {
    ASSERT_EQ(a.size(), b.size()) << where;
    auto other = b.begin();
    for (auto one = a.begin(); one != a.end(); ++one, ++other) {
      if (a.is_object()) {
        ASSERT_EQ(one.key(), other.key());
      }
      expect_same_numbers(
          *one, *other, tolerance, least,
          where + "/" + (a.is_object() ? one.key() : std::to_string(one - a.begin())));
    }
  } else if (a.is_string() && find_unit_of_number(a)) {
    // Sizes to choose from are called as the file has them.
    const auto one = read_si_numbers(a.get<std::string>() + " ");
    const auto other = read_si_numbers(b.get<std::string>() + " ");
    ASSERT_EQ(one.size(), 1u) << a;
    ASSERT_EQ(other.size(), 1u) << b;
    EXPECT_NEAR(one[0], other[0], 1e-9 * std::abs(one[0])) << where;
  } else if (a.is_string() && is_told_to_people(where)) {
    const auto one = read_si_numbers(a.get<std::string>() + " ");
    const auto other = read_si_numbers(b.get<std::string>() + " ");
    ASSERT_EQ(one.size(), other.size()) << a << b;
    for (std::size_t i = 0; i < one.size(); ++i) {  // six digits
      EXPECT_NEAR(one[i], other[i], 1e-5 * std::abs(one[i]) + 1e-9) << where;
    }
  } else {
    EXPECT_EQ(a, b) << where;
  }
}

TEST_P(UnitSystems, AreOneMachineInEverythingThatIsPrinted) {
  const std::string machine = "name: press\n" + make_press();
  Json check, evaluation, plan, drives;
  std::vector<double> told;
  for (const UnitSystem& system : kUnitSystems) {
    SCOPED_TRACE(system.list);
    const bool is_first = &system == &kUnitSystems.front();
    const std::string file = write("press.yaml", "globaldyn: 1\n" + std::string(system.list) +
                                                     write_in_units(system, machine));
    const CommandOutcome checked = run("check " + file + " --json");
    ASSERT_EQ(checked.code, 0) << checked.err;
    const Json now = Json::parse(checked.out);
    if (is_first) check = now;
    expect_same_numbers(check, now, 1e-9, 1e-12, "check");
    const std::vector<double> numbers = read_si_numbers(run("check " + file).out);
    if (is_first) told = numbers;
    EXPECT_GT(told.size(), 20u);
    ASSERT_EQ(numbers.size(), told.size());
    // Five significant digits.
    for (std::size_t i = 0; i < told.size(); ++i) {
      EXPECT_NEAR(numbers[i], told[i], 1e-4 * std::abs(told[i]) + 1e-9) << i;
    }

    Json evaluated = Json::parse(
        run("evaluate " + file +
            " --samples 5 --criteria time,cycle,three,energy,peak_force,rms_force,peak_power,"
            "peak_drive_speed --json")
            .out);
    for (Json& criterion : evaluated["criteria"]) criterion.erase("reason");  // has rounded numbers
    if (is_first) evaluation = evaluated;
    // They are of motions that are known to a thousandth.
    expect_same_numbers(evaluation["criteria"], evaluated["criteria"], 5e-3, 0.0, "evaluate");

    const CommandOutcome planned = run("plan " + file + " --json");
    ASSERT_EQ(planned.code, 0) << planned.err;
    const Json document = Json::parse(planned.out);
    if (is_first) plan = document;
    for (const char* key : {"time", "time_lower", "use"}) {
      expect_same_numbers(plan[key], document[key], 1e-5, 1e-9, key);
    }
  }
}

TEST_P(UnitSystems, AreOneMachineInStudies) {
  const std::string machine = "name: press\n" + make_press();
  Json table;
  std::vector<double> told;
  for (const UnitSystem& system : kUnitSystems) {
    SCOPED_TRACE(system.list);
    const bool is_first = &system == &kUnitSystems.front();
    (void)write("press.yaml",
                "globaldyn: 1\n" + std::string(system.list) + write_in_units(system, machine));
    const std::string study = write("study.yaml", write_in_units(system, make_study()));
    const fs::path out = folder_ / ("s" + std::to_string(&system - kUnitSystems.data()));
    const CommandOutcome done =
        run("optimize " + study + " --no-pictures --threads 1 --out " + out.string());
    ASSERT_EQ(done.code, 0) << done.err;
    Json now = Json::parse(run("study export " + out.string() + " --format json").out);
    for (Json& design : now["designs"]) {
      design.erase("wall_time");
      design.erase("reason");  // its numbers are rounded
    }
    if (is_first) table = now;
    expect_same_numbers(table["columns"], now["columns"], 0.0, 0.0, "columns");
    // Within what the study's precision leaves.
    expect_same_numbers(table["designs"], now["designs"], 5e-3, 1e-9, "designs");
    // What refinement gained is told with its units.
    static const std::regex gain("refined, from [0-9]+: (.*)");
    const std::string shown = run("study show " + out.string()).out;
    std::vector<double> gains;
    for (std::sregex_iterator found(shown.begin(), shown.end(), gain), end; found != end; ++found) {
      const auto numbers = read_si_numbers((*found)[1].str() + "\n");
      gains.insert(gains.end(), numbers.begin(), numbers.end());
    }
    if (is_first) told = gains;
    ASSERT_EQ(gains.size(), told.size()) << shown;
    for (std::size_t i = 0; i < told.size(); ++i) {
      EXPECT_NEAR(gains[i], told[i], 1e-2 * std::abs(told[i]) + 1e-4) << shown;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Seeds, UnitSystems, ::testing::Values(1u, 2u));

}  // namespace
}  // namespace globaldyn::inside
