// What a study sets keeps its unit, whatever it is made of: a screw is driven as it is by --set.
#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "optimize/evaluator/design_evaluator.h"
#include "optimize/store/study_store.h"
#include "optimize/study/write_design.h"
#include "tests/study/slide_study.h"

namespace globaldyn::inside {
namespace {

// A cart of 10 kg on a screw or a belt, whose lead or radius is a parameter. From rest to rest over
// 1 m at most: 2 sqrt(1 m (mass + J i²)/(M i efficiency)) with the ratio i, if no speed is limited.
std::string make_screw(const std::string& parameters, const std::string& ratio) {
  return "globaldyn: 1\nname: slide\nparameters:\n" + parameters +
         R"(bodies: {cart: {mass: 10 kg}}
joints: {X: {type: prismatic, a: {body: ground, axis: x}, b: {body: cart, axis: x}}}
drives: {M: {joint: X, limits: 9 N m, rotor_inertia: 3 kg cm^2, gear: {ratio: )" +
         ratio + R"(}}}
tool: cart
paths: {line: {joints: {X: p}, p_max: 1}}
)";
}

double calc_time(double ratio) {
  return 2.0 * std::sqrt((10.0 + 3e-4 * ratio * ratio) / (9.0 * ratio));
}

void expect_time(const Study& study, const Design& design, double ratio) {
  const DesignRecord record = DesignEvaluator(study).evaluate(design);
  ASSERT_EQ(record.state, DesignState::ok) << record.reason;
  EXPECT_NEAR(record.objectives[0], calc_time(ratio), 2e-3 * calc_time(ratio));
  // The file written of it is the same machine.
  const std::string text = make_design_file(study, study.scenarios.front(), design, "");
  const Machine machine = parse_machine(text, "design.yaml", "");
  EXPECT_NEAR(std::abs(machine.mechanism.drives[DriveId(0)].ratio), ratio, 1e-9 * ratio) << text;
}

constexpr const char* kTime = "objectives: {time: {minimize: line.time}}\n";

TEST(StudyUnits, AreKeptByEveryKindOfVariable) {
  const std::string lead = make_screw("  lead: 20 mm\n", "2*pi/lead");
  const auto ratio = [](double metres) { return 2.0 * M_PI / metres; };
  const Study range =
      SlideStudy(std::string("variables: {lead: {from: 5 mm, to: 50 mm}}\n") + kTime, lead).load();
  std::mt19937 draw(11);
  for (int i = 0; i < 5; ++i) {
    const double metres = std::uniform_real_distribution<double>(0.005, 0.05)(draw);
    expect_time(range, {metres}, ratio(metres));
  }
  const Study sizes =
      SlideStudy(std::string("variables: {lead: {values: [10 mm, 0.032]}}\n") + kTime, lead).load();
  expect_time(sizes, {0.0}, ratio(0.01));
  expect_time(sizes, {1.0}, ratio(0.032));
  const Study choices =
      SlideStudy(
          std::string("variables: {screw: {choices: {a: {lead: 0.01}, b: {lead: 32 mm}}}}\n") +
              kTime,
          lead)
          .load();
  expect_time(choices, {0.0}, ratio(0.01));
  expect_time(choices, {1.0}, ratio(0.032));
  const SlideStudy files(
      std::string("variables: {screw: {catalogue: screws.csv, set: {lead: pitch}}}\n") + kTime,
      lead);
  files.folder().write("screws.csv", "name,pitch [mm]\na,10\nb,32\n");
  expect_time(files.load(), {1.0}, ratio(0.032));
}

// Where the machine file does not say what a parameter is, the study's values do.
TEST(StudyUnits, MayBeSaidByTheStudyAlone) {
  const Study radius =
      SlideStudy(std::string("variables: {radius: {from: 10 mm, to: 50 mm}}\n") + kTime,
                 make_screw("  radius: 0.03\n", "1 rad/(radius + 0 mm)"))
          .load();
  expect_time(radius, {0.02}, 50.0);
  EXPECT_EQ(radius.variables[0].unit, "m");
  const Study angle =
      SlideStudy(std::string("variables: {ratio: {from: 1 rad, to: 9 rad}}\n") + kTime,
                 make_screw("  ratio: 5\n  radius: 30 mm\n", "(ratio + 0 rad)/radius"))
          .load();
  expect_time(angle, {4.0}, 4.0 / 0.03);
  EXPECT_EQ(angle.variables[0].unit, "rad");
}

// Every sample of the tolerances is the machine that --set would make.
TEST(StudyUnits, AreKeptByTolerances) {
  const Study study =
      SlideStudy(std::string("variables: {lead: {from: 20 mm, to: 40 mm}}\n"
                             "tolerances: {samples: 5, parameters: {lead: 1 mm}}\n") +
                     kTime,
                 make_screw("  lead: {value: 20 mm, min: 20 mm, max: 40 mm}\n", "2*pi/lead"))
          .load();
  for (const double lead : {0.02, 0.03, 0.04}) {  // both bounds, and between them
    for (const DesignRecord& one : DesignEvaluator(study).evaluate_samples({lead})) {
      ASSERT_EQ(one.state, DesignState::ok) << one.reason;
      const double low = calc_time(2.0 * M_PI / (lead - 0.001));
      const double high = calc_time(2.0 * M_PI / (lead + 0.001));
      EXPECT_GT(one.objectives[0], std::min(low, high) * (1.0 - 2e-3));
      EXPECT_LT(one.objectives[0], std::max(low, high) * (1.0 + 2e-3));
    }
    const DesignRecord whole = DesignEvaluator(study).evaluate({lead});
    EXPECT_EQ(whole.state, DesignState::ok) << whole.reason;
  }
}

// What no machine can have, no sample has.
TEST(StudyUnits, SamplesThatCannotBeFail) {
  const Study study = SlideStudy(
                          "variables: {mass: {from: 0.1 kg, to: 1 kg}}\n"
                          "tolerances: {samples: 9, parameters: {mass: 0.5 kg}}\n"
                          "objectives: {time: {minimize: stroke.time}}\n")
                          .load();
  EXPECT_EQ(DesignEvaluator(study).evaluate({1.0}).state, DesignState::ok);
  const DesignRecord record = DesignEvaluator(study).evaluate({0.1});
  EXPECT_EQ(record.state, DesignState::failed);
  EXPECT_NE(record.reason.find("of the tolerances"), std::string::npos) << record.reason;
  EXPECT_NE(record.reason.find("negative"), std::string::npos) << record.reason;
}

TEST(StudyUnits, OfFormulasConvert) {
  const Study study = SlideStudy(R"(
variables: {length: {from: 0.5 m, to: 1 m}}
quantities: {pace: {formula: length/stroke.time, unit: mm/s}}
objectives:
  time: {minimize: stroke.time, unit: ms}
  area: {maximize: way.share*length, unit: cm}
constraints: {work: {value: force*length, at_most: 20 J, unit: kJ}}
)")
                          .load();
  EXPECT_EQ(study.objectives[0].formula.unit, (QuantityUnit{"s", "ms"}));
  EXPECT_EQ(study.objectives[1].formula.unit, (QuantityUnit{"m", "cm"}));
  EXPECT_EQ(study.quantities[0].unit, (QuantityUnit{"m/s", "mm/s"}));
  EXPECT_EQ(study.constraints[0].formula.unit, (QuantityUnit{"J", "kJ"}));
  EXPECT_EQ(study.constraints[0].at_most, 20.0);
  // The store keeps what is wanted, beside SI.
  const std::vector<StudyColumn> columns = make_columns(study);
  EXPECT_EQ(columns[1].unit, (QuantityUnit{"s", "ms"}));
}

}  // namespace
}  // namespace globaldyn::inside
