#include "core/simulation/turn_watch.h"

#include <utility>

#include "core/kinematics/drive_turns.h"

namespace globaldyn::inside {
inline namespace core {

TurnWatch::TurnWatch(const Mechanism& mechanism) : mechanism_(mechanism) {
  const Eigen::Index count = mechanism.drive_count();
  for (Instant* instant : {&begin_, &end_, &here_}) {
    instant->positions.setZero(count);
    instant->rates.setZero(count);
  }
  near_.setZero(count);
}

void TurnWatch::find(double t, const ForwardDynamics& dynamics, Instant& instant) {
  instant.t = t;
  for (const DriveId id : mechanism_.drives.ids()) {
    instant.positions(row_of(id)) = dynamics.drive_position(id);
    instant.rates(row_of(id)) = dynamics.drive_rate(id);
  }
  if (!has_begun_) return;
  near_ = begin_.positions + 0.5 * (t - begin_.t) * (begin_.rates + instant.rates);
  take_out_turns(mechanism_, near_, instant.positions);
}

void TurnWatch::end_step(double t, const ForwardDynamics& dynamics) {
  find(t, dynamics, end_);
}

void TurnWatch::go_on() {
  std::swap(begin_, end_);
  has_begun_ = true;
}

const TurnWatch::Instant& TurnWatch::look(double t, const ForwardDynamics& dynamics) {
  find(t, dynamics, here_);
  return here_;
}

}  // namespace core
}  // namespace globaldyn::inside
