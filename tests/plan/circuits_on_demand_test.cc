// Machines with many more drives than they need, whose circuits of limits are made where a motion
// violates them. Oracles: plans with all circuits; linear programs over the preload, solved by
// GLPK, of the machine's own limits at places that no planner looked at; and the straight
// definition, steps of constant d2 on a fine grid within regions of the machine itself.
#include <fmt/format.h>
#include <glpk.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <string>
#include <vector>

#include "core/base/constants.h"
#include "core/base/nth.h"
#include "globaldyn/evaluation/path_walker.h"
#include "globaldyn/limits/limit_size.h"
#include "globaldyn/machine/machine.h"
#include "globaldyn/motion/circuits_on_demand.h"
#include "globaldyn/motion/path_analysis.h"
#include "globaldyn/motion/plan_request.h"
#include "globaldyn/motion/preload_program.h"
#include "globaldyn/record/planned_motion.h"
#include "globaldyn/region/methods/region_solver.h"
#include "tests/support/draw.h"

namespace globaldyn::inside::test {
namespace {

constexpr double kTurn = 2.0 * std::numbers::pi;

// Of the winches, or motors.
enum Losses : unsigned { kNoLosses = 0, kRotors = 1, kViscous = 2, kCoulomb = 4 };

std::string write_losses(unsigned losses, Draw& draw) {
  std::string text;
  if ((losses & kRotors) != 0) text += fmt::format(", rotor_inertia: {}", draw.uniform(0.2, 3.0));
  if ((losses & kViscous) != 0) text += fmt::format(", viscous: {}", draw.uniform(1.0, 20.0));
  if ((losses & kCoulomb) != 0) text += fmt::format(", coulomb: {}", draw.uniform(0.0, 5.0));
  return text;
}

// A plate in the plane, cables all round and crossed.
std::string write_plane_cables(int count, unsigned losses, Draw& draw) {
  std::string frames, points, drives;
  for (int k = 0; k < count; ++k) {
    const double a = kTurn * (k + draw.uniform(-0.25, 0.25)) / count;
    const double b = a + (draw.uniform(0.0, 1.0) < 0.5 ? -1.0 : 1.0) * draw.uniform(0.3, 1.6);
    const char* const comma = k > 0 ? ", " : "";
    frames += fmt::format("{}g{}: [{}, {}]", comma, k, 2.2 * std::cos(a), 2.0 * std::sin(a));
    points += fmt::format("{}p{}: [{}, {}]", comma, k, 0.25 * std::cos(b), 0.2 * std::sin(b));
    drives += fmt::format(
        "  C{0}: {{type: cable, from: ground.g{0}, to: plate.p{0}, limits: [{1} N, {2} N]{3}}}\n",
        k, draw.uniform(2.0, 10.0), draw.uniform(200.0, 500.0), write_losses(losses, draw));
  }
  return fmt::format(R"yaml(globaldyn: 1
name: plane_cables
gravity: [0, -9.81, 0]
bodies:
  ground: {{frames: {{{}}}}}
  plate: {{mass: 5 kg, com: [0.01, 0.02], inertia: {{plate: 0.12}}, frames: {{{}}}}}
joints: {{}}
drives:
{}tool: plate
paths:
  eight: {{position: {{x: {}*cos(p), y: {}*sin(2*p)}}, orientation: {{phi: {}*sin(p)}}, p_max: 2*pi}}
)yaml",
                     frames, points, drives, draw.uniform(0.2, 0.5), draw.uniform(0.2, 0.5),
                     draw.uniform(0.1, 0.3));
}

// A platform in space, every second cable from above.
std::string write_space_cables(int count, unsigned losses, Draw& draw) {
  std::string frames, points, drives;
  for (int k = 0; k < count; ++k) {
    const double a = kTurn * (k + draw.uniform(-0.2, 0.2)) / count;
    const double b = a + (k % 4 < 2 ? 1.0 : -1.0) * draw.uniform(0.6, 1.5);
    const char* const comma = k > 0 ? ", " : "";
    const bool is_high = k % 2 == 0;
    frames += fmt::format("{}g{}: [{}, {}, {}]", comma, k, 3.0 * std::cos(a), 3.0 * std::sin(a),
                          is_high ? 2.6 : 0.0);
    points += fmt::format("{}p{}: [{}, {}, {}]", comma, k, 0.25 * std::cos(b), 0.25 * std::sin(b),
                          (is_high ? -0.2 : 0.2) * draw.uniform(0.3, 1.0));
    drives += fmt::format(
        "  C{0}: {{type: cable, from: ground.g{0}, to: box.p{0}, limits: [{1} N, {2} N]{3}}}\n", k,
        draw.uniform(5.0, 20.0), draw.uniform(800.0, 2000.0), write_losses(losses, draw));
  }
  return fmt::format(R"yaml(globaldyn: 1
name: space_cables
gravity: [0, 0, -9.81]
bodies:
  ground: {{frames: {{{}}}}}
  box:
    mass: 20 kg
    com: [0.02, 0.01, 0.03]
    inertia: {{matrix: [[0.8, 0.05, 0.02], [0.05, 0.9, -0.03], [0.02, -0.03, 1.1]]}}
    frames: {{{}}}
joints: {{}}
drives:
{}tool: box
paths:
  loop:
    position: {{x: {}*cos(p), y: {}*sin(p), z: 1.25 + 0.2*sin(2*p)}}
    orientation: {{cardan: [0.1*sin(p), 0.1*cos(p), 0.1*sin(p)]}}
    p_max: 2*pi
)yaml",
                     frames, points, drives, draw.uniform(0.2, 0.5), draw.uniform(0.2, 0.5));
}

// A platform in the plane on legs of crank and coupler, motors at the cranks with a torque-speed
// line each.
std::string write_legs(int count, unsigned losses, Draw& draw) {
  constexpr double kCrank = 0.4, kCoupler = 0.5;
  std::string frames, points, bodies, joints, drives;
  for (int k = 0; k < count; ++k) {
    const double angle = kTurn * (k + draw.uniform(-0.15, 0.15)) / count;
    const double base = draw.uniform(0.65, 0.75), corner = draw.uniform(0.15, 0.25);
    const double way = base - corner;  // inwards
    const double bend =
        std::acos((way * way - kCrank * kCrank - kCoupler * kCoupler) / (2.0 * kCrank * kCoupler));
    const double swing = std::atan2(kCoupler * std::sin(bend), kCrank + kCoupler * std::cos(bend));
    const double crank = angle + std::numbers::pi - swing;
    const char* const comma = k > 0 ? ", " : "";
    frames +=
        fmt::format("{}g{}: [{}, {}]", comma, k, base * std::cos(angle), base * std::sin(angle));
    points += fmt::format("{}p{}: [{}, {}]", comma, k, corner * std::cos(angle),
                          corner * std::sin(angle));
    bodies += fmt::format(
        "  crank{0}: {{mass: 2, com: [0.2, 0], inertia: {{plate: 0.03}}, frames: {{end: [{1}, "
        "0]}}}}\n"
        "  coupler{0}: {{mass: 1.5, com: [0.25, 0], inertia: {{plate: 0.03}}, frames: {{end: [{2}, "
        "0]}}}}\n",
        k, kCrank, kCoupler);
    joints += fmt::format(
        "  A{0}: {{type: revolute, a: ground.g{0}, b: crank{0}, guess: {1}}}\n"
        "  B{0}: {{type: revolute, a: crank{0}.end, b: coupler{0}, guess: {2}}}\n"
        "  C{0}: {{type: revolute, a: coupler{0}.end, b: plate.p{0}, guess: {3}}}\n",
        k, crank, bend, -crank - bend);
    drives += fmt::format(
        "  M{0}: {{joint: A{0}, limits: {1} N m, speed_line: {{stall: {2} N m, no_load_speed: "
        "{3}}}{4}}}\n",
        k, draw.uniform(15.0, 40.0), draw.uniform(40.0, 60.0), draw.uniform(6.0, 15.0),
        losses == kNoLosses ? "" : fmt::format(", viscous: {}", draw.uniform(0.1, 1.0)));
  }
  return fmt::format(R"yaml(globaldyn: 1
name: legs
gravity: [0, 0, 0]
bodies:
  ground: {{frames: {{{}}}}}
{}  plate: {{mass: 6 kg, inertia: {{plate: 0.1}}, frames: {{{}}}}}
joints:
{}drives:
{}tool: plate
paths:
  loop: {{position: {{x: {}*sin(p), y: {}*sin(2*p)}}, orientation: {{phi: 0.1*sin(p)}}, p_max: 2*pi}}
)yaml",
                     frames, bodies, points, joints, drives, draw.uniform(0.05, 0.1),
                     draw.uniform(0.04, 0.08));
}

enum class Family { plane, space, legs };

struct Case {
  Family family;
  int drives;
  unsigned losses;
  unsigned seed{0};

  [[nodiscard]] Machine make() const {
    Draw draw(1000 * seed + 100 * static_cast<unsigned>(drives) + 10 * losses +
              static_cast<unsigned>(family));
    const std::string text = family == Family::plane   ? write_plane_cables(drives, losses, draw)
                             : family == Family::space ? write_space_cables(drives, losses, draw)
                                                       : write_legs(drives, losses, draw);
    return parse_machine(text, "many_drives.yaml", ".");
  }

  friend std::ostream& operator<<(std::ostream& out, const Case& one) {
    const char* const names[] = {"plane", "space", "legs"};
    return out << names[static_cast<int>(one.family)] << one.drives << "_" << one.losses << "_"
               << one.seed;
  }
};

// How little of their sizes the limits must be exceeded for a preload to exist, by GLPK.
double find_least_excess(const MatrixXd& v, const std::vector<Interval>& room,
                         const std::vector<double>& sizes) {
  glp_prob* program = glp_create_prob();
  const int columns = static_cast<int>(v.cols());
  glp_add_cols(program, columns + 1);
  for (int j = 1; j <= columns + 1; ++j) glp_set_col_bnds(program, j, GLP_FR, 0.0, 0.0);
  glp_set_obj_coef(program, columns + 1, 1.0);
  std::vector<int> numbers(static_cast<std::size_t>(columns) + 2);
  std::vector<double> values(numbers.size());
  for (int j = 0; j <= columns + 1; ++j) nth(numbers, j) = j;
  const auto add = [&](Eigen::Index k, double sign, double most) {
    if (std::isinf(most)) return;
    const double by_size = 1.0 / sizes[static_cast<std::size_t>(k)];
    for (int j = 1; j <= columns; ++j) nth(values, j) = by_size * sign * v(k, j - 1);
    nth(values, columns + 1) = -1.0;
    const int row = glp_add_rows(program, 1);
    glp_set_row_bnds(program, row, GLP_UP, 0.0, by_size * most);
    glp_set_mat_row(program, row, columns + 1, numbers.data(), values.data());
  };
  for (Eigen::Index k = 0; k < v.rows(); ++k) {
    const Interval& of = room[static_cast<std::size_t>(k)];
    add(k, 1.0, of.high);
    add(k, -1.0, -of.low);
  }
  glp_smcp options;
  glp_init_smcp(&options);
  options.msg_lev = GLP_MSG_OFF;
  options.tol_bnd = options.tol_dj = 1e-10;
  const int code = glp_simplex(program, &options);
  const bool found = code == 0 && glp_get_status(program) == GLP_OPT;
  const double excess = found ? glp_get_obj_val(program) : -kInfinity;
  glp_delete_prob(program);
  return excess;
}

// Of the machine's own limits.
double find_excess(const LimitSystem& limits, double d1, double d2) {
  std::vector<const LimitRow*> rows;
  double most = 0.0;
  for (const LimitRow& row : limits.rows) {
    if (std::isinf(row.low) && std::isinf(row.high)) continue;
    rows.push_back(&row);
    most = std::max(most, calc_limit_size(row));
  }
  MatrixXd v(static_cast<Eigen::Index>(rows.size()), limits.redundancy);
  std::vector<Interval> room;
  std::vector<double> sizes;
  for (const LimitRow* row : rows) {
    v.row(static_cast<Eigen::Index>(room.size())) = row->v.transpose();
    const double value = row->at(d1, d2);
    room.push_back({row->low - value, row->high - value});
    const bool has_both = std::isfinite(row->low) && std::isfinite(row->high);
    sizes.push_back(has_both ? calc_limit_size(*row) : most);
  }
  return find_least_excess(v, room, sizes);
}

TEST(PreloadProgram, FindsTheLeastExcessOfRandomLimits) {
  Draw draw(5);
  int open = 0;
  PreloadProgram program;
  for (int test = 0; test < 3000; ++test) {
    const int columns = 1 + test % 6, rows = columns + 1 + static_cast<int>(draw.uniform(0.0, 9.0));
    MatrixXd v(rows, columns);
    std::vector<Interval> room;
    std::vector<double> sizes;
    for (int k = 0; k < rows; ++k) {
      for (int j = 0; j < columns; ++j) v(k, j) = draw.uniform(-1.0, 1.0);
      const double middle = draw.uniform(-5.0, 5.0);
      sizes.push_back(draw.uniform(0.5, 3.0));
      room.push_back({middle - sizes.back(), middle + sizes.back()});
      if (draw.uniform(0.0, 1.0) < 0.4) room.back().high = kInfinity;
      if (draw.uniform(0.0, 1.0) < 0.3) room.back().low = -kInfinity;
    }
    const double expected = find_least_excess(v, room, sizes);
    const double excess = program.solve(v, room, sizes);
    if (std::isinf(expected) || expected < -1e3) {
      ++open;
      EXPECT_LT(excess, -1e3) << test;
      continue;
    }
    EXPECT_NEAR(excess, expected, 1e-8) << test;
    // What it holds is dependent: no preload makes all of them less exceeded.
    const std::vector<int> active = program.list_active();
    ASSERT_EQ(active.size(), static_cast<std::size_t>(columns) + 1);
  }
  EXPECT_GT(open, 10);
  EXPECT_LT(open, 1500);
}

// Plans along a field with the given circuits.
Plan plan_with(const Machine& machine, CircuitChoice choice, double tolerance, double* circuits) {
  const Path& path = machine.paths.front();
  PathPlanOptions options;
  options.tolerance = tolerance;
  PathSurvey survey(machine, path, make_survey_options(path, options));
  EXPECT_TRUE(survey.is_regular());
  SurveyField field(survey, 0.0, 2e-5 * tolerance, choice);
  EXPECT_TRUE(field.is_usable());
  *circuits = field.circuit_count();
  PlanOptions row_options = make_plan_options(machine, path, survey, options, {});
  row_options.tolerance = tolerance;
  row_options.memory = 2'000'000'000;
  if (!field.is_partial()) return plan_rows(field, row_options);
  (void)add_bounding_circuits(field);
  return plan_with_circuits(field, row_options);
}

// With few enough circuits to have all of them.
class FewCircuits : public testing::TestWithParam<Case> {};

TEST_P(FewCircuits, PlanAsWithAllOfThem) {
  const Machine machine = GetParam().make();
  for (const double tolerance : {1e-3, 1e-4, 1e-6}) {
    SCOPED_TRACE(tolerance);
    double circuits = 0.0;
    const Plan some = plan_with(machine, CircuitChoice::on_demand, tolerance, &circuits);
    ASSERT_LT(circuits, 1000.0);
    const Plan all = plan_with(machine, CircuitChoice::all, tolerance, &circuits);
    // With all circuits the work allowed may not last.
    if (all.status != PlanStatus::gave_up) {
      EXPECT_EQ(some.status, all.status);
    }
    if (all.segments.empty()) continue;
    ASSERT_FALSE(some.segments.empty());
    // The bounds of each hold for the other.
    EXPECT_LE(some.time_lower, all.time * (1.0 + 1e-9));
    EXPECT_LE(all.time_lower, some.time * (1.0 + 1e-9));
    EXPECT_LE(some.time - some.time_lower, tolerance * some.time);
  }
}

std::vector<Case> list_few() {
  std::vector<Case> cases;
  for (unsigned seed = 0; seed < 3; ++seed) {
    for (const unsigned losses : {0U + kViscous, 0U + kRotors, kRotors | kViscous | kCoulomb}) {
      cases.push_back({Family::plane, 6, losses, seed});
      cases.push_back({Family::space, 8, losses, seed});
    }
    for (const int drives : {4, 5, 6, 7}) {
      cases.push_back({Family::legs, drives, seed % 2 == 0 ? kViscous : kNoLosses, seed});
    }
    cases.push_back({Family::plane, 9, kNoLosses, seed});
    cases.push_back({Family::space, 10, kNoLosses, seed});
  }
  return cases;
}

INSTANTIATE_TEST_SUITE_P(Seeds, FewCircuits, testing::ValuesIn(list_few()),
                         testing::PrintToStringParamName());

class ManyDrives : public testing::TestWithParam<Case> {};

// Places that are no fraction of a segment that the planner looks at.
TEST_P(ManyDrives, KeepLimitsBetweenNodes) {
  const Machine machine = GetParam().make();
  const Path& path = machine.paths.front();
  for (const double tolerance : {1e-3, 1e-4, 1e-6}) {
    SCOPED_TRACE(tolerance);
    PathPlanOptions options;
    options.tolerance = tolerance;
    const PathPlan plan = plan_path(machine, path, options);
    if (plan.status() == PlanStatus::infeasible) return;  // so it is by the straight definition
    ASSERT_EQ(plan.status(), PlanStatus::optimal) << plan.reason;
    PathWalker walker(machine, path);
    Draw draw(7);
    const std::size_t segments = plan.plan.segments.size();
    const std::size_t step = std::max<std::size_t>(1, segments / 150);
    double worst = -kInfinity;
    for (std::size_t j = 0; j < segments; j += step) {
      const SegmentMotion& motion = plan.plan.segments[j];
      std::vector<double> places;
      for (int i = 0; i < 9; ++i) places.push_back(motion.length * draw.uniform(1e-3, 0.999));
      std::sort(places.begin(), places.end());
      for (const double s : places) {
        ASSERT_EQ(walker.move_to_limits(plan.plan.p[j] + s).status, SampleStatus::ok);
        const double d1 = std::sqrt(motion.x_at(s));
        worst = std::max(worst, find_excess(walker.limits(), d1, motion.d2_at(s)));
      }
    }
    EXPECT_LT(worst, 1e-6);
    EXPECT_GT(worst, -0.1);
  }
}

// The least time by the straight definition, first order in the step.
double plan_in_steps(const Machine& machine, int steps) {
  const Path& path = machine.paths.front();
  const double h = path.p_max / steps;
  PathWalker walker(machine, path);
  std::vector<Region> regions;
  for (int i = 0; i <= steps; ++i) {
    if (walker.move_to_limits(h * i).status != SampleStatus::ok) return kInfinity;
    regions.push_back(make_region(walker.limits(), RegionMethod::support));
  }
  std::vector<double> most(regions.size(), 0.0);
  for (int i = steps - 1; i >= 0; --i) {
    const Region& region = nth(regions, i);
    const auto speeds = region.d1_intervals();
    if (speeds.empty() || speeds.front().low > 0.0) return kInfinity;
    const auto leads_on = [&](double x) {
      const auto range = region.d2_range(std::sqrt(x));
      return range && x + 2.0 * h * range->low <= nth(most, i + 1);
    };
    const double high = speeds.front().high;
    double low = 0.0, no = std::isfinite(high) ? high * high * (1.0 - 1e-12) : 1e6;
    if (leads_on(no)) low = no;
    for (int k = 0; k < 50; ++k) {
      const double middle = 0.5 * (low + no);
      (leads_on(middle) ? low : no) = middle;
    }
    nth(most, i) = low;
  }
  double x = 0.0, time = 0.0;
  for (int i = 0; i < steps; ++i) {
    const auto range = nth(regions, i).d2_range(std::sqrt(x));
    if (!range) return kInfinity;
    const double next = std::clamp(x + 2.0 * h * range->high, 0.0, nth(most, i + 1));
    time += 2.0 * h / (std::sqrt(x) + std::sqrt(next));
    x = next;
  }
  return time;
}

TEST_P(ManyDrives, TakeTheTimeOfTheStraightDefinition) {
  const Machine machine = GetParam().make();
  const PathPlan plan = plan_path(machine, machine.paths.front());
  const double coarse = plan_in_steps(machine, 1000), fine = plan_in_steps(machine, 2000);
  if (plan.status() == PlanStatus::infeasible) {
    EXPECT_FALSE(std::isfinite(fine)) << plan.reason;
    return;
  }
  ASSERT_EQ(plan.status(), PlanStatus::optimal) << plan.reason;
  EXPECT_NEAR(2.0 * fine - coarse, plan.time(), 2e-3 * plan.time());
  EXPECT_NEAR(fine, plan.time(), 0.01 * plan.time());
}

INSTANTIATE_TEST_SUITE_P(
    Seeds, ManyDrives,
    testing::Values(Case{Family::plane, 6, kViscous}, Case{Family::plane, 6, kRotors | kViscous},
                    Case{Family::plane, 7, kNoLosses}, Case{Family::plane, 8, kViscous},
                    Case{Family::plane, 9, kRotors | kViscous | kCoulomb},
                    Case{Family::plane, 10, kRotors}, Case{Family::plane, 12, kViscous},
                    Case{Family::plane, 12, kRotors | kViscous},
                    Case{Family::space, 8, kRotors | kViscous}, Case{Family::space, 9, kNoLosses},
                    Case{Family::space, 10, kNoLosses},
                    Case{Family::space, 10, kViscous | kCoulomb},
                    Case{Family::space, 11, kRotors | kCoulomb}, Case{Family::space, 12, kNoLosses},
                    Case{Family::space, 12, kRotors | kViscous},
                    Case{Family::space, 12, kRotors | kViscous | kCoulomb},
                    Case{Family::legs, 4, kNoLosses}, Case{Family::legs, 5, kViscous},
                    Case{Family::legs, 6, kViscous}, Case{Family::legs, 7, kViscous}),
    testing::PrintToStringParamName());

// 101 388 circuits.
TEST(CircuitsOnDemand, TwelveCablesWithFrictionArePlannedInSeconds) {
  const Machine machine = load_machine(std::string(GLOBALDYN_SOURCE_DIR) +
                                       "/tests/data/cases/twelve_cables_with_friction.yaml");
  PlannedMotionOptions options;
  const PlannedMotion motion = plan_motion(machine, machine.paths.front(), options);
  ASSERT_EQ(motion.plan.status(), PlanStatus::optimal) << motion.plan.reason;
  EXPECT_LT(motion.max_violation, 1e-9);
  EXPECT_LT(motion.plan.time() - motion.plan.time_lower(), 1e-6 * motion.plan.time());
  EXPECT_NEAR(motion.plan.time(), 0.823062, 2e-6);
  EXPECT_LT(motion.plan.work, 100'000'000u);
}

// A field without any of its circuits leaves speeds unlimited: that is no answer.
TEST(CircuitsOnDemand, WithoutCircuitsNothingIsSaid) {
  const Machine machine = Case{Family::space, 9, kNoLosses}.make();
  const Path& path = machine.paths.front();
  PathPlanOptions options;
  PathSurvey survey(machine, path, make_survey_options(path, options));
  SurveyField field(survey, 0.0, 1e-11, CircuitChoice::on_demand);
  const Plan plan =
      plan_with_circuits(field, make_plan_options(machine, path, survey, options, {}));
  EXPECT_EQ(plan.status, PlanStatus::gave_up);
  EXPECT_TRUE(plan.segments.empty());
}

}  // namespace
}  // namespace globaldyn::inside::test
