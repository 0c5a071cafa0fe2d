#include "tests/campaign/check_bounds.h"

#include <fmt/format.h>

#include <cmath>
#include <set>

namespace globaldyn::inside::test {
namespace {

// Sums of some thousands of times, each rounded.
constexpr double kRounding = 1e-12;

bool is_finite(const std::vector<double>& values) {
  double sum = 0.0;
  for (const double value : values) sum += value;
  return std::isfinite(sum);
}

bool is_finite(const PathPlan& plan) {
  for (const SegmentMotion& s : plan.plan.segments) {
    if (!is_finite({s.length, s.x_begin, s.d2_begin, s.d2_end, s.bulge})) return false;
  }
  return is_finite({plan.time(), plan.time_lower()}) && is_finite(plan.plan.p) &&
         is_finite(plan.plan.x);
}

// On a closed path a frictionless machine with one degree of freedom needs no force at any speed.
bool is_free_round(const PathPlan& plan) {
  return plan.options.closed && plan.status() == PlanStatus::unlimited;
}

// Checks one plan by itself.
void check(const CaseRun& run, std::vector<std::string>& wrong) {
  const auto complain = [&](const std::string& what) {
    wrong.push_back(fmt::format("{:g}: {}", run.tolerance, what));
  };
  const PathPlan& plan = run.plan;
  if (!run.error.empty()) return complain("thrown: " + run.error);
  if (!is_finite(plan)) return complain("a number that is not finite");
  if (!plan.has_motion() && plan.reason.empty()) complain("neither a motion nor a reason");
  const double time = plan.time(), gap = time - plan.time_lower();
  if (plan.has_motion() && gap < -kRounding * time) {
    complain(fmt::format("bounds cross: {} to {}", plan.time_lower(), time));
  }
  if (plan.status() == PlanStatus::optimal) {
    if (gap > (run.tolerance + kRounding) * plan.plan.time) {
      complain(fmt::format("optimal with a gap of {:.3g}", gap / plan.plan.time));
    }
  } else if (plan.status() != PlanStatus::infeasible && plan.status() != PlanStatus::unreachable &&
             !is_free_round(plan)) {
    complain(fmt::format("{}, {} to {}, {:.3g} apart: {}", to_string(plan.status()),
                         plan.time_lower(), time, gap / time, plan.reason));
  }
}

void check_overlap(const std::vector<CaseRun>& runs, std::vector<std::string>& wrong) {
  const CaseRun *highest = nullptr, *least = nullptr;
  for (const CaseRun& run : runs) {
    if (!run.error.empty() || !run.plan.has_motion()) continue;
    if (!highest || run.plan.time_lower() > highest->plan.time_lower()) highest = &run;
    if (!least || run.plan.time() < least->plan.time()) least = &run;
  }
  if (!highest) return;
  const double low = highest->plan.time_lower(), high = least->plan.time();
  if (low <= high * (1.0 + kRounding)) return;
  wrong.push_back(fmt::format("bounds are disjoint by {:.3g}: at {:g} not below {}, at {:g} {}",
                              low / high - 1.0, highest->tolerance, low, least->tolerance, high));
}

std::string name_cause(const PathPlan& plan) {
  std::string cause = to_string(plan.status());
  if (plan.failure.status != SampleStatus::ok)
    cause += std::string(" ") + to_string(plan.failure.status);
  if (plan.plan.obstacle && !plan.plan.obstacle->limits.empty()) {
    cause += " for " + plan.plan.obstacle->limits.front().limit.name;
  }
  return cause;
}

double find_place(const PathPlan& plan) {
  if (plan.failure.status != SampleStatus::ok) return plan.failure.p;
  return plan.plan.obstacle ? plan.plan.obstacle->p : 0.0;
}

void check_causes(const std::vector<CaseRun>& runs, double p_max, std::vector<std::string>& wrong) {
  std::set<std::string> statuses, causes;
  std::string all;
  double first = 0.0, last = 0.0;
  for (const CaseRun& run : runs) {
    if (!run.error.empty()) return;
    statuses.insert(to_string(run.plan.status()));
    causes.insert(name_cause(run.plan));
    const double place = find_place(run.plan);
    first = causes.size() == 1 && all.empty() ? place : std::min(first, place);
    last = all.empty() ? place : std::max(last, place);
    all += fmt::format(" {:g} {} ({:.6g})", run.tolerance, name_cause(run.plan), place);
  }
  if (statuses.size() > 1 || causes.size() > 1) wrong.push_back("answers differ:" + all);
  // Places are found to 1e-7 of the path (1e-5 if nothing is to be explained), limits to their
  // error.
  if (last - first > 2e-5 * p_max) {
    wrong.push_back("the obstacle's place differs:" + all);
  }
}

}  // namespace

std::vector<std::string> check_bounds(const std::vector<CaseRun>& runs, double p_max) {
  std::vector<std::string> wrong;
  for (const CaseRun& run : runs) check(run, wrong);
  check_overlap(runs, wrong);
  check_causes(runs, p_max, wrong);
  return wrong;
}

}  // namespace globaldyn::inside::test
