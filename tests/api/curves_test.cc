// Motions along curves without a machine file: by hand, against the same limits as a table, and
// looked at between nodes.
#include <gtest/gtest.h>

#include <globaldyn/curves.h>
#include <globaldyn/error.h>

#include <cmath>
#include <numbers>
#include <random>

namespace globaldyn {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

// One drive that goes from 0 to `length`, whose force is its acceleration times `mass`.
DriveCurves make_slide(double length, double mass = 0.0, int nodes = 11) {
  DriveCurves curves;
  curves.rates = Eigen::MatrixXd::Ones(nodes, 1);
  curves.seconds = Eigen::MatrixXd::Zero(nodes, 1);
  for (int i = 0; i < nodes; ++i) curves.p.push_back(length * i / (nodes - 1));
  if (mass > 0.0) {
    curves.a = Eigen::MatrixXd::Zero(nodes, 1);
    curves.d = Eigen::MatrixXd::Constant(nodes, 1, mass);
  }
  return curves;
}

TEST(Curves, SlidesAreAsByHand) {
  const double length = 0.7, most = 3.0;
  const CurvePlan fast = plan_curves(make_slide(length), {.acceleration = {most}});
  EXPECT_EQ(fast.motion.status, PlanStatus::optimal);
  EXPECT_NEAR(fast.motion.time, 2.0 * std::sqrt(length / most), 1e-6);
  EXPECT_TRUE(fast.squares.empty());
  ASSERT_TRUE(fast.gap);
  EXPECT_LT(*fast.gap, 2e-6);
  // A trapezoid.
  const double v = 0.5;
  const CurvePlan slow = plan_curves(make_slide(length), {.speed = {v}, .acceleration = {most}});
  EXPECT_NEAR(slow.motion.time, length / v + v / most, 1e-6);
  const double jerk = 20.0;
  const CurvePlan smooth = plan_curves(make_slide(length), {.jerk = {jerk}});
  EXPECT_EQ(smooth.motion.status, PlanStatus::gave_up);
  EXPECT_NE(smooth.reason.find("nothing limits the motion at single p"), std::string::npos);
  const CurvePlan smoother =
      plan_curves(make_slide(length), {.acceleration = {1e3}, .jerk = {jerk}});
  EXPECT_EQ(smoother.motion.status, PlanStatus::optimal) << smoother.reason;
  EXPECT_NEAR(smoother.motion.time, std::cbrt(32.0 * length / jerk), 2e-4);
}

TEST(Curves, WarmMotorsAndLossesAreAsByHand) {
  const double length = 0.7, mass = 2.0, rated = 4.0;
  const CurvePlan cool = plan_curves(
      make_slide(length, mass), {.force_low = {-50.0}, .force_high = {50.0}, .rated = {rated}});
  EXPECT_EQ(cool.motion.status, PlanStatus::optimal) << cool.reason;
  const double time = std::sqrt(6.0 * length * mass / (std::sqrt(3.0) * rated));
  EXPECT_NEAR(cool.motion.time, time, 1e-5 * time);
  EXPECT_NEAR(cool.squares[0], rated * rated * time, 1e-4 * rated * rated * time);
  EXPECT_TRUE(cool.is_global);
  EXPECT_EQ(cool.pause, 0.0);
  const double allowed = 1.3;
  const CurvePlan least =
      plan_curves(make_slide(length, mass), {.force_low = {-50.0}, .force_high = {50.0}},
                  {.least_losses = true, .time = allowed});
  EXPECT_NEAR(least.motion.time, allowed, 1e-7);
  const double losses = 12.0 * std::pow(mass * length, 2) / std::pow(allowed, 3);
  EXPECT_NEAR(least.squares[0], losses, 1e-5 * losses);
  EXPECT_EQ(plan_curves(make_slide(length, mass), {.force_low = {-50.0}, .force_high = {50.0}},
                        {.least_losses = true, .time = 0.1})
                .motion.status,
            PlanStatus::infeasible);
  // In any unit of time.
  for (const double unit : {1e-4, 1e3, 1e5}) {
    const CurvePlan same = plan_curves(make_slide(length), {.acceleration = {1e3 / (unit * unit)}},
                                       {.least_losses = true, .time = unit});
    EXPECT_EQ(same.motion.status, PlanStatus::optimal) << unit << ": " << same.reason;
    EXPECT_NEAR(same.squares[0] * std::pow(unit, 3) / (12.0 * length * length), 1.0, 1e-5) << unit;
  }
  // A force that changes in finite time, from rest to rest: 2 (2 L m / r)^(1/3) by thirds of signs.
  const double rate = 60.0;
  const CurvePlan rising = plan_curves(
      make_slide(length, mass), {.force_low = {-1e3}, .force_high = {1e3}, .force_rate = {rate}});
  EXPECT_NEAR(rising.motion.time, std::cbrt(32.0 * length * mass / rate), 3e-4);
}

// Two axes around a circle, 1 m/s² each, as in examples/06: the table's limits are linear between
// nodes, those here are not.
TEST(Curves, CircleIsThatOfAFineTable) {
  const auto make = [](int nodes) {
    DriveCurves curves;
    curves.rates.resize(nodes, 2);
    curves.seconds.resize(nodes, 2);
    for (int i = 0; i < nodes; ++i) {
      const double p = 2.0 * std::numbers::pi * i / (nodes - 1);
      curves.p.push_back(p);
      curves.rates.row(i) << -std::sin(p), std::cos(p);
      curves.seconds.row(i) << -std::cos(p), -std::sin(p);
    }
    return curves;
  };
  const DriveCurves fine = make(20001);
  CoefficientTable table{.rows = 2, .p = fine.p, .b = {}};
  for (Eigen::Index i = 0; i < fine.rates.rows(); ++i) {
    for (Eigen::Index k = 0; k < 2; ++k) {
      table.a.push_back(fine.seconds(i, k));
      table.d.push_back(fine.rates(i, k));
      table.c.push_back(0.0);
      table.low.push_back(-1.0);
      table.high.push_back(1.0);
    }
  }
  const double time = plan_table(table).time;
  double before = kInfinity;
  for (const int nodes : {13, 25, 49}) {
    const double error =
        std::abs(plan_curves(make(nodes), {.acceleration = {1.0, 1.0}}).motion.time / time - 1.0);
    // Of fourth order, until the tolerance.
    EXPECT_LT(error, std::max(0.15 * before, 2e-6)) << nodes;
    before = error;
  }
  EXPECT_LT(before, 1e-5);
  const CurvePlan closed = plan_curves(make(201), {.acceleration = {1.0, 1.0}}, {.closed = true});
  EXPECT_NEAR(closed.motion.d1.front(), closed.motion.d1.back(), 1e-9);
  EXPECT_LT(closed.motion.time, 2.0 * std::numbers::pi);
  // Round and round without jerks: the fastest of constant speed is a bound.
  const CurvePlan gentle =
      plan_curves(make(201), {.acceleration = {1.0, 1.0}, .jerk = {2.0, 2.0}}, {.closed = true});
  EXPECT_EQ(gentle.motion.status, PlanStatus::optimal) << gentle.reason;
  EXPECT_LT(gentle.motion.time, 2.0 * std::numbers::pi);
  EXPECT_GT(gentle.motion.time, closed.motion.time);
  DriveCurves open = make(201);
  open.seconds.row(200).setZero();
  const CurvePlan jumps =
      plan_curves(open, {.acceleration = {1.0, 1.0}, .jerk = {2.0, 2.0}}, {.closed = true});
  EXPECT_NE(jumps.reason.find("where the curves are closed"), std::string::npos) << jumps.reason;
}

// Random sums of waves for three joints: no bound is exceeded anywhere, seen at times between the
// nodes, by the waves themselves and differences of accelerations.
TEST(Curves, RandomCurvesKeepTheirBounds) {
  std::mt19937 random(7);
  std::uniform_real_distribution<double> draw(-1.0, 1.0);
  for (int round = 0; round < 6; ++round) {
    constexpr int kDrives = 3, kWaves = 4;
    Eigen::MatrixXd sines(kWaves, kDrives), cosines(kWaves, kDrives);
    for (Eigen::Index i = 0; i < sines.size(); ++i) {
      sines(i) = draw(random) / (1.0 + static_cast<double>(i % kWaves));
      cosines(i) = draw(random) / (1.0 + static_cast<double>(i % kWaves));
    }
    const auto at = [&](double p, int order) {
      Eigen::RowVectorXd q = Eigen::RowVectorXd::Zero(kDrives);
      for (int w = 0; w < kWaves; ++w) {
        const double n = 3.0 * (w + 1), shift = 0.5 * std::numbers::pi * order;
        q += std::pow(n, order) *
             (sines.row(w) * std::sin(n * p + shift) + cosines.row(w) * std::cos(n * p + shift));
      }
      return q;
    };
    DriveCurves curves;
    const int nodes = 401;
    curves.rates.resize(nodes, kDrives);
    curves.seconds.resize(nodes, kDrives);
    for (int i = 0; i < nodes; ++i) {
      const double p = static_cast<double>(i) / (nodes - 1);
      curves.p.push_back(p);
      curves.rates.row(i) = at(p, 1);
      curves.seconds.row(i) = at(p, 2);
    }
    const bool has_jerk = round % 2 == 1;
    DriveBounds bounds{.speed = {1.0, 2.0, 3.0}, .acceleration = {5.0, 6.0, 7.0}};
    if (has_jerk) bounds.jerk = {60.0, 70.0, 80.0};
    const bool differs = round >= 4;
    if (differs) {
      bounds.speed_low = {-3.0, -0.7, -0.9};
      bounds.acceleration_low = {-9.0, -3.0, -20.0};
    }
    const auto share = [](double value, double high, const std::vector<double>& low,
                          std::size_t i) {
      return value > 0.0 || low.empty() ? std::abs(value) / high : value / low[i];
    };
    const CurvePlan plan = plan_curves(curves, bounds);
    ASSERT_EQ(plan.motion.status, PlanStatus::optimal) << round << ": " << plan.reason;
    EXPECT_EQ(plan.fastest < plan.motion.time, has_jerk);
    std::vector<double> times;
    for (int i = 0; i <= 5000; ++i) times.push_back(plan.motion.time * i / 5000);
    const std::vector<MotionState> states = sample(plan.motion, times);
    double speed = 0.0, acceleration = 0.0, jerk = 0.0;
    // Jerks are kept as means over cells, of which there are some thousands, and next to rest,
    // where d2 is a root, the motion is told by quadratics; here over a 250th of the time.
    constexpr std::size_t kApart = 20;
    std::vector<Eigen::RowVectorXd> all;
    for (const MotionState& one : states) {
      const Eigen::RowVectorXd v = at(one.p, 1) * one.d1;
      const Eigen::RowVectorXd a = at(one.p, 2) * one.d1 * one.d1 + at(one.p, 1) * one.d2;
      for (int k = 0; k < kDrives; ++k) {
        const auto i = static_cast<std::size_t>(k);
        speed = std::max(speed, share(v[k], bounds.speed[i], bounds.speed_low, i));
        acceleration =
            std::max(acceleration, share(a[k], bounds.acceleration[i], bounds.acceleration_low, i));
        if (has_jerk && all.size() >= kApart) {
          const double change = std::abs(a[k] - all[all.size() - kApart][k]);
          jerk = std::max(jerk, change / (plan.motion.time * kApart / 5000) / bounds.jerk[i]);
        }
      }
      all.push_back(a);
    }
    EXPECT_LE(speed, 1.0 + 1e-5) << round;
    EXPECT_LE(acceleration, 1.0 + 1e-5) << round;
    EXPECT_LE(jerk, 1.0 + 1e-2) << round;
    EXPECT_GT(std::max({speed, acceleration, jerk}), 0.99) << round;
  }
}

// A way of 1 m told by curves that stand still at its begin, its end or both takes as long as a
// straight one: accelerations rise to 10 m/s² by 60 m/s³, stay, and fall through 0.
TEST(Curves, MayStandStillAtTheirEnds) {
  const double a = 10.0, jerk = 60.0, length = 1.0;
  const double time = a / jerk + std::sqrt(std::pow(a / jerk, 2) + 4.0 * length / a);
  // Derivatives of p², 2 p - p², p³ and 10 p³ - 15 p⁴ + 6 p⁵.
  const auto first = [](int way, double p) {
    const double rates[] = {2.0 * p, 2.0 - 2.0 * p, 3.0 * p * p,
                            30.0 * p * p * (1.0 - p) * (1.0 - p)};
    return rates[way];
  };
  const auto second = [](int way, double p) {
    const double seconds[] = {2.0, -2.0, 6.0 * p, 60.0 * p * (1.0 - p) * (1.0 - 2.0 * p)};
    return seconds[way];
  };
  for (int way = 0; way < 4; ++way) {
    for (const int nodes : {51, 401}) {
      DriveCurves curves;
      curves.rates.resize(nodes, 1);
      curves.seconds.resize(nodes, 1);
      for (int i = 0; i < nodes; ++i) {
        curves.p.push_back(static_cast<double>(i) / (nodes - 1));
        curves.rates(i, 0) = first(way, curves.p.back());
        curves.seconds(i, 0) = second(way, curves.p.back());
      }
      const DriveBounds bounds{.acceleration = {a}, .jerk = {jerk}};
      const CurvePlan plan = plan_curves(curves, bounds);
      EXPECT_EQ(plan.motion.status, PlanStatus::optimal) << way << ' ' << nodes << plan.reason;
      EXPECT_NEAR(plan.motion.time, time, 1e-3 * time) << way << ' ' << nodes;
    }
  }
}

TEST(Curves, ViscousForcesCount) {
  // m v' = F - d v up to the half, then with the friction's help: by the same limits as a table.
  DriveCurves curves = make_slide(1.0, 2.0, 41);
  curves.b = Eigen::MatrixXd::Constant(41, 1, 3.0);
  const CurvePlan plan = plan_curves(curves, {.force_low = {-10.0}, .force_high = {10.0}});
  CoefficientTable table{.rows = 1,
                         .p = {0.0, 1.0},
                         .a = {0.0, 0.0},
                         .b = {3.0, 3.0},
                         .c = {0.0, 0.0},
                         .d = {2.0, 2.0},
                         .low = {-10.0, -10.0},
                         .high = {10.0, 10.0}};
  EXPECT_NEAR(plan.motion.time, plan_table(table).time, 2e-6);
}

// A way with a corner in its curvature, as at a spline's knot: q = p on one half, then p + (p -
// 1/2)² or (p - 1/2)³. By nodes that stand twice it is as if each half were told alone.
TEST(Curves, KnotsNeedNotBeSmooth) {
  for (const bool is_smooth : {false, true}) {
    const auto make = [&](bool has_knot) {
      DriveCurves curves;
      std::vector<std::pair<double, bool>> places;  // and whether they are on the second half
      for (int i = 0; i <= 10; ++i) places.emplace_back(0.05 * i, false);
      if (!has_knot) places.pop_back();
      for (int i = 10; i <= 20; ++i) places.emplace_back(0.05 * i, true);
      curves.rates.resize(static_cast<Eigen::Index>(places.size()), 1);
      curves.seconds.resize(static_cast<Eigen::Index>(places.size()), 1);
      for (Eigen::Index i = 0; i < curves.rates.rows(); ++i) {
        const auto& [p, is_second] = places[static_cast<std::size_t>(i)];
        const double s = is_second ? p - 0.5 : 0.0;
        curves.p.push_back(p);
        curves.rates(i, 0) = 1.0 + (is_smooth ? 3.0 * s * s : 2.0 * s);
        curves.seconds(i, 0) = is_second ? (is_smooth ? 6.0 * s : 2.0) : 0.0;
      }
      return curves;
    };
    const double length = is_smooth ? 1.125 : 1.25;
    const CurvePlan plan = plan_curves(make(true), {.acceleration = {2.0}});
    EXPECT_NEAR(plan.motion.time, 2.0 * std::sqrt(length / 2.0), 1e-6);
    const CurvePlan gentle = plan_curves(make(true), {.acceleration = {1e3}, .jerk = {20.0}});
    if (is_smooth) {
      EXPECT_NEAR(gentle.motion.time, std::cbrt(32.0 * length / 20.0), 3e-4) << gentle.reason;
    } else {
      EXPECT_EQ(gentle.motion.status, PlanStatus::infeasible);
      EXPECT_NE(gentle.reason.find("accelerations jump at p = 0.5"), std::string::npos);
    }
  }
}

TEST(Curves, WrongOnesAreTold) {
  const auto say = [](DriveCurves curves, DriveBounds bounds, CurveOptions options = {}) {
    try {
      static_cast<void>(plan_curves(curves, bounds, options));
      return std::string("nothing");
    } catch (const Error& error) {
      return std::string(error.what());
    }
  };
  DriveCurves uneven = make_slide(1.0);
  uneven.p[3] = uneven.p[2] = uneven.p[1];
  EXPECT_EQ(
      say(uneven, {}),
      "plan of curves: p of node 2 is not larger than the one before; expected p to increase");
  DriveCurves narrow = make_slide(1.0);
  narrow.seconds.resize(10, 1);
  EXPECT_EQ(say(narrow, {}), "plan of curves: seconds is 10 x 1; expected 11 x 1, nodes x drives");
  EXPECT_EQ(say(make_slide(1.0), {.speed = {1.0, 2.0}}),
            "plan of curves: speed has 2 numbers; expected 1, one a drive");
  EXPECT_EQ(say(make_slide(1.0), {.jerk = {-1.0}}),
            "plan of curves: jerk has a bound that is not above 0; expected limits above 0");
  EXPECT_EQ(say(make_slide(1.0), {.force_high = {1.0}}),
            "plan of curves: force_low or force_high without forces; expected a and d as well");
  EXPECT_EQ(say(make_slide(1.0), {}, {.time = 2.0}),
            "plan of curves: a time without least losses; expected none");
  EXPECT_EQ(say(make_slide(1.0), {}, {.start = -1.0}),
            "plan of curves: start is -1.000000; expected a number >= 0");
  // Nothing limits it, which is a result.
  EXPECT_EQ(plan_curves(make_slide(1.0), {}).motion.status, PlanStatus::unlimited);
}

}  // namespace
}  // namespace globaldyn
