#include "globaldyn/plan/bound_check.h"

#include <algorithm>

#include "globaldyn/plan/transition.h"

namespace globaldyn {
namespace {

constexpr double kSame = 1e-12;

}  // namespace

BoundCheck::BoundCheck(const Profile& profile, std::span<const Station> exact, const Gates& gates)
    : profile_(profile),
      exact_(exact),
      gates_(gates),
      first_(find_first()),
      doubtful_(profile.segments.size(), false) {}

// Where to begin looking: on a closed path at a top, if there is one.
std::size_t BoundCheck::find_first() const {
  const std::size_t count = profile_.segments.size();
  for (std::size_t i = 0; gates_.closed && i < count; ++i) {
    if (is_top(i)) return i;
  }
  return 0;
}

std::vector<bool> BoundCheck::find_doubtful(std::span<const Stand> stands) {
  const std::size_t count = stands.size();
  // What is above where it begins would have to come down. On a closed path without a top there is
  // nothing above: the passes have found that whatever begins faster ends slower than it began.
  goes_down_ = !gates_.closed && !is_top(first_);
  for (std::size_t step = 0; step < count; ++step) {
    if (is_top((first_ + step) % count)) pass_top(step);
    look(step, stands[(first_ + step) % count].side);
  }
  if (goes_down_ && inside_since_ < count) doubt(inside_since_, count - 1);
  if (goes_down_ && !is_top(gates_.closed ? first_ : count)) doubt(last_down_, count - 1);
  return std::move(doubtful_);
}

bool BoundCheck::is_top(std::size_t node) const {
  const Station& station = exact_[kStationsPerSegment * node];
  double top = std::min(find_top(station.before), find_top(station.after));
  const SpeedSet* gate = gates_.find(station.p);
  const bool is_seam = gates_.closed && (node == 0 || node == profile_.segments.size());
  if (gate != nullptr && !gate->empty() && !is_seam) top = std::min(top, gate->back().high);
  return profile_.d1[node] >= top * (1.0 - kSame);
}

void BoundCheck::look(std::size_t step, Side side) {
  switch (side) {
    case Side::top:
      pass_top(step + 1);
      break;
    case Side::up:
      look_up(step);
      break;
    case Side::down:
      look_down(step);
      break;
    case Side::only:
      if (inside_since_ == step) inside_since_ = step + 1;
      break;
    case Side::inside:
      break;
  }
}

void BoundCheck::pass_top(std::size_t next_step) {
  goes_down_ = false;
  inside_since_ = next_step;
}

// Up after down leaves room above the motion, unless there is a top between; inside before up, a
// way there.
void BoundCheck::look_up(std::size_t step) {
  if (goes_down_) doubt(last_down_, step);
  if (inside_since_ < step) doubt(inside_since_, step);
  inside_since_ = step + 1;
  goes_down_ = false;
}

// Inside between down and down is a way back.
void BoundCheck::look_down(std::size_t step) {
  if (goes_down_ && inside_since_ < step) doubt(inside_since_, step);
  goes_down_ = true;
  last_down_ = step;
  inside_since_ = step + 1;
}

void BoundCheck::doubt(std::size_t first, std::size_t last) {
  for (std::size_t step = first; step <= last; ++step) {
    doubtful_[(first_ + step) % doubtful_.size()] = true;
  }
}

}  // namespace globaldyn
