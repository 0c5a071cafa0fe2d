#pragma once

#include <span>

#include "optimize/pareto/outcome.h"

namespace globaldyn::inside {
inline namespace pareto {

/// Which of two dominates the other.
enum class Domination { first, second, neither };

/// Feasibility first (Deb 2002, "constrained domination"): the feasible one beats the infeasible
/// one; of two infeasible ones the smaller violation wins; two feasible ones, which must have the
/// same number of objectives, are compared by these. Equal ones: neither.
[[nodiscard]] Domination compare(const Outcome& first, const Outcome& second);

/// Pareto domination of objectives, the same number of each: one dominates if it is nowhere larger
/// and somewhere smaller.
[[nodiscard]] Domination compare(std::span<const double> first, std::span<const double> second);

/// Whether `first` is nowhere larger than `second` (equal points cover each other).
[[nodiscard]] bool covers(std::span<const double> first, std::span<const double> second);

}  // namespace pareto
}  // namespace globaldyn::inside
