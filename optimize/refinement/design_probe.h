#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <span>
#include <vector>

#include "optimize/refinement/lock_step.h"
#include "optimize/search/design_space.h"

namespace globaldyn::inside {
inline namespace refinement {

/// A design and what is known of it.
struct ProbedDesign {
  std::size_t number{0};  ///< of its evaluation
  Design design;
  Outcome outcome;
};

/// The designs around a base design as points of the unit cube: the shares of those variables that
/// are continuous and have a range. All others keep the values of the base design.
///
/// Shares are rounded to 2^-40, some 1e-12 of the range, and outcomes are remembered: a search that
/// comes back to a point, up to rounding errors, costs no evaluation.
class DesignProbe {
 public:
  /// @param base inside the space
  /// @param budget how many designs may be asked for in all
  DesignProbe(const DesignSpace& space, Design base, std::size_t budget, const Ask& ask);

  /// How many variables are free.
  [[nodiscard]] std::size_t dimension() const { return free_.size(); }

  /// The shares of a design's free variables.
  [[nodiscard]] std::vector<double> shares_of(const Design& design) const;

  /// Allows at most `count` more designs, within the budget.
  void allow(std::size_t count);

  /// Adds a known outcome, which then need not be asked for.
  void learn(ProbedDesign known);

  /// The outcome at `shares`, in [0, 1]; null if it is not known and no more may be asked for.
  /// Valid until the next call.
  [[nodiscard]] const Outcome* look(std::span<const double> shares);

  /// All that is known, in the order in which it became so.
  [[nodiscard]] const std::vector<ProbedDesign>& known() const { return known_; }

  /// How many designs were asked for, and how many more the budget allows: 0 if none are left.
  [[nodiscard]] std::size_t asked() const { return asked_; }
  [[nodiscard]] std::size_t left() const { return has_ended_ ? 0 : budget_ - asked_; }

 private:
  using Key = std::vector<std::int64_t>;

  [[nodiscard]] static Key make_key(std::span<const double> shares);
  [[nodiscard]] Design make_design(const Key& key) const;

  const DesignSpace& space_;
  Design base_;
  std::size_t budget_;
  std::size_t limit_;  // of asked_, <= budget_
  const Ask& ask_;
  std::vector<std::size_t> free_;  // variables
  Key base_key_;
  std::vector<ProbedDesign> known_;
  std::map<Key, std::size_t> places_;  // in known_
  std::size_t asked_{0};
  bool has_ended_{false};  // there are no designs left
};

}  // namespace refinement
}  // namespace globaldyn::inside
