#include "tests/campaign/case_checks.h"

#include <fmt/format.h>

#include <algorithm>
#include <exception>

#include "tests/campaign/check_bounds.h"

namespace globaldyn::inside::test {
namespace {

// Allowed difference between a new evaluation and a plan; the survey's finest accuracy is 1e-11.
constexpr double kMostExcess = 1e-9;

// Forces may vary by more than at the finest tolerance by this share.
double find_most_variation(double tolerance) {
  return tolerance >= 1e-3 ? 0.1 : 0.02;
}

void add_limits(const Machine& machine, const CheckOptions& options, CaseResult& result) {
  for (const CaseRun& run : result.runs) {
    Excess& excess = result.excesses.emplace_back();
    if (!run.error.empty() || !run.plan.has_motion()) continue;
    excess = find_excess(machine, machine.paths.front(), run.plan, options.points);
    if (excess.share <= kMostExcess) continue;
    result.wrong.push_back(fmt::format(
        "limits {:g}: {} exceeded by {:.3g} of itself at p = {:.10g} (segment {} of {})",
        run.tolerance, excess.limit.empty() ? "a limit" : excess.limit, excess.share, excess.p,
        excess.segment, excess.segments));
  }
}

// The relative amount by which the forces of any drive vary more than at the finest tolerance.
double compare_variations(const std::vector<double>& sums, const std::vector<double>& finest) {
  double all = 0.0, worst = -1.0;
  for (const double sum : finest) all = std::max(all, sum);
  for (std::size_t k = 0; k < sums.size(); ++k) {
    // Drives that hardly vary are measured relative to the others.
    constexpr double kLeast = 1e-3;
    worst = std::max(worst, (sums[k] - finest[k]) / std::max(finest[k], kLeast * all));
  }
  return worst;
}

void add_variations(const Machine& machine, CaseResult& result) {
  std::vector<std::vector<double>> sums;
  for (const CaseRun& run : result.runs) {
    if (!run.error.empty() || !run.plan.has_motion()) return;
    sums.push_back(find_variations(machine, machine.paths.front(), run.plan));
  }
  const auto finest = std::min_element(
      result.runs.begin(), result.runs.end(),
      [](const CaseRun& a, const CaseRun& b) { return a.tolerance < b.tolerance; });
  const auto at = static_cast<std::size_t>(finest - result.runs.begin());
  for (std::size_t i = 0; i < sums.size(); ++i) {
    const double more = compare_variations(sums[i], sums[at]);
    const double tolerance = result.runs[i].tolerance;
    result.variations.push_back(more);
    if (tolerance > 1e-3 * (1.0 + 1e-9) || more <= find_most_variation(tolerance)) continue;
    result.wrong.push_back(fmt::format("variation {:g}: of a force {:.3g} more than at {:g}",
                                       tolerance, more, finest->tolerance));
  }
}

}  // namespace

CaseResult check_case(const CampaignCase& c, const CheckOptions& options) {
  CaseResult result;
  try {
    const Machine machine = load_case(c);
    result.runs = run_case(c, machine, options.run);
    if (options.checks.contains("bounds")) {
      for (const std::string& wrong : check_bounds(result.runs, machine.paths.front().p_max)) {
        result.wrong.push_back("bounds " + wrong);
      }
    }
    if (options.checks.contains("limits")) add_limits(machine, options, result);
    if (options.checks.contains("variation")) add_variations(machine, result);
  } catch (const std::exception& error) {
    result.wrong.push_back(std::string("thrown: ") + error.what());
  }
  return result;
}

}  // namespace globaldyn::inside::test
