#include "api/dynamics/plan_status.h"

namespace globaldyn {

PlanStatus to_plan_status(inside::PlanStatus status) {
  switch (status) {
    case inside::PlanStatus::optimal:
      return PlanStatus::optimal;
    case inside::PlanStatus::inaccurate:
      return PlanStatus::inaccurate;
    case inside::PlanStatus::infeasible:
      return PlanStatus::infeasible;
    case inside::PlanStatus::unreachable:
      return PlanStatus::unreachable;
    case inside::PlanStatus::gave_up:
      return PlanStatus::gave_up;
    case inside::PlanStatus::unlimited:
      return PlanStatus::unlimited;
    case inside::PlanStatus::given:
      return PlanStatus::given;
    case inside::PlanStatus::exceeded:
      return PlanStatus::exceeded;
  }
  return PlanStatus::gave_up;
}

const char* to_string(PlanStatus status) {
  switch (status) {
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
    case PlanStatus::given:
      return "given";
    case PlanStatus::exceeded:
      return "exceeded";
  }
  return "";
}

}  // namespace globaldyn
