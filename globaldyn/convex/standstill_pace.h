#pragma once

#include <vector>

namespace globaldyn::inside {
inline namespace convex {

/// Along a stretch of a path at whose ends the path itself stands still, d1 of a motion that leaves
/// rest with a force is not zero there, and may be infinite: as a function of p no spline follows
/// it. Here p is told by an s of the same range that the machine moves along with: ds/dp goes as
/// (p - begin)^m (end - p)^n with the orders m, n of the standstills, so that ds/dt vanishes at
/// rests, and d²s/dt² does not.
class StandstillPace {
 public:
  /// @param begin_order of the standstill at its begin, at least 1; 0: there is none
  StandstillPace(double begin, double end, int begin_order, int end_order);

  [[nodiscard]] double begin() const { return begin_; }
  [[nodiscard]] double end() const { return end_; }

  /// A place on it, known from its nearer end.
  struct Place {
    bool is_at_end{false};  ///< whether the end is the nearer one
    double away{0.0};       ///< from the nearer end, in shares of the stretch's p
    double p{0.0};
    double rate{1.0};    ///< dp/ds: infinite at a standstill
    double second{0.0};  ///< d²p/ds²
  };
  [[nodiscard]] Place find_place(double s) const;
  /// That place, at a share of the stretch's p away from one of its ends.
  [[nodiscard]] Place find_place(bool is_at_end, double away) const;
  /// The s of a p of the stretch.
  [[nodiscard]] double find_s(double p) const;
  [[nodiscard]] double find_s(bool is_at_end, double away) const;

  /// The order of the standstill at one of the ends.
  [[nodiscard]] int order(bool is_at_end) const { return is_at_end ? end_order_ : begin_order_; }

  /// Places between two s at which to tell a motion by p: d1² as a function of it is there a power
  /// of the distance from the standstill, so that they are nearer to each other the nearer they
  /// are to it.
  [[nodiscard]] std::vector<double> list_between(double from, double to) const;

 private:
  double begin_, end_;
  int begin_order_, end_order_;
  double size_;  // of ds/dp
  double half_;  // share of s that is before the middle
};

}  // namespace convex
}  // namespace globaldyn::inside
