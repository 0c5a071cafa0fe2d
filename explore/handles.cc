#include "explore/handles.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <set>

#include "core/base/errors.h"
#include "core/description/quantities.h"
#include "explore/curve_points.h"
#include "explore/geometry_names.h"
#include "explore/machine_points.h"

namespace globaldyn::inside::explore {
namespace {

// Parameters that are tried, of a machine: each is another machine to be made.
constexpr std::size_t kMostTried = 64;

// m per m, or m per rad and such for a machine of this size: what moves less does not move.
constexpr double kStill = 1e-4;

// Something that moves a point.
struct Mover {
  std::string name;
  int rank;         // 0: a number of the file; then lengths, angles, others
  Vector3d column;  // m per SI unit
};

// A machine, and where all its points are.
struct Look {
  std::vector<MachinePoint> points;
  std::vector<WrittenPlace> places;  // of the path's points
  std::vector<double> radii;         // of these the first number
};

Look look_at(const Machine& machine, const std::vector<CurvePoint>& curve) {
  Look look{list_machine_points(machine), {}, {}};
  for (const CurvePoint& one : curve) {
    look.places.push_back(find_written_place(one, machine));
    const bool has_number = one.radius_at && !one.numbers.empty();
    look.radii.push_back(
        has_number ? read_number(one.numbers[0], dimension::length, machine.parameters) : 0.0);
  }
  return look;
}

int rank_of(const Movable& movable) {
  if (movable.unit.si == "m") return 1;
  return movable.unit.si == "rad" ? 2 : 3;
}

double find_now(const Movable& movable, const Values& values) {
  for (const auto& [name, value] : values) {
    if (name == movable.name) return value;
  }
  return movable.original;
}

// Large enough for poses that are solved for, and within bounds.
double find_step(const Movable& movable, double now) {
  const double step = 1e-6 * std::max(0.1, std::abs(now));
  return now + step > movable.max ? -step : step;
}

Values with_value(Values values, const std::string& name, double value) {
  std::erase_if(values, [&](const auto& one) { return one.first == name; });
  values.emplace_back(name, value);
  return values;
}

// The same bodies in the same places: poses are of centres of mass, which a parameter may move.
Pose keep_bodies(const Mechanism& from, const Pose& pose, const Mechanism& to) {
  Pose kept = pose;
  for (const BodyId body : kept.ids()) {
    const Frame frame = find_body_frame(from.bodies[body], pose[body]);
    kept[body].r = frame.origin + frame.axes * to.bodies[body].mass_properties.com;
  }
  return kept;
}

Vector3d subtract(const WrittenPlace& one, const WrittenPlace& other) {
  Vector3d difference = Vector3d::Zero();
  for (std::size_t axis = 0; axis < 3; ++axis) {
    if (one[axis] && other[axis]) difference(static_cast<int>(axis)) = *one[axis] - *other[axis];
  }
  return difference;
}

// Finds by what the points of one machine move.
class MoverSearch {
 public:
  explicit MoverSearch(const Stand& stand)
      : stand_(stand), geometry_(list_geometry_names(stand.file)), curve_(list_curve(stand)) {
    base_ = look_at(stand_.machine, curve_);
    size_ = stand_.machine.mechanism.characteristic_length;
    joints_.resize(base_.points.size());
    named_.resize(base_.points.size());
    paths_.resize(curve_.size());
  }

  void run() {
    std::size_t tried = 0;
    for (const Movable& one : stand_.movables) {
      if (!is_worth_trying(one)) continue;
      if (++tried > kMostTried) break;
      try_movable(one);
    }
    for (std::size_t i = 0; i < curve_.size(); ++i) add_own_numbers(i);
  }

  [[nodiscard]] const Look& base() const { return base_; }
  [[nodiscard]] const std::vector<CurvePoint>& curve() const { return curve_; }
  [[nodiscard]] const std::vector<Mover>& of_point(std::size_t i) const { return joints_[i]; }
  /// Parameters that its place on its body depends on, whether they move it or not.
  [[nodiscard]] const std::vector<std::string>& named(std::size_t i) const { return named_[i]; }
  [[nodiscard]] const std::vector<Mover>& of_curve(std::size_t i) const { return paths_[i]; }

 private:
  static std::vector<CurvePoint> list_curve(const Stand& stand) {
    std::vector<CurvePoint> all;
    for (const Path& path : stand.machine.paths) {
      std::vector<CurvePoint> points = list_curve_points(stand.file, path.name);
      std::move(points.begin(), points.end(), std::back_inserter(all));
    }
    return all;
  }

  [[nodiscard]] bool is_worth_trying(const Movable& one) const {
    if (!one.group.empty() || one.is_integer || !one.choices.empty()) return false;
    const std::vector<std::string>& asked = stand_.tried;
    if (!asked.empty() && std::find(asked.begin(), asked.end(), one.name) == asked.end()) {
      return false;
    }
    return geometry_.contains(one.name) ||
           stand_.machine.parameters.find(one.name) == nullptr;  // a study's own
  }

  // Values that no machine can have tell nothing.
  void try_movable(const Movable& movable) {
    const double now = find_now(movable, stand_.values);
    const double step = find_step(movable, now);
    try {
      const Machine other = stand_.make(with_value(stand_.values, movable.name, now + step));
      const Look look = look_at(other, curve_);
      if (look.points.size() != base_.points.size()) return;
      compare_curves(movable, look, step);
      compare_points(movable, other, look, step);
    } catch (const Interrupted&) {
      throw;
    } catch (const Error&) {
    }
  }

  void compare_curves(const Movable& movable, const Look& look, double step) {
    for (std::size_t i = 0; i < curve_.size(); ++i) {
      const bool is_radius = curve_[i].radius_at && !curve_[i].numbers.empty();
      if (is_radius && look.radii[i] == base_.radii[i]) continue;
      const Vector3d column = subtract(look.places[i], base_.places[i]) / step;
      if (is_moving(movable, column)) {
        paths_[i].push_back({movable.name, rank_of(movable), column});
      }
    }
  }

  void compare_points(const Movable& movable, const Machine& other, const Look& look, double step) {
    std::vector<std::size_t> changed;
    for (std::size_t i = 0; i < look.points.size(); ++i) {
      const double moved = (look.points[i].place - base_.points[i].place).norm();
      if (moved > kStill * std::abs(step) * scale_of(movable)) changed.push_back(i);
    }
    if (changed.empty()) return;
    const Mechanism& mechanism = stand_.machine.mechanism;
    const Pose kept = keep_bodies(mechanism, stand_.pose, other.mechanism);
    const Pose found = stand_.find_pose(other, kept);
    for (const std::size_t i : changed) {
      named_[i].push_back(movable.name);
      const Vector3d before = place(base_.points[i], stand_.machine, stand_.pose);
      const Vector3d after = place(look.points[i], other, found.empty() ? kept : found);
      const Vector3d column = (after - before) / step;
      if (is_moving(movable, column)) {
        joints_[i].push_back({movable.name, rank_of(movable), column});
      }
    }
  }

  // m per unit of the parameter that is of any account.
  [[nodiscard]] double scale_of(const Movable& movable) const {
    return rank_of(movable) == 1 ? 1.0 : size_;
  }
  [[nodiscard]] bool is_moving(const Movable& movable, const Vector3d& column) const {
    return column.allFinite() && column.norm() > kStill * scale_of(movable);
  }

  // Numbers of the path that can be written anew.
  void add_own_numbers(std::size_t i) {
    const CurvePoint& point = curve_[i];
    for (std::size_t axis = 0; axis < point.numbers.size(); ++axis) {
      const std::string place =
          point.radius_at ? point.place : fmt::format("{}/{}", point.place, axis);
      const auto found = std::find_if(stand_.movables.begin(), stand_.movables.end(),
                                      [&](const Movable& one) { return one.name == place; });
      if (found == stand_.movables.end()) continue;
      const auto column = point.radius_at ? find_radial(i) : find_axial(i, axis);
      if (column) paths_[i].push_back({place, 0, *column});
    }
  }

  [[nodiscard]] std::optional<Vector3d> find_axial(std::size_t i, std::size_t axis) const {
    if (!base_.places[i][axis]) return std::nullopt;
    return Vector3d(Vector3d::Unit(static_cast<int>(axis)));
  }

  [[nodiscard]] std::optional<Vector3d> find_radial(std::size_t i) const {
    Vector3d from = Vector3d::Zero();
    const CurvePoint& point = curve_[i];
    for (std::size_t axis = 0; axis < point.centre.size(); ++axis) {
      const double centre =
          read_number(point.centre[axis], dimension::length, stand_.machine.parameters);
      const auto& at = base_.places[i][axis];
      if (at) from(static_cast<int>(axis)) = *at - centre;
    }
    if (from.norm() == 0.0) return std::nullopt;
    return Vector3d(from.normalized());
  }

  const Stand& stand_;
  std::set<std::string> geometry_;
  std::vector<CurvePoint> curve_;
  Look base_;
  double size_{1.0};
  std::vector<std::vector<Mover>> joints_;
  std::vector<std::vector<std::string>> named_;
  std::vector<std::vector<Mover>> paths_;
};

// Of movers in like directions the first by rank, and of these the one that moves it most.
std::vector<Mover> choose(std::vector<Mover> movers) {
  constexpr double kNewDirection = 0.2;  // of its length, across all that are taken already
  std::stable_sort(movers.begin(), movers.end(), [](const Mover& a, const Mover& b) {
    return a.rank != b.rank ? a.rank < b.rank : a.column.norm() > b.column.norm();
  });
  std::vector<Mover> chosen;
  std::vector<Vector3d> directions;
  for (const Mover& one : movers) {
    Vector3d left = one.column;
    for (const Vector3d& known : directions) left -= known.dot(left) * known;
    if (left.norm() <= kNewDirection * one.column.norm()) continue;
    directions.push_back(left.normalized());
    chosen.push_back(one);
  }
  return chosen;
}

void take(const std::vector<Mover>& movers, Handle& handle) {
  const std::vector<Mover> chosen = choose(movers);
  handle.jacobian.resize(3, static_cast<Eigen::Index>(chosen.size()));
  for (std::size_t i = 0; i < chosen.size(); ++i) {
    handle.movables.push_back(chosen[i].name);
    handle.jacobian.col(static_cast<Eigen::Index>(i)) = chosen[i].column;
  }
}

std::string list_names(const std::vector<std::string>& names) {
  return fmt::format("{}", fmt::join(names, ", "));
}

std::string call_texts(const CurvePoint& point) {
  std::vector<std::string> texts;
  for (const Node& one : point.numbers) texts.push_back(one.text());
  return list_names(texts);
}

Handle make_curve_handle(const MoverSearch& search, std::size_t i, const Vector3d& tool) {
  const CurvePoint& point = search.curve()[i];
  Handle handle{.label = point.label, .at = tool};
  for (int axis = 0; axis < 3; ++axis) {
    const auto& written = search.base().places[i][static_cast<std::size_t>(axis)];
    if (written) handle.at(axis) = *written;
  }
  if (point.fixed.empty()) take(search.of_curve(i), handle);
  if (!handle.movables.empty()) return handle;
  handle.fixed = point.fixed;
  if (!handle.fixed.empty()) return handle;
  handle.fixed = point.numbers.empty()
                     ? "this path is given by formulas of p, and no parameter moves its start"
                     : fmt::format("no parameter that can be moved moves '{}'", call_texts(point));
  return handle;
}

Handle make_point_handle(const MoverSearch& search, std::size_t i, const Stand& stand) {
  const MachinePoint& point = search.base().points[i];
  Handle handle{.kind = point.kind,
                .label = point.name,
                .number = point.number,
                .end = point.end,
                .at = place(point, stand.machine, stand.pose)};
  take(search.of_point(i), handle);
  if (!handle.movables.empty()) return handle;
  handle.fixed = search.named(i).empty()
                     ? "its place on its body depends on no parameter that can be moved"
                     : list_names(search.named(i)) + ": a small change does not move it here";
  return handle;
}

// Ends that are in one place and move alike are one handle: that of the end that something moves.
void add_merged(Handle handle, double size, std::vector<Handle>& handles) {
  for (Handle& other : handles) {
    if (other.kind == Handle::Kind::path || (other.at - handle.at).norm() > 1e-6 * size) continue;
    const bool is_same =
        handle.movables.empty() || other.movables.empty() || handle.movables == other.movables;
    if (!is_same) continue;
    if (other.movables.empty() && !handle.movables.empty()) std::swap(other, handle);
    return;
  }
  handles.push_back(std::move(handle));
}

Vector3d find_tool(const Stand& stand) {
  const auto& tool = stand.machine.mechanism.tool;
  return tool ? place(stand.pose[tool->body], tool->frame).origin : Vector3d(Vector3d::Zero());
}

}  // namespace

std::vector<Handle> find_handles(const Stand& stand) {
  MoverSearch search(stand);
  search.run();
  std::vector<Handle> handles;
  const Vector3d tool = find_tool(stand);
  for (std::size_t i = 0; i < search.curve().size(); ++i) {
    handles.push_back(make_curve_handle(search, i, tool));
  }
  const double size = stand.machine.mechanism.characteristic_length;
  for (std::size_t i = 0; i < search.base().points.size(); ++i) {
    add_merged(make_point_handle(search, i, stand), size, handles);
  }
  return handles;
}

}  // namespace globaldyn::inside::explore
