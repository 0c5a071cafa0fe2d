#pragma once

#include <string>
#include <vector>

#include "core/expression/dimension.h"

namespace globaldyn {

/// What tells quantities apart that have one dimension: rad/s and 1/s, N m and J, rad and 1. It is
/// known by the names in a unit.
enum class UnitFamily {
  plain,
  turning,  ///< with rad, mrad, deg, rev or rpm
  energy,   ///< with J, kJ or Wh
  cycles,   ///< with Hz
};

/// All that makes two units those of one quantity.
struct UnitKind {
  Dimension dimension;
  UnitFamily family{UnitFamily::plain};

  bool operator==(const UnitKind&) const = default;
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
  /// Shows quantities of the unit's dimension and family in it, called `name`, from now on.
  void add(const std::string& name, const Unit& unit, UnitFamily family);

  /// The unit listed for quantities of a kind, or null.
  [[nodiscard]] const ShownUnit* find(const UnitKind& kind) const;

  /// How to show quantities that the program has in `si_unit`, such as "rad/s"; "1" are plain
  /// numbers. Whatever cannot be read as a unit, a currency say, is shown as it is.
  [[nodiscard]] ShownUnit unit_for(const std::string& si_unit) const;

  /// One number of such a quantity.
  [[nodiscard]] Shown show(double number, const std::string& si_unit) const;

 private:
  struct Entry {
    UnitKind kind;
    ShownUnit unit;
  };
  std::vector<Entry> listed_;
};

/// The family of a unit such as "rad/s^2".
[[nodiscard]] UnitFamily find_unit_family(const std::string& unit);

}  // namespace globaldyn
