#include "globaldyn/limits/drive_limit_kinds.h"

#include <algorithm>
#include <cmath>

#include "core/description/quantities.h"
#include "globaldyn/limits/read_motor_curve.h"

namespace globaldyn::inside {
inline namespace limits {
namespace {

// What accelerates the rotor in front of the gear.
MotionPolynomial make_rotor_terms(const DriveForceMap& map, Eigen::Index k, const Drive& drive) {
  return {.alpha = drive.reflected_inertia * map.drive_second(k),
          .delta = drive.reflected_inertia * map.drive_rate(k)};
}

void write_force(const DriveForceMap& map, Eigen::Index k, const Drive& drive,
                 const ForceBound& bound, GearPart part, LimitRow& row) {
  const double slope = find_gear_slope(drive, part);
  row.terms() = map.force(k);
  row.v = map.V.row(k).transpose();
  if (slope != 1.0) {
    row.terms() *= slope;
    row.v *= slope;
    row.terms().add(1.0 - slope, make_rotor_terms(map, k, drive));
  }
  const double rate = map.drive_rate(k), slack = slope * map.coulomb_slack(k);
  const Interval sides = choose_sides(bound.range, part, rate);
  row.low = sides.low - slack;
  row.high = sides.high + slack;
  row.beta += bound.slope * rate;
}

bool is_locking_further(const Drive& drive) {
  return drive.efficiency_back < 0.0;
}

struct ForceLimit {
  static void read(const Node& node, const Drive& drive, const Parameters& parameters,
                   DriveLimit& limit) {
    const bool is_cable = drive.kind == Drive::Kind::cable;
    if (is_cable) limit.force.low = 0.0;
    const auto given = node.find("limits");
    if (!given) return;
    const Interval motor = read_interval(
        *given, drive.rotary_motor ? dimension::torque : dimension::force, parameters);
    constexpr double kMost = 1e30;
    if ((std::isfinite(motor.low) && motor.low < -kMost) ||
        (std::isfinite(motor.high) && motor.high > kMost)) {
      given->fail("a limit beyond 1e30", "expected a limit that a drive can have, or 'none'");
    }
    const double scale = drive.ratio;
    limit.force = {scale > 0.0 ? motor.low * scale : motor.high * scale,
                   scale > 0.0 ? motor.high * scale : motor.low * scale};
    // What a locked gear holds without its motor, a motor that always pulls would not.
    const bool is_one_way = limit.force.low > 0.0 || limit.force.high < 0.0;
    if (is_one_way && is_self_locking(drive)) {
      given->fail("limits without 0 of a motor whose gear locks itself",
                  "expected [low, high], low <= 0 <= high");
    }
    if (!is_cable || limit.force.low >= 0.0) return;
    given->fail("a cable that could push",
                scale > 0.0 ? "expected [least, greatest] tension, least >= 0"
                            : "expected [least, greatest], greatest <= 0: with a negative gear "
                              "ratio the motor pulls with negative force");
  }

  static bool has_row(const Drive& /*drive*/) { return true; }

  static std::size_t count(const DriveLimit& /*limit*/) { return 1; }

  static ForceBound bound(const DriveLimit& limit, std::size_t /*i*/) { return {limit.force}; }
};

// A winch's motor moves its rotor and overcomes its friction before it pulls: what is left is the
// cable's tension. It is never negative, nor below the least that the file asks for.
struct LeastTension {
  static void read(const Node& /*node*/, const Drive& drive, const Parameters& /*parameters*/,
                   DriveLimit& limit) {
    const bool has_losses = drive.reflected_inertia > 0.0 || drive.viscous > 0.0 ||
                            drive.coulomb > 0.0 || has_gear_losses(drive);
    if (drive.kind == Drive::Kind::cable && has_losses) limit.tension = limit.force.low;
  }

  static bool has_row(const Drive& drive) { return drive.limit.tension > -DriveLimit::kNone; }

  // Friction at rest needs no slack: whatever it takes, the motion determines the tension.
  static void write(const DriveForceMap& map, Eigen::Index k, const Drive& drive, LimitRow& row) {
    row.terms() = map.transmitted_force(k);
    row.v = map.V.row(k).transpose();
    row.low = drive.limit.tension;
    row.high = DriveLimit::kNone;
  }
};

// The force left falls with speed: along a line from the stall force to nothing at the no-load
// speed, or along a curve of straight pieces. Each piece is a line that holds at all speeds, as the
// curve bends outwards.
struct SpeedLines {
  static void read(const Node& node, const Drive& drive, const Parameters& parameters,
                   DriveLimit& limit) {
    node.allow_one_of({"speed_line", "speed_curve"});
    if (const auto line = node.find("speed_line")) read_line(*line, drive, parameters, limit);
    if (const auto curve = node.find("speed_curve")) read_curve(*curve, drive, parameters, limit);
  }

  static void read_line(const Node& line, const Drive& drive, const Parameters& parameters,
                        DriveLimit& limit) {
    line.allow_only({"stall", "no_load_speed"});
    const double stall =
        read_positive(line.require("stall"), force_of_motor(drive), parameters, "stall");
    const double no_load = read_positive(line.require("no_load_speed"), speed_of_motor(drive),
                                         parameters, "no_load_speed");
    const double ratio = std::abs(drive.ratio);
    limit.lines.push_back({stall * ratio, stall * ratio / (no_load / ratio)});
  }

  static void read_curve(const Node& curve, const Drive& drive, const Parameters& parameters,
                         DriveLimit& limit) {
    const std::vector<CurvePoint> points = read_motor_curve(curve, drive, parameters);
    const double ratio = std::abs(drive.ratio);
    constexpr double kStraight = 1e-9;  // as far as points that were written on one line bend
    double last = 0.0;
    for (std::size_t i = 1; i < points.size(); ++i) {
      const CurvePoint &from = points[i - 1], &to = points[i];
      const double slope = (from.force - to.force) / (to.speed - from.speed);
      if (slope < last * (1.0 - kStraight)) {
        curve.items()[i - 1].fail(
            "the curve bends inwards here",
            "expected a force that falls faster and faster; of a constant power the straight line "
            "from its first to its last point, or a point less, is on the safe side");
      }
      last = slope;
      limit.lines.push_back({(from.force + slope * from.speed) * ratio, slope * ratio * ratio});
    }
    limit.speed = points.back().speed / ratio;
  }

  static bool has_row(const Drive& drive) { return !drive.limit.lines.empty(); }

  static std::size_t count(const DriveLimit& limit) { return limit.lines.size(); }

  static ForceBound bound(const DriveLimit& limit, std::size_t i) {
    const SpeedLine& line = limit.lines[i];
    return {{-line.stall, line.stall}, line.slope};
  }
};

// Forces at the drive's coordinate: the gear is the motor's.
Interval read_force_range(const Node& node, const char* key, const Drive& drive,
                          const Parameters& parameters) {
  const auto given = node.find(key);
  if (!given) return {-DriveLimit::kNone, DriveLimit::kNone};
  return read_interval(*given, drive.rotational ? dimension::torque : dimension::force, parameters);
}

bool is_bounded(const Interval& range) {
  return std::isfinite(range.low) || std::isfinite(range.high);
}

// Friction at rest needs no slack, as for tensions.
struct TransmittedForce {
  static void read(const Node& node, const Drive& drive, const Parameters& parameters,
                   DriveLimit& limit) {
    limit.transmitted = read_force_range(node, "transmitted", drive, parameters);
  }

  static bool has_row(const Drive& drive) { return is_bounded(drive.limit.transmitted); }

  static void write(const DriveForceMap& map, Eigen::Index k, const Drive& drive, LimitRow& row) {
    row.terms() = map.transmitted_force(k);
    row.v = map.V.row(k).transpose();
    row.low = drive.limit.transmitted.low;
    row.high = drive.limit.transmitted.high;
  }
};

// Of the motion it does not depend.
struct Preload {
  static void read(const Node& node, const Drive& drive, const Parameters& parameters,
                   DriveLimit& limit) {
    limit.preload = read_force_range(node, "preload", drive, parameters);
  }

  static bool has_row(const Drive& drive) { return is_bounded(drive.limit.preload); }

  static void write(const DriveForceMap& map, Eigen::Index k, const Drive& drive, LimitRow& row) {
    row.terms() = {};
    row.v = map.V.row(k).transpose();
    row.low = drive.limit.preload.low;
    row.high = drive.limit.preload.high;
  }
};

template <class Bound>
bool has_lossy_row(const Drive& drive) {
  return Bound::has_row(drive) && has_gear_losses(drive);
}

template <class Bound>
bool has_locked_row(const Drive& drive) {
  return Bound::has_row(drive) && is_locking_further(drive);
}

struct GreatestSpeed {
  static void read(const Node& node, const Drive& drive, const Parameters& parameters,
                   DriveLimit& limit) {
    const auto speed = node.find("max_speed");
    if (!speed) return;
    // A curve may end before.
    limit.speed = std::min(limit.speed,
                           read_positive(*speed, speed_of_motor(drive), parameters, "max_speed") /
                               std::abs(drive.ratio));
  }

  static bool has_row(const Drive& drive) { return drive.limit.speed < DriveLimit::kNone; }

  // As a bound on d1², so that the row stays linear: (q' d1)² <= speed².
  static void write(const DriveForceMap& map, Eigen::Index k, const Drive& drive, LimitRow& row) {
    row.terms() = {.alpha = map.drive_rate(k) * map.drive_rate(k)};
    row.v.setZero(map.redundancy());
    row.low = -DriveLimit::kNone;
    row.high = drive.limit.speed * drive.limit.speed;
  }
};

// A row of (d1², d2): q'' d1² + q' d2.
struct GreatestAcceleration {
  static void read(const Node& node, const Drive& drive, const Parameters& parameters,
                   DriveLimit& limit) {
    const auto acceleration = node.find("max_acceleration");
    if (!acceleration) return;
    limit.acceleration =
        read_positive(*acceleration,
                      drive.rotary_motor ? dimension::rotary_acceleration : dimension::acceleration,
                      parameters, "max_acceleration") /
        std::abs(drive.ratio);
  }

  static bool has_row(const Drive& drive) { return drive.limit.acceleration < DriveLimit::kNone; }

  static void write(const DriveForceMap& map, Eigen::Index k, const Drive& drive, LimitRow& row) {
    row.terms() = {.alpha = map.drive_second(k), .delta = map.drive_rate(k)};
    row.v.setZero(map.redundancy());
    row.low = -drive.limit.acceleration;
    row.high = drive.limit.acceleration;
  }
};

}  // namespace

// To add a kind: docs/adding.md. What bounds a motion in more than one place (rates of forces, rms
// over a cycle) is not a row at one p: it is a field of DriveLimit that planners use.
const std::vector<DriveLimitKind>& list_drive_limit_kinds() {
  static const std::vector<DriveLimitKind> kinds{{.key = "limits",
                                                  .kind = LimitKind::force,
                                                  .read = ForceLimit::read,
                                                  .has_row = ForceLimit::has_row,
                                                  .count = ForceLimit::count,
                                                  .bound = ForceLimit::bound},
                                                 {.key = "limits",
                                                  .kind = LimitKind::force,
                                                  .has_row = has_lossy_row<ForceLimit>,
                                                  .count = ForceLimit::count,
                                                  .bound = ForceLimit::bound,
                                                  .part = GearPart::driving},
                                                 {.key = "limits",
                                                  .kind = LimitKind::force,
                                                  .has_row = has_locked_row<ForceLimit>,
                                                  .count = ForceLimit::count,
                                                  .bound = ForceLimit::bound,
                                                  .part = GearPart::locked},
                                                 {.key = "limits",
                                                  .kind = LimitKind::tension,
                                                  .read = LeastTension::read,
                                                  .has_row = LeastTension::has_row,
                                                  .write = LeastTension::write},
                                                 {.key = "speed_line",
                                                  .kind = LimitKind::line,
                                                  .read = SpeedLines::read,
                                                  .has_row = SpeedLines::has_row,
                                                  .count = SpeedLines::count,
                                                  .bound = SpeedLines::bound},
                                                 {.key = "speed_line",
                                                  .kind = LimitKind::line,
                                                  .has_row = has_lossy_row<SpeedLines>,
                                                  .count = SpeedLines::count,
                                                  .bound = SpeedLines::bound,
                                                  .part = GearPart::driving},
                                                 {.key = "speed_line",
                                                  .kind = LimitKind::line,
                                                  .has_row = has_locked_row<SpeedLines>,
                                                  .count = SpeedLines::count,
                                                  .bound = SpeedLines::bound,
                                                  .part = GearPart::locked},
                                                 {.key = "max_speed",
                                                  .kind = LimitKind::speed,
                                                  .read = GreatestSpeed::read,
                                                  .has_row = GreatestSpeed::has_row,
                                                  .write = GreatestSpeed::write},
                                                 {.key = "max_acceleration",
                                                  .kind = LimitKind::acceleration,
                                                  .read = GreatestAcceleration::read,
                                                  .has_row = GreatestAcceleration::has_row,
                                                  .write = GreatestAcceleration::write},
                                                 {.key = "transmitted",
                                                  .kind = LimitKind::transmitted,
                                                  .read = TransmittedForce::read,
                                                  .has_row = TransmittedForce::has_row,
                                                  .write = TransmittedForce::write},
                                                 {.key = "preload",
                                                  .kind = LimitKind::preload,
                                                  .read = Preload::read,
                                                  .has_row = Preload::has_row,
                                                  .write = Preload::write}};
  return kinds;
}

void write_row(const DriveLimitKind& kind, std::size_t i, const DriveForceMap& map,
               Eigen::Index row_of_drive, const Drive& drive, LimitRow& row) {
  if (kind.bound == nullptr) return kind.write(map, row_of_drive, drive, row);
  write_force(map, row_of_drive, drive, kind.bound(drive.limit, i), kind.part, row);
}

}  // namespace limits
}  // namespace globaldyn::inside
