#pragma once

#include <functional>
#include <optional>
#include <string>

#include "core/base/errors.h"
#include "core/expression/shown_units.h"

namespace globaldyn::inside {
inline namespace core {

/// What the names in a formula are; nothing for those that are not known.
using QuantityOf = std::function<std::optional<UnitKind>(const std::string& name)>;

/// What a formula gives where that is plain: a number with a unit, a quantity times or divided by
/// plain numbers, sums of like quantities, the larger of two. An angle or an energy is told from
/// what has its dimension only. Nothing otherwise, as for a radius times a speed of rotation.
/// `text` has been compiled before.
[[nodiscard]] std::optional<UnitKind> find_quantity(const std::string& text,
                                                    const SourcePlace& place,
                                                    const QuantityOf& quantity_of);

/// Nothing where it is not known.
[[nodiscard]] std::optional<UnitKind> kind_of(const QuantityUnit& unit);

}  // namespace core
}  // namespace globaldyn::inside
