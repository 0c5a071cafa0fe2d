#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

namespace globaldyn::inside {
inline namespace refinement {

/// Derivative-free searches, all from NLopt (Johnson 2007). Only cobyla and isres support
/// constraints.
enum class SearchAlgorithm {
  cobyla,       ///< local, linear models (Powell 1994)
  bobyqa,       ///< local, quadratic models (Powell 2009); for smooth functions
  sbplx,        ///< local, simplices in subspaces (after Rowan 1990)
  nelder_mead,  ///< local, a simplex (Nelder & Mead 1965, Box 1965)
  direct_l,     ///< global, divides the box (Gablonsky & Kelley 2001)
  crs2,         ///< global, random population (Kaelo & Ali 2006)
  isres,        ///< global, evolution with ranked constraints (Runarsson & Yao 2005)
};

[[nodiscard]] bool knows_constraints(SearchAlgorithm algorithm);

/// Minimise a number in a box, with other numbers at most 0.
struct ScalarProblem {
  std::vector<double> low;
  std::vector<double> high;         ///< > low, finite
  std::vector<double> start;        ///< inside; global searches need not start there
  std::vector<double> first_steps;  ///< of local searches, > 0
  std::vector<double> last_steps;   ///< a search ends when its steps are smaller, > 0
  std::size_t constraints{0};       ///< 0 if the algorithm does not support constraints
};

/// What the search sees of the problem: fills values[0] with the number to be minimised, and
/// values[1] … with those that must not be positive; all must be finite. False: stop.
using ScalarFunction = std::function<bool(std::span<const double> x, std::span<double> values)>;

/// How often a search may ask for its objective per new point allowed. Searches come back to known
/// points, but one that does so a hundred times per new point has stalled.
inline constexpr std::size_t kMostCallsPerDesign = 100;

/// Why a search ended.
enum class SearchEnd {
  not_run,
  converged,  ///< its steps became as small as requested, or rounding errors allow no more
  stopped,    ///< the function said so
  stalled,    ///< it made most_calls calls, almost all at known points
  failed,     ///< the algorithm gave up
};

/// Runs a search on this thread. The function is not called twice in a row for the same point; all
/// points it is given lie in the box. The result of the search is what the function saw. The course
/// follows from the arguments and the function's values.
/// @param seed of random searches
/// @param most_calls how often the search may ask for its objective. Some continue endlessly at
///     known points (a population that has collapsed to one point), which costs the function
///     nothing
/// @throws what the function throws
[[nodiscard]] SearchEnd search_scalar(SearchAlgorithm algorithm, const ScalarProblem& problem,
                                      std::uint64_t seed, std::size_t most_calls,
                                      const ScalarFunction& function);

}  // namespace refinement
}  // namespace globaldyn::inside
