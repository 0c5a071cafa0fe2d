// Limit systems written down by hand, and the methods that all have to solve them.
#pragma once

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "globaldyn/region/methods/region_solver.h"

namespace globaldyn::inside::test {

struct NamedRow {
  std::string name;
  LimitRow row;
};

inline NamedRow make_row(const std::string& name, double alpha, double beta, double gamma,
                         double delta, std::vector<double> v, double low, double high) {
  VectorXd vector = Eigen::Map<const VectorXd>(v.data(), static_cast<Eigen::Index>(v.size()));
  return {name, {{alpha, beta, gamma, delta}, vector, low, high}};
}

inline void add(LimitSystem& system, const NamedRow& row) {
  std::vector<LimitLabel> labels;
  if (system.labels) labels = *system.labels;
  labels.push_back({row.name, LimitKind::force});
  system.labels = std::make_shared<const std::vector<LimitLabel>>(labels);
  system.rows.push_back(row.row);
}

inline LimitSystem make_system(const std::vector<NamedRow>& rows, int redundancy = 0) {
  LimitSystem system;
  system.redundancy = redundancy;
  for (const NamedRow& row : rows) add(system, row);
  return system;
}

inline auto every_method() {
  return testing::Values(RegionMethod::enumeration, RegionMethod::circuits, RegionMethod::support);
}

inline std::string to_method_name(const testing::TestParamInfo<RegionMethod>& method) {
  return method.param == RegionMethod::enumeration ? "tuples" : to_string(method.param);
}

}  // namespace globaldyn::inside::test
