#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace globaldyn {

/// Numbered points none of which dominates another, in boxes of boxes. If the lower corner of a
/// box does not cover a point nothing in it does, if the upper one does all in it do; so few of
/// the members have to be looked at (ND-tree, Jaszkiewicz & Lust 2018). Boxes are halved at a
/// median, and anew when one half has outgrown the other, so that their depth is O(log n).
class DominationTree {
 public:
  /// Adds a point and takes out what it dominates. All have as many coordinates, at least one.
  /// Of equal points the least number stays.
  /// @return whether it is in now: not if it is dominated or has an equal of lesser number.
  bool insert(std::size_t number, std::span<const double> point);

  [[nodiscard]] std::size_t size() const { return root_.size; }

  /// How many boxes lie within each other: O(log n) for n points, the most there have been.
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
    std::vector<Box> halves;              // two: what is less than `middle` along `axis`, the rest;
    std::size_t halved_size{0};           // when they were parted
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

}  // namespace globaldyn
