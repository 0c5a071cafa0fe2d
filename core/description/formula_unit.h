#pragma once

#include <optional>

#include "core/description/document.h"
#include "core/expression/expression.h"
#include "core/expression/formula_quantity.h"
#include "core/expression/shown_units.h"

namespace globaldyn::inside {
inline namespace core {

/// Whether it is written like a currency: three capitals.
[[nodiscard]] bool is_currency(const std::string& unit);

/// The unit of what a formula gives, which may stand beside it (`unit: ms`): its number is in SI,
/// and is converted for people. Numbers without a dimension known are in SI of that unit. A plain
/// number has no unit to be converted from: what is written beside it says what it counts, as a
/// currency does. Without a unit beside it, what its names are tells an angle or an energy.
/// @throws InputError for a unit that what the formula gives cannot be in
[[nodiscard]] QuantityUnit find_formula_unit(const Expression& formula,
                                             const std::optional<Node>& asked,
                                             const QuantityOf& quantity_of = {});

}  // namespace core
}  // namespace globaldyn::inside
