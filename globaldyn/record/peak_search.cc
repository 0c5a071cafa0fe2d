#include "globaldyn/record/peak_search.h"

#include <algorithm>
#include <cmath>

namespace globaldyn::inside {
inline namespace record {
namespace {

// Of all drives: forces, powers, speeds.
VectorXd list_quantities(const MotionSample& sample) {
  const Eigen::Index m = sample.forces.size();
  VectorXd all(3 * m);
  all << sample.forces.cwiseAbs(), sample.calc_power().cwiseAbs(), sample.rates.cwiseAbs();
  return all;
}

}  // namespace

PeakSearch::PeakSearch(const MotionRecord& record) {
  const auto& samples = record.samples;
  if (samples.size() < 3) return;
  VectorXd most = list_quantities(samples.front());
  std::vector<std::size_t> where(static_cast<std::size_t>(most.size()), 0);
  for (std::size_t i = 1; i < samples.size(); ++i) {
    const VectorXd values = list_quantities(samples[i]);
    for (Eigen::Index q = 0; q < values.size(); ++q) {
      if (!(values(q) > most(q))) continue;
      most(q) = values(q);
      where[static_cast<std::size_t>(q)] = i;
    }
  }
  for (Eigen::Index q = 0; q < most.size(); ++q) {
    const std::size_t i = where[static_cast<std::size_t>(q)];
    if (i == 0 || i + 1 == samples.size() || !(most(q) > 0.0)) continue;
    Peak peak;
    peak.quantity = q;
    for (std::size_t k = 0; k < 3; ++k) {
      const MotionSample& sample = samples[i + k - 1];
      peak.points[k] = {sample.state.t, list_quantities(sample)(q)};
    }
    peaks_.push_back(peak);
  }
}

// The top of the parabola through a peak's points, if that is between them and not at one.
std::vector<double> PeakSearch::list_times() {
  constexpr double kApart = 1e-3;  // of the distance of points
  std::vector<double> times;
  for (Peak& peak : peaks_) {
    const auto& [a, b, c] = peak.points;
    const double before = b.t - a.t, after = c.t - b.t;
    const double left = (b.value - a.value) / before, right = (b.value - c.value) / after;
    // Of slopes at b's sides, which have opposite signs, the top lies on the flatter side.
    const double top = b.t + 0.5 * (left * after - right * before) / (left + right);
    const double least = kApart * std::min(before, after);
    peak.is_open = top > a.t + least && top < c.t - least && std::abs(top - b.t) > least;
    if (!peak.is_open) continue;
    peak.next = top;
    times.push_back(top);
  }
  std::sort(times.begin(), times.end());
  times.erase(std::unique(times.begin(), times.end()), times.end());
  return times;
}

void PeakSearch::take(const MotionRecord& record) {
  for (Peak& peak : peaks_) {
    if (!peak.is_open) continue;
    const auto found =
        std::find_if(record.samples.begin(), record.samples.end(),
                     [&](const MotionSample& sample) { return sample.state.t == peak.next; });
    if (found == record.samples.end()) continue;
    auto& [a, b, c] = peak.points;
    const Point next{peak.next, list_quantities(*found)(peak.quantity)};
    const bool is_after = next.t > b.t;
    if (next.value > b.value) {
      (is_after ? a : c) = b;
      b = next;
    } else {
      (is_after ? c : a) = next;
    }
  }
}

}  // namespace record
}  // namespace globaldyn::inside
