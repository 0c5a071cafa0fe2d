#include "globaldyn/region/intersection.h"

namespace globaldyn {
namespace {

// The rows of both, those of b behind those of a unless they are the same.
LimitLabels join(const LimitLabels& a, const LimitLabels& b, int& offset) {
  offset = 0;
  if (!a || !b) return a ? a : b;
  if (a == b || *a == *b) return a;
  offset = static_cast<int>(a->size());
  std::vector<LimitLabel> both = *a;
  both.insert(both.end(), b->begin(), b->end());
  return std::make_shared<const std::vector<LimitLabel>>(std::move(both));
}

}  // namespace

Region intersect(const Region& a, const Region& b) {
  int rows = 0;
  const LimitLabels labels = join(a.labels(), b.labels(), rows);
  LimitCurves curves = a.curves();
  const auto [first_curve, first_wall] = curves.append(b.curves(), rows);
  Strips strips = b.strips();
  const auto renumber = [](int& number, int by) {
    if (number != kNoCurve) number += by;
  };
  for (Strip& strip : strips) {
    renumber(strip.lower, first_curve);
    renumber(strip.upper, first_curve);
    renumber(strip.begin_by, first_wall);
    renumber(strip.end_by, first_wall);
  }
  Region both;
  both.assign(intersect(a.strips(), strips, curves), curves, labels);
  return both;
}

Region intersect(const std::vector<const Region*>& regions) {
  Region all;
  all.assign(make_half_plane(), {}, {});
  for (const Region* region : regions) all = intersect(all, *region);
  return all;
}

}  // namespace globaldyn
