#pragma once

#include <optional>
#include <string>

#include "core/expression/expression.h"

namespace globaldyn::inside {
inline namespace core {

/// A scope in which nothing has a name: what stands in it are units. @throws InputError with the
/// most similar unit
[[nodiscard]] Scope units_only();

/// Whether a text is made like products, quotients and powers of units, as in `kg m^2/s` or
/// `1/min`: other numbers only as whole exponents. Its names need not be units.
[[nodiscard]] bool is_unit_product(const std::string& text);

/// The unit that `text` at `place` says, a product, quotient or power of units such as `kg cm^2`;
/// nothing if it cannot be one: `m + 5` is a number. @throws InputError for names that are no units
[[nodiscard]] std::optional<Unit> read_unit_product(const std::string& text,
                                                    const SourcePlace& place);

/// The same; nothing for names that are no units either, such as a currency.
[[nodiscard]] std::optional<Unit> try_unit(const std::string& text);

/// The unit in a text that is a number with a unit, `30 rad/s`; nothing for bare numbers and
/// formulas. Its names need not be units.
[[nodiscard]] std::optional<std::string> find_unit_of_number(const std::string& text);

}  // namespace core
}  // namespace globaldyn::inside
