#include "globaldyn/path/path_jumps.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include "core/base/nth.h"
#include "core/base/round_off.h"

namespace globaldyn::inside {
inline namespace path {
namespace {

// What a coordinate changes by from one task to the other, without full turns of angles.
double find_change(const Mechanism& mechanism, const Task& from, const Task& to, std::size_t k) {
  const TaskCoordinate& coordinate = from.coordinates[k];
  if (coordinate.kind == TaskCoordinate::Kind::rotation) {
    return find_rotation_vector(to.target.rotation *
                                from.target.rotation.transpose())(coordinate.index);
  }
  const auto i = static_cast<Eigen::Index>(k);
  const double change = to.target.value(i) - from.target.value(i);
  return is_rotational(mechanism, coordinate) ? wrap_angle(change) : change;
}

// As near to p as its neighbours are told apart from it.
constexpr double kBeside = 4.0 * std::numeric_limits<double>::epsilon();

}  // namespace

std::optional<PathJump> find_jump(const Mechanism& mechanism, const Task& before, double p_before,
                                  const Task& after, double p_after, double least) {
  std::optional<PathJump> largest;
  double largest_share = least;
  for (std::size_t k = 0; k < before.coordinates.size(); ++k) {
    const auto i = static_cast<Eigen::Index>(k);
    const TaskCoordinate& coordinate = before.coordinates[k];
    const bool is_angle =
        coordinate.kind == TaskCoordinate::Kind::rotation || is_rotational(mechanism, coordinate);
    const double fastest =
        std::max(std::abs(before.target.first(i)), std::abs(after.target.first(i)));
    const double change = std::abs(find_change(mechanism, before, after, k));
    const double jump = change - 2.0 * fastest * (p_after - p_before);
    const double share = is_angle ? jump : jump / mechanism.kinematic_length;
    if (!(share > largest_share)) continue;
    largest_share = share;
    largest = PathJump{p_after, coordinate, change};
  }
  return largest;
}

std::optional<PathJump> find_jump(const Mechanism& mechanism, const Path& path,
                                  const std::vector<double>& places) {
  Task before, after;
  const double step = kBeside * path.p_max;
  for (const double p : places) {
    path.task.write(p - step, before);
    path.task.write(p + step, after);
    auto jump = find_jump(mechanism, before, p - step, after, p + step, round_off::kSame);
    if (!jump) continue;
    jump->p = p;
    return jump;
  }
  return std::nullopt;
}

void refuse_jump(const Mechanism& mechanism, const Path& path, const PathJump& jump) {
  const bool is_angle = jump.coordinate.kind == TaskCoordinate::Kind::rotation ||
                        is_rotational(mechanism, jump.coordinate);
  const std::string size = is_angle ? fmt::format("{:.6g} rad ({:.4g} deg)", jump.size,
                                                  jump.size * 180.0 / std::numbers::pi)
                                    : fmt::format("{:.6g} m", jump.size);
  const std::vector<double>& corners = path.steps.corners;
  const bool is_at_corner = std::find(corners.begin(), corners.end(), jump.p) != corners.end();
  throw InputError(
      path.place,
      fmt::format("path '{}' jumps at {}p = {:.9g}: {} by {}", path.name,
                  is_at_corner ? "its corner at " : "", jump.p, name_of(mechanism, jump.coordinate),
                  size),
      is_at_corner
          ? "expected a path without jumps: 'blend' rounds the corners of a polyline, except "
            "where it goes back or rests; 'turn: at corners' turns the tool there on the spot; or "
            "an "
            "orientation that does not follow the tangent"
          : "expected a path without jumps, such as a formula without a step or a kink that the "
            "tangent follows");
}

void require_continuous(const Mechanism& mechanism, const Path& path, double end) {
  std::vector<double> places = path.steps.corners;
  places.insert(places.end(), path.steps.breaks.begin(), path.steps.breaks.end());
  places.erase(std::remove_if(places.begin(), places.end(), [&](double p) { return p >= end; }),
               places.end());
  std::sort(places.begin(), places.end());
  if (const auto jump = find_jump(mechanism, path, places)) refuse_jump(mechanism, path, *jump);
}

}  // namespace path
}  // namespace globaldyn::inside
