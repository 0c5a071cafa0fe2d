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
      add_stretch(i, solution, rated);
      time += stretches_[span.index].t.back();
    } else {
      VectorXd heat = VectorXd::Zero(rated.size());
      if (span.kind == HeatSpan::Kind::rest) {
        put(span.index, i, spans_of_rests_);
        heat = solution.forces_at_rests[span.index].cwiseQuotient(rated).cwiseAbs2();
      } else if (span.kind == HeatSpan::Kind::given) {
        heat = span.squares.cwiseQuotient(rated.cwiseAbs2()) / span.duration;
      }
      steps_.push_back({span.duration, std::move(heat), {i, 1.0}});
      time += span.duration;
    }
    ends_.push_back(time);
  }
  take_totals(solution, rated);
  const double pause = period_ - time;
  if (pause > 0.0) {
    steps_.push_back({pause, VectorXd::Zero(rated.size()), {spans_.size() - 1, 1.0}});
  }
  period_ = std::max(period_, time);
}

// What motors are heated by in all is known better than from forces at places, and with the losses
// of their gears.
void HeatCourse::take_totals(const MotionSolution& solution, const VectorXd& rated) {
  const auto is_planned = [&](const Step& step) {
    const HeatSpan::Kind kind = spans_[step.end.span].kind;
    return kind == HeatSpan::Kind::stretch || kind == HeatSpan::Kind::rest;
  };
  VectorXd sum = VectorXd::Zero(rated.size());
  for (const Step& step : steps_) {
    if (is_planned(step)) sum += step.duration * step.heat;
  }
  for (Eigen::Index k = 0; k < rated.size(); ++k) {
    if (!(sum[k] > 0.0) || std::isinf(rated[k])) continue;
    const double factor = solution.totals[1 + k] / sum[k];
    for (Step& step : steps_) {
      if (is_planned(step)) step.heat[k] *= factor;
    }
  }
}

void HeatCourse::add_stretch(std::size_t span, const MotionSolution& solution,
                             const VectorXd& rated) {
  const std::size_t number = spans_[span].index;
  if (stretches_.size() <= number) stretches_.resize(number + 1);
  Stretch& stretch = stretches_[number];
  double x = 0.0;
  for (const MotionNode& node : solution.nodes) {
    if (node.stretch != number) continue;
    const bool is_first = stretch.p.empty();
    const double length = is_first ? 0.0 : node.p - stretch.p.back();
    const double time = length > 0.0 ? calc_duration(length, x, node.x) : 0.0;
    stretch.t.push_back(is_first ? 0.0 : stretch.t.back() + time);
    stretch.p.push_back(node.p);
    x = node.x;
  }
  const MotionForces* before = nullptr;
  for (const MotionForces& here : solution.course) {
    if (here.stretch != number) continue;
    if (before != nullptr && here.p > before->p) {
      const double begin = find_time(number, before->p), end = find_time(number, here.p);
      const VectorXd a = before->forces.cwiseQuotient(rated), b = here.forces.cwiseQuotient(rated);
      VectorXd heat = (a.cwiseAbs2() + a.cwiseProduct(b) + b.cwiseAbs2()) / 3.0;
      steps_.push_back({end - begin, std::move(heat), {span, end / stretch.t.back()}});
    }
    before = &here;
  }
}

// Since the stretch's begin.
double HeatCourse::find_time(std::size_t stretch, double p) const {
  const Stretch& of = stretches_[stretch];
  const auto after = std::upper_bound(of.p.begin() + 1, of.p.end() - 1, p);
  const auto i = static_cast<std::size_t>(after - of.p.begin()) - 1;
  const double length = of.p[i + 1] - of.p[i];
  const double share = length > 0.0 ? std::clamp((p - of.p[i]) / length, 0.0, 1.0) : 0.0;
  return of.t[i] + share * (of.t[i + 1] - of.t[i]);
}

double HeatCourse::find_time(const Place& place) const {
  return begins_[place.span] + place.share * (ends_[place.span] - begins_[place.span]);
}

std::vector<HeatCourse::Peak> HeatCourse::list_peaks(Eigen::Index drive, double tau, double least,
                                                     std::size_t most) const {
  const auto pass = [&](double theta, std::vector<double>* all) {
    for (const Step& step : steps_) {
      const double heat = step.heat[drive];
      theta = heat + (theta - heat) * std::exp(-step.duration / tau);
      if (all != nullptr) all->push_back(theta);
    }
    return theta;
  };
  // It comes back after a cycle.
  std::vector<double> theta;
  (void)pass(pass(0.0, nullptr) / -std::expm1(-period_ / tau), &theta);
  std::vector<Peak> peaks;
  const std::size_t count = theta.size();
  for (std::size_t i = 0; i < count; ++i) {
    const double before = theta[(i + count - 1) % count], after = theta[(i + 1) % count];
    if (theta[i] >= least && theta[i] >= before && theta[i] >= after) {
      peaks.push_back({theta[i], steps_[i].end});
    }
  }
  std::stable_sort(peaks.begin(), peaks.end(),
                   [](const Peak& a, const Peak& b) { return a.theta > b.theta; });
  if (peaks.size() > most) peaks.resize(most);
  return peaks;
}

double HeatCourse::weigh(const PointPlace& at, const Place& hottest, double tau) const {
  if (at.rests) return weigh_span(spans_of_rests_[at.stretch], hottest, tau);
  const double time = begins_[spans_of_stretches_[at.stretch]] + find_time(at.stretch, at.p);
  double lag = find_time(hottest) - time;
  if (lag < 0.0) lag += period_;
  return period_ / tau * std::exp(-lag / tau) / -std::expm1(-period_ / tau);
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
