#pragma once

#include <string>
#include <vector>

#include "core/expression/shown_units.h"
#include "optimize/study/study.h"

namespace globaldyn::inside {
inline namespace study {

/// Quantities of a kind become multiples of a step.
struct RoundingStep {
  std::string text;  ///< as the user wrote it, for messages
  double size{1.0};  ///< in SI
  UnitKind kind;
};

/// What the values of a design are rounded to.
struct Rounding {
  int digits{3};  ///< significant ones, in the machine file's own unit, where there is no step
  std::vector<RoundingStep> steps;
};

/// `1 mm` is a step, `4` are digits; each list of texts has at most one of digits and one step for
/// a quantity. @throws InputError with `option` as place
[[nodiscard]] Rounding read_rounding(const std::vector<std::string>& texts,
                                     const std::string& option);

/// A value of a design before and after.
struct RoundedValue {
  std::size_t variable{0};  ///< number in the study
  std::string unit;         ///< the machine file's own; empty for plain numbers
  double exact{0.0};        ///< in that unit
  double rounded{0.0};      ///< in that unit
  double value{0.0};        ///< the rounded one in SI, as reading the file gives it
  bool is_kept{false};      ///< nothing round lies in its range: it stays as it is
};

/// The values of continuous variables as they are rounded; choices, sizes and whole numbers stay.
/// A rounded value lies within its variable's range: where the nearest does not, the next one
/// inside; where none does, the value stays as it is.
/// @throws InputError with `option` as place for a step that no variable can use
[[nodiscard]] std::vector<RoundedValue> round_design(const Study& study, const Design& design,
                                                     const Rounding& rounding,
                                                     const std::string& option);

}  // namespace study
}  // namespace globaldyn::inside
