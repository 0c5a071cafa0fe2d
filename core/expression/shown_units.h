#pragma once

#include <compare>
#include <string>
#include <utility>
#include <vector>

#include "core/expression/dimension.h"

namespace globaldyn::inside {
inline namespace core {

/// What tells quantities apart that have one dimension, N m and J, Hz and 1/s. It is known by the
/// names in a unit.
enum class UnitFamily {
  plain,
  energy,  ///< with J, kJ or Wh
  cycles,  ///< with Hz
};

/// All that makes two units those of one quantity.
struct UnitKind {
  Dimension dimension;
  UnitFamily family{UnitFamily::plain};
  int turns{0};  ///< the power of angles, which have no dimension: 1 in rad/s, -1 in N m/rad

  bool operator==(const UnitKind&) const = default;
};

/// The unit of a quantity. The program has its number in SI; what SI unit that is, is told by a
/// name, which says more than a dimension: rad/s and 1/s, N m and J. A file may ask to see the
/// number in a unit of its own choice. Whoever hands on a number for showing hands on this, too.
struct QuantityUnit {
  std::string si;      ///< "1": a plain number; empty: not known
  std::string wanted;  ///< what the file asks for; empty: what its list of units says

  QuantityUnit() = default;
  QuantityUnit(std::string si_name, std::string wanted_name = {})  // NOLINT: a name is one
      : si(std::move(si_name)), wanted(std::move(wanted_name)) {}
  QuantityUnit(const char* si_name) : si(si_name) {}  // NOLINT: likewise

  bool operator==(const QuantityUnit&) const = default;
  auto operator<=>(const QuantityUnit&) const = default;  // NOLINT(modernize-use-nullptr): misread

  [[nodiscard]] bool empty() const { return si.empty(); }

  /// What tells it from all others in one word, for tables of units.
  [[nodiscard]] std::string key() const { return wanted.empty() ? si : si + " in " + wanted; }
};

/// A number of the program with its unit.
struct Quantity {
  double value{0.0};  ///< SI
  QuantityUnit unit;
};

/// The unit that people are shown a quantity in.
struct ShownUnit {
  std::string name;  ///< empty for plain numbers
  double size{1.0};  ///< in the program's units, SI: numbers shown are its numbers / size

  /// For the heading of a column or the label of an axis: "speed [mm/s]", or "share" alone.
  [[nodiscard]] std::string head(const std::string& quantity) const;
};

/// A number as people are shown it.
struct Shown {
  double value{0.0};
  std::string unit;  ///< empty for plain numbers
};

/// The units that people are shown results in: those listed by a machine file, for everything else
/// SI. Files of results are in SI always.
class ShownUnits {
 public:
  /// Shows quantities of the unit's kind in it from now on; `name` is how it is written.
  void add(const std::string& name, const Unit& unit);

  /// The unit listed for quantities of a kind, or null.
  [[nodiscard]] const ShownUnit* find(const UnitKind& kind) const;

  /// How to show quantities of this unit: as the file wants this very one, else as it is listed.
  /// Whatever cannot be read as a unit, a currency say, is shown as it is.
  [[nodiscard]] ShownUnit unit_for(const QuantityUnit& unit) const;

  /// One number of such a quantity.
  [[nodiscard]] Shown show(double number, const QuantityUnit& unit) const;
  [[nodiscard]] Shown show(const Quantity& quantity) const;

 private:
  struct Entry {
    UnitKind kind;
    ShownUnit unit;
  };
  std::vector<Entry> listed_;
};

/// What quantity a unit is of that is written like this, such as "rad/s^2".
[[nodiscard]] UnitKind kind_of(const std::string& text, const Unit& unit);

/// The SI unit of such quantities, "rad/s" for that of rpm; "1" for plain numbers. It is of the
/// same kind when it is read again, except that compound units lose their family: J/kg is m^2 s^-2.
[[nodiscard]] std::string name_si_unit(const UnitKind& kind);

}  // namespace core
}  // namespace globaldyn::inside
