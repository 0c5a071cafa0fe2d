#pragma once

#include <optional>
#include <span>
#include <vector>

namespace globaldyn {

/// Where a tree has been: its state, and how its columns moved.
struct TreeStation {
  double at{0.0};                     ///< of the task's parameter, from where the history began
  std::vector<double> state;          ///< of the tree
  std::vector<double> way;            ///< of the columns, from where the history began
  std::vector<double> first, second;  ///< rates and accelerations of the columns
  /// The same in the parents' axes, see SpanningTree::to_parent_axes().
  std::vector<double> local_first, local_second;
};

/// The stations that a tree has been at lately, to tell where others are: by the polynomial of
/// fifth degree through place, rate and acceleration at two of them, whose error is the product of
/// the third powers of the distances from both. That between two stations it is far less than
/// beyond them pays for whoever goes to and fro.
class ColumnHistory {
 public:
  ColumnHistory(std::size_t columns, std::size_t states);

  /// Nothing is known of any way.
  void forget() { count_ = 0; }

  /// The station added last. There must be one.
  [[nodiscard]] const TreeStation& here() const { return stations_[here_]; }

  /// A station `h` from here, its way nothing, to be filled in; the oldest gives way. Next to
  /// another one it is where a task breaks, seen from the other side: what was before is of no use.
  TreeStation& add(double h);

  /// How far the place `h` from here is from the nearest station.
  [[nodiscard]] double find_distance(double h) const;

  /// Which station to go from to the place `h` from here, and by which other one to foretell it.
  struct Guides {
    const TreeStation* from;
    const TreeStation* by;
  };
  /// The two nearest; none if they are too near to each other to say anything about a place so far
  /// beyond.
  [[nodiscard]] std::optional<Guides> find_guides(double h) const;

 private:
  [[nodiscard]] std::size_t find_nearest(double at) const;
  [[nodiscard]] bool is_beside_a_break(double at) const;

  std::vector<TreeStation> stations_;
  std::size_t count_{0};
  std::size_t here_{0};
};

/// How far columns move by a step `h` from here, forwards or back towards where they have been
/// `length` before: from what they moved since then, and their rates and accelerations there
/// (before) and here. All of these are columns long.
void predict_columns(double length, double h, std::span<const double> first_before,
                     std::span<const double> second_before, std::span<const double> moved,
                     std::span<const double> first, std::span<const double> second,
                     std::span<double> moves);

}  // namespace globaldyn
