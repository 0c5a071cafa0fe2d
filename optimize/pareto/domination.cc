#include "optimize/pareto/domination.h"

#include <cassert>

namespace globaldyn::inside {
inline namespace pareto {
namespace {

Domination choose(bool is_first, bool is_second) {
  if (is_first == is_second) return Domination::neither;
  return is_first ? Domination::first : Domination::second;
}

}  // namespace

Domination compare(const Outcome& first, const Outcome& second) {
  if (first.is_feasible() && second.is_feasible()) {
    return compare(std::span(first.objectives), std::span(second.objectives));
  }
  return choose(first.violation < second.violation, second.violation < first.violation);
}

Domination compare(std::span<const double> first, std::span<const double> second) {
  assert(first.size() == second.size());
  bool is_less = false, is_greater = false;
  for (std::size_t k = 0; k < first.size(); ++k) {
    is_less |= first[k] < second[k];
    is_greater |= first[k] > second[k];
  }
  return choose(is_less, is_greater);
}

bool covers(std::span<const double> first, std::span<const double> second) {
  assert(first.size() == second.size());
  for (std::size_t k = 0; k < first.size(); ++k) {
    if (first[k] > second[k]) return false;
  }
  return true;
}

}  // namespace pareto
}  // namespace globaldyn::inside
