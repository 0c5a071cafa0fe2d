#include "tests/limits/limited_drive.h"

#include <algorithm>
#include <cmath>

#include "core/base/constants.h"

namespace globaldyn::inside::test {
namespace {

// Bounds about zero, of which one may be missing.
Interval draw_bounds(double low, double high, Draw& draw) {
  const double choice = draw.uniform(0.0, 1.0);
  return {choice < 0.15 ? -kInfinity : -low, choice > 0.85 ? kInfinity : high};
}

void draw_gear(LimitedDrive& drive, Draw& draw) {
  if (!draw.chance(0.6)) return;
  drive.has_rotary = drive.turns || draw.chance(0.5);
  drive.ratio = draw.sign() * draw.decade(drive.turns == drive.has_rotary ? -0.3 : 1.0, 1.7);
  if (draw.chance(0.3)) return;
  // No winch locks itself: it could pay its cable out only with nothing on its gear, which is an
  // equality, as its motor cannot be allowed to help.
  const double least = drive.is_cable ? 0.05 : -0.5;
  drive.efficiency = draw.uniform(drive.is_cable ? 0.55 : 0.45, 1.0);
  drive.efficiency_back =
      draw.chance(0.5) ? 2.0 - 1.0 / drive.efficiency : draw.uniform(least, 1.0);
}

void draw_losses(LimitedDrive& drive, double size, Draw& draw) {
  // At the coordinate as much as what it moves.
  if (draw.chance(0.5)) drive.rotor = size * draw.decade(-3.0, -1.0) / std::pow(drive.ratio, 2);
  if (draw.chance(0.4)) drive.viscous = size * draw.decade(-3.0, -1.0);
  if (draw.chance(0.4)) drive.coulomb = size * draw.uniform(0.01, 0.2);
}

// Falling faster and faster.
std::vector<LimitedDrive::Point> draw_curve(double force, double speed, Draw& draw) {
  std::vector<LimitedDrive::Point> curve{{0.0, force}};
  const std::size_t pieces = 1 + draw.below(4);
  double slope = 0.0;
  for (std::size_t i = 0; i < pieces; ++i) {
    const double width = speed * draw.uniform(0.2, 1.0);
    slope += draw.chance(0.3) && i == 0 ? 0.0 : draw.uniform(0.1, 0.6) * force / speed;
    const LimitedDrive::Point last = curve.back();
    if (last.force - slope * width < 0.0) break;
    curve.push_back({last.speed + width, last.force - slope * width});
  }
  if (curve.size() == 1) curve.push_back({speed, 0.5 * force});
  return curve;
}

// All that is drawn is at the coordinate: `shaft` of it is the motor's force.
void draw_motor(LimitedDrive& drive, double size, Draw& draw) {
  const double shaft = 1.0 / std::abs(drive.ratio);
  const double most = size * draw.decade(-0.1, 0.6), low = size * draw.decade(-0.2, 0.6);
  if (drive.is_cable) {
    const double least = draw.chance(0.4) ? 0.0 : size * draw.uniform(0.01, 0.2);
    drive.limits = drive.ratio > 0.0 ? Interval{least * shaft, most * shaft}
                                     : Interval{-most * shaft, -least * shaft};
  } else if (draw.chance(0.8)) {
    drive.limits = draw_bounds(low * shaft, most * shaft, draw);
  }
  const double force = size * draw.decade(-0.1, 0.6) * shaft;
  const double speed = draw.decade(-0.3, 1.0) / shaft, choice = draw.uniform(0.0, 1.0);
  if (choice < 0.2) drive.line = {speed, force};
  if (choice > 0.7) drive.curve = draw_curve(force, speed, draw);
  if (draw.chance(0.15)) drive.max_speed = draw.decade(0.0, 1.0) / shaft;
  if (draw.chance(0.15)) drive.max_acceleration = draw.decade(0.3, 2.0) / shaft;
}

std::string spell(double value) {
  return std::isfinite(value) ? fmt::format("{:.17g}", value) : "none";
}

std::string write_range(const char* key, const Interval& range) {
  if (std::isinf(range.low) && std::isinf(range.high)) return "";
  return fmt::format(", {}: [{}, {}]", key, spell(range.low), spell(range.high));
}

std::string write_number(const char* key, double value, double none) {
  return value == none ? "" : fmt::format(", {}: {:.17g}", key, value);
}

std::string write_gear(const LimitedDrive& drive) {
  if (drive.ratio == 1.0) return "";
  return fmt::format(", gear: {{ratio: {:.17g}{}, efficiency: {:.17g}, efficiency_back: {:.17g}}}",
                     drive.ratio, drive.has_rotary && !drive.turns ? " rad/m" : "",
                     drive.efficiency, drive.efficiency_back);
}

std::string write_curve(const std::vector<LimitedDrive::Point>& curve) {
  std::string text;
  for (const LimitedDrive::Point& point : curve) {
    text += fmt::format("{}[{:.17g}, {:.17g}]", text.empty() ? "" : ", ", point.speed, point.force);
  }
  return text.empty() ? "" : ", speed_curve: [" + text + "]";
}

}  // namespace

void draw_limits(LimitedDrive& drive, double size, Draw& draw) {
  draw_gear(drive, draw);
  draw_losses(drive, size, draw);
  draw_motor(drive, size, draw);
  const double low = size * draw.uniform(-0.1, 1.0), high = size * draw.uniform(0.2, 2.0);
  if (draw.chance(0.25)) drive.transmitted = draw_bounds(low, high, draw);
  const double less = size * draw.uniform(0.01, 1.0), more = size * draw.uniform(0.01, 1.0);
  if (draw.chance(0.25)) drive.preload = draw_bounds(less, more, draw);
}

std::string write_limited_drive(const LimitedDrive& drive) {
  std::string text = fmt::format("  {}: {{{}", drive.name, drive.where) + write_gear(drive);
  text += write_range("limits", drive.limits) + write_number("rotor_inertia", drive.rotor, 0.0) +
          write_number("viscous", drive.viscous, 0.0) + write_number("coulomb", drive.coulomb, 0.0);
  if (drive.line) {
    text += fmt::format(", speed_line: {{stall: {:.17g}, no_load_speed: {:.17g}}}",
                        drive.line->force, drive.line->speed);
  }
  return text + write_curve(drive.curve) + write_number("max_speed", drive.max_speed, kInfinity) +
         write_number("max_acceleration", drive.max_acceleration, kInfinity) +
         write_range("transmitted", drive.transmitted) + write_range("preload", drive.preload) +
         "}\n";
}

}  // namespace globaldyn::inside::test
