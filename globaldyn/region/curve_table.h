#pragma once

#include <map>
#include <utility>
#include <vector>

#include "globaldyn/region/limit_rows.h"
#include "globaldyn/region/strips.h"

namespace globaldyn {

/// A row of a limit system held at one of its limits, weighted.
struct HeldRow {
  std::size_t row;
  LimitSide side;
  double weight;
};

/// The curves and vertical limits met while a region is built. The same rows held at the same
/// limits are the same curve, whichever of them gave y and whichever was put in: they share one
/// number, so that edges shared by subregions are known to be shared.
class CurveTable {
 public:
  explicit CurveTable(const LimitSystem& system) : system_(system) {}

  struct Entry {
    bool is_wall{false};  ///< bounds d1 alone
    int index{0};         ///< in curves(), or in walls()
    double delta{0.0};    ///< sign of d2 in  sum of weighted rows <= sum of weighted limits
    Parabola wall;        ///< <= 0 on the allowed side, for this weighting
  };

  /// The limit  sum weight (row) <= sum weight (limit), the rows' y having cancelled.
  Entry find(const std::vector<HeldRow>& held);

  /// A curve that stems from no limit; returns its number.
  int add_curve(const Parabola& parabola);

  std::vector<LimitCurve>& curves() { return curves_; }
  std::vector<LimitCurve>& walls() { return walls_; }

 private:
  using Key = std::vector<std::pair<std::size_t, LimitSide>>;

  struct Sum {
    double alpha{0.0}, beta{0.0}, gamma{0.0}, delta{0.0}, limit{0.0};
  };

  [[nodiscard]] Sum add_up(const std::vector<HeldRow>& held) const;
  [[nodiscard]] std::vector<ActiveLimit> name(const Key& key) const;

  const LimitSystem& system_;
  std::vector<LimitCurve> curves_;
  std::vector<LimitCurve> walls_;
  std::map<Key, int> numbers_;
};

/// The part of `strips` that the entry allows.
[[nodiscard]] Strips cut_by(const Strips& strips, const CurveTable::Entry& entry,
                            CurveTable& table);

}  // namespace globaldyn
