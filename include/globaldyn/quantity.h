#pragma once

#include <string>
#include <vector>

namespace globaldyn {

/// A number in SI, and the unit that it is in.
struct Quantity {
  double value{0.0};
  std::string unit;  ///< "m", "N m", "kg m^2 s^-1"; "1": a plain number; empty: not known

  bool operator==(const Quantity&) const = default;
};

/// A name that a formula may use.
struct NamedQuantity {
  std::string name;
  Quantity quantity;
};

/// The value of a formula as machine files have them: `2 * sin(30 deg) * 850 mm`.
/// @throws InputError at the first mistake: syntax, an unknown name or unit, units that do not go
///   together
[[nodiscard]] Quantity evaluate_formula(const std::string& formula,
                                        const std::vector<NamedQuantity>& names = {});

/// A number with or without a unit, or a formula, of the quantity whose unit is `unit`, in SI: a
/// bare number is in SI already. @param name that messages say; empty: the text. @throws
/// InputError, also for another quantity's unit
[[nodiscard]] double read_quantity(const std::string& text, const std::string& unit,
                                   const std::string& name = {});

/// `value`, in SI, as a number of `unit`: 0.85 in "mm" is 850. @throws InputError for what is no
/// unit
[[nodiscard]] double show_in(double value, const std::string& unit);

}  // namespace globaldyn
