#include "globaldyn/path/load_kinks.h"

#include <algorithm>

#include "core/base/round_off.h"
#include "core/expression/formula_pieces.h"

namespace globaldyn::inside {
inline namespace path {
namespace {

std::vector<double> list_kinks(const Expression& formula, double p_max) {
  const FormulaPieces pieces = find_pieces(formula, 0.0, p_max);
  std::vector<double> places = pieces.unbounded;
  for (const FormulaJump& jump : pieces.jumps) places.push_back(jump.p);
  // Refused by whoever asks for the load there.
  if (pieces.fault) places.push_back(pieces.fault->p);
  return places;
}

}  // namespace

void add_load_kinks(const ToolWrench& wrench, double p_max, CurveSteps& steps) {
  const auto is_known = [&](double p) {
    const auto is_same = [&](double other) {
      return is_zero(other - p, p_max, round_off::kSolved);
    };
    return std::any_of(steps.breaks.begin(), steps.breaks.end(), is_same) ||
           std::any_of(steps.corners.begin(), steps.corners.end(), is_same);
  };
  for (const auto* components : {&wrench.force, &wrench.torque}) {
    for (const Expression& one : *components) {
      if (one.is_constant()) continue;
      for (const double p : list_kinks(one, p_max)) {
        if (!is_known(p)) steps.breaks.push_back(p);
      }
    }
  }
}

}  // namespace path
}  // namespace globaldyn::inside
