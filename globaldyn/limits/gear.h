#pragma once

#include <optional>

#include "core/mechanism/mechanism.h"

namespace globaldyn::inside {
inline namespace limits {

// A gear's losses depend on the direction of power. With a the force that accelerates the rotor in
// front of the gear and g what passes through the gear, all at the drive's coordinate q, the motor
// exerts
//     a + max(g/eta, g eta_back)   where q rises,
//     a + min(g/eta, g eta_back)   where it falls,
// because a load along the motion is driven and one against it drives. A limit above (where q
// rises; below where it falls) holds for both terms: two rows. The limit on the other side would
// need one of them only; the row that keeps to it is the one of the driven motor, exact wherever
// the load drives it, and on the safe side elsewhere. At rest a gear holds with any force between
// the two terms, of which the motor's least is taken.

/// A term of a motor's force under losses of its gear, as a row: slope * g.
enum class GearPart {
  held,     ///< the least force that balances the load, max(eta_back, 0): limited on both sides
  driving,  ///< 1/eta: limited on the side towards which the drive moves
  locked,   ///< eta_back < 0 of a gear that locks itself: likewise
};

/// Whether the motor's force is another one in front of the gear and behind it.
[[nodiscard]] bool has_gear_losses(const Drive& drive);

/// Whether no load moves the motor.
[[nodiscard]] bool is_self_locking(const Drive& drive);

[[nodiscard]] double find_gear_slope(const Drive& drive, GearPart part);

/// Of the limits of a row those that hold while the drive moves. @param rate its direction: up,
/// down or, if zero, at rest
[[nodiscard]] Interval choose_sides(const Interval& limits, GearPart part, double rate);

/// The motor's force in front of the gear, less `force`, that of a gear without losses. All in N or
/// N m. @param rotor a, contained in `force`  @param rate as above
[[nodiscard]] double calc_gear_loss(const Drive& drive, double force, double rotor, double rate);

/// The other way round: what is left of a motor's force without its gear's losses, as `force`
/// above; none where the drive rests, or where its gear locks itself against the motor's force:
/// there any force may be behind it.
[[nodiscard]] std::optional<double> find_force_behind_gear(const Drive& drive, double motor,
                                                           double rotor, double rate);

/// Of a drive at rest the range of that force for a range of the motor's.
[[nodiscard]] Interval find_range_at_rest(const Drive& drive, const Interval& motor, double rotor);

}  // namespace limits
}  // namespace globaldyn::inside
