#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "core/base/interval.h"
#include "core/base/rotation.h"

namespace globaldyn::inside::test {

/// A number that depends on what a program may choose: a constant first, then the factors of its
/// variables, of which the first is d2.
using ProgramForm = VectorXd;

/// A linear program (GLPK) for the least and the greatest d2 of all that keep some bounds.
class MotionProgram {
 public:
  /// @param margin by which bounds, unless they fix what they bound, are wider, as a share of their
  ///   size, or of the constant that they bound if that is larger: rounding errors are of its size
  MotionProgram(Eigen::Index variables, double margin) : count_(variables), margin_(margin) {}

  /// @param kind what it is called among the bounds that hold with equality
  void bound(const ProgramForm& form, const Interval& range, const std::string& kind);

  /// Nothing if no choice keeps all bounds; ends may be infinite.
  /// @param exactly in rational numbers, for ranges so narrow that rounding errors hide them
  [[nodiscard]] std::optional<Interval> find_range(bool exactly = false);

  /// How often bounds of a kind were reached at an end of the range, or allowed no d2 at all.
  [[nodiscard]] const std::map<std::string, int>& reached() const { return reached_; }

 private:
  struct Bound {
    VectorXd factors;
    Interval range;
    std::string kind;
  };
  // One end: of the largest sign * d2.
  std::optional<double> find_end(double sign, bool exactly);

  Eigen::Index count_;
  double margin_;
  std::vector<Bound> bounds_;
  bool is_impossible_{false};
  std::map<std::string, int> reached_;
};

}  // namespace globaldyn::inside::test
