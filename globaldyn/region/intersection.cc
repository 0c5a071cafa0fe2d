#include "globaldyn/region/intersection.h"

namespace globaldyn::inside {
inline namespace region {
namespace {

// The rows of both, those of b after those of a unless they are the same.
LimitLabels join(const LimitLabels& a, const LimitLabels& b, int& offset) {
  offset = 0;
  if (!a || !b) return a ? a : b;
  if (a == b || *a == *b) return a;
  offset = static_cast<int>(a->size());
  std::vector<LimitLabel> both = *a;
  both.insert(both.end(), b->begin(), b->end());
  return std::make_shared<const std::vector<LimitLabel>>(std::move(both));
}

// The remainder as one region after another is cut off, with one table of curves.
class Remainder {
 public:
  void cut(const Region& region) {
    int rows = 0;
    labels_ = join(labels_, region.labels(), rows);
    const auto [first_curve, first_wall] = curves_.append(region.curves(), rows);
    const auto renumber = [](CurveNumber& number, int by) {
      if (number) *number += by;
    };
    Strips strips = region.strips();
    for (Strip& strip : strips) {
      renumber(strip.lower, first_curve);
      renumber(strip.upper, first_curve);
      renumber(strip.begin_by, first_wall);
      renumber(strip.end_by, first_wall);
    }
    strips_ = intersect(strips_, strips, curves_);
    tidy(strips_, scratch_);
  }

  [[nodiscard]] Region get() const {
    Region region;
    region.assign(strips_, curves_, labels_);
    return region;
  }

 private:
  Strips strips_{make_half_plane()};
  Strips scratch_;
  LimitCurves curves_;
  LimitLabels labels_;
};

}  // namespace

Region intersect(const Region& a, const Region& b) {
  return intersect(std::vector{&a, &b});
}

Region intersect(const std::vector<const Region*>& regions) {
  Remainder left;
  for (const Region* region : regions) left.cut(*region);
  return left.get();
}

}  // namespace region
}  // namespace globaldyn::inside
