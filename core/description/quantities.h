#pragma once

#include <string>
#include <vector>

#include "core/base/interval.h"
#include "core/base/rotation.h"
#include "core/description/document.h"
#include "core/description/parameters.h"

namespace globaldyn::inside {
inline namespace core {

/// A formula in the node's text. @throws InputError also for a wrong dimension.
[[nodiscard]] Expression read_expression(const Node& node, const Dimension& dimension,
                                         const Scope& scope);

/// A number in SI. @throws InputError if it is not finite.
[[nodiscard]] double read_number(const Node& node, const Dimension& dimension,
                                 const Parameters& parameters);

/// As read_number(), but > 0 (or >= 0 if `zero_allowed`); `what` names it in the message.
[[nodiscard]] double read_positive(const Node& node, const Dimension& dimension,
                                   const Parameters& parameters, const std::string& what,
                                   bool zero_allowed = false);

/// true, false, or a formula without a unit, which is true where it is more than zero.
[[nodiscard]] bool read_switch(const Node& node, const Parameters& parameters);

/// An integer, least <= n <= most. @throws InputError otherwise.
[[nodiscard]] int read_count(const Node& node, const Parameters& parameters, int least, int most);

/// A list of numbers of one dimension, of any length.
[[nodiscard]] std::vector<double> read_numbers(const Node& node, const Dimension& dimension,
                                               const Parameters& parameters);

/// A list of three numbers; or of two if `planar_allowed`, with 0 as the third.
[[nodiscard]] Vector3d read_vector(const Node& node, const Dimension& dimension,
                                   const Parameters& parameters, bool planar_allowed = true);

/// A direction: three numbers that are not all zero, or x, y, z, -x, -y, -z. Normalised.
[[nodiscard]] Vector3d read_direction(const Node& node, const Parameters& parameters);

/// [low, high], either of them `none`; or one number a > 0, meaning [-a, a].
/// @throws InputError if low > high.
[[nodiscard]] Interval read_interval(const Node& node, const Dimension& dimension,
                                     const Parameters& parameters);

}  // namespace core
}  // namespace globaldyn::inside
