#include "globaldyn/path/timed_path.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <utility>

#include "core/base/gauss.h"
#include "core/base/nth.h"
#include "core/base/round_off.h"

namespace globaldyn::inside {
inline namespace path {
namespace {

double step_before(double p) {
  return std::nextafter(p, -1.0);
}

// A length along a path by Gauss quadrature, known from its start to the ends of panels.
class LengthTable {
 public:
  LengthTable(std::function<VectorXd(double)> rate, const std::vector<double>& steps, double p_max,
              const SourcePlace& place)
      : rate_(std::move(rate)), place_(place) {
    std::vector<double> pieces{0.0};
    for (const double step : steps) {
      if (step > pieces.back() && step < p_max) pieces.push_back(step);
    }
    pieces.push_back(p_max);
    for (std::size_t i = 1; i < pieces.size(); ++i) about_ += integrate(pieces[i - 1], pieces[i]);
    ends_.push_back(0.0);
    lengths_.push_back(0.0);
    for (std::size_t i = 1; i < pieces.size(); ++i) {
      add_piece(pieces[i - 1], pieces[i], pieces.size() - 1);
    }
    for (const double p : ends_) require_speed(p);
    for (const double p : kinks_) require_speed(p);
  }

  [[nodiscard]] double whole() const { return lengths_.back(); }

  [[nodiscard]] double at(double p) const {
    const std::size_t panel = find_panel(ends_, p);
    return lengths_[panel] + integrate(ends_[panel], p);
  }

  // By Newton's method within a panel, on which the speed hardly changes.
  [[nodiscard]] double find_place(double length) const {
    const std::size_t panel = find_panel(lengths_, length);
    const double begin = ends_[panel], end = ends_[panel + 1];
    const double share = (length - lengths_[panel]) / (lengths_[panel + 1] - lengths_[panel]);
    double p = begin + share * (end - begin);
    constexpr int kMost = 50;
    for (int i = 0; i < kMost; ++i) {
      const double miss = length - lengths_[panel] - integrate(begin, p);
      const double next = std::clamp(p + miss / calc_speed(p), begin, end);
      if (std::abs(next - p) <= 0.5 * round_off::kEntry * ends_.back()) return next;
      p = next;
    }
    return p;
  }

  [[nodiscard]] double calc_speed(double p) const { return rate_(p).norm(); }

 private:
  // Where it turns back, too, it stands still: at an end of a panel, or where halving has ended.
  void require_speed(double p) const {
    constexpr double kStill = 1e-5;  // of its mean: far above what 20 halvings leave
    if (calc_speed(p) * ends_.back() > kStill * whole()) return;
    throw InputError(
        place_, fmt::format("what is to move at a constant speed stands still at p = {:.6g}", p),
        "expected a coordinate that moves all along the path");
  }

  [[nodiscard]] static std::size_t find_panel(const std::vector<double>& ends, double value) {
    const auto after = std::upper_bound(ends.begin() + 1, ends.end() - 1, value);
    return static_cast<std::size_t>(after - ends.begin()) - 1;
  }

  // The ends belong to the panel, whose neighbours may have another rate there.
  [[nodiscard]] double integrate(double begin, double end) const {
    return integrate_by_gauss(begin, end, [this](double p) { return calc_speed(p); });
  }

  // Many pieces are short ones, between points.
  void add_piece(double begin, double end, std::size_t pieces) {
    constexpr std::size_t kPanelsInAll = 4096, kMostOfAPiece = 32;
    constexpr int kMostHalvings = 20;
    const auto panels =
        static_cast<int>(std::clamp<std::size_t>(kPanelsInAll / pieces, 1, kMostOfAPiece));
    for (int i = 0; i < panels; ++i) {
      const double from = begin + (end - begin) * i / panels;
      const double to = i + 1 == panels ? end : begin + (end - begin) * (i + 1) / panels;
      add_panel(from, to, halvings_left_ > 0 ? kMostHalvings : 0);
    }
  }

  // Halved until twice as many points say the same, to rounding errors of it or of all.
  void add_panel(double from, double to, int halvings) {
    const double middle = 0.5 * (from + to);
    const double coarse = integrate(from, to);
    const double fine = integrate(from, middle) + integrate(middle, to);
    const bool is_known = std::abs(fine - coarse) <= round_off::kEntry * (10.0 * fine + about_);
    if (halvings == 0 && !is_known) kinks_.push_back(middle);
    if (halvings == 0 || is_known) {
      ends_.push_back(to);
      lengths_.push_back(lengths_.back() + fine);
      return;
    }
    const auto fewer = [&] { return halvings_left_ > 0 ? halvings - 1 : 0; };
    if (halvings_left_ > 0) --halvings_left_;
    add_panel(from, middle, fewer());
    add_panel(middle, to, fewer());
  }

  std::function<VectorXd(double)> rate_;
  SourcePlace place_;
  double about_{0.0};                   // the whole length, by one panel a piece
  std::size_t halvings_left_{100'000};  // of all panels: a second or so
  std::vector<double> ends_, lengths_;
  std::vector<double> kinks_;  // where it is not known to all digits
};

// p(t), on the path's side of a step on which t is.
class SidedCourse {
 public:
  SidedCourse(const Path& path, ParameterCourse course) : course_(std::move(course)) {
    places_ = path.steps.breaks;
    places_.insert(places_.end(), path.steps.corners.begin(), path.steps.corners.end());
    std::sort(places_.begin(), places_.end());
    for (const double p : places_) times_.push_back(course_.find_time(p));
    end_ = path.p_max;
  }

  [[nodiscard]] TimedValue at(double t) const {
    TimedValue course = course_.at(t);
    const auto piece = std::upper_bound(times_.begin(), times_.end(), t) - times_.begin();
    const double enters = piece == 0 ? 0.0 : nth(places_, piece - 1);
    const bool is_last = piece == static_cast<std::ptrdiff_t>(places_.size());
    const double leaves = is_last ? end_ : step_before(nth(places_, piece));
    course.value = std::clamp(course.value, enters, std::max(enters, leaves));
    return course;
  }

  [[nodiscard]] double find_time(double p) const { return course_.find_time(p); }
  [[nodiscard]] const std::vector<double>& times() const { return times_; }
  [[nodiscard]] const ParameterCourse& course() const { return course_; }

 private:
  ParameterCourse course_;
  std::vector<double> places_, times_;
  double end_{0.0};
};

std::vector<double> merge_breaks(std::vector<double> breaks, const std::vector<double>& more,
                                 double end) {
  breaks.insert(breaks.end(), more.begin(), more.end());
  std::sort(breaks.begin(), breaks.end());
  const auto is_same = [&](double a, double b) { return is_zero(b - a, end, round_off::kSolved); };
  breaks.erase(std::unique(breaks.begin(), breaks.end(), is_same), breaks.end());
  return breaks;
}

template <class Limit>
std::vector<Limit> move_limits(std::vector<Limit> limits, const SidedCourse& course) {
  for (Limit& limit : limits) {
    limit.from = course.find_time(limit.from);
    limit.to = course.find_time(limit.to);
  }
  return limits;
}

}  // namespace

ParameterCourse make_law_course(const MotionLaw& law, double p_max) {
  ParameterCourse course;
  course.duration = law.time;
  course.at = [law, p_max](double t) {
    const TimedValue share = law.at(t / law.time);
    return TimedValue{p_max * share.value, p_max * share.rate / law.time,
                      p_max * share.change / (law.time * law.time)};
  };
  course.find_time = [law, p_max](double p) {
    if (p <= 0.0) return 0.0;
    return p >= p_max ? law.time : law.time * law.find_u(p / p_max);
  };
  for (const double u : law.list_breaks()) course.breaks.push_back(law.time * u);
  return course;
}

ParameterCourse make_speed_course(const std::function<VectorXd(double p)>& rate,
                                  const std::function<VectorXd(double p)>& change,
                                  const std::vector<double>& steps, double p_max, double speed,
                                  const SourcePlace& place) {
  const auto table = std::make_shared<const LengthTable>(rate, steps, p_max, place);
  ParameterCourse course;
  course.duration = table->whole() / speed;
  course.at = [=, duration = course.duration](double t) {
    const double p = t <= 0.0 ? 0.0 : t >= duration ? p_max : table->find_place(speed * t);
    const VectorXd r1 = rate(p), r2 = change(p);
    const double size = table->calc_speed(p), p1 = speed / size;
    return TimedValue{p, p1, -p1 * p1 * r1.dot(r2) / (size * size)};
  };
  course.find_time = [=](double p) { return table->at(p) / speed; };
  return course;
}

Path make_timed_path(const Path& path, ParameterCourse parameter, std::string name) {
  const auto course = std::make_shared<const SidedCourse>(path, std::move(parameter));
  const double duration = course->course().duration;
  Path timed = path;
  timed.p_max = duration;
  timed.task = [course, task = path.task](double t, Task& target) {
    const TimedValue p = course->at(t);
    task.write(p.value, target);
    VectorXd &first = target.target.first, &second = target.target.second;
    second = second * (p.rate * p.rate) + first * p.change;
    first *= p.rate;
  };
  timed.place_of_loads = [course, loads = path.place_of_loads](double t) {
    const double p = course->at(t).value;
    return loads ? loads(p) : p;
  };
  timed.steps = {merge_breaks(course->times(), course->course().breaks, duration), {}};
  timed.formulas.clear();
  for (PathStop& stop : timed.stops) stop.p = stop.p > 0.0 ? duration : 0.0;
  timed.speed_limits = move_limits(path.speed_limits, *course);
  timed.acceleration_limits = move_limits(path.acceleration_limits, *course);
  timed.jerk_limits = move_limits(path.jerk_limits, *course);
  timed.given = GivenMotion{std::move(name), std::make_shared<const Path>(path),
                            [course](double p) { return course->find_time(p); }};
  return timed;
}

}  // namespace path
}  // namespace globaldyn::inside
