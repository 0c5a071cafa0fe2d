#include "globaldyn/plan/rows/row_stretch.h"

#include <algorithm>

#include "core/base/round_off.h"

namespace globaldyn::inside {
inline namespace plan {

RowStretch::RowStretch(RowField& field, double begin, double end) : field_(field) {
  const std::vector<SmoothPart>& parts = field.parts();
  // What is left of a part may be too short to be divided.
  const double least = round_off::kSum * (parts.back().end - parts.front().begin);
  for (std::size_t i = 0; i < parts.size(); ++i) {
    const SmoothPart left{std::max(begin, parts[i].begin), std::min(end, parts[i].end)};
    if (left.end - left.begin <= least) continue;
    if (parts_.empty()) first_ = i;
    parts_.push_back(left);
  }
  if (parts_.empty()) {
    // All of it is that short.
    while (first_ + 1 < parts.size() && parts[first_].end < end) ++first_;
    parts_.push_back({begin, end});
  }
  parts_.front().begin = begin;
  parts_.back().end = end;
}

}  // namespace plan
}  // namespace globaldyn::inside
