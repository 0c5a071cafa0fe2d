#include "globaldyn/criteria/path/heat_trace.h"

#include <algorithm>
#include <cmath>

namespace globaldyn::inside {
inline namespace criteria {

void HeatTrace::add(double duration, const VectorXd& of_drives) {
  durations.push_back(duration);
  heat.push_back(of_drives);
}

void HeatTrace::append(const HeatTrace& next) {
  durations.insert(durations.end(), next.durations.begin(), next.durations.end());
  heat.insert(heat.end(), next.heat.begin(), next.heat.end());
}

double find_hottest(const HeatTrace& trace, Eigen::Index drive, double time) {
  double whole = 0.0, sum = 0.0;
  for (std::size_t i = 0; i < trace.durations.size(); ++i) {
    whole += trace.durations[i];
    sum += trace.durations[i] * trace.heat[i](drive);
  }
  if (whole == 0.0) return 0.0;
  if (std::isinf(time)) return sum / whole;
  // Exact on steps of constant heat. What is left of the start after a round is known, and so the
  // start that comes back: by expm1, as rounds are short beside most motors' times.
  const auto go_on = [&](double theta, std::size_t i) {
    return theta - std::expm1(-trace.durations[i] / time) * (trace.heat[i](drive) - theta);
  };
  double gained = 0.0;
  for (std::size_t i = 0; i < trace.durations.size(); ++i) gained = go_on(gained, i);
  double theta = gained / -std::expm1(-whole / time), hottest = theta;
  for (std::size_t i = 0; i < trace.durations.size(); ++i) {
    theta = go_on(theta, i);
    hottest = std::max(hottest, theta);
  }
  return hottest;
}

}  // namespace criteria
}  // namespace globaldyn::inside
