#include "globaldyn/plan/profile.h"

#include <algorithm>
#include <cmath>

#include "globaldyn/plan/steep_limits.h"
#include "globaldyn/plan/transition.h"

namespace globaldyn {
namespace {

// A segment between two nodes, steep limits of its middle included.
class Step {
 public:
  Step(const Station& begin, const Station& middle, const Station& end)
      : length_(end.p - begin.p),
        begin_(begin.after),
        end_(end.before),
        held_begin_(hold_steep_limits(begin.after, middle.before, length_)),
        held_end_(hold_steep_limits(end.before, middle.before, -length_)) {}

  [[nodiscard]] Transition transition() const {
    return {held_begin_ ? *held_begin_ : begin_, held_end_ ? *held_end_ : end_, length_};
  }

 private:
  double length_;
  const Region& begin_;
  const Region& end_;
  std::optional<Region> held_begin_;
  std::optional<Region> held_end_;
};

Step make_step(std::span<const Station> stations, std::size_t segment) {
  return {stations[2 * segment], stations[2 * segment + 1], stations[2 * segment + 2]};
}

}  // namespace

ProfileSolver::ProfileSolver(std::span<const Station> stations, SpeedSet start, SpeedSet end)
    : stations_(stations), start_(std::move(start)), end_(std::move(end)) {}

bool ProfileSolver::solve() {
  return go_back() && go_forth();
}

bool ProfileSolver::go_back() {
  const std::size_t segments = stations_.size() / 2;
  controllable_.assign(segments + 1, {});
  controllable_[segments] = intersect(end_, list_accessible(stations_.back().before));
  blockage_ = {segments, {}};
  if (controllable_[segments].empty()) return false;
  for (std::size_t i = segments; i-- > 0;) {
    const Step step = make_step(stations_, i);
    SpeedSet set = step.transition().find_departures(controllable_[i + 1]);
    if (i > 0) set = intersect(set, list_accessible(stations_[2 * i].before));
    blockage_.node = i;
    if (set.empty()) return false;
    controllable_[i] = std::move(set);
  }
  controllable_[0] = intersect(controllable_[0], start_);
  return !controllable_[0].empty();
}

bool ProfileSolver::go_forth() {
  const std::size_t segments = stations_.size() / 2;
  profile_ = {};
  profile_.d1.push_back(controllable_[0].back().high);
  if (std::isinf(profile_.d1.back())) return false;
  for (std::size_t i = 0; i < segments; ++i) {
    const Step step = make_step(stations_, i);
    const double d1 = profile_.d1.back();
    const auto arrival = step.transition().find_fastest(d1, controllable_[i + 1]);
    if (!arrival) {
      blockage_ = {i + 1, {{d1, d1}}};
      return false;
    }
    profile_.d1.push_back(arrival->d1_end);
    profile_.segments.push_back(
        {stations_[2 * i + 2].p - stations_[2 * i].p, d1 * d1, arrival->d2_begin, arrival->d2_end});
    profile_.time += profile_.segments.back().time_to(profile_.segments.back().length);
  }
  return true;
}

}  // namespace globaldyn
