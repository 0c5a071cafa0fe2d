// A plan from coefficients of one's own: no machine file, only rows low <= a x + c + d u <= high at
// the nodes of a grid, with x = (dp/dt)² and u = d²p/dt², linear in p between them. Here: two axes
// of 1 m/s² each around a circle of 1 m.
#include <globaldyn/coefficients.h>

#include <cmath>
#include <cstdio>
#include <numbers>

int main() {
  constexpr int kNodes = 401;
  globaldyn::CoefficientTable table;
  table.rows = 2;
  for (int i = 0; i < kNodes; ++i) {
    const double p = 2.0 * std::numbers::pi * i / (kNodes - 1);
    table.p.push_back(p);
    // x'' = -cos p d1² - sin p d2, y'' = -sin p d1² + cos p d2.
    for (const double a : {-std::cos(p), -std::sin(p)}) table.a.push_back(a);
    for (const double d : {-std::sin(p), std::cos(p)}) table.d.push_back(d);
    for (int row = 0; row < 2; ++row) {
      table.c.push_back(0.0);
      table.low.push_back(-1.0);
      table.high.push_back(1.0);
    }
  }
  const globaldyn::TablePlan plan = globaldyn::plan_table(table, {.tolerance = 1e-6});
  std::printf("%s: from rest to rest in %.7f s, %s at least %.7f s\n",
              globaldyn::to_string(plan.status), plan.time,
              plan.is_proven ? "provably" : "supposedly", plan.time_lower);
  return plan.status == globaldyn::PlanStatus::optimal ? 0 : 1;
}
