#pragma once

#include <string>
#include <vector>

#include "core/expression/dimension.h"

namespace globaldyn {

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

/// What quantity a unit is of that is written like this, such as "rad/s^2".
[[nodiscard]] UnitKind kind_of(const std::string& text, const Unit& unit);

}  // namespace globaldyn
