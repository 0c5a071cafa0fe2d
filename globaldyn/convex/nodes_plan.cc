#include "globaldyn/convex/nodes_plan.h"

#include <algorithm>

namespace globaldyn::inside {
inline namespace convex {

Plan make_plan(const std::vector<MotionNode>& nodes) {
  Plan plan;
  const MotionNode* before = nullptr;
  for (const MotionNode& node : nodes) {
    if (plan.p.empty() || node.p > plan.p.back()) {
      if (before != nullptr) {
        plan.segments.push_back({.length = node.p - plan.p.back(),
                                 .x_begin = plan.x.back(),
                                 .d2_begin = before->u,
                                 .d2_end = node.u,
                                 .bulge = before->bulge});
        plan.time += plan.segments.back().time_to(plan.segments.back().length);
      }
      plan.p.push_back(node.p);
      plan.x.push_back(node.x);
    }
    before = &node;
  }
  plan.time_lower = plan.time;
  plan.rounds = 1;
  return plan;
}

double find_x(const Plan& plan, double p) {
  const auto after = std::upper_bound(plan.p.begin() + 1, plan.p.end() - 1, p);
  const auto i = static_cast<std::size_t>(after - plan.p.begin()) - 1;
  return plan.segments[i].x_at(p - plan.p[i]);
}

}  // namespace convex
}  // namespace globaldyn::inside
