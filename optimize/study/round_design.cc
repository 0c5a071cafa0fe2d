#include "optimize/study/round_design.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <optional>
#include <set>

#include "core/base/nth.h"
#include "core/expression/unit_product.h"
#include "globaldyn/machine/own_units.h"

namespace globaldyn::inside {
inline namespace study {
namespace {

[[noreturn]] void refuse_rounding(const std::string& option, const std::string& text) {
  throw InputError(option_place(option), "'" + text + "'",
                   "expected 1 … 15 digits, or a step such as '1 mm'");
}

void add_digits(const std::string& text, double number, const std::string& option,
                std::optional<int>& digits) {
  constexpr int kMostDigits = 15;
  if (digits) throw InputError(option_place(option), "'" + text + "'", "expected digits once");
  if (number != std::floor(number) || number < 1.0 || number > kMostDigits) {
    refuse_rounding(option, text);
  }
  digits = static_cast<int>(number);
}

void add_step(const RoundingStep& step, const std::string& option,
              std::vector<RoundingStep>& steps) {
  for (const RoundingStep& other : steps) {
    if (other.kind != step.kind) continue;
    throw InputError(option_place(option), "'" + step.text + "' after '" + other.text + "'",
                     "expected one step for a quantity");
  }
  steps.push_back(step);
}

// What reading a number with so many digits gives.
double settle_digits(double number) {
  constexpr int kSafeDigits = 15;
  const std::string text = fmt::format("{:.{}g}", number, kSafeDigits);
  (void)std::from_chars(text.data(), text.data() + text.size(), number);
  return number + 0.0;  // no negative zero
}

// The multiple of `step` nearest to `number` within [low, high]; none if there is none.
std::optional<double> round_within(double number, double step, double low, double high) {
  // As near as a bound that is a multiple itself comes to it in floating point.
  constexpr double kNear = 1e-9;
  const double least = std::ceil(low / step - kNear), most = std::floor(high / step + kNear);
  if (least > most) return std::nullopt;
  return settle_digits(std::clamp(std::round(number / step), least, most) * step);
}

double step_of_digits(double number, int digits) {
  if (number == 0.0) return 1.0;
  return std::pow(10.0, std::floor(std::log10(std::abs(number))) - (digits - 1));
}

class DesignRounder {
 public:
  DesignRounder(const Study& study, const Rounding& rounding)
      : study_(study),
        rounding_(rounding),
        parameters_(parse_document(study.machine_text, study.machine_file).require("parameters")) {}

  RoundedValue round(std::size_t number, double value) {
    const DesignVariable& variable = study_.variables[number].search;
    const std::string own = find_unit_of(variable.name);
    const Unit unit = read_unit_of(own);
    RoundedValue result{number, own, value / unit.factor, value / unit.factor, value};
    const RoundingStep* step = own.empty() ? nullptr : find_step(kind_of(own, unit));
    if (step != nullptr) used_.insert(step->text);
    const double size = step != nullptr ? settle_digits(step->size / unit.factor)
                                        : step_of_digits(result.exact, rounding_.digits);
    const auto rounded =
        round_within(result.exact, size, variable.low / unit.factor, variable.high / unit.factor);
    result.is_kept = !rounded;
    if (!rounded) return result;
    result.rounded = *rounded;
    result.value = std::clamp(read_value(*rounded, own), variable.low, variable.high);
    return result;
  }

  void refuse_unused_steps(const std::string& option) const {
    for (const RoundingStep& step : rounding_.steps) {
      if (used_.count(step.text) > 0) continue;
      throw InputError(option_place(option),
                       "no variable of the study is in such a unit as '" + step.text + "'",
                       "expected a step of one, or digits");
    }
  }

 private:
  // The file's own unit, else the one that a design is written in; empty for plain numbers.
  [[nodiscard]] std::string find_unit_of(const std::string& parameter) const {
    for (const auto& [key, value] : parameters_.entries()) {
      if (key.text() != parameter) continue;
      if (const auto own = find_own_unit(value); own && try_unit(*own)) return *own;
    }
    const Parameter& one = *study_.machine.parameters.find(parameter);
    const std::string unit = one.typed ? format_unit(one.dimension) : "1";
    return unit == "1" ? "" : unit;
  }

  static Unit read_unit_of(const std::string& unit) {
    return unit.empty() ? Unit{1.0, {}} : read_unit_product(unit, {}).value_or(Unit{1.0, {}});
  }

  static double read_value(double number, const std::string& unit) {
    if (unit.empty()) return number;
    return Expression::parse(fmt::format("{} {}", number, unit), {}, units_only()).evaluate();
  }

  [[nodiscard]] const RoundingStep* find_step(const UnitKind& kind) const {
    const auto found = std::find_if(rounding_.steps.begin(), rounding_.steps.end(),
                                    [&](const RoundingStep& one) { return one.kind == kind; });
    return found == rounding_.steps.end() ? nullptr : &*found;
  }

  const Study& study_;
  const Rounding& rounding_;
  Node parameters_;
  std::set<std::string> used_;
};

}  // namespace

Rounding read_rounding(const std::vector<std::string>& texts, const std::string& option) {
  Rounding rounding;
  std::optional<int> digits;
  for (const std::string& text : texts) {
    double number = 0.0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error != std::errc() || !(number > 0.0) || !std::isfinite(number)) {
      refuse_rounding(option, text);
    }
    const std::size_t begin =
        text.find_first_not_of(' ', static_cast<std::size_t>(end - text.data()));
    if (begin == std::string::npos) {
      add_digits(text, number, option, digits);
      continue;
    }
    const std::string name = text.substr(begin);
    const auto unit = read_unit_product(name, option_place(option));
    if (!unit) refuse_rounding(option, text);
    add_step({text, number * unit->factor, kind_of(name, *unit)}, option, rounding.steps);
  }
  if (digits) rounding.digits = *digits;
  return rounding;
}

std::vector<RoundedValue> round_design(const Study& study, const Design& design,
                                       const Rounding& rounding, const std::string& option) {
  std::vector<RoundedValue> values;
  DesignRounder rounder(study, rounding);
  for (std::size_t i = 0; i < study.variables.size(); ++i) {
    if (study.variables[i].search.kind != DesignVariable::Kind::continuous) continue;
    if (!study.variables[i].settings.empty()) continue;
    values.push_back(rounder.round(i, design[i]));
  }
  rounder.refuse_unused_steps(option);
  return values;
}

}  // namespace study
}  // namespace globaldyn::inside
