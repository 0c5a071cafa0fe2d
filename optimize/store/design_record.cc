#include "optimize/store/design_record.h"

#include <cmath>

namespace globaldyn::inside {
inline namespace store {

const char* to_string(DesignState state) {
  switch (state) {
    case DesignState::ok:
      return "ok";
    case DesignState::infeasible:
      return "infeasible";
    case DesignState::failed:
      break;
  }
  return "failed";
}

std::vector<bool> list_maximized(const std::vector<StudyColumn>& columns) {
  std::vector<bool> maximized;
  for (const StudyColumn& column : columns) {
    if (column.role == StudyColumn::Role::objective) maximized.push_back(column.is_maximized);
  }
  return maximized;
}

Outcome make_outcome(const DesignRecord& record, const std::vector<bool>& maximized) {
  Outcome outcome;
  outcome.violation = record.violation;
  for (std::size_t k = 0; k < maximized.size(); ++k) {
    const double value = record.objectives[k];
    if (!std::isfinite(value)) {
      outcome.objectives.clear();
      return outcome;
    }
    outcome.objectives.push_back(maximized[k] ? -value : value);
  }
  return outcome;
}

}  // namespace store
}  // namespace globaldyn::inside
