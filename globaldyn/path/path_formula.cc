#include "globaldyn/path/path_formula.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <vector>

#include "core/base/nth.h"
#include "core/base/round_off.h"
#include "core/expression/formula_pieces.h"
#include "core/expression/functions.h"

namespace globaldyn::inside {
inline namespace path {
namespace {

constexpr const char* kOverflows = "has, on the way to its value, a number that is too large";

[[noreturn]] void refuse_formula(const Expression& formula, const std::string& what, double p) {
  throw InputError(formula.place(), fmt::format("'{}' {} at p = {:.10g}", formula.text(), what, p),
                   "expected a path that is twice differentiable but for kinks");
}

// Whether a number on the way to the formula's value, or to a derivative of it, is too large for
// one. At a pole, of a quotient, a power or a logarithm, they are beyond all bounds by themselves.
bool overflows(const Expression& formula, double p) {
  std::vector<Expression::Instruction> steps;
  for (const Expression::Instruction& step : formula.program()) {
    steps.push_back(step);
    const double value = formula.with_program(steps).evaluate(std::span<const double>(&p, 1));
    if (std::isfinite(value)) continue;
    using Operation = Expression::Operation;
    const bool is_pole = step.operation == Operation::divide ||
                         step.operation == Operation::power ||
                         (step.operation == Operation::call &&
                          nth(kFunctions, step.index).function != Function::exp);
    return std::isinf(value) && !is_pole;
  }
  return false;
}

bool is_whole_turns(double angle) {
  constexpr double kTurn = 2.0 * std::numbers::pi;
  return std::abs(std::remainder(angle, kTurn)) <= round_off::kSame;
}

void unite(std::vector<double>& places) {
  std::sort(places.begin(), places.end());
  places.erase(std::unique(places.begin(), places.end()), places.end());
}

}  // namespace

Jet PathFormula::operator()(double p) const {
  const auto end = std::upper_bound(bounds_.begin(), bounds_.end(), p);
  const Expression& part = parts_[static_cast<std::size_t>(end - bounds_.begin())];
  const auto evaluate = [&part](double at) {
    const Jet parameter = make_path_parameter(at);
    return part.evaluate(std::span<const Jet>(&parameter, 1));
  };
  const Jet value = evaluate(p);
  if (bounds_.empty() || std::isfinite(find_derivative(value, 0))) return value;
  // As abs(x)^2.5 where x is 0 but for a rounding error below.
  const double low = end == bounds_.begin() ? p : *std::prev(end) + beside_;
  const double high = end == bounds_.end() ? p : *end - beside_;
  return evaluate(std::min(std::max(p, low), high));
}

std::function<Jet(double p)> add_formula(const Expression& formula, bool is_angle,
                                         PathFormulas& formulas) {
  formulas.push_back(std::make_shared<PathFormula>(formula, is_angle));
  return [shared = formulas.back()](double p) { return (*shared)(p); };
}

// Brings the formulas of one path into pieces.
class FormulaDivision {
 public:
  FormulaDivision(double p_max, CurveSteps& steps) : p_max_(p_max), steps_(steps) {
    places_ = steps.breaks;
    places_.insert(places_.end(), steps.corners.begin(), steps.corners.end());
    unite(places_);
  }

  void divide(PathFormula& formula) {
    const Expression whole = formula.parts_.front();
    if (whole.is_constant()) return;
    FormulaPieces pieces = find_pieces(whole, 0.0, p_max_);
    if (pieces.fault) {
      const double p = pieces.fault->p;
      refuse_formula(whole, overflows(whole, p) ? kOverflows : pieces.fault->what, p);
    }
    for (const double p : {0.0, p_max_}) {
      if (overflows(whole, p)) refuse_formula(whole, kOverflows, p);
    }
    if (!pieces.unbounded.empty()) {
      const double p = pieces.unbounded.front();
      refuse_formula(whole, overflows(whole, p) ? kOverflows : "has no finite derivative", p);
    }
    for (const FormulaJump& jump : pieces.jumps) add(whole, jump, formula.is_angle_);
    formula.parts_ = std::move(pieces.parts);
    formula.beside_ = round_off::kSolved * p_max_;
    for (const double bound : pieces.bounds) formula.bounds_.push_back(find_place(bound));
  }

  // A corner is not a break as well.
  void finish() {
    unite(steps_.breaks);
    unite(steps_.corners);
    std::vector<double> others;
    std::set_difference(steps_.breaks.begin(), steps_.breaks.end(), steps_.corners.begin(),
                        steps_.corners.end(), std::back_inserter(others));
    steps_.breaks = std::move(others);
  }

 private:
  void add(const Expression& formula, const FormulaJump& jump, bool is_angle) {
    if (jump.order == 0 && !(is_angle && is_whole_turns(jump.step))) {
      refuse_formula(formula, fmt::format("jumps by {:.6g}", jump.step), jump.p);
    }
    if (jump.order == 0) return;
    (jump.order == 1 ? steps_.corners : steps_.breaks).push_back(find_place(jump.p));
  }

  // The place that is meant by p, which from now on is one.
  double find_place(double p) {
    const double same = round_off::kSolved * p_max_;
    const auto next = std::lower_bound(places_.begin(), places_.end(), p - same);
    if (next != places_.end() && *next <= p + same) return *next;
    return *places_.insert(next, p);
  }

  double p_max_;
  CurveSteps& steps_;
  std::vector<double> places_;  // increasing
};

void divide_formulas(const PathFormulas& formulas, double p_max, CurveSteps& steps) {
  if (formulas.empty()) return;
  FormulaDivision division(p_max, steps);
  for (const std::shared_ptr<PathFormula>& formula : formulas) division.divide(*formula);
  division.finish();
}

}  // namespace path
}  // namespace globaldyn::inside
