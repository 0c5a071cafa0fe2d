#include "globaldyn/region/methods/curve_table.h"

namespace globaldyn::inside {
inline namespace region {

void CurveTable::cut(Strips& strips, const std::vector<HeldRow>& held) {
  const MotionPolynomial sum = add_up(rows_, held);
  std::vector<HeldLimit> key;
  list_held(rows_, held, key);
  const bool is_wall = sum.delta == 0.0;
  const auto [known, is_new] = numbers_.try_emplace(key, 0);
  if (is_new) {
    known->second = is_wall ? curves_.add_wall(key) : curves_.add_curve(find_curve(sum), key);
  }
  if (is_wall) {
    cut_where_positive(strips, find_wall(sum), known->second, scratch_);
  } else {
    tighten(strips, sum.delta > 0.0 ? Bound::upper : Bound::lower, known->second, curves_,
            scratch_);
  }
}

}  // namespace region
}  // namespace globaldyn::inside
