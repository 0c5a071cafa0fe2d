// A sample of simulation_campaign. Oracle: the same motion by steps of 1e-12, and all formulations
// and integrators beside each other.
#include <gtest/gtest.h>

#include "tests/campaign_simulation/simulation_report.h"

namespace globaldyn::inside::test {
namespace {

// So few right sides that stiff machines end early, and say so.
constexpr long kWork = 3000;

TEST(RandomAssemblies, MoveAlikeInAllWays) {
  constexpr std::uint64_t kMachines = 25;
  SimulationReport report(false);
  for (std::uint64_t seed = 1; seed <= kMachines; ++seed) report.add(judge_case(seed, kWork));
  EXPECT_EQ(report.unassembled(), 0);
  EXPECT_EQ(report.count(Verdict::disagrees), 0);
  EXPECT_EQ(report.count(Verdict::refused), 0);
  // Of 300; more where more work is allowed.
  EXPECT_GE(report.count(Verdict::agrees), 200);
}

// What is to be seen is a difference of any part of the machine: a mass that is off by a
// thousandth.
TEST(RandomAssemblies, OfAnotherMassAreFound) {
  int found = 0;
  for (const std::uint64_t seed : {1u, 2u, 5u, 8u}) {
    SimulatedCase c = start_case(make_random_assembly(seed));
    const Reference reference = find_reference(c, kWork * 20);
    ASSERT_TRUE(reference.is_known()) << seed;
    for (Body& body : c.machine.mechanism.bodies) {
      if (body.name == "b1") body.mass_properties.mass *= 1.001;
    }
    const JudgedRun judged =
        judge(c, reference, {"recursive", IntegrationMethod::runge_kutta, 1e-8}, kWork);
    if (judged.verdict == Verdict::disagrees) ++found;
  }
  EXPECT_EQ(found, 4);
}

// Asked for less than rounding errors allow, backward differences come to a standstill in a finer
// run: the one before it, which came to its end, is kept, and said to be less accurate.
TEST(RandomAssemblies, KeepTheRunBeforeOneThatFails) {
  const SimulatedCase c = start_case(make_random_assembly(23));
  const CaseRun run = run_case(c, {"denoc", IntegrationMethod::bdf, 1e-10}, 20'000);
  EXPECT_EQ(run.status, SimulationStatus::done) << run.reason;
  EXPECT_FALSE(run.is_bounded);
  EXPECT_TRUE(run.is_repeatable);
}

TEST(RandomAssemblies, AreTheSameForASeed) {
  EXPECT_EQ(make_random_assembly(7).text, make_random_assembly(7).text);
  EXPECT_NE(make_random_assembly(7).text, make_random_assembly(8).text);
}

}  // namespace
}  // namespace globaldyn::inside::test
