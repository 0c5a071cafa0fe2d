#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "globaldyn/free_run/motor_equation.h"

namespace globaldyn::inside {
inline namespace free_run {

/// A part of a lap: d1² as a polynomial of degree 5, whose slope at the five Lobatto points is that
/// of the equation of motion (collocation, Lobatto IIIA of order 8: E. Hairer and G. Wanner,
/// *Solving Ordinary Differential Equations II*, 1996, IV.5).
struct LapPiece {
  static constexpr int kNodes = 5;
  double begin{0.0}, end{0.0};         ///< p
  double square{0.0};                  ///< d1² at the beginning
  std::array<double, kNodes> slope{};  ///< d(d1²)/dp at the nodes

  [[nodiscard]] double calc_square(double p) const;
  [[nodiscard]] double calc_slope(double p) const;
};

/// A path passed once as the motors move the machine.
struct Lap {
  std::vector<LapPiece> pieces;  ///< from 0 on, without gaps
  std::optional<double> stall;   ///< p where it comes to rest
  std::string failure;           ///< why it is not known, otherwise

  [[nodiscard]] bool is_whole() const { return !stall && failure.empty(); }
  [[nodiscard]] double last_square() const;
};

/// Passes a path from different speeds. The machine is looked at once at each place: pieces are as
/// long as all speeds so far allowed. One per thread; the equation must outlive it.
class LapRunner {
 public:
  /// @param breaks of the survey, with both ends of the path
  LapRunner(MotorEquation& equation, const std::vector<double>& breaks);

  /// @param square d1² at the path's start
  [[nodiscard]] Lap run(double square);

  [[nodiscard]] const PowerTerms& first() const { return cells_.front().terms.front(); }

 private:
  static constexpr int kChecks = LapPiece::kNodes - 1;  // between the nodes
  struct Cell {
    double begin{0.0}, end{0.0};
    std::array<PowerTerms, LapPiece::kNodes + kChecks> terms;  // nodes, then checks
  };
  enum class Outcome { known, unresolved, stalled, no_inertia };

  [[nodiscard]] Cell make_cell(double begin, double end) const;
  [[nodiscard]] Outcome solve(const Cell& cell, double square, LapPiece& piece) const;
  [[nodiscard]] bool is_resolved(const Cell& cell, const LapPiece& piece) const;

  MotorEquation& equation_;
  std::vector<double> breaks_;
  std::vector<Cell> cells_;
};

}  // namespace free_run
}  // namespace globaldyn::inside
