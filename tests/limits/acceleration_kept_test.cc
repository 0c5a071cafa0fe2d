// Motions never exceed the accelerations that they are limited to, and somewhere touch them.
// Oracle: a point on a table of two slides, whose path is a sum of sines, and two linear motors, as
// long as the point is away from their feet; derivatives by hand.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <random>

#include "core/base/constants.h"
#include "tests/campaign/motion_points.h"
#include "tests/limits/point_table.h"

namespace globaldyn::inside::test {
namespace {

using Vector2d = Eigen::Vector2d;

// R(p) = sum of c_k sin(k p + f_k), with derivatives.
struct Waves {
  std::array<Vector2d, 3> size, phase;

  [[nodiscard]] Vector2d at(double p, int derivative) const {
    Vector2d sum = Vector2d::Zero();
    for (std::size_t k = 0; k < 3; ++k) {
      const double w = static_cast<double>(k) + 1.0;
      for (int axis = 0; axis < 2; ++axis) {
        sum(axis) += size[k](axis) * std::pow(w, derivative) *
                     std::sin(w * p + phase[k](axis) + 0.5 * kPi * derivative);
      }
    }
    return sum;
  }

  [[nodiscard]] std::string write(int axis) const {
    std::string text;
    for (std::size_t k = 0; k < 3; ++k) {
      text += fmt::format("{}{:.17g}*sin({}*p + {:.17g})", k > 0 ? " + " : "", size[k](axis), k + 1,
                          phase[k](axis));
    }
    return text;
  }
};

// Infinite where there is none.
struct Limits {
  double along{kInfinity}, across{kInfinity}, all{kInfinity};  // m/s²
  std::array<double, 2> motors{kInfinity, kInfinity};          // m/s² of their lengths
  std::array<double, 2> slides{kInfinity, kInfinity};          // m/s² of the joints
};

const std::array<Vector2d, 2> kFeet{Vector2d{-4.0, -1.0}, Vector2d{0.5, 5.0}};

// The largest of all accelerations, as a share of their limits, without the lost part of `all`.
double find_share(const Waves& waves, const Limits& limits, const MotionState& state) {
  const Vector2d R = waves.at(state.p, 0), R1 = waves.at(state.p, 1), R2 = waves.at(state.p, 2);
  const double x = state.d1 * state.d1;
  const Vector2d a = R2 * x + R1 * state.d2, t = R1.normalized();
  double share =
      std::max({std::abs(a.dot(t)) / limits.along,
                std::abs(a.x() * t.y() - a.y() * t.x()) / limits.across, a.norm() / limits.all});
  for (std::size_t k = 0; k < 2; ++k) {
    const Vector2d r = R - kFeet[k];
    const double q = r.norm(), q1 = r.dot(R1) / q;
    const double q2 = (R1.squaredNorm() + r.dot(R2) - q1 * q1) / q;
    share = std::max(share, std::abs(q2 * x + q1 * state.d2) / limits.motors[k]);
    share = std::max(share, std::abs(a(static_cast<Eigen::Index>(k))) / limits.slides[k]);
  }
  return share;
}

std::string write_limit(const char* key, double limit, bool in_mm) {
  if (std::isinf(limit)) return "";
  return fmt::format(", {}: {:.17g} {}", key, in_mm ? 1e3 * limit : limit,
                     in_mm ? "mm/s^2" : "m/s^2");
}

Machine make_machine(const Waves& waves, const Limits& limits, bool in_mm) {
  const std::string of_tool = write_limit("along", limits.along, in_mm) +
                              write_limit("across", limits.across, !in_mm) +
                              write_limit("all", limits.all, in_mm);
  std::string text = fmt::format(
      R"(globaldyn: 1
name: table
gravity: [0, 0, 0]
bodies:
  ground: {{frames: {{f1: [{}, {}], f2: [{}, {}]}}}}
  carriage: {{mass: 1 kg, inertia: {{diag: [1, 1, 1]}}}}
  table: {{mass: 1 kg, inertia: {{diag: [1, 1, 1]}}}}
joints:
  X: {{type: prismatic, a: {{body: ground, axis: x}}, b: {{body: carriage, axis: x}}{}}}
  Y: {{type: prismatic, a: {{body: carriage, axis: y}}, b: {{body: table, axis: y}}{}}}
tool: table
drives:
  M1: {{type: linear_motor, from: ground.f1, to: table{}}}
  M2: {{type: linear_motor, from: ground.f2, to: table{}}}
paths:
  waves: {{position: {{x: "{}", y: "{}"}}, p_max: 5{}}}
)",
      kFeet[0].x(), kFeet[0].y(), kFeet[1].x(), kFeet[1].y(),
      write_limit("max_acceleration", limits.slides[0], in_mm),
      write_limit("max_acceleration", limits.slides[1], !in_mm),
      write_limit("max_acceleration", limits.motors[0], !in_mm),
      write_limit("max_acceleration", limits.motors[1], in_mm), waves.write(0), waves.write(1),
      of_tool.empty() ? "" : ", acceleration_limit: {" + of_tool.substr(2) + "}");
  return parse_machine(text, "table.yaml", ".");
}

class AccelerationKept : public ::testing::TestWithParam<int> {};

TEST_P(AccelerationKept, AlongRandomPaths) {
  std::mt19937_64 random(static_cast<std::uint64_t>(GetParam()));
  const auto draw = [&](double low, double high) {
    return std::uniform_real_distribution<double>(low, high)(random);
  };
  Waves waves;
  for (std::size_t k = 0; k < 3; ++k) {
    for (int axis = 0; axis < 2; ++axis) {
      waves.size[k](axis) = draw(0.1, 0.5) / static_cast<double>(k + 1);
      waves.phase[k](axis) = draw(0.0, 6.0);
    }
  }
  Limits limits;
  // Every kind alone, and the rest by chance; without any but one across the motion has no end.
  const int kind = GetParam() % 6;
  const auto choose = [&](int which, double& limit) {
    if (kind == which || draw(0.0, 1.0) < 0.4) limit = std::exp(draw(-3.0, 3.0));
  };
  choose(0, limits.along);
  choose(1, limits.across);
  choose(2, limits.all);
  choose(3, limits.motors[0]);
  choose(4, limits.motors[1]);
  choose(5, limits.slides[GetParam() % 2 == 0 ? 0 : 1]);
  // Next to inflections the speed across alone allows has peaks, up and down which a motion goes.
  if (kind == 1) limits.along = std::min(limits.along, 10.0 * limits.across);
  const Machine machine = make_machine(waves, limits, draw(0.0, 1.0) < 0.5);
  const PathPlan plan = plan_path(machine, machine.paths.front(), {});
  ASSERT_EQ(plan.status(), PlanStatus::optimal) << plan.reason;
  double most = 0.0;
  for (const MotionState& state : list_states(plan.plan, 20, 1e-6)) {
    most = std::max(most, find_share(waves, limits, state));
  }
  EXPECT_LE(most, 1.0 + 1e-9);  // what rows are known to
  EXPECT_GE(most, 0.995);
}

INSTANTIATE_TEST_SUITE_P(Seeds, AccelerationKept, ::testing::Range(0, 60));

}  // namespace
}  // namespace globaldyn::inside::test
