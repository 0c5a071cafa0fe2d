#include "globaldyn/path/time_table.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <memory>

#include "core/base/round_off.h"

namespace globaldyn::inside {
inline namespace path {
namespace {

class TimeTable {
 public:
  TimeTable(std::vector<double> t, std::vector<double> p, bool is_free)
      : t_(std::move(t)), p_(std::move(p)) {
    find_rates(is_free);
  }

  [[nodiscard]] TimedValue at(double t) const {
    const std::size_t i = find_piece(t_, t);
    const double h = t_[i + 1] - t_[i], rise = p_[i + 1] - p_[i];
    const double u = std::clamp((t - t_[i]) / h, 0.0, 1.0);
    const double a = h * rates_[i] - rise, b = rise - h * rates_[i + 1];
    // p = p_i (1 - u) + p_{i+1} u + u (1 - u) (a (1 - u) + b u)
    const double mix = a * (1.0 - u) + b * u, w = u * (1.0 - u);
    return {p_[i] + rise * u + w * mix, (rise + (1.0 - 2.0 * u) * mix + w * (b - a)) / h,
            (-2.0 * mix + 2.0 * (1.0 - 2.0 * u) * (b - a)) / (h * h)};
  }

  // p rises in each piece.
  [[nodiscard]] double find_time(double p) const {
    const std::size_t i = find_piece(p_, p);
    double low = t_[i], high = t_[i + 1];
    constexpr int kHalvings = 60;
    for (int k = 0; k < kHalvings; ++k) {
      const double middle = 0.5 * (low + high);
      (at(middle).value < p ? low : high) = middle;
    }
    return 0.5 * (low + high);
  }

  [[nodiscard]] const std::vector<double>& times() const { return t_; }

  // The first piece in which p turns back: its rate, a parabola, is least at an end or between.
  [[nodiscard]] std::optional<std::size_t> find_turning() const {
    for (std::size_t i = 0; i + 1 < t_.size(); ++i) {
      const double least = find_least_rate(i);
      const double mean = (p_[i + 1] - p_[i]) / (t_[i + 1] - t_[i]);
      if (least < -round_off::kSame * mean) return i;
    }
    return std::nullopt;
  }

 private:
  [[nodiscard]] static std::size_t find_piece(const std::vector<double>& ends, double value) {
    const auto after = std::upper_bound(ends.begin() + 1, ends.end() - 1, value);
    return static_cast<std::size_t>(after - ends.begin()) - 1;
  }

  [[nodiscard]] double find_least_rate(std::size_t i) const {
    const double h = t_[i + 1] - t_[i], rise = p_[i + 1] - p_[i];
    const double begin = rates_[i], end = rates_[i + 1];
    const double least = std::min(begin, end);
    // Of begin (1 - 4u + 3u²) + end (3u² - 2u) + 6 u (1 - u) rise/h.
    const double square = 3.0 * (begin + end) - 6.0 * rise / h;
    const double linear = -4.0 * begin - 2.0 * end + 6.0 * rise / h;
    if (!(square > 0.0)) return least;
    const double u = -0.5 * linear / square;
    return u > 0.0 && u < 1.0 ? begin + u * (linear + u * square) : least;
  }

  // Equal second derivatives at the points between: a system of three diagonals, whose middle one
  // is larger than both others together.
  void find_rates(bool is_free) {
    const std::size_t n = t_.size();
    std::vector<double> upper(n, 0.0);
    rates_.assign(n, 0.0);
    const auto slope = [&](std::size_t i) { return (p_[i + 1] - p_[i]) / (t_[i + 1] - t_[i]); };
    if (is_free) {
      upper[0] = 0.5;
      rates_[0] = 1.5 * slope(0);
    }
    for (std::size_t i = 1; i + 1 < n; ++i) {
      const double before = 1.0 / (t_[i] - t_[i - 1]), after = 1.0 / (t_[i + 1] - t_[i]);
      const double right = 3.0 * (before * slope(i - 1) + after * slope(i));
      const double pivot = 2.0 * (before + after) - before * upper[i - 1];
      upper[i] = after / pivot;
      rates_[i] = (right - before * rates_[i - 1]) / pivot;
    }
    if (is_free) {
      const double pivot = 2.0 - upper[n - 2];
      rates_[n - 1] = (3.0 * slope(n - 2) - rates_[n - 2]) / pivot;
    }
    for (std::size_t i = n - 1; i-- > 0;) rates_[i] -= upper[i] * rates_[i + 1];
  }

  std::vector<double> t_, p_, rates_;
};

}  // namespace

ParameterCourse make_table_course(const std::vector<double>& t, const std::vector<double>& p,
                                  bool is_free, const std::vector<SourcePlace>& places) {
  const auto table = std::make_shared<const TimeTable>(t, p, is_free);
  if (const auto turning = table->find_turning()) {
    throw InputError(places[*turning + 1],
                     fmt::format("between t = {:.6g} s and {:.6g} s a smooth motion through these "
                                 "points would turn back",
                                 t[*turning], t[*turning + 1]),
                     "expected points that rise more evenly, or more of them");
  }
  ParameterCourse course;
  course.duration = t.back();
  course.at = [table](double time) { return table->at(time); };
  course.find_time = [table](double place) { return table->find_time(place); };
  course.breaks.assign(t.begin() + 1, t.end() - 1);
  return course;
}

}  // namespace path
}  // namespace globaldyn::inside
