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

PathAccelerationLimit read_part(const Node& item, const Parameters& parameters, double p_max) {
  item.allow_only({"from", "to", "limit"});
  PathAccelerationLimit limit = read_limit(item.require("limit"), parameters, p_max);
  const auto from = item.find("from"), to = item.find("to");
  if (from) limit.from = read_number(*from, dimension::number, parameters);
  if (to) limit.to = read_number(*to, dimension::number, parameters);
  if (!(limit.from >= 0.0 && limit.from < limit.to && limit.to <= p_max)) {
    item.fail(fmt::format("an acceleration limit from p = {} to {}", limit.from, limit.to),
              fmt::format("expected 0 <= from < to <= {}", p_max));
  }
  return limit;
}

}  // namespace

std::vector<PathAccelerationLimit> read_acceleration_limits(const Node& node,
                                                            const Parameters& parameters,
                                                            const Mechanism& mechanism,
                                                            const Path& path) {
  const auto limits = node.find("acceleration_limit");
  if (!limits) return {};
  if (!mechanism.tool) limits->fail("an acceleration limit without a tool", "expected 'tool'");
  if (keeps_tool_in_place(path)) {
    limits->fail("an acceleration limit on a path on which the tool stays where it is",
                 "expected a path that moves it; 'max_acceleration' limits drives and joints");
  }
  if (!limits->is_sequence()) return {read_limit(*limits, parameters, path.p_max)};
  std::vector<PathAccelerationLimit> list;
  for (const Node& item : limits->items()) {
    list.push_back(read_part(item, parameters, path.p_max));
  }
  return list;
}

}  // namespace path
}  // namespace globaldyn::inside
