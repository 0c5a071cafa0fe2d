// Units that results are shown in: what a machine file's list means, and what it must not say.
#include "core/expression/shown_units.h"

#include <gtest/gtest.h>

#include "globaldyn/machine/machine.h"

namespace globaldyn {
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
  EXPECT_NE(none.find("kg m^-3"), std::string::npos) << none;  // a parameter of this file
  EXPECT_EQ(refuse_units("[g/cm^3]"), "accepted");
  for (const char* wrong : {"[m + 5 m]", "['']", "[2 m]", "m"}) {
    const std::string told = refuse_units(wrong);
    EXPECT_EQ(told.rfind("machine.yaml:3:", 0), 0u) << wrong << ": " << told;
    EXPECT_EQ(told.find('\n'), std::string::npos) << told;
  }
}

}  // namespace
}  // namespace globaldyn
