#pragma once

#include <optional>
#include <span>
#include <vector>

#include "core/kinematics/turns.h"

namespace globaldyn::inside {
inline namespace core {

/// Where a tree has been: its state, and how its columns moved.
struct TreeStation {
  double at{0.0};             ///< value of the task's parameter, from where the history began
  std::vector<double> state;  ///< of the tree
  std::vector<double> way;    ///< displacements of the columns, from where the history began
  std::vector<double> first, second;  ///< rates and accelerations of the columns
  /// The same in the parents' axes, see SpanningTree::to_parent_axes().
  std::vector<double> local_first, local_second;
  AngleMotion angles;  ///< those whose turns are counted
};

/// The stations that a tree has recently visited, to predict others: by the fifth-degree polynomial
/// through position, rate and acceleration at two of them, whose error is proportional to the
/// product of the cubed distances from both. The error is far smaller between two stations than
/// beyond them, which helps when moving back and forth.
class ColumnHistory {
 public:
  /// @param angles how many are counted
  ColumnHistory(std::size_t columns, std::size_t states, std::size_t angles = 0);

  /// Forgets all stations.
  void forget() { count_ = 0; }

  /// The station added last. There must be one.
  [[nodiscard]] const TreeStation& here() const { return stations_[here_]; }

  /// Adds a station `h` from here, its `way` zero, to be filled in; it replaces the oldest. Right
  /// next to another one it is the other side of a break in the task: earlier stations are of no
  /// use.
  TreeStation& add(double h);

  /// Distance from the place `h` from here to the nearest station.
  [[nodiscard]] double find_distance(double h) const;

  /// From which station to go to the place `h` from here, and which other one to use for
  /// prediction.
  struct Guides {
    const TreeStation* from;
    const TreeStation* by;
  };
  /// The two nearest; none if they are too close together to predict a place so far beyond.
  [[nodiscard]] std::optional<Guides> find_guides(double h) const;

 private:
  [[nodiscard]] std::size_t find_nearest(double at) const;
  [[nodiscard]] bool is_beside_a_break(double at) const;

  std::vector<TreeStation> stations_;
  std::size_t count_{0};
  std::size_t here_{0};
};

/// How far columns move in a step `h` from here, forwards or back towards where they were `length`
/// before: from how far they have moved since, and their rates and accelerations there (before) and
/// here. All have one entry per column.
void predict_columns(double length, double h, std::span<const double> first_before,
                     std::span<const double> second_before, std::span<const double> moved,
                     std::span<const double> first, std::span<const double> second,
                     std::span<double> moves);

}  // namespace core
}  // namespace globaldyn::inside
