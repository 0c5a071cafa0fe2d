#include "tests/campaign/campaign_report.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>

namespace globaldyn::inside::test {
namespace {

// The value that a share of them does not exceed.
double find_quantile(std::vector<double> values, double share) {
  if (values.empty()) return 0.0;
  std::sort(values.begin(), values.end());
  return values[static_cast<std::size_t>(share * static_cast<double>(values.size() - 1))];
}

void print_quantiles(const char* name, const std::vector<double>& values) {
  if (values.empty()) return;
  fmt::print("  {}: half {:.2g}, nine tenths {:.2g}, 99 % {:.2g}, all {:.2g}\n", name,
             find_quantile(values, 0.5), find_quantile(values, 0.9), find_quantile(values, 0.99),
             find_quantile(values, 1.0));
}

std::string describe(const PlannerChoice& planner) {
  const std::string method = to_string(planner.method);
  if (planner.reason == RegionsReason::none) return method;
  return method + " (" + to_string(planner.reason) + ")";
}

}  // namespace

void CampaignReport::Worst::add(double other, const std::string& of) {
  if (other <= value) return;
  value = other;
  name = of;
}

void CampaignReport::add(const CampaignCase& c, const CaseResult& result) {
  const std::string name = c.name();
  ++cases_;
  if (!result.wrong.empty()) ++failed_;
  for (const std::string& wrong : result.wrong) fmt::print("FAIL {}: {}\n", name, wrong);
  std::fflush(stdout);
  for (std::size_t i = 0; i < result.runs.size(); ++i) {
    const CaseRun& run = result.runs[i];
    Column& column = columns_[-run.tolerance];
    ++column.statuses[run.error.empty() ? to_string(run.plan.status()) : "thrown"];
    ++column.planners[describe(run.plan.planner)];
    column.seconds.add(run.seconds, name);
    column.all_seconds += run.seconds;
    column.megabytes.add(run.megabytes, name);
    column.nodes.add(static_cast<double>(run.plan.plan.p.size()), name);
    if (i < result.excesses.size() && run.plan.has_motion()) {
      column.excess.add(result.excesses[i].share, name);
      column.excesses.push_back(result.excesses[i].share);
    }
    if (i < result.variations.size()) {
      column.variation.add(result.variations[i], name);
      column.variations.push_back(result.variations[i]);
    }
  }
}

void CampaignReport::print_summary() const {
  fmt::print("{} cases, {} of them failed\n", cases_, failed_);
  for (const auto& [key, column] : columns_) {
    fmt::print("tolerance {:g}: {:.1f} s;", -key, column.all_seconds);
    for (const auto& [status, count] : column.statuses) fmt::print(" {} {}", count, status);
    fmt::print("\n  planned by:");
    for (const auto& [planner, count] : column.planners) fmt::print(" {} {}", count, planner);
    fmt::print("\n  slowest {:.3f} s ({})\n  most memory {:.1f} MB ({})\n  most nodes {} ({})\n",
               column.seconds.value, column.seconds.name, column.megabytes.value,
               column.megabytes.name, column.nodes.value, column.nodes.name);
    print_quantiles("limits exceeded by", column.excesses);
    if (!column.excesses.empty()) fmt::print("    most: {}\n", column.excess.name);
    print_quantiles("forces vary more by", column.variations);
    if (!column.variations.empty()) fmt::print("    most: {}\n", column.variation.name);
  }
}

}  // namespace globaldyn::inside::test
