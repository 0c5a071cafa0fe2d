#pragma once

#include <optional>
#include <string>

#include "core/expression/expression.h"

namespace globaldyn {

/// A scope in which nothing has a name: what stands in it are units. @throws InputError with the
/// most similar unit
[[nodiscard]] Scope units_only();

/// The unit that `text` at `place` says, a product, quotient or power of units such as `kg cm^2`;
/// nothing if it cannot be one: `m + 5` is a number. @throws InputError for names that are no units
[[nodiscard]] std::optional<Unit> read_unit_product(const std::string& text,
                                                    const SourcePlace& place);

}  // namespace globaldyn
