#include "globaldyn/limits/read_motor_curve.h"

#include <algorithm>

#include "core/description/quantities.h"

namespace globaldyn::inside {
inline namespace limits {

const Dimension& force_of_motor(const Drive& drive) {
  return drive.rotary_motor ? dimension::torque : dimension::force;
}

const Dimension& speed_of_motor(const Drive& drive) {
  return drive.rotary_motor ? dimension::rotary_speed : dimension::speed;
}

std::vector<CurvePoint> read_motor_curve(const Node& node, const Drive& drive,
                                         const Parameters& parameters) {
  constexpr std::size_t kMostPoints = 64;
  constexpr double kSame = 1e-9;  // the same force, written in other units
  std::vector<CurvePoint> points;
  for (const Node& item : node.items()) {
    const std::vector<Node> pair = item.items();
    if (pair.size() != 2) {
      item.fail(std::to_string(pair.size()) + " values", "expected [speed, greatest force there]");
    }
    points.push_back({read_positive(pair[0], speed_of_motor(drive), parameters, "speed", true),
                      read_positive(pair[1], force_of_motor(drive), parameters, "force", true)});
    const std::size_t n = points.size();
    if (n == 1 && points[0].speed > 0.0) {
      pair[0].fail("a curve that does not begin at rest", "expected 0");
    }
    if (n == 1) continue;
    if (points[n - 1].speed <= points[n - 2].speed) {
      pair[0].fail("a speed that does not rise", "expected more than that of the point before");
    }
    double& force = points[n - 1].force;
    const double before = points[n - 2].force;
    if (force > before * (1.0 + kSame)) {
      pair[1].fail("a force that rises with speed",
                   "expected no more than that of the point before");
    }
    force = std::min(force, before);
  }
  if (points.size() < 2 || points.size() > kMostPoints) {
    node.fail(std::to_string(points.size()) + " points",
              "expected 2 to " + std::to_string(kMostPoints));
  }
  return points;
}

}  // namespace limits
}  // namespace globaldyn::inside
