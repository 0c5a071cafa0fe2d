// The same rows in other units of p, of time and of forces: the same plan in those units. With
// powers of two whose square roots are powers of two, nothing is rounded differently.
#include <gtest/gtest.h>

#include <cmath>
#include <memory>
#include <optional>

#include "globaldyn/machine/machine.h"
#include "globaldyn/motion/plan_path.h"
#include "globaldyn/motion/survey_field.h"
#include "globaldyn/plan/rows/row_plan.h"
#include "globaldyn/survey/path_survey.h"
#include "tests/support/random_machine.h"

namespace globaldyn::inside::test {
namespace {

// The factors by which numbers are larger.
struct Units {
  double p{1.0};
  double time{1.0};
  double force{1.0};
};

class ScaledField : public RowField {
 public:
  ScaledField(RowField& field, const Units& units) : field_(field), units_(units) {
    for (const SmoothPart& part : field.parts()) {
      const RowError& error = field.error(parts_.size());
      errors_.push_back({error.rest, error.per_x / x_unit(), error.per_root / std::sqrt(x_unit()),
                         error.per_u / u_unit()});
      parts_.push_back({part.begin * units.p, part.end * units.p});
    }
  }

  [[nodiscard]] const std::vector<SmoothPart>& parts() const override { return parts_; }
  [[nodiscard]] std::size_t row_count() const override { return field_.row_count(); }
  [[nodiscard]] bool is_straight() const override { return field_.is_straight(); }

  void write(std::size_t part, double p, RowsAt& rows) override {
    field_.write(part, p / units_.p, rows);
    for (std::size_t k = 0; k < rows.a.size(); ++k) {
      rows.a[k] *= units_.force / x_unit();
      rows.b[k] *= units_.force / std::sqrt(x_unit());
      rows.c[k] *= units_.force;
      rows.d[k] *= units_.force / u_unit();
      rows.low[k] *= units_.force;
      rows.high[k] *= units_.force;
    }
  }

  [[nodiscard]] const RowError& error(std::size_t part) const override { return errors_[part]; }

 private:
  [[nodiscard]] double u_unit() const { return units_.p / (units_.time * units_.time); }
  [[nodiscard]] double x_unit() const { return units_.p * u_unit(); }

  RowField& field_;
  Units units_;
  std::vector<SmoothPart> parts_;
  std::vector<RowError> errors_;
};

Plan plan(RowField& field) {
  PlanOptions options;
  options.tolerance = 1e-3;
  // Only the same sequence of steps is tested here, which shows long before the end.
  options.work = 300'000;
  options.gates = {{field.parts().front().begin, 0.0, 0.0}, {field.parts().back().end, 0.0, 0.0}};
  return plan_rows(field, options);
}

// Its plan as it is, if there are rows for one.
std::optional<Plan> expect_same_in_other_units(const Machine& machine, bool* is_straight) {
  constexpr double kMuch = 0x1p40;
  PathSurvey survey(machine, machine.paths.front());
  if (!survey.is_regular() || survey.failure().status != SampleStatus::ok) return std::nullopt;
  SurveyField field(survey, 0.0);
  if (!field.is_usable()) return std::nullopt;
  const Plan as_is = plan(field);
  *is_straight = field.is_straight();
  for (const Units units :
       {Units{.p = kMuch}, Units{.p = 1.0 / kMuch}, Units{.time = kMuch},
        Units{.time = 1.0 / kMuch}, Units{.force = kMuch}, Units{.force = 1.0 / kMuch}}) {
    SCOPED_TRACE(testing::Message() << units.p << " " << units.time << " " << units.force);
    ScaledField in_units(field, units);
    const Plan scaled = plan(in_units);
    EXPECT_EQ(static_cast<int>(scaled.status), static_cast<int>(as_is.status));
    EXPECT_DOUBLE_EQ(scaled.time_lower, as_is.time_lower * units.time);
    EXPECT_DOUBLE_EQ(scaled.time, as_is.time * units.time);
  }
  return as_is;
}

TEST(ScaledRows, AreTheSameInOtherUnits) {
  int planned = 0, curved = 0;
  for (std::uint64_t seed = 1; seed <= 75; ++seed) {
    SCOPED_TRACE(seed);
    const Machine machine = parse_machine(make_random_machine(seed).text, "random.yaml", ".");
    bool is_straight = false;
    const auto as_is = expect_same_in_other_units(machine, &is_straight);
    if (!as_is || as_is->status != PlanStatus::optimal) continue;
    ++planned;
    if (!is_straight) ++curved;
  }
  EXPECT_GT(planned, 25);
  EXPECT_GT(curved, 10);
}

// Around a standstill nothing limits the speed over many segments: a bound that grew from one to
// the next got beyond all numbers, in some units sooner than in others.
TEST(ScaledRows, AreTheSameBesideAStandstill) {
  const Machine machine = parse_machine(R"(globaldyn: 1
name: slider
gravity: [-9.81, 0, 0]
bodies:
  ground: {frames: {far: [-3, 0]}}
  s: {mass: 1.11943, inertia: {plate: 0.01}}
joints:
  P: {type: prismatic, a: {body: ground, axis: x}, b: {body: s, axis: x}}
drives:
  F: {joint: P, limits: [-19.9559, none], coulomb: 3.5322}
  C: {type: cable, from: s, to: ground.far, limits: [0, 6.70623], coulomb: 2.9931}
tool: s
paths:
  l: {joints: {P: "-0.279829 - 0.137784*4*(p - 0.5)^3"}, p_max: 1}
)",
                                        "slider.yaml", ".");
  bool is_straight = false;
  EXPECT_TRUE(expect_same_in_other_units(machine, &is_straight).has_value());
}

// Nothing bounds the speed but on a part of the path: however far it is from the ends, the motion
// is found.
TEST(ScaledRows, SpeedsWithoutBoundBesideBoundedOnesAreReached) {
  for (const char* part : {"from: 0, to: 0.5", "from: 0.2, to: 0.4", "from: 0.45, to: 0.55",
                           "from: 0.5, to: 0.9", "from: 0.5, to: 1"}) {
    SCOPED_TRACE(part);
    const Machine machine = parse_machine(R"(globaldyn: 1
name: slider
bodies: {s: {mass: 1, inertia: {plate: 0.01}}}
joints: {P: {type: prismatic, a: {body: ground, axis: x}, b: {body: s, axis: x}}}
drives: {F: {joint: P}}
tool: s
paths: {l: {joints: {P: p}, p_max: 1, speed_limit: [{)" +
                                              std::string(part) + R"(, limit: 0.1 m/s}]}}
)",
                                          "slider.yaml", ".");
    const PathPlan plan = plan_path(machine, machine.paths.front());
    EXPECT_EQ(plan.status(), PlanStatus::optimal) << plan.reason;
    const double from = std::stod(std::string(part).substr(6)),
                 to = std::stod(std::string(part).substr(std::string(part).find("to:") + 3));
    // Forces have no limits: elsewhere it takes no time.
    EXPECT_NEAR(plan.time(), (to - from) / 0.1, 1e-4 * plan.time());
  }
}

}  // namespace
}  // namespace globaldyn::inside::test
