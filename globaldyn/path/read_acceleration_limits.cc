#include "globaldyn/path/read_acceleration_limits.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/base/nth.h"
#include "core/description/quantities.h"

namespace globaldyn::inside {
inline namespace path {
namespace {

// One acceleration, or a map by direction.
PathAccelerationLimit read_limit(const Node& node, const Parameters& parameters, double p_max) {
  const auto read = [&](const Node& value) {
    return read_positive(value, dimension::acceleration, parameters, "acceleration_limit");
  };
  PathAccelerationLimit limit{.from = 0.0, .to = p_max};
  if (!node.is_map()) {
    limit.all = read(node);
    return limit;
  }
  node.allow_only({"along", "across", "all"});
  const auto along = node.find("along"), across = node.find("across"), all = node.find("all");
  if (!along && !across && !all) {
    node.fail("an acceleration limit without a direction", "expected 'along', 'across' or 'all'");
  }
  if (along) limit.along = read(*along);
  if (across) limit.across = read(*across);
  if (all) limit.all = read(*all);
  return limit;
}

// Whether the path keeps the tool's point where it is. What it does on paths of joints and drives
// only the machine tells.
bool keeps_tool_in_place(const Path& path) {
  constexpr int kLooks = 17, kAxes = 3;
  const auto is_position = [](const TaskCoordinate& one) {
    return one.kind == TaskCoordinate::Kind::position;
  };
  if (std::count_if(path.coordinates.begin(), path.coordinates.end(), is_position) < kAxes) {
    return false;
  }
  for (const double p : path.make_samples(kLooks)) {
    const Task task = path.task(p);
    for (Eigen::Index k = 0; k < task.size(); ++k) {
      if (is_position(nth(task.coordinates, k)) && task.target.first(k) != 0.0) return false;
    }
  }
  return true;
}

// Of a list of limits: over which part one holds.
template <class Limit>
Limit read_extent(const Node& item, const Parameters& parameters, double p_max, const char* what,
                  Limit limit) {
  const auto from = item.find("from"), to = item.find("to");
  if (from) limit.from = read_number(*from, dimension::number, parameters);
  if (to) limit.to = read_number(*to, dimension::number, parameters);
  if (!(limit.from >= 0.0 && limit.from < limit.to && limit.to <= p_max)) {
    item.fail(fmt::format("{} from p = {} to {}", what, limit.from, limit.to),
              fmt::format("expected 0 <= from < to <= {}", p_max));
  }
  return limit;
}

// One value, or a list of {from, to, limit}, each read by `read`.
template <class Read>
auto read_limits(const Node& node, const Parameters& parameters, double p_max, const char* what,
                 const Read& read) {
  using Limit = decltype(read(node));
  if (!node.is_sequence()) return std::vector<Limit>{read(node)};
  std::vector<Limit> list;
  for (const Node& item : node.items()) {
    item.allow_only({"from", "to", "limit"});
    list.push_back(read_extent(item, parameters, p_max, what, read(item.require("limit"))));
  }
  return list;
}

// A limit of a tool that moves.
void require_motion(const Node& node, const Mechanism& mechanism, const Path& path,
                    const char* what, const char* instead) {
  if (!mechanism.tool) node.fail(fmt::format("{} without a tool", what), "expected 'tool'");
  if (!keeps_tool_in_place(path)) return;
  node.fail(fmt::format("{} on a path on which the tool stays where it is", what),
            fmt::format("expected a path that moves it; {}", instead));
}

}  // namespace

std::vector<PathAccelerationLimit> read_acceleration_limits(const Node& node,
                                                            const Parameters& parameters,
                                                            const Mechanism& mechanism,
                                                            const Path& path) {
  const auto limits = node.find("acceleration_limit");
  if (!limits) return {};
  const char* what = "an acceleration limit";
  require_motion(*limits, mechanism, path, what, "'max_acceleration' limits drives and joints");
  return read_limits(*limits, parameters, path.p_max, what,
                     [&](const Node& one) { return read_limit(one, parameters, path.p_max); });
}

std::vector<PathJerkLimit> read_jerk_limits(const Node& node, const Parameters& parameters,
                                            const Mechanism& mechanism, const Path& path) {
  const auto limits = node.find("jerk_limit");
  if (!limits) return {};
  const char* what = "a jerk limit";
  require_motion(*limits, mechanism, path, what, "'max_jerk' limits drives");
  return read_limits(*limits, parameters, path.p_max, what, [&](const Node& one) {
    return PathJerkLimit{0.0, path.p_max,
                         read_positive(one, dimension::jerk, parameters, "jerk_limit")};
  });
}

}  // namespace path
}  // namespace globaldyn::inside
