#include "globaldyn/clearance/clearance.h"

#include <fcl/narrowphase/distance.h>
#include <fmt/format.h>

#include <algorithm>

#include "core/base/constants.h"
#include "globaldyn/clearance/segments.h"
#include "globaldyn/clearance/swept_part.h"

namespace globaldyn::inside {
inline namespace clearance {
namespace {

using Geometry = std::shared_ptr<fcl::CollisionGeometryd>;

Geometry make_geometry(const Solid& solid) {
  const Vector3d& size = solid.size;
  switch (solid.shape) {
    case Solid::Shape::box:
      return std::make_shared<fcl::Boxd>(size);
    case Solid::Shape::sphere:
      return std::make_shared<fcl::Sphered>(0.5 * size.x());
    case Solid::Shape::cylinder:
    case Solid::Shape::tube:
      break;
  }
  const double radius = 0.5 * size.x(), length = size.z();
  if (length < 2.0 * radius) return std::make_shared<fcl::Cylinderd>(radius, length);
  return std::make_shared<fcl::Capsuled>(radius, length);
}

// A capsule that encloses a solid: all within `radius` of a segment. Rods are treated as their
// capsule.
struct Hull {
  Vector3d half{Vector3d::Zero()};  // of the segment about the centre, in the solid's frame
  double radius{0.0};
};

Hull make_hull(const Solid& solid) {
  const Vector3d half = 0.5 * solid.size;
  switch (solid.shape) {
    case Solid::Shape::box: {
      Eigen::Index longest = 0;
      (void)half.maxCoeff(&longest);
      const Vector3d along = half(longest) * Vector3d::Unit(longest);
      return {along, (half - along).norm()};
    }
    case Solid::Shape::sphere:
      return {Vector3d::Zero(), half.x()};
    case Solid::Shape::cylinder:
    case Solid::Shape::tube:
      break;
  }
  return {half.z() * Vector3d::UnitZ(), half.x()};
}

Vector3d calc_extent(const Solid& solid) {
  const Vector3d half = 0.5 * solid.size;
  if (solid.shape == Solid::Shape::box || solid.shape == Solid::Shape::sphere) return half;
  // A rod is treated as a capsule, round at its ends.
  const bool is_rod = solid.size.z() >= solid.size.x();
  return {half.x(), half.x(), half.z() + (is_rod ? half.x() : 0.0)};
}

// Discs are treated as boxes here.
PartShape make_shape(const Frame& frame, const Solid& solid, const Hull& hull) {
  PartShape shape{frame.origin, Matrix3d::Zero(), 0, hull.radius};
  const bool is_rod = solid.shape != Solid::Shape::box && solid.size.z() >= solid.size.x();
  if (solid.shape == Solid::Shape::sphere) return shape;
  if (is_rod) {
    shape.halves.col(0) = frame.axes * hull.half;
    shape.half_count = 1;
    return shape;
  }
  shape.halves = frame.axes * calc_extent(solid).asDiagonal();
  shape.half_count = 3;
  shape.radius = 0.0;
  return shape;
}

struct Part {
  BodyId body;
  Frame frame;  // relative to the body's centre of mass
  Hull hull;
  Vector3d extent;  // half the edges of a box about it, in the solid's frame
  double reach;     // of the hull from its centre
  PartShape shape;
  fcl::CollisionObjectd object;
  Segment segment{};  // of the hull, where the body is
  Matrix3d axes{};    // of the solid, global
};

struct BodyPair {
  BodyId a;
  BodyId b;
  std::vector<std::pair<std::size_t, std::size_t>> parts;
};

double calc_part_distance(Part& a, Part& b) {
  for (Part* part : {&a, &b}) part->object.setTransform(part->axes, part->segment.center);
  // FCL's own solver, because the default one has errors of up to 0.1 mm.
  constexpr double kTolerance = 1e-9;
  fcl::DistanceRequestd request;
  request.gjk_solver_type = fcl::GST_INDEP;
  request.distance_tolerance = kTolerance;
  fcl::DistanceResultd result;
  return std::max(0.0, fcl::distance(&a.object, &b.object, request, result));
}

// Lower bound of b's distance from the box about a, along the box's axes.
double calc_gap(const Part& a, const Part& b) {
  const Vector3d apart = (a.axes.transpose() * (b.segment.center - a.segment.center)).cwiseAbs();
  const Vector3d reach = (a.axes.transpose() * b.segment.half).cwiseAbs() + a.extent;
  return (apart - reach).maxCoeff() - b.hull.radius;
}

// Whether the spheres about the two are further apart than `cutoff`.
bool is_far(const Part& a, const Part& b, double cutoff) {
  const double reach = a.reach + b.reach + cutoff;
  return (a.segment.center - b.segment.center).squaredNorm() > reach * reach;
}

// A lower bound of the distance, mostly close to it, and quickly found.
double estimate_distance(const Part& a, const Part& b) {
  const double hulls = calc_distance(a.segment, b.segment) - a.hull.radius - b.hull.radius;
  return std::max({hulls, calc_gap(a, b), calc_gap(b, a)});
}

bool is_joined(const Mechanism& mechanism, BodyId a, BodyId b) {
  return std::any_of(mechanism.joints.begin(), mechanism.joints.end(), [&](const Joint& joint) {
    return std::minmax(joint.body_a, joint.body_b) == std::minmax(a, b);
  });
}

bool is_ignored(const Clearance& clearance, BodyId a, BodyId b) {
  return std::any_of(clearance.ignored.begin(), clearance.ignored.end(), [&](const auto& pair) {
    return std::minmax(pair.first, pair.second) == std::minmax(a, b);
  });
}

}  // namespace

struct ClearanceChecker::Scene {
  IdVector<BodyId, std::string> names;
  std::vector<Part> parts;
  std::vector<BodyPair> pairs;
  std::vector<SweptPart> swept;
  double least{0.0};

  void move_to(const Pose& pose) {
    for (Part& part : parts) {
      const Frame frame = place(pose[part.body], part.frame);
      part.segment = {frame.origin, frame.axes * part.hull.half};
      part.axes = frame.axes;
    }
  }

  // The bodies' distance, or any value beyond `cutoff`.
  [[nodiscard]] double calc_pair_distance(const BodyPair& pair, double cutoff) {
    double nearest = kInfinity;
    for (const auto& [i, j] : pair.parts) {
      Part& a = parts[i];
      Part& b = parts[j];
      if (is_far(a, b, std::min(cutoff, nearest))) continue;
      if (estimate_distance(a, b) > std::min(cutoff, nearest)) continue;
      nearest = std::min(nearest, calc_part_distance(a, b));
    }
    return nearest;
  }

  void sweep(const Motion& from, const Motion& to, double h) {
    swept.clear();
    for (const Part& part : parts) {
      const BodyId body = part.body;
      swept.emplace_back(part.shape,
                         BodyMotion{from.pose[body], from.first[body], from.second[body]},
                         BodyMotion{to.pose[body], to.first[body], to.second[body]}, h);
    }
  }

  [[nodiscard]] bool is_surely_apart(const BodyPair& pair) const {
    return std::all_of(pair.parts.begin(), pair.parts.end(), [&](const auto& p) {
      return SweptPart::are_apart(swept[p.first], swept[p.second], least);
    });
  }

  [[nodiscard]] BodyDistance name(const BodyPair& pair, double distance) const {
    return {names[pair.a], names[pair.b], distance};
  }
};

std::string describe(const std::vector<BodyDistance>& distances) {
  std::string text;
  for (const BodyDistance& pair : distances) {
    text += fmt::format(
        "{}{} and {} {}", text.empty() ? "too near: " : "; ", pair.body_a, pair.body_b,
        pair.distance > 0.0 ? fmt::format("are {:.3g} mm apart", 1e3 * pair.distance) : "touch");
  }
  return text;
}

ClearanceChecker::ClearanceChecker(const Mechanism& mechanism, const Clearance& clearance)
    : scene_(std::make_unique<Scene>()) {
  scene_->least = clearance.least;
  IdVector<BodyId, std::vector<std::size_t>> parts_of(mechanism.bodies.size());
  for (const BodyId b : mechanism.bodies.ids()) {
    const Body& body = mechanism.bodies[b];
    scene_->names.push_back(body.name);
    for (const Solid& solid : body.solids) {
      const Frame frame{solid.frame.origin - body.mass_properties.com, solid.frame.axes};
      parts_of[b].push_back(scene_->parts.size());
      const Hull hull = make_hull(solid);
      scene_->parts.push_back({b, frame, hull, calc_extent(solid), hull.half.norm() + hull.radius,
                               make_shape(frame, solid, hull),
                               fcl::CollisionObjectd(make_geometry(solid))});
    }
  }
  for (const BodyId a : mechanism.bodies.ids()) {
    for (const BodyId b : mechanism.bodies.ids()) {
      if (b <= a || is_joined(mechanism, a, b) || is_ignored(clearance, a, b)) continue;
      BodyPair pair{a, b, {}};
      for (const std::size_t i : parts_of[a]) {
        for (const std::size_t j : parts_of[b]) {
          pair.parts.emplace_back(i, j);
        }
      }
      if (!pair.parts.empty()) scene_->pairs.push_back(std::move(pair));
    }
  }
}

ClearanceChecker::~ClearanceChecker() = default;
ClearanceChecker::ClearanceChecker(ClearanceChecker&&) noexcept = default;
ClearanceChecker& ClearanceChecker::operator=(ClearanceChecker&&) noexcept = default;

std::optional<BodyDistance> ClearanceChecker::find_nearest(const Pose& pose) {
  scene_->move_to(pose);
  const BodyPair* nearest = nullptr;
  double least = kInfinity;
  for (const BodyPair& pair : scene_->pairs) {
    const double distance = scene_->calc_pair_distance(pair, least);
    if (distance >= least) continue;
    least = distance;
    nearest = &pair;
  }
  if (nearest == nullptr) return std::nullopt;
  return scene_->name(*nearest, least);
}

bool ClearanceChecker::is_surely_clear(const Motion& from, const Motion& to, double h) {
  scene_->sweep(from, to, h);
  return std::all_of(scene_->pairs.begin(), scene_->pairs.end(),
                     [&](const BodyPair& pair) { return scene_->is_surely_apart(pair); });
}

std::vector<BodyDistance> ClearanceChecker::find_collisions(const Pose& pose) {
  scene_->move_to(pose);
  std::vector<BodyDistance> collisions;
  for (const BodyPair& pair : scene_->pairs) {
    const double distance = scene_->calc_pair_distance(pair, scene_->least);
    if (distance <= scene_->least) collisions.push_back(scene_->name(pair, distance));
  }
  std::stable_sort(collisions.begin(), collisions.end(),
                   [](const auto& a, const auto& b) { return a.distance < b.distance; });
  return collisions;
}

}  // namespace clearance
}  // namespace globaldyn::inside
