#include "globaldyn/survey/standstills.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "core/base/round_off.h"
#include "globaldyn/survey/task_pieces.h"

namespace globaldyn::inside {
inline namespace survey {
namespace {

// Relative to the fastest on the part. Where a root is known to rounding errors, first derivatives
// are second ones times that; a path that slows down to a millionth does move.
constexpr double kStill = 1e-9;

// First and second derivatives of a task with respect to p, in rad and fractions of the machine's
// length.
struct TaskRates {
  double p{0.0};
  VectorXd first, second;
};

class StandstillSearch {
 public:
  StandstillSearch(const Machine& machine, const Path& path) : machine_(machine), path_(path) {}

  // Within a part, including its end.
  void search(double begin, double end) {
    constexpr int kSteps = 8;  // parts have a third of a period of waves at most: see TaskPieces
    const TaskRates from = look(step_inside(begin, end)), to = look(step_inside(end, begin));
    if (surely_moves(from, to)) return;
    std::vector<TaskRates> looks{from};
    for (int i = 1; i < kSteps; ++i) looks.push_back(look(begin + (end - begin) * i / kSteps));
    looks.push_back(to);
    fastest_ = 0.0;
    for (const TaskRates& at : looks) fastest_ = std::max(fastest_, at.first.norm());
    // At this speed the whole path would not be longer than rounding errors.
    if (fastest_ * path_.p_max <= round_off::kSum) return refuse_rest(begin, end);
    for (const TaskRates& at : looks) {
      if (is_at_rest(at)) found_.push_back(at.p);
    }
    for (std::size_t i = 0; i + 1 < looks.size(); ++i) search_between(looks[i], looks[i + 1]);
  }

  [[nodiscard]] const std::vector<double>& found() const { return found_; }

  // From two places next to it.
  [[nodiscard]] double find_order(double p, double begin, double end) {
    // Of the part, so near that the leading power alone is left; an order beyond 20 is none.
    constexpr double kBeside = 1e-4, kMost = 20.0;
    const double step = kBeside * (end - p > p - begin ? end - p : begin - p);
    const double near = look(p + step).first.norm(), far = look(p + 2.0 * step).first.norm();
    return near > 0.0 && far > near ? std::min(std::log2(far / near), kMost) : 1.0;
  }

 private:
  [[noreturn]] void refuse_rest(double begin, double end) const {
    throw InputError(
        path_.place,
        fmt::format("path '{}' does not move from p = {:.6g} to {:.6g}", path_.name, begin, end),
        fmt::format(
            "expected one that does everywhere; a rest is written as 'stops: [{{at: {:.6g}, "
            "for: …}}]'",
            begin));
  }

  [[nodiscard]] TaskRates look(double p) {
    path_.task.write(p, task_);
    TaskRates at{p, task_.target.first, task_.target.second};
    for (std::size_t k = 0; k < task_.coordinates.size(); ++k) {
      const TaskCoordinate& coordinate = task_.coordinates[k];
      if (coordinate.kind == TaskCoordinate::Kind::rotation ||
          is_rotational(machine_.mechanism, coordinate)) {
        continue;
      }
      const auto i = static_cast<Eigen::Index>(k);
      at.first(i) /= machine_.mechanism.kinematic_length;
      at.second(i) /= machine_.mechanism.kinematic_length;
    }
    return at;
  }

  // True on lines, blends and most of a spline's pieces.
  [[nodiscard]] static bool surely_moves(const TaskRates& a, const TaskRates& b) {
    constexpr double kMore = 2.0;  // between both ends it may grow
    const double change = kMore * (b.p - a.p) * std::max(a.second.norm(), b.second.norm());
    return std::min(a.first.norm(), b.first.norm()) > change;
  }

  [[nodiscard]] bool is_at_rest(const TaskRates& at) const {
    return at.first.norm() <= round_off::kSum * fastest_;
  }

  void search_between(const TaskRates& a, const TaskRates& b) {
    if (is_at_rest(a) || is_at_rest(b)) return;
    // A root of a derivative is one of the first derivative, or of the second where the first only
    // touches zero: there the second locates it better.
    for (VectorXd TaskRates::*of : {&TaskRates::second, &TaskRates::first}) {
      for (Eigen::Index i = 0; i < a.first.size(); ++i) {
        if (!((a.*of)(i) * (b.*of)(i) <= 0.0) || (a.*of)(i) == (b.*of)(i)) continue;
        const TaskRates root = bracket(a, b, of, i);
        if (root.first.norm() > kStill * fastest_) continue;
        found_.push_back(root.p);
        return;
      }
    }
  }

  // By bisection to machine precision.
  [[nodiscard]] TaskRates bracket(TaskRates low, TaskRates high, VectorXd TaskRates::*of,
                                  Eigen::Index i) {
    if ((low.*of)(i) == 0.0) return low;
    constexpr int kMostTimes = 60;  // halves a part to machine precision
    for (int time = 0; time < kMostTimes; ++time) {
      const double p = 0.5 * (low.p + high.p);
      if (!(low.p < p && p < high.p)) break;
      TaskRates middle = look(p);
      if ((middle.*of)(i) == 0.0) return middle;
      ((middle.*of)(i) * (low.*of)(i) > 0.0 ? low : high) = std::move(middle);
    }
    return std::abs((low.*of)(i)) < std::abs((high.*of)(i)) ? low : high;
  }

  const Machine& machine_;
  const Path& path_;
  Task task_;  // at the last evaluated place
  double fastest_{0.0};
  std::vector<double> found_;
};

// How close to a standstill derivatives are only rounding errors: below rounding errors to the
// power 1 / order; at most where more than a thousandth of the path would have none.
double calc_rounding_radius(double order, double range) {
  constexpr double kLeast = 1e-9, kMost = 1e-3;
  const double share = std::pow(4.0 * round_off::kEpsilon, 1.0 / std::max(order, 1.0));
  return std::clamp(share, kLeast, kMost) * range;
}

}  // namespace

std::vector<Standstill> find_standstills(const Machine& machine, const Path& path, double begin,
                                         const std::vector<double>& ends) {
  StandstillSearch search(machine, path);
  double from = begin;
  for (const double end : ends) {
    search.search(from, end);
    from = end;
  }
  std::vector<double> places = search.found();
  std::sort(places.begin(), places.end());
  const double end = ends.back();
  std::vector<Standstill> points;
  for (double p : places) {
    const double order = search.find_order(p, begin, end);
    const double blur = calc_rounding_radius(order, path.p_max);
    if (p <= begin + blur) p = begin;
    if (p >= end - blur) p = end;
    if (points.empty() || p > points.back().p + blur) {
      points.push_back({p, order, p > begin, p < end});
    }
  }
  return points;
}

}  // namespace survey
}  // namespace globaldyn::inside
