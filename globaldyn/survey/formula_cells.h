#pragma once

#include <vector>

#include "core/base/interval.h"
#include "core/expression/expression.h"
#include "globaldyn/machine/machine.h"

namespace globaldyn::inside {
inline namespace survey {

/// What the formulas of a path and of the loads along it hold between the places at which anybody
/// looks at them: a path divided into cells on each of which no formula has a feature that is much
/// narrower than the cell. Found from the formulas alone, before any pose of the machine is
/// computed.
///
/// A formula is continued to complex p around a cell. If it is analytic there, and not much larger
/// than on the real axis, it is a polynomial of low degree on the cell up to very little: a bump of
/// width w grows by exp(r²/w²) at a distance r from the axis, a step or a rounded corner has poles
/// or branches at a distance of its width. Where this cannot be shown a cell is halved. So cells
/// are as short as features are narrow, and that only next to them. Of smooth formulas whole
/// pieces are one cell.
class FormulaCells {
 public:
  FormulaCells(const Machine& machine, const Path& path);

  /// Divides the next piece of the path, on which the task is smooth; pieces follow each other.
  void divide(double begin, double end);

  /// Whether no cell on the way from `begin` to `end` is shorter than that: only then what few
  /// places show of limits holds in between. Always, where nothing has been divided.
  [[nodiscard]] bool allow(double begin, double end) const;

  /// Whether there is a cell there that is much shorter than its piece.
  [[nodiscard]] bool is_narrow(double begin, double end) const;

  /// The ends of cells between two p, `end` included, which is the last.
  [[nodiscard]] std::vector<double> list_ends(double begin, double end) const;

  /// The ends of cells that are much shorter than their pieces, increasing.
  [[nodiscard]] std::vector<double> list_narrow() const;

  /// Where it could not be shown that nothing is hidden, by any number of cells.
  [[nodiscard]] const std::vector<Interval>& hidden() const { return hidden_; }

 private:
  // A formula in smooth parts.
  struct Formula {
    std::vector<Expression> parts;
    std::vector<double> bounds;  // between them
    int order{0};                // of the derivative that matters
    double variation{0.0};       // of that derivative along the path, as far as is known

    [[nodiscard]] const std::vector<Expression::Instruction>& program(double p) const;
  };

  void add(Formula formula);
  [[nodiscard]] bool is_clear(double begin, double end);
  [[nodiscard]] bool is_clear(const Formula& formula, double begin, double end);
  [[nodiscard]] static bool is_steady(const Formula& formula, double begin, double end);
  void divide(double begin, double end, int depth);
  void add_hidden(double begin, double end);
  void widen_about(double steady_end, std::size_t first);
  [[nodiscard]] std::size_t find_cell(double p, double length) const;

  double p_max_;
  std::vector<Formula> formulas_;
  std::vector<double> ends_;     // of all cells, and the first beginning
  std::vector<char> is_narrow_;  ///< per cell
  std::vector<double> steady_;   ///< ends of cells that are only steady, on the current piece
  std::vector<Interval> hidden_;
  int looks_{0};
};

}  // namespace survey
}  // namespace globaldyn::inside
