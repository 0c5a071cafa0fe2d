#pragma once

#include <cassert>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "core/base/nth.h"
#include "globaldyn/limits/limit_rows.h"
#include "globaldyn/region/parabola.h"

namespace globaldyn::inside {
inline namespace region {

/// A row of a limit system held at one of its limits.
struct HeldLimit {
  int row{0};
  LimitSide side{LimitSide::max};

  // NOLINTNEXTLINE(modernize-use-nullptr): clang-tidy 14 misreads defaulted comparisons.
  auto operator<=>(const HeldLimit&) const = default;
};

/// A curve that may bound a region from above or below, or (vertical) from the side.
struct LimitCurve {
  Parabola parabola;  ///< void if vertical
  int first{0};       ///< of its held limits in the table
  int count{0};
};

/// The number of a curve or of a wall in its table. None: the strip is unbounded there, or ends for
/// another reason.
using CurveNumber = std::optional<int>;
inline constexpr CurveNumber kNoCurve = std::nullopt;

/// Curves and vertical limits that strips refer to by number, and the limits that hold with
/// equality along them.
class LimitCurves {
 public:
  /// Returns the new curve's number.
  int add_curve(const Parabola& parabola, std::span<const HeldLimit> held) {
    return add(curves_, parabola, held);
  }
  int add_wall(std::span<const HeldLimit> held) { return add(walls_, {}, held); }

  /// The number that the next curve, or the next wall, will have.
  [[nodiscard]] int next_number(bool is_wall) const {
    return static_cast<int>((is_wall ? walls_ : curves_).size());
  }

  /// Adds all curves and walls of another table, whose rows are numbered from `rows` here. Returns
  /// the new numbers of its first curve and its first wall.
  std::pair<int, int> append(const LimitCurves& other, int rows) {
    const int curve = static_cast<int>(curves_.size()), wall = static_cast<int>(walls_.size());
    const int held = static_cast<int>(held_.size());
    const auto copy = [&](const std::vector<LimitCurve>& from, std::vector<LimitCurve>& to) {
      for (LimitCurve added : from) {
        added.first += held;
        to.push_back(added);
      }
    };
    copy(other.curves_, curves_);
    copy(other.walls_, walls_);
    for (const HeldLimit& limit : other.held_) held_.push_back({limit.row + rows, limit.side});
    return {curve, wall};
  }

  /// Empties it, keeping its memory.
  void clear() {
    curves_.clear();
    walls_.clear();
    held_.clear();
  }

  [[nodiscard]] const Parabola& parabola(CurveNumber curve) const {
    return find(curves_, curve).parabola;
  }
  [[nodiscard]] std::span<const HeldLimit> held_along(CurveNumber curve) const {
    return find_held(find(curves_, curve));
  }
  [[nodiscard]] std::span<const HeldLimit> held_at_wall(CurveNumber wall) const {
    return find_held(find(walls_, wall));
  }

 private:
  static const LimitCurve& find(const std::vector<LimitCurve>& table, CurveNumber number) {
    assert(number);
    return nth(table, *number);
  }
  int add(std::vector<LimitCurve>& table, const Parabola& parabola,
          std::span<const HeldLimit> held) {
    table.push_back({parabola, static_cast<int>(held_.size()), static_cast<int>(held.size())});
    held_.insert(held_.end(), held.begin(), held.end());
    return static_cast<int>(table.size()) - 1;
  }
  [[nodiscard]] std::span<const HeldLimit> find_held(const LimitCurve& curve) const {
    return std::span(held_).subspan(static_cast<std::size_t>(curve.first),
                                    static_cast<std::size_t>(curve.count));
  }

  std::vector<LimitCurve> curves_;
  std::vector<LimitCurve> walls_;
  std::vector<HeldLimit> held_;
};

}  // namespace region
}  // namespace globaldyn::inside
