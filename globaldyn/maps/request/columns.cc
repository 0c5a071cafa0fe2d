#include "globaldyn/maps/request/columns.h"
#include "globaldyn/criteria/registry/registry.h"

namespace globaldyn {

const char* to_string(PatternTake take) {
  switch (take) {
    case PatternTake::worst:
      return "worst";
    case PatternTake::best:
      return "best";
    case PatternTake::mean:
      return "mean";
  }
  return "";
}

std::vector<MapColumnPlan> list_columns(const std::vector<CriterionRequest>& criteria,
                                        const std::vector<PatternDescription>& patterns) {
  std::vector<MapColumnPlan> columns;
  for (const CriterionRequest& request : criteria) {
    columns.push_back({request.name, request.criterion, request.settings});
  }
  for (std::size_t i = 0; i < patterns.size(); ++i) {
    for (const Criterion& criterion : list_criteria()) {
      if (criterion.of_region() == nullptr) continue;
      for (const PatternTake take : {PatternTake::worst, PatternTake::best, PatternTake::mean}) {
        columns.push_back({patterns[i].name + "." + criterion.name + "." + to_string(take),
                           &criterion,
                           {},
                           static_cast<int>(i),
                           take});
      }
    }
  }
  return columns;
}

}  // namespace globaldyn
