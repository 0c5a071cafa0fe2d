// Where limits jump or grow without bound: friction that reverses, drives that lose control.
#include "core/base/constants.h"
#include "globaldyn/evaluation/path_walker.h"
#include "tests/support/small_machines.h"
#include "tests/survey/survey_check.h"

namespace globaldyn::inside::test {
namespace {

Machine make_slider(const std::string& way, const std::string& more = "") {
  return parse_machine(R"(globaldyn: 1
name: slider
gravity: [0, 0, 0]
bodies: {a: {mass: 2 kg}}
joints: {S: {type: prismatic, a: {body: ground, axis: x}, b: {body: a, axis: x})" +
                           more + R"(}}
drives: {F: {joint: S, limits: 10 N, coulomb: 1 N, viscous: 0.5 N s/m}}
tool: a
paths: {go: {joints: {S: )" +
                           way + "}, p_max: 4}}\n",
                       "slider.yaml", ".");
}

// m x'' d1² + m x' d2 + c x' d1 + 1 N, in closed form.
TEST(Jumps, FrictionOfASliderTurnsWhereItDoes) {
  const Machine machine = make_slider("0.3 m*sin(p)");
  const PathSurvey survey(machine, machine.paths[0], {.accuracy = 1e-9});
  ASSERT_EQ(survey.breaks().size(), 3u);
  EXPECT_NEAR(survey.breaks()[1], kPi / 2.0, 1e-12);
  SmoothLimits limits;
  for (const double p : {0.0, 0.7, 1.5, 1.6, 2.9, 4.0}) {
    SCOPED_TRACE(p);
    survey.find_panel(p).write(p, limits);
    EXPECT_EQ(limits.factor, 1.0);
    EXPECT_NEAR(limits.alpha[0], -0.6 * std::sin(p), 1e-9);
    EXPECT_NEAR(limits.delta[0], 0.6 * std::cos(p), 1e-9);
    EXPECT_NEAR(limits.beta[0], 0.15 * std::cos(p), 1e-9);
    EXPECT_NEAR(limits.gamma[0], p < kPi / 2.0 ? 1.0 : -1.0, 1e-9);
    EXPECT_EQ(limits.high[0], 10.0);
  }
  // At the reversal, both sides.
  const double p = survey.breaks()[1];
  for (const Panel& panel : survey.panels()) {
    if (panel.begin != p && panel.end != p) continue;
    panel.write(p, limits);
    EXPECT_NEAR(limits.gamma[0], panel.begin == p ? -1.0 : 1.0, 1e-9);
  }
}

// Its rate touches zero and does not change its sign: 0.1 (p - 2)².
TEST(Jumps, FrictionDoesNotTurnWhereADriveOnlyStops) {
  const Machine machine = make_slider("0.1 m*(p - 2)^3/3");
  const PathSurvey survey(machine, machine.paths[0], {.accuracy = 1e-9});
  // Where it stops, which cannot be seen on either side.
  ASSERT_EQ(survey.breaks().size(), 3u);
  EXPECT_NEAR(survey.breaks()[1], 2.0, 1e-9);
  SmoothLimits limits;
  for (const double p : {0.1, 1.9, 2.0, 2.1, 3.9}) {
    survey.find_panel(p).write(p, limits);
    EXPECT_NEAR(limits.gamma[0], 1.0, 1e-9) << p;
  }
}

// Two reversals as close to each other as can be resolved: rate (p - 2)² - 1e-8.
TEST(Jumps, TwoReversalsCloseTogether) {
  const Machine machine = make_slider("0.1 m*((p - 2)^3/3 - 1e-8*p)");
  const PathSurvey survey(machine, machine.paths[0], {.accuracy = 1e-6});
  ASSERT_EQ(survey.breaks().size(), 4u);
  EXPECT_NEAR(survey.breaks()[1], 2.0 - 1e-4, 1e-9);
  EXPECT_NEAR(survey.breaks()[2], 2.0 + 1e-4, 1e-9);
}

// The same where no polynomial is exact: rate 1 - cos(p - 2) - d.
TEST(Jumps, ReversalsThatHardlyPart) {
  for (const double accuracy : {1e-2, 1e-6, 1e-9}) {
    for (const double d : {-1e-7, 0.0, 1e-7}) {
      SCOPED_TRACE(testing::Message() << accuracy << " " << d);
      std::ostringstream way;
      way << "0.1 m*(p - sin(p - 2) - (" << d << ")*p)";
      const Machine machine = make_slider(way.str());
      const PathSurvey survey(machine, machine.paths[0], {.accuracy = accuracy});
      // It stops where they coincide.
      ASSERT_EQ(survey.breaks().size(), d > 0.0 ? 4u : d == 0.0 ? 3u : 2u);
      if (d > 0.0) {
        const double half = std::acos(1.0 - d);
        EXPECT_NEAR(survey.breaks()[1], 2.0 - half, 1e-9);
        EXPECT_NEAR(survey.breaks()[2], 2.0 + half, 1e-9);
      }
      SmoothLimits limits;
      for (const double p : {0.1, 1.9, 2.0, 2.1, 3.9}) {
        survey.find_panel(p).write(p, limits);
        const double sign = d > 0.0 && p == 2.0 ? -1.0 : 1.0;
        EXPECT_NEAR(limits.gamma[0], sign, 1e-9) << p;
      }
    }
  }
}

// A drive at rest while another moves has friction in either direction.
TEST(Jumps, ADriveAtRestHoldsByFriction) {
  const Machine machine = parse_machine(R"(globaldyn: 1
name: table
gravity: [0, 0, 0]
bodies: {a: {mass: 1 kg}, b: {mass: 1 kg}}
joints:
  S: {type: prismatic, a: {body: ground, axis: x}, b: {body: a, axis: x}}
  T: {type: prismatic, a: {body: a, axis: y}, b: {body: b, axis: y}}
drives:
  F: {joint: S, limits: 10 N, coulomb: 1 N}
  G: {joint: T, limits: 10 N, coulomb: 2 N}
paths: {go: {joints: {S: 0.3 m*p, T: 0.1 m}, p_max: 1}}
)",
                                        "table.yaml", ".");
  const PathSurvey survey(machine, machine.paths[0]);
  SmoothLimits limits;
  survey.find_panel(0.4).write(0.4, limits);
  EXPECT_EQ(limits.low[0], -10.0);
  EXPECT_NEAR(limits.gamma[0], 1.0, 1e-12);
  EXPECT_EQ(limits.low[1], -12.0);
  EXPECT_EQ(limits.high[1], 12.0);
  EXPECT_NEAR(limits.gamma[1], 0.0, 1e-12);
}

TEST(Jumps, FiveBarAtManyAccuracies) {
  const Machine machine =
      load_machine(std::string(GLOBALDYN_SOURCE_DIR) + "/tests/data/five_bar.yaml");
  for (const char* name : {"pick", "cycle"}) {
    const Path& path = find_path(machine, name);
    // Reversals as seen in samples.
    int reversals = 0;
    {
      PathWalker walker(machine, path);
      VectorXd last;
      constexpr int kSamples = 4001;
      for (int i = 0; i < kSamples; ++i) {
        const Sample& sample = walker.move_to(path.p_max * (i + 0.3) / kSamples);
        ASSERT_EQ(sample.status, SampleStatus::ok) << sample.reason.what;
        for (int k = 0; k < 2 && last.size() > 0; ++k) {
          if (last(k) * sample.map.drive_rate(k) < 0.0) ++reversals;
        }
        last = sample.map.drive_rate;
      }
    }
    for (const double accuracy : {1e-2, 1e-3, 1e-4, 1e-5, 1e-6, 1e-7, 1e-8, 1e-9}) {
      SCOPED_TRACE(testing::Message() << name << " " << accuracy);
      expect_faithful(machine, path, accuracy);
      const PathSurvey survey(machine, path, {.accuracy = accuracy});
      int found = 0;
      for (std::size_t i = 1; i < survey.panels().size(); ++i) {
        const auto &before = survey.panels()[i - 1].sides().friction,
                   &after = survey.panels()[i].sides().friction;
        for (std::size_t k = 0; k < 2; ++k) found += before[k] * after[k] < 0.0 ? 1 : 0;
      }
      EXPECT_EQ(found, reversals);
    }
  }
}

// Reactions are rows like any other, solved for densely.
TEST(Jumps, ReactionsOfAPendulum) {
  const Machine machine = parse_machine(R"(globaldyn: 1
name: pendulum
gravity: [0, -10, 0]
bodies: {rod: {mass: 3, com: [0.5, 0], inertia: {diag: [0.01, 0.25, 0.25]}}}
joints: {R: {type: revolute, a: ground, b: rod}}
drives: {M: {joint: R, limits: 100 N m, viscous: 2 N m s, coulomb: 3 N m}}
reactions:
  across: {joint: R, component: x, limits: [-40, 60]}
  up: {joint: R, component: y, limits: 90}
  twist: {joint: R, component: mx, limits: 5}
tool: {body: rod, at: [1, 0]}
paths: {swing: {joints: {R: 0.3 + 2*sin(p)}, p_max: 3}}
)",
                                        "pendulum.yaml", ".");
  const PathSurvey survey(machine, machine.paths[0], {.accuracy = 1e-8});
  ASSERT_EQ(survey.breaks().size(), 3u);
  EXPECT_NEAR(survey.breaks()[1], kPi / 2.0, 1e-12);
  SmoothLimits limits;
  for (const double p : {0.1, 0.9, 1.5, 1.7, 2.9}) {
    SCOPED_TRACE(p);
    survey.find_panel(p).write(p, limits);
    const double q = 0.3 + 2.0 * std::sin(p), first = 2.0 * std::cos(p),
                 second = -2.0 * std::sin(p);
    // Torque: (I + m/4) q'' + m g/2 cos q and friction; along x the mass times its acceleration.
    EXPECT_NEAR(limits.alpha[0], second, 2e-6);
    EXPECT_NEAR(limits.delta[0], first, 2e-6);
    EXPECT_NEAR(limits.gamma[0], 15.0 * std::cos(q) + std::copysign(3.0, first), 2e-6);
    EXPECT_NEAR(limits.alpha[1], -1.5 * (std::cos(q) * first * first + std::sin(q) * second), 2e-6);
    EXPECT_NEAR(limits.delta[1], -1.5 * std::sin(q) * first, 2e-6);
    EXPECT_EQ(limits.high[2], 90.0);
  }
}

// The path's speed limits are a row that steps where they do.
TEST(Jumps, SpeedLimitsOfThePath) {
  const Machine machine = load("arm_2r");
  const Path& path = find_path(machine, "place");
  const PathSurvey survey(machine, path);
  EXPECT_EQ(survey.labels()->back().name, "tool");
  SmoothLimits limits;
  survey.find_panel(0.55).write(0.55, limits);
  EXPECT_TRUE(std::isinf(limits.high.back()));
  survey.find_panel(0.65).write(0.65, limits);
  EXPECT_EQ(limits.high.back(), 0.25);
}

// More drives than degrees of freedom, friction, torque-speed lines and speed limits at once.
TEST(Jumps, FrictionUnderPreload) {
  std::ifstream in(file_of("sliding_star"));
  std::stringstream text;
  text << in.rdbuf();
  std::string all = text.str();
  const std::string key = "viscous: friction";
  for (std::size_t at = all.find(key); at != std::string::npos; at = all.find(key, at + 1)) {
    all.insert(
        at, "coulomb: 60 N, max_speed: 3 m/s, speed_line: {stall: 1200 N, no_load_speed: 4 m/s}, ");
    at += 100;
  }
  const Machine machine = parse_machine(all, "star.yaml", ".");
  for (const char* name : {"circle_a", "circle_b"}) {
    for (const double accuracy : {1e-3, 1e-6, 1e-9}) {
      SCOPED_TRACE(testing::Message() << name << " " << accuracy);
      expect_faithful(machine, find_path(machine, name), accuracy);
      const PathSurvey survey(machine, find_path(machine, name), {.accuracy = accuracy});
      EXPECT_EQ(survey.breaks().size(), 10u);  // four drives turn twice
    }
  }
}

Machine make_piston_engine() {
  return parse_machine(write_engine(R"(drives:
  F: {joint: S, limits: 200 N, coulomb: 5 N}
paths:
  through: {joints: {A: 0.5 + p}, p_max: 4}
  from_dead_centre: {joints: {A: p}, p_max: 2}
  to_dead_centre: {joints: {A: 1 + p}, p_max: pi - 1}
  turns: {joints: {A: 0.5 + p}, p_max: 20}
  at_the_middle: {joints: {A: p}, p_max: 2*pi}
)"),
                       "engine.yaml", ".");
}

// A piston cannot move its crank in the dead centres.
TEST(Jumps, DeadCentres) {
  const Machine machine = make_piston_engine();
  struct Expected {
    const char* path;
    std::vector<double> dead_centres;
  };
  for (const auto& [name, dead_centres] :
       std::vector<Expected>{{"through", {kPi - 0.5}},
                             {"from_dead_centre", {}},
                             {"to_dead_centre", {}},
                             {"at_the_middle", {kPi}},
                             {"turns",
                              {kPi - 0.5, 2 * kPi - 0.5, 3 * kPi - 0.5, 4 * kPi - 0.5,
                               5 * kPi - 0.5, 6 * kPi - 0.5}}}) {
    SCOPED_TRACE(name);
    const Path& path = find_path(machine, name);
    for (const double accuracy : {1e-4, 1e-7}) {
      SCOPED_TRACE(accuracy);
      PathSurvey survey(machine, path, {.accuracy = accuracy});
      ASSERT_EQ(survey.failure().status, SampleStatus::ok) << survey.failure().reason;
      ASSERT_TRUE(survey.is_regular());
      expect_whole(survey, path);
      ASSERT_EQ(survey.breaks().size(), dead_centres.size() + 2);
      for (std::size_t i = 0; i < dead_centres.size(); ++i) {
        EXPECT_NEAR(survey.breaks()[i + 1], dead_centres[i], 1e-11);
      }
      // Products with the factor are as accurate as any others; compared with the machine, whose
      // forces grow as the factor decreases.
      SmoothLimits limits;
      for (int i = 0; i < 200; ++i) {
        const double p = path.p_max * (i + 0.31) / 200;
        survey.find_panel(p).write(p, limits);
        if (survey.visit(p).status != SampleStatus::ok) FAIL();
        const LimitRow& row = survey.limits().rows[0];
        const double f = limits.factor, size = 20.0 * accuracy * row.high;
        EXPECT_NEAR(limits.gamma[0], f * row.gamma, size) << p;
        EXPECT_NEAR(limits.alpha[0], f * row.alpha, size) << p;
        EXPECT_NEAR(limits.delta[0], f * row.delta, size) << p;
      }
    }
  }
}

}  // namespace
}  // namespace globaldyn::inside::test
