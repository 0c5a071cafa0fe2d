#pragma once

#include <vector>

#include "optimize/random/random_stream.h"
#include "optimize/search/design_space.h"

namespace globaldyn::inside {
inline namespace evolution {

/// How children differ from their parents.
struct VariationOptions {
  /// Probability that a child is a parent displaced by a difference of two members of the
  /// population instead of being crossed and mutated; 0: never, as in the NSGA literature. See
  /// displace() below.
  double difference_probability{0.2};
  double crossover_probability{0.9};  ///< that a child is crossed, not a copy, before mutation
  double crossover_index{15.0};       ///< >= 0; the larger, the closer a child is to its parents
  double mutation_probability{0.0};   ///< of each variable; 0: on average one variable per child
  double mutation_index{20.0};        ///< >= 0; the larger, the smaller the step
  /// Probability that a mutation redraws the variable anywhere in its range; 0: never, as in the
  /// NSGA literature. A step of index 20 exceeds a quarter of the range once in 400 times, half of
  /// it once in two million, so parts of a front that are farther apart are never found again once
  /// they are lost.
  double reset_probability{0.2};
};

/// Simulated binary crossover between bounds 0 and 1 (Deb & Agrawal 1995; bounds as in Deb 2000):
/// of the two children of parents `near` and `far`, the one on the side of `near`. u in [0, 1) is
/// the share of children that are closer to the parents' midpoint.
[[nodiscard]] double cross_shares(double near, double far, double index, double u);

/// Polynomial mutation between bounds 0 and 1 (Deb & Agrawal 1999; bounded on both sides as in
/// Deb 2008): u in [0, 1) is the share of mutants that are smaller. 0 gives 0, 1/2 no change.
[[nodiscard]] double mutate_share(double share, double index, double u);

/// Makes children of designs of a space. Both operators act on shares of a variable's range, so
/// logarithmic variables are varied by ratios, and one index fits variables of any unit.
///
/// Integers: every value owns an equal part of [0, 1]. A parent is placed anywhere in its part,
/// redrawn every time, and a child takes the value in whose part it falls. (From the middle of the
/// parts all small steps would be rounded away, and a search would stall.) A mutant that falls into
/// the part it came from takes the next value in its direction. So every value can be reached in
/// one step, and a mutation always changes something.
/// Categorical variables: either parent's value; a mutation takes any other value, all equally
/// likely.
class Variation {
 public:
  Variation(const DesignSpace& space, const VariationOptions& options);

  /// Crosses two parents and mutates the result. Writes into `child`, which must be neither of
  /// them; its memory is reused. It is a design of the space if the parents are. Where nothing
  /// happens, values are those of the first parent.
  void cross(const Design& first, const Design& second, RandomStream& random, Design& child) const;

  /// Displaces `base` in all variables by a share of `to` - `from`, clipped at the bounds
  /// (differential mutation, Storn & Price 1997, with a random share in [0, 1)). Such steps scale
  /// with the width of the population and follow its shape. Crossover and mutation move along the
  /// axes, and get stuck where good designs need several variables changed together. A categorical
  /// variable in which both differ takes the value of `to` with the probability of that share.
  void displace(const Design& base, const Design& from, const Design& to, RandomStream& random,
                Design& child) const;

  [[nodiscard]] const VariationOptions& options() const { return options_; }

 private:
  void cross_in(const Design& second, RandomStream& random, Design& child) const;
  void mutate(RandomStream& random, Design& child) const;

  std::vector<DesignVariable> variables_;
  std::vector<std::size_t> free_;  // those with more than one value
  VariationOptions options_;
  double log_unchanged_{0.0};  // logarithm of the probability that a variable is not mutated
};

}  // namespace evolution
}  // namespace globaldyn::inside
