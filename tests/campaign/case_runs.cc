#include "tests/campaign/case_runs.h"

#include <chrono>
#include <exception>

#include "tests/campaign/peak_memory.h"

namespace globaldyn::inside::test {

std::vector<CaseRun> run_case(const CampaignCase& c, const Machine& machine,
                              const RunOptions& options) {
  std::vector<CaseRun> runs;
  for (const double tolerance : options.tolerances) {
    CaseRun& run = runs.emplace_back();
    run.tolerance = tolerance;
    PathPlanOptions asked;
    asked.tolerance = tolerance;
    asked.closed = c.is_closed;
    asked.explain = options.explain;
    asked.report = false;
    asked.work = options.work;
    const PeakMemory memory;
    const auto begin = std::chrono::steady_clock::now();
    try {
      run.plan = plan_path(machine, machine.paths.front(), asked);
    } catch (const std::exception& error) {
      run.error = error.what();
    }
    run.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    run.megabytes = memory.find_growth();
  }
  return runs;
}

}  // namespace globaldyn::inside::test
