#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cstdint>
#include <string>
#include <vector>

#include "globaldyn/criteria/pose/compliance.h"
#include "globaldyn/criteria/registry/registry.h"
#include "globaldyn/machine/machine.h"
#include "globaldyn/maps/workspace_map.h"

namespace globaldyn::inside::test {

/// The only map of a machine file given as text.
[[nodiscard]] inline WorkspaceMap map_text(const std::string& text,
                                           const std::vector<ParameterOverride>& overrides = {}) {
  const Machine machine = parse_machine(text, "machine.yaml", ".", overrides);
  return make_map(machine, machine.maps.at(0));
}

[[nodiscard]] inline const std::vector<double>& values_of(const WorkspaceMap& map,
                                                          const std::string& column) {
  const auto found = std::find_if(map.columns.begin(), map.columns.end(),
                                  [&](const MapColumn& c) { return c.plan.name == column; });
  if (found == map.columns.end()) throw std::out_of_range("the map has no column " + column);
  return found->values;
}

/// A request for every criterion of poses that is available for the machine.
[[nodiscard]] inline std::vector<CriterionRequest> list_pose_requests(const Mechanism& mechanism) {
  std::vector<CriterionRequest> requests;
  for (const Criterion& criterion : list_criteria()) {
    const OfPose* of = criterion.of_pose();
    if (of == nullptr || (of->needs_compliance && !has_compliance(mechanism))) {
      continue;
    }
    requests.push_back({criterion.name, &criterion, {}});
    if (of->takes_direction) {
      const Vector3d along = Vector3d(0.6, 0.48, 0.64);
      requests.push_back({criterion.name + "_along", &criterion, {along}});
    }
  }
  return requests;
}

/// An axis of a map in SI.
[[nodiscard]] inline MapAxis make_axis(const std::string& name, const TaskCoordinate& coordinate,
                                       double from, double to, int count) {
  MapAxis axis;
  axis.name = name;
  axis.coordinate = coordinate;
  axis.rotational = coordinate.kind == TaskCoordinate::Kind::phi;
  axis.from = from;
  axis.to = to;
  axis.count = count;
  return axis;
}

/// Equal to the last bit, NaN and the sign of zero included.
[[nodiscard]] inline bool is_same(double a, double b) {
  return std::bit_cast<std::uint64_t>(a) == std::bit_cast<std::uint64_t>(b);
}

}  // namespace globaldyn::inside::test
