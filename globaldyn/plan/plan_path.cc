#include "globaldyn/plan/plan_path.h"

namespace globaldyn {

PathPlan plan_path(const Machine& machine, const Path& path, const PlanOptions& options) {
  PathPlan result;
  const LimitSource source = [&](std::span<const double> p, std::span<LimitsAt> limits) {
    PathWalker walker(machine, path);
    for (std::size_t i = 0; i < p.size(); ++i) {
      const Sample& sample = walker.move_to(p[i]);
      if (sample.status == SampleStatus::ok) {
        limits[i].before = walker.limits();
        continue;
      }
      limits[i].before.equalities = {{0.0, 0.0, 1.0, 0.0}};  // nothing is accessible
      if (result.status != SampleStatus::ok && result.failed_at <= p[i]) continue;
      result.status = sample.status;
      result.failed_at = p[i];
      result.reason = sample.reason;
    }
  };
  result.plan = make_plan(source, {0.0, path.p_max}, options);
  return result;
}

}  // namespace globaldyn
