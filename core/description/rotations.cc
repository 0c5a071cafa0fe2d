#include "core/description/rotations.h"

#include <fmt/format.h>

#include "core/description/quantities.h"

namespace globaldyn::inside {
inline namespace core {
namespace {

Matrix3d read_quaternion(const Node& node, const Parameters& parameters) {
  if (!node.is_map()) {
    node.fail("four numbers whose order is not said", "expected {w: …, x: …, y: …, z: …}");
  }
  node.allow_only({"w", "x", "y", "z"});
  const auto read = [&](const char* name) {
    return read_number(node.require(name), dimension::number, parameters);
  };
  const Eigen::Quaterniond quaternion(read("w"), read("x"), read("y"), read("z"));
  constexpr double kOff = 1e-3;  // as rounded as anybody writes one
  if (!(std::abs(quaternion.norm() - 1.0) <= kOff)) {
    node.fail(fmt::format("a quaternion of length {:.6g}", quaternion.norm()),
              "expected 1, up to 0.001");
  }
  return quaternion.normalized().toRotationMatrix();
}

}  // namespace

Matrix3d make_rpy_rotation(const Vector3d& angles) {
  using Eigen::AngleAxisd;
  return (AngleAxisd(angles.z(), Vector3d::UnitZ()) * AngleAxisd(angles.y(), Vector3d::UnitY()) *
          AngleAxisd(angles.x(), Vector3d::UnitX()))
      .toRotationMatrix();
}

std::optional<Matrix3d> find_rotation(const Node& node, const Parameters& parameters) {
  const auto cardan = node.find("cardan"), rpy = node.find("rpy");
  const auto quaternion = node.find("quaternion");
  if (rpy && cardan) rpy->fail("both 'cardan' and 'rpy'", "expected one of them");
  if (quaternion && (cardan || rpy)) {
    quaternion->fail("both angles and a quaternion", "expected one of them");
  }
  if (quaternion) return read_quaternion(*quaternion, parameters);
  if (!cardan && !rpy) return std::nullopt;
  const Vector3d angles = read_vector(cardan ? *cardan : *rpy, dimension::angle, parameters, false);
  return cardan ? make_cardan_rotation(angles) : make_rpy_rotation(angles);
}

}  // namespace core
}  // namespace globaldyn::inside
