#include "globaldyn/motion/heat_course.h"

#include <algorithm>
#include <cmath>

namespace globaldyn::inside {
inline namespace motion {
namespace {

// Along an interval of p on which u hardly changes.
double calc_duration(double length, double x_begin, double x_end) {
  return 2.0 * length / (std::sqrt(x_begin) + std::sqrt(x_end));
}

void put(std::size_t index, std::size_t span, std::vector<std::size_t>& all) {
  if (all.size() <= index) all.resize(index + 1);
  all[index] = span;
}

}  // namespace

HeatCourse::HeatCourse(const std::vector<HeatSpan>& spans, const MotionSolution& solution,
                       const VectorXd& rated, double period)
    : spans_(spans), period_(period) {
  double time = 0.0;
  for (std::size_t i = 0; i < spans_.size(); ++i) {
    const HeatSpan& span = spans_[i];
    begins_.push_back(time);
    if (span.kind == HeatSpan::Kind::stretch) {
      put(span.index, i, spans_of_stretches_);
      add_stretch(i, solution);
      time += stretches_[span.index].t.back();
    } else {
      VectorXd heat = VectorXd::Zero(rated.size());
      if (span.kind == HeatSpan::Kind::rest) {
        put(span.index, i, spans_of_rests_);
        const auto is_this = [&](const MotionHeat& one) {
          return one.place.rests && one.place.stretch == span.index;
        };
        heat = std::find_if(solution.heats.begin(), solution.heats.end(), is_this)->squares;
      } else if (span.kind == HeatSpan::Kind::given) {
        heat = span.squares.cwiseQuotient(rated.cwiseAbs2()) / span.duration;
      }
      steps_.push_back({span.duration, std::move(heat), {i, 1.0}});
      time += span.duration;
    }
    ends_.push_back(time);
  }
  const double pause = period_ - time;
  if (pause > 0.0) {
    steps_.push_back({pause, VectorXd::Zero(rated.size()), {spans_.size() - 1, 1.0}});
  }
  period_ = std::max(period_, time);
}

void HeatCourse::add_stretch(std::size_t span, const MotionSolution& solution) {
  const std::size_t number = spans_[span].index;
  if (stretches_.size() <= number) stretches_.resize(number + 1);
  Stretch& stretch = stretches_[number];
  for (const MotionNode& node : solution.nodes) {
    if (node.stretch != number) continue;
    const bool is_first = stretch.p.empty();
    const double length = is_first ? 0.0 : node.p - stretch.p.back();
    const double time = length > 0.0 ? calc_duration(length, stretch.x.back(), node.x) : 0.0;
    stretch.t.push_back(is_first ? 0.0 : stretch.t.back() + time);
    stretch.p.push_back(node.p);
    stretch.x.push_back(node.x);
  }
  double time = 0.0;
  for (const MotionHeat& one : solution.heats) {
    if (one.place.rests || one.place.stretch != number) continue;
    time += one.duration;
    const double all = stretch.t.back();
    steps_.push_back(
        {one.duration, one.squares, {span, std::min(time / all, 1.0), one.duration / all}});
  }
}

// Since the stretch's begin.
double HeatCourse::find_time(std::size_t stretch, double p) const {
  const Stretch& of = stretches_[stretch];
  const auto after = std::upper_bound(of.p.begin() + 1, of.p.end() - 1, p);
  const auto i = static_cast<std::size_t>(after - of.p.begin()) - 1;
  const double length = of.p[i + 1] - of.p[i];
  const double share = length > 0.0 ? std::clamp((p - of.p[i]) / length, 0.0, 1.0) : 0.0;
  if (share == 0.0) return of.t[i];
  const double x = of.x[i] + share * (of.x[i + 1] - of.x[i]);
  return of.t[i] + calc_duration(share * length, of.x[i], x);
}

double HeatCourse::find_time(const Place& place) const {
  return begins_[place.span] + place.share * (ends_[place.span] - begins_[place.span]);
}

// At the ends of all steps.
std::vector<double> HeatCourse::list_thetas(Eigen::Index drive, double tau) const {
  std::vector<double> all;
  const auto pass = [&](double theta, bool is_kept) {
    for (const Step& step : steps_) {
      const double heat = step.heat[drive];
      theta = heat + (theta - heat) * std::exp(-step.duration / tau);
      if (is_kept) all.push_back(theta);
    }
    return theta;
  };
  // It comes back after a cycle.
  (void)pass(pass(0.0, false) / -std::expm1(-period_ / tau), true);
  return all;
}

HeatCourse::Heat HeatCourse::look_at(Eigen::Index drive, double tau, double least,
                                     std::size_t most) const {
  const std::vector<double> theta = list_thetas(drive, tau);
  std::vector<double> times;
  std::vector<std::size_t> hot;
  double time = 0.0, hot_time = 0.0;
  for (std::size_t i = 0; i < steps_.size(); ++i) {
    times.push_back(time += steps_[i].duration);
    if (theta[i] < least) continue;
    hot.push_back(i);
    hot_time += steps_[i].duration;
  }
  std::stable_sort(hot.begin(), hot.end(),
                   [&](std::size_t a, std::size_t b) { return theta[a] > theta[b]; });
  const double apart = hot_time / static_cast<double>(most);
  Heat heat{.hottest = *std::max_element(theta.begin(), theta.end()), .hot = {}};
  std::vector<double> taken;
  for (const std::size_t i : hot) {
    const bool is_near = std::any_of(taken.begin(), taken.end(), [&](double other) {
      return std::abs(times[i] - other) < apart;
    });
    if (is_near) continue;
    taken.push_back(times[i]);
    heat.hot.push_back(steps_[i].end);
  }
  return heat;
}

// At the hottest time itself the weight falls from that of the latest heat to that of what was a
// cycle ago: over as long as the steps there take, or whole points would fall on either side.
double HeatCourse::weigh(const PointPlace& at, const Place& hottest, double tau) const {
  if (at.rests) return weigh_span(spans_of_rests_[at.stretch], hottest, tau);
  const double time = begins_[spans_of_stretches_[at.stretch]] + find_time(at.stretch, at.p);
  const double lag = find_time(hottest) - time;
  const double blur = hottest.blur * (ends_[hottest.span] - begins_[hottest.span]);
  const double is_before = blur > 0.0 ? std::clamp(0.5 + lag / blur, 0.0, 1.0) : (lag >= 0.0);
  const double weight =
      is_before * std::exp(-lag / tau) + (1.0 - is_before) * std::exp(-(lag + period_) / tau);
  return period_ / tau * weight / -std::expm1(-period_ / tau);
}

double HeatCourse::weigh_span(std::size_t span, const Place& hottest, double tau) const {
  const double begin = begins_[span], end = ends_[span], peak = find_time(hottest);
  if (!(end > begin)) return 0.0;
  // Of what was so long ago, from a to b before the peak.
  const auto sum = [&](double from, double to, double seen_at) {
    return tau * (std::exp(-(seen_at - to) / tau) - std::exp(-(seen_at - from) / tau));
  };
  double all = 0.0;
  if (peak > begin) all += sum(begin, std::min(end, peak), peak);
  if (peak < end) all += sum(std::max(begin, peak), end, peak + period_);
  return period_ / tau * all / -std::expm1(-period_ / tau) / (end - begin);
}

}  // namespace motion
}  // namespace globaldyn::inside
