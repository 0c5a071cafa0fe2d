#pragma once

#include <globaldyn/mechanism.h>

#include "core/description/parameters.h"
#include "core/mechanism/mechanism.h"

namespace globaldyn {

/// What users see of an interval, of settings, of a mechanism.
[[nodiscard]] inline Interval to_public(const inside::Interval& interval) {
  return {interval.low, interval.high};
}
[[nodiscard]] std::vector<inside::ParameterOverride> to_overrides(
    const std::vector<Setting>& settings);
[[nodiscard]] Mechanism make_mechanism(const inside::Mechanism& mechanism,
                                       const inside::Parameters& parameters);

}  // namespace globaldyn
