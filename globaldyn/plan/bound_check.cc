#include "globaldyn/plan/bound_check.h"

#include <algorithm>

#include "globaldyn/plan/transition.h"

namespace globaldyn {
namespace {

constexpr double kSame = 1e-12;

bool is_most(double d1, const SpeedSet& allowed) {
  return d1 >= allowed.back().high * (1.0 - kSame);
}

}  // namespace

BoundCheck::BoundCheck(const Profile& profile, std::span<const Station> exact,
                       const SpeedSet& start, const SpeedSet& end)
    : profile_(profile),
      exact_(exact),
      ends_at_top_(is_most(profile.d1.back(), end) || is_top(profile.segments.size())),
      // What is above at the start would have to come down.
      goes_down_(!is_most(profile.d1.front(), start)),
      doubtful_(profile.segments.size(), false) {}

std::vector<bool> BoundCheck::find_doubtful(std::span<const Stand> stands) {
  for (std::size_t i = 0; i < stands.size(); ++i) {
    if (is_top(i)) pass_top(i);
    switch (stands[i].side) {
      case Side::top:
        pass_top(i + 1);
        break;
      case Side::up:
        look_up(i);
        break;
      case Side::down:
        look_down(i);
        break;
      case Side::only:
        if (inside_since_ == i) inside_since_ = i + 1;
        break;
      case Side::inside:
        break;
    }
  }
  const std::size_t last = stands.size() - 1;
  if (goes_down_ && inside_since_ <= last) doubt(inside_since_, last);
  if (goes_down_ && !ends_at_top_) doubt(last_down_, last);
  return std::move(doubtful_);
}

bool BoundCheck::is_top(std::size_t node) const {
  const Station& station = exact_[kStationsPerSegment * node];
  const double top = std::min(find_top(station.before), find_top(station.after));
  return profile_.d1[node] >= top * (1.0 - kSame);
}

void BoundCheck::pass_top(std::size_t next_segment) {
  goes_down_ = false;
  inside_since_ = next_segment;
}

// Up after down leaves room above the motion, unless there is a top between; inside before up, a
// way there.
void BoundCheck::look_up(std::size_t segment) {
  if (goes_down_) doubt(last_down_, segment);
  if (inside_since_ < segment) doubt(inside_since_, segment);
  inside_since_ = segment + 1;
  goes_down_ = false;
}

// Inside between down and down is a way back.
void BoundCheck::look_down(std::size_t segment) {
  if (goes_down_ && inside_since_ < segment) doubt(inside_since_, segment);
  goes_down_ = true;
  last_down_ = segment;
  inside_since_ = segment + 1;
}

void BoundCheck::doubt(std::size_t first, std::size_t last) {
  for (std::size_t i = first; i <= last; ++i) doubtful_[i] = true;
}

}  // namespace globaldyn
