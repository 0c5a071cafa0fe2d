#include "globaldyn/survey/formula_cells.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "core/base/nth.h"
#include "core/base/round_off.h"
#include "core/expression/complex_formula.h"
#include "core/expression/enclosure.h"
#include "core/expression/formula_pieces.h"

namespace globaldyn::inside {
inline namespace survey {
namespace {

// How far around a cell formulas are continued, as a fraction of its length. Between the few nodes
// of a panel (0.25 of its length to the nearest, at most) a Gauss bump that this allows shows with
// a thousandth of its height at least: much more than the accuracy of limits. Polynomials of
// degree 16 on a panel of the same length are accurate to 1e-5, the worst that is asked for, if
// there is nothing within 0.4 of it, so that panels of smooth formulas stay as long as they are.
constexpr double kAround = 0.35;
// What formulas may grow by around it. A wave of which degree 16 describes 1.7 periods (5e-6)
// grows by 22; the rest is for bounds that are not the best.
constexpr double kMostGrowth = 100.0;
// Cells are halved so often at most: the survey halves its panels 34 times.
constexpr int kMostHalvings = 32;
// Looks at formulas, of some microseconds each, are at most as many: three tenths of a second. A
// feature takes some hundred, a wave two for each period.
constexpr int kMostFormulaLooks = 100'000;
// Next to places where a formula is smooth to second order only, such as abs(p)^2.5, a cell is
// short enough where the derivative that matters varies by no more than this fraction.
constexpr double kSteady = 1e-3;

// Cells that are shorter than this fraction of their piece are narrow; ordinary looks along a path,
// 32 at least, are closer to each other than longer ones.
constexpr double kNarrow = 1.0 / 8.0;

// How often a formula is looked at for how much it varies: odd, so that no wave with a power of two
// of periods along the path is the same at all of them.
constexpr int kFormulaSamples = 33;
// Of a panel's length: ends of panels and of cells that are the same differ by rounding errors of p
// at most, which are less of panels down to 1e-7 of p.
constexpr double kRounding = 1e-9;

// Of a formula's derivative at p: 0 if it has none there.
double evaluate(const Expression& formula, double p, int order) {
  const Jet parameter = make_path_parameter(p);
  const Jet value = formula.evaluate(std::span<const Jet>(&parameter, 1));
  const double derivative = find_derivative(value, order);
  return std::isfinite(derivative) ? derivative : 0.0;
}

}  // namespace

const std::vector<Expression::Instruction>& FormulaCells::Formula::program(double p) const {
  const auto after = std::upper_bound(bounds.begin(), bounds.end(), p);
  return nth(parts, after - bounds.begin()).program();
}

FormulaCells::FormulaCells(const Machine& machine, const Path& path) : p_max_(path.p_max) {
  for (const auto& formula : path.formulas) {
    const bool is_constant = formula->parts().size() == 1 && formula->is_constant();
    if (!is_constant) add({formula->parts(), formula->bounds(), 2, 0.0});
  }
  // Loads that are over another parameter are none of these formulas.
  if (path.place_of_loads) return;
  for (const ToolWrench& wrench : machine.mechanism.wrenches) {
    for (const auto* components : {&wrench.force, &wrench.torque}) {
      for (const Expression& one : *components) {
        if (one.is_constant()) continue;
        FormulaPieces pieces = find_pieces(one, 0.0, p_max_);
        // Refused by whoever asks for the load there.
        if (pieces.fault) continue;
        add({std::move(pieces.parts), std::move(pieces.bounds), 0, 0.0});
      }
    }
  }
}

void FormulaCells::add(Formula formula) {
  double low = 0.0, high = 0.0;
  for (int i = 0; i < kFormulaSamples; ++i) {
    const double p = p_max_ * (i + 0.5) / kFormulaSamples;
    const auto after = std::upper_bound(formula.bounds.begin(), formula.bounds.end(), p);
    const double value =
        evaluate(nth(formula.parts, after - formula.bounds.begin()), p, formula.order);
    low = i == 0 ? value : std::min(low, value);
    high = i == 0 ? value : std::max(high, value);
  }
  formula.variation = high - low;
  formulas_.push_back(std::move(formula));
}

void FormulaCells::divide(double begin, double end) {
  if (formulas_.empty()) return;
  if (ends_.empty()) ends_.push_back(begin);
  const std::size_t before = ends_.size();
  divide(begin, end, 0);
  for (std::size_t i = before; i < ends_.size(); ++i) {
    is_narrow_.push_back(ends_[i] - ends_[i - 1] < kNarrow * (end - begin) ? 1 : 0);
  }
  for (const double steady : steady_) widen_about(steady, before - 1);
  steady_.clear();
}

void FormulaCells::divide(double begin, double end, int depth) {
  const bool is_spent = looks_ >= kMostFormulaLooks;
  const bool is_hidden = is_spent || !is_clear(begin, end);
  if (!is_hidden || is_spent || depth == kMostHalvings) {
    if (is_hidden) add_hidden(begin, end);
    ends_.push_back(end);
    return;
  }
  const double middle = 0.5 * (begin + end);
  divide(begin, middle, depth + 1);
  divide(middle, end, depth + 1);
}

// Cells that become shorter and shorter towards a place where a formula is not analytic, but
// steady, are no features.
void FormulaCells::widen_about(double steady_end, std::size_t first) {
  const auto found = std::lower_bound(ends_.begin(), ends_.end(), steady_end);
  const auto cell = static_cast<std::size_t>(found - ends_.begin()) - 1;
  const auto length = [&](std::size_t i) { return ends_[i + 1] - ends_[i]; };
  is_narrow_[cell] = 0;
  for (std::size_t i = cell + 1; i < is_narrow_.size() && length(i) >= length(i - 1); ++i) {
    is_narrow_[i] = 0;
  }
  for (std::size_t i = cell; i > first && length(i - 1) >= length(i); --i) is_narrow_[i - 1] = 0;
}

void FormulaCells::add_hidden(double begin, double end) {
  if (!hidden_.empty() && hidden_.back().high == begin) {
    hidden_.back().high = end;
  } else {
    hidden_.push_back({begin, end});
  }
}

bool FormulaCells::is_clear(double begin, double end) {
  return std::all_of(formulas_.begin(), formulas_.end(),
                     [&](const Formula& formula) { return is_clear(formula, begin, end); });
}

bool FormulaCells::is_clear(const Formula& formula, double begin, double end) {
  const auto& program = formula.program(0.5 * (begin + end));
  const double around = kAround * (end - begin);
  const Interval wider{begin - around, end + around};
  ++looks_;
  const ComplexBox all = continue_to(program, ComplexBox::of(wider, {-around, around}));
  if (all.is_known()) {
    const ComplexBox real = continue_to(program, ComplexBox::of(wider, {0.0, 0.0}));
    if (all.width() <= kMostGrowth * real.width()) return true;
  }
  if (!is_steady(formula, begin, end)) return false;
  steady_.push_back(end);
  return true;
}

// Whether the derivative that matters hardly varies.
bool FormulaCells::is_steady(const Formula& formula, double begin, double end) {
  const auto& program = formula.program(0.5 * (begin + end));
  const Enclosure over = enclose(program, {begin, end});
  const Interval& c = nth(over.c, formula.order);
  const double factor = formula.order == 2 ? 2.0 : 1.0;
  if (!(factor * (c.high - c.low) <= kSteady * formula.variation)) return false;
  if (over.is_defined) return true;
  // Where parts meet is known up to rounding errors, beyond which a root may be of less than zero.
  const double rounding = round_off::kEntry * std::max(std::abs(begin), std::abs(end));
  return end - begin > 4.0 * rounding &&
         enclose(program, {begin + rounding, end - rounding}).is_defined;
}

// The first cell that ends behind p, by more than a rounding error of the length.
std::size_t FormulaCells::find_cell(double p, double length) const {
  const auto next = std::upper_bound(ends_.begin(), ends_.end(), p + kRounding * length);
  return static_cast<std::size_t>(std::max<std::ptrdiff_t>(0, next - ends_.begin() - 1));
}

bool FormulaCells::allow(double begin, double end) const {
  const double length = end - begin, last = end - kRounding * length;
  for (std::size_t i = find_cell(begin, length); i + 1 < ends_.size() && ends_[i] < last; ++i) {
    if (ends_[i + 1] - ends_[i] < length * (1.0 - kRounding)) return false;
  }
  return true;
}

bool FormulaCells::is_narrow(double begin, double end) const {
  for (std::size_t i = find_cell(begin, end - begin); i + 1 < ends_.size() && ends_[i] < end; ++i) {
    if (is_narrow_[i] != 0) return true;
  }
  return false;
}

std::vector<double> FormulaCells::list_ends(double begin, double end) const {
  std::vector<double> ends(std::upper_bound(ends_.begin(), ends_.end(), begin),
                           std::lower_bound(ends_.begin(), ends_.end(), end));
  ends.push_back(end);
  return ends;
}

std::vector<double> FormulaCells::list_narrow() const {
  std::vector<double> ends;
  for (std::size_t i = 0; i + 1 < ends_.size(); ++i) {
    if (is_narrow_[i] == 0) continue;
    if (ends.empty() || ends.back() != ends_[i]) ends.push_back(ends_[i]);
    ends.push_back(ends_[i + 1]);
  }
  return ends;
}

}  // namespace survey
}  // namespace globaldyn::inside
