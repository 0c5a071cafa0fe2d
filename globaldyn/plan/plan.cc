#include "globaldyn/plan/plan.h"

#include <cmath>

namespace globaldyn::inside {
inline namespace plan {

Interval SpeedGate::d1() const {
  return {std::sqrt(least), std::sqrt(most)};
}

SpeedGate make_gate(double p, const Interval& d1) {
  return {p, d1.low * d1.low, d1.high * d1.high};
}

double Plan::d1(std::size_t i) const {
  return std::sqrt(x[i]);
}

const char* to_string(PlanStatus status) {
  switch (status) {
    case PlanStatus::given:
      return "given";
    case PlanStatus::exceeded:
      return "exceeded";
    case PlanStatus::optimal:
      return "optimal";
    case PlanStatus::inaccurate:
      return "inaccurate";
    case PlanStatus::infeasible:
      return "infeasible";
    case PlanStatus::unreachable:
      return "unreachable";
    case PlanStatus::gave_up:
      return "gave_up";
    case PlanStatus::unlimited:
      return "unlimited";
  }
  return "";
}

}  // namespace plan
}  // namespace globaldyn::inside
