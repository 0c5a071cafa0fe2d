#include "globaldyn/convex/standstill_pace.h"

#include <algorithm>
#include <cmath>

namespace globaldyn::inside {
inline namespace convex {
namespace {

// The integral of t^a (1 - t)^b from 0 to x.
double integrate(int a, int b, double x) {
  double sum = 0.0, choose = 1.0;
  for (int k = 0; k <= b; ++k) {
    sum += choose * std::pow(x, a + 1 + k) / (a + 1 + k);
    choose *= -static_cast<double>(b - k) / (k + 1);
  }
  return sum;
}

}  // namespace

StandstillPace::StandstillPace(double begin, double end, int begin_order, int end_order)
    : begin_(begin), end_(end), begin_order_(begin_order), end_order_(end_order) {
  const double before = integrate(begin_order, end_order, 0.5);
  size_ = before + integrate(end_order, begin_order, 0.5);
  half_ = before / size_;
}

StandstillPace::Place StandstillPace::find_place(bool is_at_end, double away) const {
  const int a = order(is_at_end), b = order(!is_at_end);
  const double length = end_ - begin_;
  Place place{.is_at_end = is_at_end, .away = away};
  place.p = is_at_end ? end_ - length * away : begin_ + length * away;
  place.rate = size_ / (std::pow(away, a) * std::pow(1.0 - away, b));
  // Where away is 0 no second derivative counts: x is 0.
  if (away > 0.0) {
    const double by_away = place.rate * (b / (1.0 - away) - a / away);
    place.second = (is_at_end ? -1.0 : 1.0) * by_away * place.rate / length;
  }
  return place;
}

StandstillPace::Place StandstillPace::find_place(double s) const {
  const double length = end_ - begin_, share = (s - begin_) / length;
  const bool is_at_end = share > half_;
  const double target = size_ * (is_at_end ? (end_ - s) / length : share);
  const int a = order(is_at_end), b = order(!is_at_end);
  // The integral grows: halved until neighbouring numbers are left.
  constexpr int kHalvings = 70;
  double low = 0.0, high = 0.5;
  for (int i = 0; i < kHalvings; ++i) {
    const double middle = 0.5 * (low + high);
    if (!(low < middle && middle < high)) break;
    (integrate(a, b, middle) < target ? low : high) = middle;
  }
  return find_place(is_at_end, target <= 0.0 ? 0.0 : 0.5 * (low + high));
}

double StandstillPace::find_s(bool is_at_end, double away) const {
  const double s = (end_ - begin_) * integrate(order(is_at_end), order(!is_at_end), away) / size_;
  return is_at_end ? end_ - s : begin_ + s;
}

double StandstillPace::find_s(double p) const {
  const double share = (p - begin_) / (end_ - begin_);
  return share <= 0.5 ? find_s(false, std::max(share, 0.0))
                      : find_s(true, std::max((end_ - p) / (end_ - begin_), 0.0));
}

std::vector<double> StandstillPace::list_between(double from, double to) const {
  // Over such a ratio, and such a share of the stretch, accelerations of a cubic follow those of a
  // power to 1e-7. The nearest is where s from the end has a thousandth of its digits left; what is
  // nearer takes less than a millionth of the time.
  constexpr double kRatio = 1.02, kSteepRatio = 1.006, kWidest = 2e-3, kNearestS = 1e-13;
  std::vector<double> between;
  for (const bool is_at_end : {false, true}) {
    if (order(is_at_end) == 0) continue;
    const double nearest = std::pow(kNearestS, 1.0 / (order(is_at_end) + 1));
    const Place one = find_place(from), other = find_place(to);
    const auto away = [&](const Place& place) {
      return place.is_at_end == is_at_end ? place.away : 1.0 - place.away;
    };
    const double near = std::max(std::min(away(one), away(other)), nearest);
    const double most = order(!is_at_end) > 0 ? 0.5 : 1.0;  // the other half is the other end's
    const double far = std::min(std::max(away(one), away(other)), most);
    if (far <= near) continue;
    const double ratio = order(is_at_end) > 1 ? kSteepRatio : kRatio;
    const int count = static_cast<int>(
        std::ceil(std::max(std::log(far / near) / std::log(ratio), (far - near) / kWidest)));
    const bool begins = std::min(away(one), away(other)) < nearest;
    for (int i = begins ? 0 : 1; i < count; ++i) {
      between.push_back(
          find_s(is_at_end, near * std::pow(far / near, static_cast<double>(i) / count)));
    }
  }
  std::sort(between.begin(), between.end());
  std::erase_if(between, [&](double s) { return s <= from || s >= to; });
  return between;
}

}  // namespace convex
}  // namespace globaldyn::inside
