// The error bounds of a survey's rows. Oracle: the same rows from poses of the machine itself, at
// the x and u of its fastest motion.
#include <gtest/gtest.h>

#include <cmath>

#include "globaldyn/motion/survey_field.h"
#include "globaldyn/motion/surveyed_plan.h"
#include "tests/support/law_arm.h"
#include "tests/support/law_slide.h"

namespace globaldyn::inside::test {
namespace {

// Statistics over all places checked.
struct ErrorCheck {
  int looks{0};
  int beyond_rest{0};       // off by more than RowError::rest alone would allow
  double worst{0.0};        // relative to the allowed error
  double worst_terms{0.0};  // the largest single term, in units of the limits
};

// At s into a segment of the plan, all rows.
void look(PathSurvey& survey, SurveyField& field, std::size_t part, double p, double x, double u,
          ErrorCheck& check) {
  RowsAt rows;
  field.write(part, p, rows);
  const RowError error = field.error(part);
  ASSERT_EQ(survey.visit(p).status, SampleStatus::ok);
  const LimitSystem& exact = survey.limits();
  ASSERT_EQ(exact.rows.size(), rows.a.size());
  const double root = std::sqrt(x);
  const double allowed =
      error.rest + error.per_x * x + error.per_root * root + error.per_u * std::abs(u);
  for (std::size_t k = 0; k < rows.a.size(); ++k) {
    const LimitRow& row = exact.rows[k];
    const double size = calc_row_size(row.low, row.high, row.gamma);
    const double off = (rows.a[k] - row.alpha) * x + (rows.b[k] - row.beta) * root +
                       (rows.c[k] - row.gamma) + (rows.d[k] - row.delta) * u;
    const double share = std::abs(off) / size;
    ++check.looks;
    if (share > error.rest) ++check.beyond_rest;
    check.worst = std::max(check.worst, share / allowed);
    check.worst_terms = std::max(check.worst_terms, std::abs(row.alpha * x) / size);
    EXPECT_LE(share, allowed) << "row " << k << " at p = " << p << ", x = " << x << ", u = " << u;
  }
}

ErrorCheck check_errors(const Machine& machine, double accuracy) {
  const Path& path = machine.paths.front();
  ErrorCheck check;
  const PathPlan plan = plan_path(machine, path, {.tolerance = 1e-3});
  EXPECT_EQ(plan.status(), PlanStatus::optimal) << plan.reason;
  PathSurvey survey(machine, path, {.accuracy = accuracy});
  EXPECT_TRUE(survey.is_regular());
  // Without preload, so that each row is a limit, and without an additional error.
  SurveyField field(survey, 0.0);
  constexpr int kLooks = 7;
  std::size_t part = 0;
  for (std::size_t i = 0; i + 1 < plan.plan.p.size(); ++i) {
    const SegmentMotion& segment = plan.plan.segments[i];
    for (int k = 1; k < kLooks; ++k) {
      const double s = segment.length * k / kLooks, p = plan.plan.p[i] + s;
      while (part + 1 < field.parts().size() && p > field.parts()[part].end) ++part;
      // Next to reversals of drives the machine and a panel may see different sides.
      const double beside = 1e-9 * path.p_max;
      if (p < field.parts()[part].begin + beside || p > field.parts()[part].end - beside) continue;
      look(survey, field, part, p, segment.x_at(s), segment.d2_at(s), check);
    }
  }
  return check;
}

void expect_covered(const Machine& machine) {
  for (const double accuracy : {1e-3, 1e-5, 1e-7}) {
    SCOPED_TRACE(accuracy);
    const ErrorCheck check = check_errors(machine, accuracy);
    EXPECT_GT(check.looks, 300);
    // Terms are much larger than their sum; without their share the error bound would be too small.
    EXPECT_GT(check.worst_terms, 10.0);
    EXPECT_GT(check.beyond_rest, 0);
  }
}

// The slide is slow in p near the middle: the forces 2 q'' x and 2 q' u cancel up to the limits.
TEST(RowErrors, CoverWhatIsLeftOfTermsThatCancel) {
  expect_covered(make_law_slide("p + 0.155*sin(2*pi*p)", "1"));
}

TEST(RowErrors, CoverTermsOfTheRootOfX) {
  expect_covered(make_law_slide("p + 0.155*sin(2*pi*p)", "1",
                                "  F: {joint: P, limits: 40 N, viscous: 30, coulomb: 3}\n"));
}

TEST(RowErrors, CoverTermsOfAnArm) {
  expect_covered(make_law_arm("p + 0.15*sin(2*pi*p)"));
}

}  // namespace
}  // namespace globaldyn::inside::test
