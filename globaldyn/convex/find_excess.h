#pragma once

#include "globaldyn/convex/write_program.h"

namespace globaldyn::inside {
inline namespace convex {

/// By how much a motion exceeds limits between nodes, in shares of them; 0 where it keeps them.
struct Excess {
  VectorXd
      sides;  ///< of both sides of each row, all high ones first: on the cells beside its place
  VectorXd cells;  ///< of each cell
};

/// What is seen of it at places that are close to each other, and by parabolas through them. What
/// changes along cells is not looked at.
[[nodiscard]] Excess find_excess(const MotionField& field, const SplineGrid& grid,
                                 const ProgramUnits& units, const WrittenProgram& written,
                                 const VectorXd& z);

}  // namespace convex
}  // namespace globaldyn::inside
