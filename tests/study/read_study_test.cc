// What study files may say, and how they are refused.
#include <gtest/gtest.h>

#include "optimize/study/study_inputs.h"
#include "tests/study/slide_study.h"

namespace globaldyn::inside {
namespace {

TEST(ReadStudy, KnowsAllKindsOfVariables) {
  const Study study = SlideStudy(R"(
variables:
  length: {from: 500 mm, to: 2 m, description: of the stroke}
  force: {from: 1 N, to: 100 N, scale: log}
  mass: {values: [1 kg, 2500 g, 4 kg]}
objectives: {time: {minimize: stroke.time}}
)")
                          .load();
  ASSERT_EQ(study.variables.size(), 3u);
  EXPECT_EQ(study.variables[0].search.low, 0.5);
  EXPECT_EQ(study.variables[0].unit, "m");
  EXPECT_EQ(study.variables[0].description, "of the stroke");
  EXPECT_TRUE(study.variables[1].search.is_log);
  EXPECT_EQ(study.variables[2].search.kind, DesignVariable::Kind::integer);
  EXPECT_EQ(study.variables[2].search.high, 2.0);
  EXPECT_EQ(study.variables[2].choices[1], "2500 g");
  EXPECT_EQ(study.variables[2].settings[1][0].name, "mass");
  EXPECT_EQ(study.variables[2].settings[1][0].text, "2.5 kg");
  EXPECT_EQ(study.search.algorithm, "nsga2");
}

TEST(ReadStudy, ReadsCatalogues) {
  const Study study = SlideStudy(R"(
variables:
  motor: {catalogue: motors.csv, set: {force: force, mass: 1 kg + 2*mass}}
quantities: {price: {formula: 2*motor.price, unit: EUR}}
objectives: {time: {minimize: stroke.time}}
)")
                          .load();
  const StudyVariable& motor = study.variables[0];
  EXPECT_EQ(motor.search.kind, DesignVariable::Kind::categorical);
  ASSERT_EQ(motor.choices.size(), 3u);
  EXPECT_EQ(motor.choices[2], "large, heavy");
  EXPECT_EQ(motor.settings[1][0].text, "16 N");
  EXPECT_EQ(motor.settings[1][1].text, "5 kg");
  EXPECT_EQ(motor.column_values[1][0], 2.0);  // kg, of 2000 g
  EXPECT_EQ(study.quantities[0].unit, "EUR");
  EXPECT_EQ(study.files.size(), 3u);
}

TEST(ReadStudy, TakesSomeRowsInOrder) {
  const Study study = SlideStudy(R"(
variables:
  motor: {catalogue: motors.csv, rows: ["large, heavy", small], ordered: true, set: {force: force}}
objectives: {time: {minimize: stroke.time}}
)")
                          .load();
  EXPECT_EQ(study.variables[0].search.kind, DesignVariable::Kind::integer);
  EXPECT_EQ(study.variables[0].choices, (std::vector<std::string>{"large, heavy", "small"}));
  EXPECT_EQ(study.variables[0].settings[0][0].text, "30 N");
}

TEST(ReadStudy, FindsUnitsOfFormulas) {
  const Study study = SlideStudy(R"(
variables: {length: {from: 0.5 m, to: 1 m}}
objectives:
  time: {minimize: stroke.time}
  speed: {maximize: length/stroke.time}
constraints: {clear: {value: stroke.clearance.min, at_least: 10 mm}}
)")
                          .load();
  EXPECT_EQ(study.objectives[0].formula.unit, "s");
  EXPECT_EQ(study.objectives[1].formula.unit, "m s^-1");
  EXPECT_TRUE(study.objectives[1].is_maximized);
  EXPECT_EQ(study.constraints[0].at_least, 0.01);
  EXPECT_EQ(study.constraints[0].scale, 0.01);
  EXPECT_EQ(study.measures.size(), 2u);
}

#define VARIABLE "variables: {length: {from: 0.5 m, to: 1 m}}\n"
#define OBJECTIVE "objectives: {time: {minimize: stroke.time}}\n"

TEST(ReadStudy, SettingsOfEvolutionArrive) {
  const Study study = SlideStudy(VARIABLE OBJECTIVE R"(
search:
  population: 12
  generations: 7
  stagnation: {generations: 3, gain: 0.02}
  difference_probability: 0.3
  crossover_probability: 0.4
  crossover_index: 5
  mutation_probability: 0.6
  mutation_index: 8
  reset_probability: 0.9
)")
                          .load();
  const EvolutionOptions& options = study.search.evolution;
  EXPECT_EQ(options.population, 12u);
  EXPECT_EQ(options.generations, 7u);
  EXPECT_EQ(options.stagnation.generations, 3u);
  EXPECT_EQ(options.stagnation.min_gain, 0.02);
  EXPECT_EQ(options.variation.difference_probability, 0.3);
  EXPECT_EQ(options.variation.crossover_probability, 0.4);
  EXPECT_EQ(options.variation.crossover_index, 5.0);
  EXPECT_EQ(options.variation.mutation_probability, 0.6);
  EXPECT_EQ(options.variation.mutation_index, 8.0);
  EXPECT_EQ(options.variation.reset_probability, 0.9);
}

// The formula above a quantity uses the parameter of that name, those below it the quantity.
TEST(ReadStudy, QuantitiesMayBeCalledAsParameters) {
  const Study study = SlideStudy(VARIABLE R"(
quantities: {before: mass, mass: 2*mass}
objectives: {after: {minimize: mass}}
)")
                          .load();
  const std::vector<double> values{3.0, 5.0};  // of the parameter and the quantity
  ASSERT_EQ(study.symbols.size(), values.size());
  EXPECT_EQ(study.symbols[0].kind, StudySymbol::Kind::parameter);
  EXPECT_EQ(study.symbols[1].kind, StudySymbol::Kind::quantity);
  EXPECT_EQ(study.quantities[1].expression.evaluate(values), 6.0);
  EXPECT_EQ(study.objectives[0].formula.expression.evaluate(values), 5.0);
}

struct Refused {
  const char* text;
  const char* message;
};

class RefusedStudy : public testing::TestWithParam<Refused> {};

TEST_P(RefusedStudy, SaysWhereAndWhatWasExpected) {
  try {
    (void)SlideStudy(GetParam().text).load();
    FAIL() << "not refused: " << GetParam().text;
  } catch (const InputError& error) {
    EXPECT_NE(std::string(error.what()).find(GetParam().message), std::string::npos)
        << error.what();
    EXPECT_GT(error.place().line, 0) << error.what();
  }
}

INSTANTIATE_TEST_SUITE_P(
    All, RefusedStudy,
    testing::Values(
        Refused{OBJECTIVE, "variables"}, Refused{VARIABLE, "objectives"},
        Refused{VARIABLE OBJECTIVE "colour: red\n", "colour"},
        Refused{VARIABLE "quantities: {g: 2*length}\n" OBJECTIVE, "'g' is a unit"},
        Refused{VARIABLE "quantities: {sin: {formula: 2*length}}\n" OBJECTIVE, "its own"},
        Refused{"variables: {min: {choices: {a: {length: 1 m}}}}\n" OBJECTIVE, "'min' is a unit"},
        Refused{VARIABLE "objectives: {time: {minimize: stroke.time, unit: mm}}\n",
                "gives time (s)"},
        Refused{"variables: {}\n" OBJECTIVE, "no variable"},
        Refused{"variables: {lenght: {from: 0.5 m, to: 1 m}}\n" OBJECTIVE, "did you mean 'length'"},
        Refused{"variables: {length: {from: 0.5 kg, to: 1 m}}\n" OBJECTIVE, "length (m)"},
        Refused{"variables: {length: {from: 1 m, to: 1 m}}\n" OBJECTIVE, "from < to"},
        Refused{"variables: {length: {from: 1 m, to: 20 m}}\n" OBJECTIVE, "above its max"},
        Refused{"variables: {length: {from: 1 m, to: 2.5 m, whole: true}}\n" OBJECTIVE, "whole"},
        Refused{"variables: {reach: {from: 0 m, to: 2 m, scale: log}}\n" OBJECTIVE, "from > 0"},
        Refused{"variables: {length: {from: 1 m}}\n" OBJECTIVE, "'to'"},
        Refused{"variables: {length: {values: [1 m, 1 m]}}\n" OBJECTIVE, "twice"},
        Refused{"variables: {length: {values: []}}\n" OBJECTIVE, "no choice"},
        Refused{"variables: {a: {choices: {}}}\n" OBJECTIVE "search: {start: [{a: 1}]}\n",
                "no choice"},
        Refused{"variables: {motor: {catalogue: motors.csv, rows: [], set: {}}}\n" OBJECTIVE,
                "no choice"},
        Refused{"variables: {state: {choices: {x: {length: 1 m}}}}\n" OBJECTIVE, "another name"},
        Refused{"variables: {reach: {from: -1e308, to: 1.7e308}}\n" OBJECTIVE, "too wide"},
        Refused{"variables: {reach: {from: 1e-300, to: 1e300, scale: log}}\n" OBJECTIVE,
                "too wide"},
        Refused{"variables: {a: {choices: {x: {lengt: 1 m}}}}\n" OBJECTIVE, "lengt"},
        Refused{"variables: {a: {choices: {x: {length: 1 m}}}, length: {from: 1 m, to: 2 "
                "m}}\n" OBJECTIVE,
                "set by another variable"},
        Refused{"variables: {motor: {catalogue: none.csv, set: {force: force}}}\n" OBJECTIVE,
                "cannot be read"},
        Refused{"variables: {motor: {catalogue: motors.csv, set: {force: peak}}}\n" OBJECTIVE,
                "no column 'peak'"},
        Refused{"variables: {motor: {catalogue: motors.csv, set: {force: mass}}}\n" OBJECTIVE,
                "force (N)"},
        Refused{"variables: {motor: {catalogue: motors.csv, rows: [big], set: {force: "
                "force}}}\n" OBJECTIVE,
                "no part 'big'"},
        Refused{VARIABLE "objectives: {time: {minimize: strike.time}}\n", "did you mean 'stroke'"},
        Refused{VARIABLE "objectives: {time: {minimize: stroke.tim}}\n", "did you mean 'time'"},
        Refused{VARIABLE "objectives: {x: {minimize: stroke.clearance}}\n", "clearance.min"},
        Refused{VARIABLE "objectives: {x: {minimize: way.last}}\n", "no reduction 'last'"},
        Refused{VARIABLE "objectives: {x: {minimize: stroke.time + length}}\n", "time"},
        Refused{VARIABLE "objectives: {x: {minimize: stroke.time, maximize: length}}\n",
                "maximize"},
        Refused{VARIABLE "objectives: {x: {lower: stroke.time}}\n", "lower"},
        Refused{VARIABLE "objectives: {length: {minimize: stroke.time}}\n", "another name"},
        Refused{VARIABLE "objectives: {state: {minimize: stroke.time}}\n", "another name"},
        Refused{VARIABLE OBJECTIVE "constraints: {c: {value: length}}\n", "at_least"},
        Refused{VARIABLE OBJECTIVE "constraints: {c: {value: length, at_most: 1 kg}}\n",
                "length (m)"},
        Refused{VARIABLE OBJECTIVE
                "constraints: {c: {value: length, at_most: 1 m, at_least: 2 m}}\n",
                "at_least <= at_most"},
        Refused{VARIABLE OBJECTIVE "scenarios: {s: {set: {payload: 1 kg}}}\n", "payload"},
        Refused{VARIABLE OBJECTIVE "scenarios: {s: {weight: 0}}\n", "weight"},
        Refused{VARIABLE OBJECTIVE "set: {mass: 1 t}\n", "'t'"},
        Refused{VARIABLE OBJECTIVE "set: {mass: 1000 kg}\n", "above its max"},
        Refused{VARIABLE OBJECTIVE "set: {gap: reach, reach: gap}\n", "cycle"},
        Refused{VARIABLE OBJECTIVE "tolerances: {samples: 3, parameters: {length: 0 m}}\n",
                "more than zero"},
        Refused{VARIABLE OBJECTIVE "tolerances: {samples: 1, parameters: {length: 1 mm}}\n", "2"},
        Refused{VARIABLE OBJECTIVE "precision: {tolerance: 2}\n", "0.5"},
        Refused{VARIABLE OBJECTIVE "search: {algorithm: nsga}\n", "nsga2"},
        Refused{VARIABLE OBJECTIVE "search: {lag: 3}\n", "lag"},
        Refused{VARIABLE OBJECTIVE "search: {population: 1}\n", "4"},
        Refused{VARIABLE OBJECTIVE "search: {difference_probability: 1.5}\n", "from 0 to 1"},
        Refused{VARIABLE OBJECTIVE "search: {reset_probability: -0.1}\n", "from 0 to 1"},
        Refused{VARIABLE OBJECTIVE "search: {algorithm: sobol, reset_probability: 0}\n",
                "reset_probability"},
        Refused{VARIABLE OBJECTIVE "search: {algorithm: cobyla, last_step: 0}\n", "from 1e-12"},
        Refused{VARIABLE OBJECTIVE "search: {algorithm: random, budget: 1e9}\n", "1e+09 designs"},
        Refused{VARIABLE OBJECTIVE "search: {algorithm: morris, trajectories: 1e9}\n", "1000000"},
        Refused{"variables: {length: {from: 1, to: 2}, mass: {from: 1, to: 2}, force: {from: 1, "
                "to: 2}}\n" OBJECTIVE "search: {algorithm: factorial, levels: 1000}\n",
                "1e+09 designs of 3 variables"},
        Refused{VARIABLE OBJECTIVE "search: {start: [{length: 2 m}]}\n", "outside"},
        Refused{VARIABLE OBJECTIVE "search: {time: 3 m}\n", "time (s)"},
        Refused{VARIABLE "objectives: {a: {minimize: length}, b: {maximize: length}}\nsearch: "
                         "{algorithm: cobyla}\n",
                "2 objectives"},
        Refused{VARIABLE OBJECTIVE "search: {algorithm: cobyla}\nrefine: {points: 3}\n", "refine"},
        Refused{VARIABLE OBJECTIVE "refine: {first_step: 2}\n", "share"}));

TEST(ReadStudy, RefusesBrokenCataloguesAtTheirOwnLine) {
  const auto refuse = [](const std::string& csv, const std::string& message, int line) {
    SlideStudy study("variables: {motor: {catalogue: other.csv, set: {force: force}}}\n" OBJECTIVE);
    study.folder().write("other.csv", csv);
    try {
      (void)study.load();
      FAIL() << "not refused: " << csv;
    } catch (const InputError& error) {
      EXPECT_NE(std::string(error.what()).find(message), std::string::npos) << error.what();
      EXPECT_NE(error.place().file.find("other.csv"), std::string::npos);
      EXPECT_EQ(error.place().line, line) << error.what();
    }
  };
  refuse("force [N]\n1\n", "no column 'name'", 0);
  refuse("name,force [N]\n", "no parts", 0);
  refuse("# parts\nname,force [N],g\na,1,2\n", "'g' is a unit", 2);
  refuse("name,force [N],hypot\na,1,2\n", "a meaning of its own", 1);
  refuse("name,force [N]\na,b\n", "'b'", 2);
  refuse("name,force [N]\n\na,1\na,2\n", "'a' twice", 4);
  refuse("name,force [N]\na\n", "1 values", 2);
  refuse("name,force [lbf]\na,1\n", "unknown unit 'lbf'", 1);
  refuse("name,force [N]\n\"a,1\n", "quote", 2);
  refuse("name,force [N],force\na,1,2\n", "twice", 1);
  refuse("name,force [N\na,1\n", "brackets", 1);
  refuse("name,peak force [N]\na,1\n", "no name of a column", 1);
  refuse("name,force [N],name\na,1,b\n", "'name' twice", 1);
  refuse("name,force [+5]\na,1\n", "no unit", 1);
  refuse("name,force [N - N]\na,1\n", "no unit", 1);
  refuse("name,force [N/0]\na,1\n", "no unit", 1);
  refuse("name,force [N*0]\na,1\n", "no unit", 1);
  refuse("name,force [kN]\na,1e308\n", "1e308 kN", 2);
  refuse("name,force [N]\na,1" + std::string(1000, ',') + "\n", "1000 values", 2);
}

// The hash covers what determines the numbers, not how files are written.
TEST(StudyInputs, HashChangesWithWhatMatters) {
  const std::string text = std::string(VARIABLE) + OBJECTIVE;
  const auto hash = [](const SlideStudy& study, const std::string& program) {
    return read_inputs(study.load(), program).hash;
  };
  const std::uint64_t own = hash(SlideStudy(text), "a");
  EXPECT_EQ(hash(SlideStudy("# a comment\n" + text), "a"), own);
  EXPECT_EQ(hash(SlideStudy(text + "search: {budget: 7}\ndescription: new\n"), "a"), own);
  EXPECT_NE(hash(SlideStudy(text), "b"), own);
  EXPECT_NE(hash(SlideStudy(text + "precision: {places: 11}\n"), "a"), own);
  std::string machine = kSlide;
  machine.replace(machine.find("gap: 0.2"), 8, "gap: 0.3");
  EXPECT_NE(hash(SlideStudy(text, machine), "a"), own);
  EXPECT_EQ(hash(SlideStudy(text, std::string(kSlide) + "# the end\n"), "a"), own);
}

TEST(StudyInputs, CopiesAreAStudyOfTheSameHash) {
  const SlideStudy study(
      "variables: {motor: {catalogue: motors.csv, set: {force: force}}}\n" OBJECTIVE);
  const StudyInputs inputs = read_inputs(study.load(), "a");
  const std::string copy = keep_inputs(inputs, study.folder().file("kept"));
  study.folder().write("motors.csv", "");
  EXPECT_EQ(read_inputs(load_study(copy), "a").hash, inputs.hash);
}

}  // namespace
}  // namespace globaldyn::inside
