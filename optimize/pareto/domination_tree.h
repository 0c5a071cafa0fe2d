#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace globaldyn::inside {
inline namespace pareto {

/// Numbered points none of which dominates another, in nested boxes. If the lower corner of a box
/// does not cover a point, nothing in the box does; if the upper one does, everything does; so only
/// few members have to be checked (ND-tree, Jaszkiewicz & Lust 2018). Boxes are halved at a median,
/// and again when one half has outgrown the other, so that their depth is O(log n).
class DominationTree {
 public:
  /// Adds a point and removes those it dominates. All have the same number of coordinates, at least
  /// one. Of equal points the smallest number stays.
  /// @return whether it is now in: not if it is dominated or has an equal with a smaller number.
  bool insert(std::size_t number, std::span<const double> point);

  [[nodiscard]] std::size_t size() const { return root_.size; }

  /// The depth of nesting: O(log n), where n is the maximum number of points there have been.
  [[nodiscard]] int calc_depth() const { return calc_depth(root_); }

  /// Calls visit(number, point) for each. Their order depends on that of insertion.
  template <class Visit>
  void visit_all(const Visit& visit) const {
    visit_all(root_, visit);
  }

 private:
  struct Box {
    std::vector<double> least, greatest;  // of each coordinate
    std::size_t size{0};                  // points
    std::vector<Box> halves;              // two: what is below `middle` along `axis`, and the rest;
    std::size_t halved_size{0};           // at the time of halving
    std::size_t axis{0};
    double middle{0.0};
    std::vector<std::size_t> numbers;  // or none, and then points
    std::vector<double> coordinates;   // row by row

    [[nodiscard]] std::span<const double> point(std::size_t i) const {
      return {coordinates.data() + i * least.size(), least.size()};
    }
    void append(std::size_t number, std::span<const double> point);
    void widen(std::span<const double> point);
  };

  template <class Visit>
  static void visit_all(const Box& box, const Visit& visit) {
    for (std::size_t i = 0; i < box.numbers.size(); ++i) visit(box.numbers[i], box.point(i));
    for (const Box& half : box.halves) visit_all(half, visit);
  }

  [[nodiscard]] static int calc_depth(const Box& box);
  [[nodiscard]] static bool covers(const Box& box, std::span<const double> point);
  [[nodiscard]] static bool lower_number(Box& box, std::size_t number,
                                         std::span<const double> point);
  static void remove_covered(Box& box, std::span<const double> point);
  static void remove_covered_points(Box& box, std::span<const double> point);
  static void join_halves(Box& box);
  void add(Box& box, std::size_t number, std::span<const double> point);
  [[nodiscard]] static bool has_lost_balance(const Box& box);
  void rebuild(Box& box);
  void halve(Box& box);
  [[nodiscard]] std::size_t find_longest_axis(const Box& box) const;

  Box root_;
};

}  // namespace pareto
}  // namespace globaldyn::inside
