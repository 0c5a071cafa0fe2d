// Units that results are shown in: what a machine file's list means, and what it must not say.
#include "core/expression/shown_units.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <array>

#include <random>

#include "core/base/constants.h"
#include "core/description/formula_unit.h"
#include "core/expression/unit_product.h"
#include "globaldyn/machine/machine.h"

namespace globaldyn::inside {
namespace {

std::string machine_with(const std::string& units) {
  return "globaldyn: 1\nname: slide\nunits: " + units + R"(
parameters: {density: 7850 kg/m^3}
bodies: {c: {mass: 1}}
joints: {P: {type: prismatic, a: {body: ground, axis: x}, b: {body: c, axis: x}}}
)";
}

ShownUnits read_units(const std::string& units) {
  return parse_machine(machine_with(units), "machine.yaml", "").units;
}

std::string refuse_units(const std::string& units) {
  try {
    (void)read_units(units);
  } catch (const InputError& error) {
    return error.what();
  }
  return "accepted";
}

TEST(ShownUnits, NumbersAreInTheUnitsListed) {
  const ShownUnits units = read_units("[mm, mm/s, kN, kg cm^2, N mm]");
  const auto expect = [&](double number, const char* si_unit, double value, const char* unit) {
    const Shown shown = units.show(number, si_unit);
    EXPECT_NEAR(shown.value, value, 1e-12 * std::abs(value)) << si_unit;
    EXPECT_EQ(shown.unit, unit) << si_unit;
  };
  expect(0.25, "m", 250.0, "mm");
  expect(0.25, "m/s", 250.0, "mm/s");
  expect(1500.0, "N", 1.5, "kN");
  expect(3e-5, "kg m^2", 0.3, "kg cm^2");
  expect(0.2, "N m", 200.0, "N mm");
  // Not listed: as it is.
  expect(2.0, "m/s^2", 2.0, "m/s^2");
  expect(2.0, "kg", 2.0, "kg");
  expect(2.0, "1", 2.0, "");
  expect(2.0, "s^-1", 2.0, "1/s");
  expect(2.0, "EUR", 2.0, "EUR");
  // Formulas may be in other units than SI: 1500 of 0.001 m.
  expect(1500.0, "um", 1.5, "mm");
}

// One dimension, several quantities: the names in units tell them apart.
TEST(ShownUnits, FamiliesAreKeptApart) {
  constexpr double kTurn = 6.283185307179586;
  const ShownUnits turning = read_units("[deg, rpm, N mm/deg]");
  EXPECT_NEAR(turning.show(kTurn, "rad").value, 360.0, 1e-12);
  EXPECT_NEAR(turning.show(kTurn, "rad/s").value, 60.0, 1e-12);
  EXPECT_EQ(turning.show(1.0, "rad/s").unit, "rpm");
  EXPECT_NEAR(turning.show(360.0 / kTurn, "N m/rad").value, 1e3, 1e-9);
  for (const char* other : {"1", "1/s", "s^-1", "Hz", "N m", "J", "rad/s^2"}) {
    EXPECT_EQ(turning.show(3.0, other).value, 3.0) << other;
  }
  const ShownUnits energy = read_units("[Wh]");
  EXPECT_EQ(energy.show(7200.0, "J").value, 2.0);
  EXPECT_EQ(energy.show(7200.0, "N m").value, 7200.0);
  const ShownUnits both = read_units("[kJ, kNm]");
  EXPECT_EQ(both.show(500.0, "J").unit, "kJ");
  EXPECT_EQ(both.show(500.0, "N m").unit, "kNm");
}

TEST(ShownUnits, HeadingsHaveTheUnit) {
  const ShownUnits units = read_units("[mm]");
  EXPECT_EQ(units.unit_for("m").head("leg"), "leg [mm]");
  EXPECT_EQ(units.unit_for("1").head("share"), "share");
}

TEST(ShownUnits, MistakesAreOneLineWithThePlace) {
  EXPECT_EQ(
      refuse_units("[deg, kgm]").rfind("machine.yaml:3:14: unknown unit 'kgm'; did you mean ", 0),
      0u)
      << refuse_units("[deg, kgm]");
  EXPECT_EQ(refuse_units("[mm, deg, cm]"),
            "machine.yaml:3:18: 'cm' is a second unit of what is shown in 'mm'; expected one unit "
            "for a quantity");
  // rad/s and rpm are of one quantity.
  EXPECT_NE(refuse_units("[rpm, deg/s]").find("second unit"), std::string::npos);
  const std::string none = refuse_units("[MPa]");
  EXPECT_EQ(none.rfind("machine.yaml:3:9: no result is in a unit such as 'MPa'", 0), 0u) << none;
  EXPECT_NE(none.find("length (m), angle (rad)"), std::string::npos) << none;
  EXPECT_NE(none.find("kg/m^3"), std::string::npos) << none;  // a parameter of this file
  EXPECT_EQ(refuse_units("[g/cm^3]"), "accepted");
  for (const char* wrong : {"[m + 5 m]", "['']", "[2 m]", "m"}) {
    const std::string told = refuse_units(wrong);
    EXPECT_EQ(told.rfind("machine.yaml:3:", 0), 0u) << wrong << ": " << told;
    EXPECT_EQ(told.find('\n'), std::string::npos) << told;
  }
}

// The SI unit of a kind is of that kind, and is SI.
TEST(ShownUnits, EveryUnitHasItsSiUnit) {
  const std::vector<std::pair<std::string, std::string>> named{
      {"mm", "m"},       {"rpm", "rad/s"},      {"deg/s^2", "rad/s^2"},
      {"kJ", "J"},       {"kNm", "N m"},        {"N mm/deg", "N m/rad"},
      {"1/min", "s^-1"}, {"ms", "s"},           {"mm/s", "m/s"},
      {"g", "kg"},       {"kg cm^2", "kg m^2"}, {"deg", "rad"},
      {"kW", "W"},       {"MPa", "Pa"},         {"mm^2", "m^2"},
      {"N/mm", "N/m"}};
  for (const auto& [text, si] : named) {
    const Unit unit = try_unit(text).value();
    const std::string name = name_si_unit(kind_of(text, unit));
    EXPECT_EQ(name, si) << text;
    ASSERT_TRUE(try_unit(name).has_value()) << text << ": " << name;
    EXPECT_EQ(try_unit(name).value().factor, 1.0) << text;
    EXPECT_EQ(kind_of(name, *try_unit(name)), kind_of(text, unit)) << text;
  }
  // Of units made at random likewise.
  std::mt19937 draw(7);
  const std::vector<std::string> names{"m", "kg", "s", "rad", "N", "mm", "ms", "deg", "g"};
  for (int i = 0; i < 300; ++i) {
    std::string text = names[draw() % names.size()];
    for (std::size_t k = draw() % 3; k > 0; --k) {
      text += " " + names[draw() % names.size()] + (draw() % 2 == 0 ? "^" : "^-") +
              std::to_string(1 + draw() % 3);
    }
    const auto unit = try_unit(text);
    ASSERT_TRUE(unit.has_value()) << text;
    const UnitKind kind = kind_of(text, *unit);
    const std::string name = name_si_unit(kind);
    if (name == "1") continue;
    ASSERT_TRUE(try_unit(name).has_value()) << text << ": " << name;
    EXPECT_EQ(try_unit(name).value().factor, 1.0) << text << ": " << name;
    EXPECT_EQ(kind_of(name, *try_unit(name)), kind) << text << ": " << name;
  }
}

TEST(ShownUnits, WhatAFileWantsOfOneNumberIsBeforeItsList) {
  const ShownUnits units = read_units("[mm, rpm]");
  EXPECT_EQ(units.show(0.25, {"m", "cm"}).unit, "cm");
  EXPECT_DOUBLE_EQ(units.show(0.25, {"m", "cm"}).value, 25.0);
  EXPECT_DOUBLE_EQ(units.show({0.25, {"s^-1", "1/min"}}).value, 15.0);
  EXPECT_DOUBLE_EQ(ShownUnits().show(3600.0, {"J", "Wh"}).value, 1.0);
}

Parameters read_parameters(const std::string& text, const std::vector<ParameterOverride>& set,
                           const std::vector<ParameterError>& errors = {}) {
  return Parameters::read(parse_document(text, "p.yaml"), set, errors);
}

// A bare number in the place of a length is a length in metres.
TEST(ParameterUnits, OverridesAreOfWhatTheFileSays) {
  const std::string text =
      "lead: 10 mm\nspeed: 3000 rpm\nturns: 5 rad\nplain: 3\nratio: 2*pi/lead\n";
  const Parameters bare =
      read_parameters(text, {{"lead", "0.02"}, {"speed", "100"}, {"turns", "4"}, {"plain", "4"}});
  const auto expect = [&](const Parameters& all, const char* name, double value, bool typed,
                          const char* unit) {
    const Parameter& one = *all.find(name);
    EXPECT_DOUBLE_EQ(one.value, value) << name;
    EXPECT_EQ(one.typed, typed) << name;
    EXPECT_EQ(one.unit, unit) << name;
  };
  expect(bare, "lead", 0.02, true, "m");
  expect(bare, "speed", 100.0, true, "rad/s");
  expect(bare, "turns", 4.0, true, "rad");
  expect(bare, "plain", 4.0, false, "");
  expect(bare, "ratio", 2.0 * kPi / 0.02, true, "m^-1");
  // Exactly a number, with the unit that it has.
  for (const double value : {1.0 / 3.0, 1e-7, 12345.678901234567, -3.0, 1e22}) {
    const Parameters exact = read_parameters(
        text, {make_override("lead", {value, "m"}), make_override("plain", {value, "rad/s"})});
    EXPECT_EQ(exact.find("lead")->value, value);
    EXPECT_EQ(exact.find("plain")->value, value);
    EXPECT_EQ(exact.find("plain")->dimension, dimension::rotary_speed);
  }
  EXPECT_THROW((void)read_parameters(text, {{"lead", "3 kg"}}), InputError);
}

// A formula gives what its operands are where that is plain, else a quantity of its dimension.
TEST(ParameterUnits, OfFormulasAreThoseOfWhatTheyAreMadeOf) {
  const std::vector<std::array<std::string, 2>> formulas{
      {"2*w", "rad/s"},
      {"w/3", "rad/s"},
      {"-w + 2*w", "rad/s"},
      {"w + 100", "rad/s"},
      {"w + 30 rpm", "rad/s"},
      {"max(w, 2*w)", "rad/s"},
      {"abs(w)*sin(a)", "rad/s"},
      {"pi*a/2", "rad"},
      {"a + 0.1", "rad"},
      {"atan2(d, 2*d)", "rad"},
      {"3*(2*e)", "J"},
      {"e + 1 Wh", "J"},
      {"t*2", "N m"},
      {"2*(3 N m/rad)", "N m/rad"},
      {"c*0.5", "N m/rad"},
      {"f + f", "Hz"},
      {"3 kg cm^2", "kg m^2"},
      {"(1 rev)^2/(1 s)", "rad^2 s^-1"},
      // Not plain.
      {"w*d", "m s^-1"},
      {"e + t", "N m"},
      {"w + f", "s^-1"},
      {"1/w", "s"},
      {"w*w", "s^-2"},
      {"w/w", "1"},
      {"d*d", "m^2"},
  };
  std::string text = "w: 300 rpm\na: 30 deg\nd: 12 mm\ne: 3 J\nt: 3 N m\nc: 5 N mm/deg\nf: 50 Hz\n";
  for (std::size_t i = 0; i < formulas.size(); ++i) {
    text += fmt::format("p{}: {}\n", i, formulas[i][0]);
  }
  const Parameters all = read_parameters(text, {});
  for (std::size_t i = 0; i < formulas.size(); ++i) {
    EXPECT_EQ(all.find(fmt::format("p{}", i))->unit.si, formulas[i][1]) << formulas[i][0];
  }
  // What stands in its place is of what the file's is.
  EXPECT_EQ(read_parameters("w: 3 rpm\nv: 2*w\n", {{"v", "7"}}).find("v")->unit.si, "rad/s");
  EXPECT_EQ(read_parameters("w: 3 rpm\nv: 2\n", {{"v", "2*w"}}).find("v")->unit.si, "rad/s");
}

// What is made of a parameter may be beyond the bounds that it has as a design.
TEST(ParameterUnits, ErrorsMayLeaveBounds) {
  const std::string text = "a: {value: 4 m, max: 4 m}\ntwice: 2*a\n";
  const Parameters off = read_parameters(text, {}, {{.name = "a", .share = 0.5, .offset = 0.25}});
  EXPECT_DOUBLE_EQ(off.find("a")->value, 6.25);
  EXPECT_DOUBLE_EQ(off.find("twice")->value, 12.5);
  EXPECT_THROW((void)read_parameters(text, {{"a", "4.1 m"}}), InputError);
}

QuantityUnit find_unit_of(const std::string& formula, const std::string& unit) {
  const Node file = parse_document("unit: '" + unit + "'\n", "f.yaml");
  const Scope scope = [](const std::string& name, const SourcePlace&) -> Symbol {
    if (name == "time") return {Symbol::Kind::variable, 0.0, 0, true, dimension::time};
    return {Symbol::Kind::variable, 0.0, 0, false, {}};
  };
  const Expression expression = Expression::parse(formula, {"f.yaml", 1, 1}, scope);
  return find_formula_unit(expression, unit.empty() ? std::nullopt : file.find("unit"));
}

TEST(FormulaUnits, ConvertAndAreChecked) {
  EXPECT_EQ(find_unit_of("2*time", ""), "s");
  EXPECT_EQ(find_unit_of("2*time", "ms"), (QuantityUnit{"s", "ms"}));
  EXPECT_EQ(find_unit_of("1/time", "rpm"), (QuantityUnit{"rad/s", "rpm"}));
  EXPECT_EQ(find_unit_of("1/time", "1/min"), (QuantityUnit{"s^-1", "1/min"}));
  EXPECT_EQ(find_unit_of("any*time", "kJ"), (QuantityUnit{"J", "kJ"}));
  EXPECT_EQ(find_unit_of("any*time", ""), "");
  EXPECT_EQ(find_unit_of("any*time", "EUR"), "EUR");
  // A plain number is a number of what is said.
  EXPECT_EQ(find_unit_of("time/(1 min)", "min"), "min");
  EXPECT_EQ(find_unit_of("time/(1 s)", "parts"), "parts");
  for (const char* wrong : {"mm", "N", "seconds", "%", "1"}) {
    EXPECT_THROW((void)find_unit_of("2*time", wrong), InputError) << wrong;
  }
}

}  // namespace
}  // namespace globaldyn::inside
