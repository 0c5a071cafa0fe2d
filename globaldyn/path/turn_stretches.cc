#include "globaldyn/path/turn_stretches.h"

#include <algorithm>
#include <cmath>

namespace globaldyn::inside {
inline namespace path {
namespace {

// From 0 to 1.
Jet find_share_between(double p, double begin, double end) {
  return (make_path_parameter(p) - begin) / (end - begin);
}

}  // namespace

TurnStretches::TurnStretches(const std::vector<TurningCorner>& corners) {
  double own = 0.0, p = 0.0;
  for (const TurningCorner& corner : corners) {
    const double up = p + (corner.p - own), turn = up + corner.lift, down = turn + corner.turn;
    stretches_.push_back({corner.p, up, turn, down, down + corner.lift});
    own = corner.p;
    p = stretches_.back().end;
  }
}

TurnStretches::Place TurnStretches::find(double p) const {
  const auto next = std::upper_bound(stretches_.begin(), stretches_.end(), p,
                                     [](double at, const Stretch& one) { return at < one.up; });
  Place place{p, std::nullopt};
  if (next != stretches_.begin()) {
    const Stretch& last = *std::prev(next);
    if (p < last.end) {
      place = {last.own, static_cast<std::size_t>(std::prev(next) - stretches_.begin())};
      place.up = p < last.turn   ? find_share_between(p, last.up, last.turn)
                 : p < last.down ? Jet(last.turn > last.up ? 1.0 : 0.0)
                                 : find_share_between(p, last.end, last.down);
      place.turned = p < last.turn   ? Jet(0.0)
                     : p < last.down ? find_share_between(p, last.turn, last.down)
                                     : Jet(1.0);
      return place;
    }
    place.own = last.own + (p - last.end);
  }
  if (next != stretches_.end()) place.own = std::min(place.own, std::nextafter(next->own, -1.0));
  return place;
}

double TurnStretches::find_p(double own) const {
  const auto next = std::lower_bound(stretches_.begin(), stretches_.end(), own,
                                     [](const Stretch& one, double at) { return one.own < at; });
  if (next != stretches_.end() && next->own == own) return next->up;
  return next == stretches_.begin() ? own : std::prev(next)->end + (own - std::prev(next)->own);
}

std::vector<double> TurnStretches::list_bounds() const {
  std::vector<double> bounds;
  for (const Stretch& one : stretches_) {
    for (const double p : {one.up, one.turn, one.down, one.end}) {
      if (bounds.empty() || p > bounds.back()) bounds.push_back(p);
    }
  }
  return bounds;
}

}  // namespace path
}  // namespace globaldyn::inside
