#include <globaldyn/pareto_set.h>

namespace globaldyn {

const char* to_string(DesignState state) {
  switch (state) {
    case DesignState::ok:
      return "ok";
    case DesignState::infeasible:
      return "infeasible";
    case DesignState::failed:
      return "failed";
  }
  return "";
}

std::optional<std::size_t> ParetoSet::best(std::size_t objective) const {
  std::optional<std::size_t> best;
  const bool is_maximized = objectives.at(objective).is_maximized;
  for (std::size_t i = 0; i < designs.size(); ++i) {
    const double value = designs[i].objectives[objective];
    const double least = best ? designs[*best].objectives[objective] : value;
    if (!best || (is_maximized ? value > least : value < least)) best = i;
  }
  return best;
}

}  // namespace globaldyn
