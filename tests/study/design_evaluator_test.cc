// Numbers of designs against closed forms.
#include "optimize/evaluator/design_evaluator.h"

#include <gtest/gtest.h>

#include <cmath>

#include "optimize/evaluator/gather.h"
#include "tests/study/slide_study.h"

namespace globaldyn::inside {
namespace {

constexpr double kTolerance = 2e-3;  // twice the study's of times

constexpr const char* kVariables = "variables: {length: {from: 0.1 m, to: 3 m}}\n";

TEST(DesignEvaluator, GivesClosedForms) {
  const Study study = SlideStudy(std::string(kVariables) + R"(
set: {mass: 3 kg}
quantities: {twice: 2*stroke.time}
objectives:
  time: {minimize: twice - stroke.time}
  stroke: {maximize: length}
constraints:
  reserve: {value: stroke.travel_reserve.min, at_least: 0.1}
  least: {value: way.least, at_least: 1 m/s^2}
)")
                          .load();
  const DesignRecord record = DesignEvaluator(study).evaluate({0.9});
  EXPECT_EQ(record.state, DesignState::ok) << record.reason;
  EXPECT_NEAR(record.objectives[0], slide_time(0.9, 3.0, 8.0), kTolerance * record.objectives[0]);
  EXPECT_EQ(record.objectives[1], 0.9);
  // At the start, 0.5 m from an end of the travel of 2 m.
  EXPECT_NEAR(record.constraints[0], 0.5, 1e-9);
  EXPECT_NEAR(record.constraints[1], 8.0 / 3.0, 1e-9);
  EXPECT_EQ(record.violation, 0.0);
  EXPECT_NEAR(record.quantities.back(), 2.0 * record.objectives[0], 1e-12);
  EXPECT_EQ(make_columns(study).size(),
            1 + record.objectives.size() + record.constraints.size() + record.quantities.size());
}

TEST(DesignEvaluator, GradesWhatFallsShort) {
  const Study study = SlideStudy(std::string(kVariables) + R"(
objectives: {time: {minimize: stroke.time}}
constraints: {reserve: {value: stroke.travel_reserve.min, at_least: 0, scale: 1}}
)")
                          .load();
  DesignEvaluator evaluator(study);
  EXPECT_EQ(evaluator.evaluate({1.4}).state, DesignState::ok);
  // Beyond the travel of 1.5 m: the farther, the worse.
  double last = 0.0;
  for (const double length : {1.6, 1.8, 2.2, 3.0}) {
    const DesignRecord record = evaluator.evaluate({length});
    EXPECT_EQ(record.state, DesignState::infeasible);
    EXPECT_NE(record.reason.find("stroke"), std::string::npos) << record.reason;
    EXPECT_TRUE(std::isnan(record.objectives[0]));
    // Half the travel is 1 m about 0.5 m.
    EXPECT_NEAR(record.constraints[0], 1.5 - length, 1e-9);
    const double left = record.violation - (length - 1.5) - 1.0;
    EXPECT_NEAR(left, (length - 1.5) / length, 1.0 / 256.0 + 1e-9);
    EXPECT_GT(record.violation, last);
    last = record.violation;
  }
}

TEST(DesignEvaluator, MachinesThatCannotBeBuiltHaveFailed) {
  const Study study = SlideStudy(R"(
variables: {reach: {from: -2 m, to: 2 m}}
objectives: {time: {minimize: stroke.time}}
)")
                          .load();
  const DesignRecord record =
      DesignEvaluator(study).evaluate({-1.0});  // the travel's end is before its start
  EXPECT_EQ(record.state, DesignState::failed);
  EXPECT_TRUE(std::isinf(record.violation));
  EXPECT_NE(record.reason.find("slide.yaml"), std::string::npos) << record.reason;
  EXPECT_EQ(record.objectives.size(), 1u);
  EXPECT_EQ(record.quantities.size(), 1u);
}

TEST(DesignEvaluator, FormulasWithoutAValueAreInfeasible) {
  const Study study =
      SlideStudy(std::string(kVariables) + "objectives: {x: {minimize: sqrt(length - 1 m)}}\n")
          .load();
  DesignEvaluator evaluator(study);
  EXPECT_EQ(evaluator.evaluate({1.25}).objectives[0], 0.5);
  const DesignRecord record = evaluator.evaluate({0.5});
  EXPECT_EQ(record.state, DesignState::infeasible);
  EXPECT_NE(record.reason.find("'x' is not a finite number"), std::string::npos);
  EXPECT_GT(record.violation, 0.0);
}

TEST(DesignEvaluator, MachinesThatDoNotGetToTheEndOfTheirPlanSayWhy) {
  const Study study =
      SlideStudy(std::string(kVariables) + "objectives: {error: {minimize: stroke.robustness}}\n",
                 kSlide + std::string("feedback: {errors: {shorter: {reach: -50%}}}\n"))
          .load();
  DesignEvaluator evaluator(study);
  // The travel ends at 0.75 m there.
  EXPECT_LT(evaluator.evaluate({0.7}).objectives[0], 1e-6);
  const DesignRecord record = evaluator.evaluate({0.8});
  EXPECT_EQ(record.state, DesignState::infeasible);
  EXPECT_EQ(record.violation, 1.0);
  EXPECT_EQ(record.reason.find("path stroke: case shorter: P is at an end"), 0u) << record.reason;
}

TEST(DesignEvaluator, ScenariosCountByTheWorstOrByWeight) {
  const std::string scenarios = R"(
scenarios:
  empty: {weight: 3}
  loaded: {set: {mass: 8 kg}, weight: 1}
)";
  const Study study = SlideStudy(std::string(kVariables) + scenarios + R"(
objectives:
  worst: {minimize: stroke.time}
  mean: {minimize: mass, scenarios: mean}
  best: {maximize: force/mass}
constraints: {light: {value: mass, at_most: 4 kg}}
)")
                          .load();
  const DesignRecord record = DesignEvaluator(study).evaluate({1.0});
  EXPECT_NEAR(record.objectives[0], slide_time(1.0, 8.0, 8.0), kTolerance * record.objectives[0]);
  EXPECT_NEAR(record.objectives[1], (3.0 * 2.0 + 8.0) / 4.0, 1e-12);
  EXPECT_NEAR(record.objectives[2], 1.0, 1e-12);
  EXPECT_NEAR(record.violation, 1.0, 1e-12);  // 4 kg too many, with a scale of 4 kg
  EXPECT_EQ(record.constraints[0], 8.0);
  const std::vector<StudyColumn> columns = make_columns(study);
  EXPECT_EQ(columns[columns.size() - 2].name, "stroke.time[empty]");
  EXPECT_EQ(columns.back().name, "stroke.time[loaded]");
}

// A payload of 6 kg is as heavy as parameters that say so.
TEST(DesignEvaluator, ScenariosTakeLoadCases) {
  const auto evaluate = [&](const std::string& scenarios) {
    const Study study = SlideStudy(std::string(kVariables) + "scenarios: " + scenarios +
                                   "\ntolerances: {samples: 3, parameters: {length: 10 mm}}\n"
                                   "objectives: {time: {minimize: stroke.time}}\n")
                            .load();
    return DesignEvaluator(study).evaluate({1.0}).objectives[0];
  };
  const double loaded = evaluate("{empty: {}, c: {load: carrying}}");
  EXPECT_EQ(loaded, evaluate("{empty: {}, c: {set: {mass: 8 kg}}}"));
  EXPECT_NEAR(loaded, slide_time(1.0, 8.0, 8.0), 0.01 * loaded);
  try {
    (void)evaluate("{c: {load: carying}}");
    ADD_FAILURE() << "accepted";
  } catch (const InputError& error) {
    const std::string message = error.what();
    EXPECT_NE(message.find("no load case 'carying'; did you mean 'carrying'?"), std::string::npos)
        << message;
  }
}

TEST(DesignEvaluator, SamplesOneByOneMakeWhatTheDesignCountsAs) {
  const Study study = SlideStudy(std::string(kVariables) + R"(
scenarios: {empty: {}, loaded: {set: {mass: 8 kg}}}
tolerances: {samples: 9, parameters: {length: 10 mm}}
objectives:
  time: {minimize: stroke.time}
  extent: {maximize: length, tolerances: worst}
constraints: {short: {value: length, at_most: 1 m}}
)")
                          .load();
  DesignEvaluator evaluator(study);
  const DesignRecord whole = evaluator.evaluate({1.0});
  const std::vector<DesignRecord> samples = evaluator.evaluate_samples({1.0});
  ASSERT_EQ(samples.size(), 9u);
  EXPECT_EQ(samples[0].objectives[1], 1.0);
  EXPECT_EQ(samples[0].state, DesignState::ok);
  double time = 0.0, shortest = 2.0, longest = 0.0;
  for (const DesignRecord& one : samples) {
    const double length = one.objectives[1];
    EXPECT_NEAR(one.objectives[0], slide_time(length, 8.0, 8.0), kTolerance * one.objectives[0]);
    EXPECT_EQ(one.constraints[0], length);
    EXPECT_EQ(one.state == DesignState::ok, length <= 1.0);
    time += one.objectives[0] / 9.0;
    shortest = std::min(shortest, length);
    longest = std::max(longest, length);
  }
  EXPECT_NEAR(whole.objectives[0], time, 1e-12);
  EXPECT_EQ(whole.objectives[1], shortest);
  EXPECT_EQ(whole.constraints[0], longest);
  EXPECT_EQ(whole.state, DesignState::infeasible);
}

TEST(DesignEvaluator, TolerancesAreTheSameForAllDesigns) {
  const Study study = SlideStudy(std::string(kVariables) + R"(
tolerances: {samples: 33, parameters: {length: 10 mm, mass: {sigma: 0.1 kg}}}
objectives:
  mean: {minimize: length}
  worst: {minimize: 2*length, tolerances: worst}
  least: {maximize: 3*length, tolerances: worst}
  nominal: {minimize: 4*length, tolerances: nominal}
constraints: {heavy: {value: mass, at_most: 2 kg}}
)")
                          .load();
  DesignEvaluator evaluator(study);
  const DesignRecord one = evaluator.evaluate({1.0});
  const DesignRecord two = evaluator.evaluate({2.0});
  // Evenly spread within ± 10 mm: the largest of 32 is within an eighth of the end.
  EXPECT_NEAR(one.objectives[0], 1.0, 0.001);
  EXPECT_GT(one.objectives[1] / 2.0, 1.0 + 0.875 * 0.01);
  EXPECT_LT(one.objectives[1] / 2.0, 1.0 + 0.01);
  EXPECT_LT(one.objectives[2] / 3.0, 1.0 - 0.875 * 0.01);
  EXPECT_EQ(one.objectives[3], 4.0);
  EXPECT_GT(one.constraints[0], 2.1);  // a sample beyond sigma
  EXPECT_EQ(one.constraints[0], two.constraints[0]);
  EXPECT_NEAR(two.objectives[1] - 4.0, one.objectives[1] - 2.0, 1e-12);
}

TEST(DesignEvaluator, DoesNotRemember) {
  const Study study =
      SlideStudy(std::string(kVariables) + "objectives: {time: {minimize: stroke.time}}\n").load();
  DesignEvaluator evaluator(study);
  const double first = evaluator.evaluate({0.7}).objectives[0];
  (void)evaluator.evaluate({2.5});
  (void)evaluator.evaluate({1.1});
  EXPECT_EQ(evaluator.evaluate({0.7}).objectives[0], first);
  EXPECT_EQ(DesignEvaluator(study).evaluate({0.7}).objectives[0], first);
}

TEST(Gather, TakesMeansByWeightAndTheWorst) {
  const std::vector<double> values{3.0, 1.0, 2.0};
  const std::vector<double> weights{1.0, 2.0, 1.0};
  EXPECT_EQ(gather(values, weights, Gather::mean, true), 7.0 / 4.0);
  EXPECT_EQ(gather(values, {}, Gather::mean, true), 2.0);
  EXPECT_EQ(gather(values, {}, Gather::worst, true), 3.0);
  EXPECT_EQ(gather(values, {}, Gather::worst, false), 1.0);
  EXPECT_EQ(gather(values, {}, Gather::nominal, false), 3.0);
  EXPECT_TRUE(
      std::isnan(gather(std::vector<double>{1.0, std::nan("")}, {}, Gather::nominal, true)));
}

TEST(Gather, AConstraintWithTwoBoundsHasItsWorstOnEitherSide) {
  StudyConstraint constraint;
  constraint.at_least = 1.0;
  constraint.at_most = 2.0;
  constraint.scale = 0.5;
  EXPECT_EQ(calc_excess(constraint, 1.5), -1.0);
  EXPECT_EQ(calc_excess(constraint, 0.5), 1.0);
  EXPECT_EQ(gather_constraint(constraint, {{1.5, 1.1}, {1.7, 1.4}}), 1.1);
  EXPECT_EQ(gather_constraint(constraint, {{1.5, 2.5}, {0.7, 1.4}}), 2.5);
}

// A path on which force and speed take turns, so that its plan takes some work.
constexpr const char* kWavy = R"(globaldyn: 1
name: slide
parameters:
  length: {value: 1 m, min: 1 mm, max: 10 m}
bodies: {carriage: {mass: 2 kg, inertia: {diag: [1, 1, 1]}}}
joints:
  P: {type: prismatic, a: {body: ground, axis: x}, b: {body: carriage, axis: x}}
drives:
  F: {joint: P, limits: 8 N}
tool: carriage
paths:
  stroke: {joints: {P: length*(p + 0.02*sin(30*p))}, p_max: 1}
)";

// A plan that gave up says nothing about a design: it has failed, it is not bad.
TEST(DesignEvaluator, PlansThatGiveUpAreFailures) {
  const std::string study =
      std::string(kVariables) + "objectives: {time: {minimize: stroke.time}}\n";
  const auto evaluate = [&](const std::string& precision) {
    return DesignEvaluator(SlideStudy(study + precision, kWavy).load()).evaluate({0.9});
  };
  const DesignRecord known = evaluate("precision: {tolerance: 1e-9}\n");
  ASSERT_EQ(known.state, DesignState::ok) << known.reason;
  for (const char* budget : {"work: 1000", "memory: 1 MB"}) {
    SCOPED_TRACE(budget);
    const DesignRecord record =
        evaluate("precision: {tolerance: 1e-9, " + std::string(budget) + "}\n");
    EXPECT_EQ(record.state, DesignState::failed);
    EXPECT_NE(record.reason.find("gave up"), std::string::npos) << record.reason;
    EXPECT_TRUE(std::isnan(record.objectives[0]));
  }
  // Sufficient budgets change nothing.
  const DesignRecord enough = evaluate("precision: {tolerance: 1e-9, work: 1e9, memory: 1 GB}\n");
  EXPECT_EQ(enough.state, DesignState::ok) << enough.reason;
  EXPECT_EQ(enough.objectives, known.objectives);
}

// Two motors on one slide, of which designs have the one, the other, or both: times by hand, and
// what is asked of a motor that is not there is 0.
TEST(DesignEvaluator, ChoosesDrives) {
  std::string machine = kSlide;
  const std::string drives = "drives:\n  F: {joint: P, limits: force}\n";
  machine.replace(machine.find(drives), drives.size(),
                  "drives:\n  F: {joint: P, limits: force, enabled: motors - 1.5}\n"
                  "  G: {joint: P, limits: 3 N, enabled: (motors - 2)^2}\n");
  machine.replace(machine.find("  reach: "), 0, "  motors: {value: 2, min: 1, max: 3}\n");
  const Study study = SlideStudy(R"(variables: {motors: {from: 1, to: 3, whole: true}}
objectives: {time: {minimize: stroke.time}}
constraints:
  of_f: {value: stroke.peak_force_F, at_most: 8.1 N}
  of_g: {value: stroke.peak_force_G, at_most: 3.1 N}
)",
                                 machine)
                          .load();
  DesignEvaluator evaluator(study);
  const double of_f[] = {0.0, 8.0, 8.0}, of_g[] = {3.0, 0.0, 3.0};
  for (int motors = 1; motors <= 3; ++motors) {
    SCOPED_TRACE(motors);
    const DesignRecord record = evaluator.evaluate({static_cast<double>(motors)});
    EXPECT_EQ(record.state, DesignState::ok) << record.reason;
    const double force = of_f[motors - 1] + of_g[motors - 1];
    EXPECT_NEAR(record.objectives[0], slide_time(1.0, 2.0, force),
                kTolerance * record.objectives[0]);
    EXPECT_NEAR(record.constraints[0], of_f[motors - 1], 1e-6);
    EXPECT_NEAR(record.constraints[1], of_g[motors - 1], 1e-6);
  }
}

}  // namespace
}  // namespace globaldyn::inside
