// A machine at the front door, against the one inside; and two threads that use one.
#include <globaldyn/check.h>
#include <globaldyn/error.h>
#include <globaldyn/evaluation.h>
#include <globaldyn/machine.h>
#include <gtest/gtest.h>

#include <thread>

#include "globaldyn/inspection/inspection.h"
#include "globaldyn/machine/machine.h"
#include "tests/api/star.h"
#include "tests/study/slide_study.h"

namespace globaldyn::api_test {
namespace {

TEST(ApiMachine, ListsWhatTheFileHas) {
  const Machine machine = load_machine(kStar);
  const inside::Machine known = inside::load_machine(kStar);
  EXPECT_EQ(machine.name(), known.mechanism.name);
  EXPECT_EQ(machine.file(), kStar);
  EXPECT_EQ(machine.description(), known.description);
  EXPECT_EQ(machine.bodies().size(), known.mechanism.bodies.size());
  EXPECT_EQ(machine.joints().size(), known.mechanism.joints.size());
  ASSERT_EQ(machine.drives().size(), known.mechanism.drives.size());
  for (std::size_t k = 0; k < machine.drives().size(); ++k) {
    EXPECT_EQ(machine.drives()[k].name, known.mechanism.drives[inside::DriveId(k)].name);
    EXPECT_EQ(machine.drive_limits()[k].force.high,
              known.mechanism.drives[inside::DriveId(k)].limit.force.high);
    EXPECT_EQ(machine.drive_limits()[k].speed,
              known.mechanism.drives[inside::DriveId(k)].limit.speed);
  }
  ASSERT_EQ(machine.paths().size(), known.paths.size());
  EXPECT_EQ(machine.path("circle_a").p_max, inside::find_path(known, "circle_a").p_max);
  EXPECT_EQ(machine.path("circle_a").coordinates.size(),
            inside::find_path(known, "circle_a").coordinates.size());
  ASSERT_EQ(machine.parameters().size(), known.parameters.all().size());
  ASSERT_EQ(machine.maps().size(), known.maps.size());
  EXPECT_EQ(machine.formulas().size(), known.formulas.size());
  EXPECT_THROW((void)machine.path("circle_z"), InputError);
}

TEST(ApiMachine, IsReadAgainWithOtherParameters) {
  const Machine machine = parse_machine(inside::kSlide, "slide.yaml", "");
  const Machine heavy = machine.with({{"mass", "6 kg"}});
  const Machine both = heavy.with({{"force", "3 N"}}).with({{"mass", "7 kg"}});
  EXPECT_EQ(machine.bodies()[1].mass, 2.0);
  EXPECT_EQ(heavy.bodies()[1].mass, 6.0);
  EXPECT_EQ(both.bodies()[1].mass, 7.0);
  EXPECT_EQ(both.drive_limits()[0].force.high, 3.0);
  EXPECT_EQ(both.settings(), (std::vector<Setting>{{"force", "3 N"}, {"mass", "7 kg"}}));
  EXPECT_THROW((void)machine.with({{"mass", "1000 kg"}}), InputError);
}

TEST(ApiMachine, ActsUnderALoadCase) {
  const Machine machine = parse_machine(inside::kSlide, "slide.yaml", "");
  EXPECT_EQ(machine.load_cases(), std::vector<std::string>{"carrying"});
  EXPECT_EQ(machine.load_case(), "");
  const Machine loaded = machine.under("carrying");
  EXPECT_EQ(loaded.load_case(), "carrying");
  EXPECT_EQ(loaded.mechanism().payload_mass, 6.0);
  EXPECT_EQ(loaded.under("").mechanism().payload_mass, 0.0);
}

TEST(ApiMachine, TellsWhereTheFileIsWrong) {
  std::string text = inside::kSlide;
  text.replace(text.find("limits: force"), 13, "limits: farce");
  try {
    (void)parse_machine(text, "slide.yaml", "");
    FAIL() << "a wrong file was read";
  } catch (const InputError& error) {
    EXPECT_EQ(error.place().file, "slide.yaml");
    EXPECT_EQ(error.place().line, 13);
    EXPECT_GT(error.place().column, 1);
    EXPECT_NE(std::string(error.what()).find("farce"), std::string::npos);
  }
  EXPECT_THROW((void)load_machine("/nowhere/machine.yaml"), InputError);
  EXPECT_THROW((void)load_machine("/nowhere/machine.yaml"), Error);
}

TEST(ApiMachine, StaysAMachineWhenCopiedAndMovedFrom) {
  Machine first = parse_machine(inside::kSlide, "slide.yaml", "");
  Machine second = first;
  const Machine third = std::move(first);
  EXPECT_EQ(third.name(), "slide");
  EXPECT_EQ(first.name(), "slide");  // NOLINT: that is the point
  second = second.with({{"mass", "5 kg"}});
  EXPECT_EQ(third.bodies()[1].mass, 2.0);
  EXPECT_EQ(second.bodies()[1].mass, 5.0);
}

TEST(ApiMachine, IsEvaluatedByTwoThreadsAtOnce) {
  const Machine machine = load_machine(kStar);
  const EvaluationOptions options{
      .paths = {"circle_a"}, .samples = 7, .run = {.threads = 1, .cancel = {}, .progress = {}}};
  std::string texts[2];
  std::thread other([&] { texts[1] = evaluate(machine, options).csv(); });
  texts[0] = evaluate(machine, options).csv();
  other.join();
  EXPECT_EQ(texts[0], texts[1]);
  EXPECT_FALSE(texts[0].empty());
}

TEST(ApiCheck, IsTheInspectionInside) {
  const Machine machine = load_machine(kStar);
  const Check checked = check(machine, {.path = "circle_a", .guesses = 10});
  const inside::Inspection known = inside::inspect(inside::load_machine(kStar), "circle_a", 10);
  EXPECT_EQ(checked.n_dof, known.mobility.n_dof);
  EXPECT_EQ(checked.redundancy, known.mobility.redundancy);
  EXPECT_EQ(checked.loops, known.loops);
  EXPECT_EQ(checked.branches.size(), known.branches.size());
  ASSERT_EQ(checked.paths.size(), known.paths.size());
  EXPECT_TRUE(checked.paths[0].fits);
  EXPECT_EQ(checked.total_mass, known.total_mass);
  EXPECT_NE(checked.json.find("globaldyn/check/1"), std::string::npos);
  EXPECT_THROW((void)check(machine, {.path = "nowhere", .guesses = 0}), InputError);
}

}  // namespace
}  // namespace globaldyn::api_test
