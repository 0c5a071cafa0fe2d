#pragma once

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/kinematics/motion.h"

namespace globaldyn::inside {
inline namespace clearance {

/// What `clearance` of a machine file asks for: bodies not connected by a joint keep their
/// distance.
struct Clearance {
  double least{0.0};                               ///< m, >= 0: this close is a collision
  std::vector<std::pair<BodyId, BodyId>> ignored;  ///< pairs of bodies that may come closer
};

/// Two bodies and how far apart their solids are.
struct BodyDistance {
  std::string body_a;
  std::string body_b;
  double distance{0.0};  ///< m; 0 if they touch or overlap
};

/// "too near: leg1 and leg3 are 2.1 mm apart".
[[nodiscard]] std::string describe(const std::vector<BodyDistance>& distances);

/// Distances between the solids of bodies that are not connected by a joint. Boxes and spheres are
/// exact; rods and tubes are treated as capsules about their whole axis, slightly longer than they
/// are (by their radius at either end); discs, wider than long, are cylinders. Distances are exact
/// to 1e-6 m (FCL). Bodies without solids are ignored. One per thread.
class ClearanceChecker {
 public:
  ClearanceChecker(const Mechanism& mechanism, const Clearance& clearance);
  ~ClearanceChecker();
  ClearanceChecker(ClearanceChecker&&) noexcept;
  ClearanceChecker& operator=(ClearanceChecker&&) noexcept;

  /// The two bodies closest to each other; nothing if no pair is watched.
  [[nodiscard]] std::optional<BodyDistance> find_nearest(const Pose& pose);

  /// All pairs of bodies no further apart than the required clearance, closest first.
  [[nodiscard]] std::vector<BodyDistance> find_collisions(const Pose& pose);

  /// Whether no pair of bodies comes as close as the required clearance between two poses, `h`
  /// apart in p; the motion in between is taken from the derivatives at both ends (see SweptPart),
  /// so it must be smooth. False: a pair may, or it is not certain.
  [[nodiscard]] bool is_surely_clear(const Motion& from, const Motion& to, double h);

 private:
  struct Scene;
  std::unique_ptr<Scene> scene_;
};

}  // namespace clearance
}  // namespace globaldyn::inside
