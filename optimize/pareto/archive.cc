#include "optimize/pareto/archive.h"

#include <algorithm>
#include <cassert>
#include <iterator>

#include "optimize/pareto/hypervolume.h"

namespace globaldyn::inside {
inline namespace pareto {

bool ParetoArchive::insert(std::size_t number, const Outcome& outcome) {
  if (!outcome.is_feasible()) return false;
  const auto& objectives = outcome.objectives;
  assert(!objectives.empty() && (empty() || objectives.size() == objectives_));
  objectives_ = objectives.size();
  if (objectives_ > 2) return tree_.insert(number, objectives);
  return insert_in_line(number, objectives.front(), objectives_ == 2 ? objectives.back() : 0.0);
}

// Only the member before it can dominate it; those it dominates are adjacent.
bool ParetoArchive::insert_in_line(std::size_t number, double first, double second) {
  const auto after = line_.upper_bound(first);
  if (after != line_.begin()) {
    auto& [before, rest] = *std::prev(after);
    if (before == first && rest.second == second && number < rest.number) {
      rest.number = number;
      return true;
    }
    if (rest.second <= second) return false;
  }
  auto end = after;
  while (end != line_.end() && end->second.second >= second) ++end;
  line_.erase(line_.lower_bound(first), end);
  line_.emplace(first, Rest{second, number});
  return true;
}

std::vector<ParetoArchive::Member> ParetoArchive::members() const {
  std::vector<Member> members;
  for (const auto& [first, rest] : line_) {
    members.push_back({rest.number, {first, rest.second}});
    members.back().objectives.resize(objectives_);
  }
  tree_.visit_all([&](std::size_t number, std::span<const double> point) {
    members.push_back({number, {point.begin(), point.end()}});
  });
  std::ranges::sort(members, {}, &Member::number);
  return members;
}

double ParetoArchive::calc_hypervolume(std::span<const double> reference) const {
  assert(empty() || reference.size() == objectives_);
  if (objectives_ == 2) return calc_area(reference[0], reference[1]);
  Points points(reference.size());
  for (const Member& member : members()) points.add(member.objectives);
  return inside::calc_hypervolume(points, reference);
}

// The area under the line, in slices from top to bottom.
double ParetoArchive::calc_area(double right, double top) const {
  double area = 0.0;
  for (const auto& [first, rest] : line_) {
    if (first >= right) break;
    if (rest.second >= top) continue;
    area += (right - first) * (top - rest.second);
    top = rest.second;
  }
  return area;
}

}  // namespace pareto
}  // namespace globaldyn::inside
