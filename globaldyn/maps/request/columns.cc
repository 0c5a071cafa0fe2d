#include "globaldyn/maps/request/columns.h"

#include <algorithm>
#include "globaldyn/criteria/registry/registry.h"

namespace globaldyn::inside {
inline namespace maps {

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

std::string find_reduction_unit(const std::vector<MapAxis>& axes, const Criterion& criterion,
                                ReductionKind kind) {
  if (kind < ReductionKind::share) return criterion.unit;
  if (kind == ReductionKind::share) return "1";
  if (kind == ReductionKind::ball) return axes.front().rotational ? "rad" : "m";
  const auto lengths =
      std::count_if(axes.begin(), axes.end(), [](const MapAxis& axis) { return !axis.rotational; });
  const auto angles = static_cast<std::ptrdiff_t>(axes.size()) - lengths;
  const auto power = [](const std::string& unit, std::ptrdiff_t exponent) {
    if (exponent == 0) return std::string();
    return exponent == 1 ? unit : unit + "^" + std::to_string(exponent);
  };
  const std::string between = lengths > 0 && angles > 0 ? " " : "";
  return power("m", lengths) + between + power("rad", angles);
}

}  // namespace maps
}  // namespace globaldyn::inside
