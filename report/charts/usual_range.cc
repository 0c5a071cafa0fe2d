#include "report/charts/usual_range.h"

#include <algorithm>
#include <cmath>
#include <vector>

namespace globaldyn::inside::report {
namespace {

struct Moment {
  double value{0.0};
  double lasting{0.0};
};

std::vector<Moment> list_moments(const Outline& course) {
  std::vector<Moment> moments;
  for (std::size_t i = 0; i < course.size(); ++i) {
    const double begin = course[i > 0 ? i - 1 : i].x();
    const double end = course[i + 1 < course.size() ? i + 1 : i].x();
    moments.push_back({course[i].y(), 0.5 * (end - begin)});
  }
  return moments;
}

}  // namespace

Interval find_usual_range(const Outline& course) {
  constexpr double kShort = 1e-3;  // of the duration: half a pixel
  constexpr double kFar = 30.0;    // with such a peak the rest would be a line
  std::vector<Moment> moments = list_moments(course);
  std::sort(moments.begin(), moments.end(),
            [](const Moment& a, const Moment& b) { return std::abs(a.value) > std::abs(b.value); });
  double left = course.empty() ? 0.0 : kShort * (course.back().x() - course.front().x());
  auto first = moments.begin();
  while (first != moments.end() && first->lasting <= left) left -= (first++)->lasting;
  // Peaks that are not that far are shown.
  const double usual = first == moments.end() ? 0.0 : std::abs(first->value);
  while (first != moments.begin() && std::abs(std::prev(first)->value) <= kFar * usual) --first;
  if (usual == 0.0) first = moments.begin();
  Interval range{0.0, 0.0};
  for (; first != moments.end(); ++first) {
    range = {std::min(range.low, first->value), std::max(range.high, first->value)};
  }
  return range;
}

}  // namespace globaldyn::inside::report
