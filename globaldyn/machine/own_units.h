#pragma once

#include <optional>
#include <string>

#include "core/description/document.h"

namespace globaldyn::inside {
inline namespace machine {

/// The unit in which a machine file gives a parameter, whose node this is, if what stands there is
/// a number with a unit: not if it is a formula or a bare number.
[[nodiscard]] std::optional<std::string> find_own_unit(const Node& value);

/// What has to be written, number and unit, so that reading gives exactly `value` (SI) again;
/// nothing if there is no such text, or `unit` is a formula.
[[nodiscard]] std::optional<std::string> write_in_unit(const std::string& unit, double value);

}  // namespace machine
}  // namespace globaldyn::inside
