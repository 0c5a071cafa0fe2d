#include "globaldyn/survey/panel_cutter.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "core/base/nth.h"
#include "core/base/round_off.h"
#include "globaldyn/survey/chebyshev.h"
#include "globaldyn/survey/sort_out.h"

namespace globaldyn::inside {
inline namespace survey {
namespace {

// Roots are known to this fraction of the path.
constexpr double kPlaceNoise = round_off::kSum;
// Places found in different ways that are nearer to each other are one.
constexpr double kSamePlace = round_off::kSolved;
// A determinant that turns round within this fraction of its largest may turn exactly at zero: it
// is known to the accuracy of the panel, 1e-5 at worst.
constexpr double kNearZero = 1e-4;
// A root at which the determinant, in terms of its largest, has less slope than this on [-1, 1] may
// be several roots.
constexpr double kFlat = 0.01;
// At an end of a panel, where a node is, it is zero below this fraction: see NodeSource.
constexpr double kAtEnd = round_off::kSame;
// Below this fraction of the largest determinant there is no sign.
constexpr double kNoFactor = round_off::kSolved;

FittedCourse make_course(const PanelDraft& draft, std::size_t drive) {
  const auto i = static_cast<Eigen::Index>(drive);
  return {draft.begin(), draft.end(), draft.rate(i), 2.0 * draft.rate_tolerance(i)};
}

double find_nearest(const std::vector<double>& values, double p) {
  return *std::min_element(values.begin(), values.end(),
                           [&](double a, double b) { return std::abs(a - p) < std::abs(b - p); });
}

}  // namespace

Measure PanelCutter::measure_rate(std::size_t drive) {
  return measure(walk_, [this, drive](const Sample& sample) {
    return sample.map.drive_rate(row_of(model_.lossy()[drive].drive));
  });
}

Measure PanelCutter::measure_determinant(const PanelDraft& draft) {
  return measure(walk_, [&draft](const Sample& sample) {
    return draft.align(sample.map.determinant, sample.map.V);
  });
}

// A rate of a drive between reversals: where it moves fastest, because elsewhere it may come close
// to reversing without doing so; the machine's own rate where the polynomial is not sure.
double PanelCutter::find_sure_rate(const FittedCourse& course, std::size_t drive,
                                   const Interval& between) {
  double fastest = 0.0;
  constexpr int kLooks = 8;  // between two zeros of a polynomial of degree 16 it has few waves
  for (int j = 1; j < kLooks; ++j) {
    const double rate = course.calc(between.low + (between.high - between.low) * j / kLooks);
    if (std::abs(rate) > std::abs(fastest)) fastest = rate;
  }
  if (std::abs(fastest) > course.error) return fastest;
  return measure_rate(drive)(0.5 * (between.low + between.high)).value_or(fastest);
}

// Where the determinant turns round: a zero of its derivative, which the machine gives by
// differences over steps so long that they are no rounding errors, and so short that they are
// exact: at 1e-3 of the panel four digits are lost by the difference, and as many are left of its
// fourth power.
double PanelCutter::find_turning(const PanelDraft& draft, const FittedCourse& course, double p) {
  constexpr double kStep = 1e-3;
  const double length = course.end - course.begin, h = kStep * length;
  const Measure determinant = measure_determinant(draft);
  const Measure slope = [&](double at) -> std::optional<double> {
    std::array<double, 4> values{};
    constexpr std::array<double, 4> kSteps{-2.0, -1.0, 1.0, 2.0};
    for (std::size_t i = 0; i < values.size(); ++i) {
      const auto value = determinant(at + kSteps[i] * h);
      if (!value) return std::nullopt;
      values[i] = *value;
    }
    return (values[0] - 8.0 * values[1] + 8.0 * values[2] - values[3]) / (12.0 * h);
  };
  FittedCourse slopes = course;
  slopes.coefficients = differentiate_chebyshev(course.coefficients) * (2.0 / length);
  return refine_root(slopes, p, slope, kPlaceNoise * p_max_);
}

// How firmly the drives hold the machine, with the determinant's sign: where several of them lose
// hold together, the determinant vanishes like the power of their number, and this like p.
Measure PanelCutter::measure_hold(const PanelDraft& draft) {
  return measure(walk_, [&draft](const Sample& sample) {
    const double determinant = draft.align(sample.map.determinant, sample.map.V);
    return std::copysign(sample.map.smallest_singular_value, determinant);
  });
}

// Where the determinant changes its sign. A threefold root is one of its values up to rounding
// errors on the third part of all digits: then it is sought where the hold is straight.
double PanelCutter::find_crossing(const PanelDraft& draft, const FittedCourse& course, double p) {
  constexpr double kStep = 1e-3;  // of the panel: beyond the third part of all digits
  const double resolution = kPlaceNoise * p_max_;
  const double root = refine_root(course, p, measure_determinant(draft), resolution);
  const Sample& sample = walk_.visit(root);
  if (sample.status != SampleStatus::ok || sample.map.unbalanced() > 0) return root;
  const double step = kStep * (course.end - course.begin);
  const double low = std::max(course.begin, root - step), high = std::min(course.end, root + step);
  const Measure hold = measure_hold(draft);
  const auto at_low = hold(low), at_root = hold(root), at_high = hold(high);
  if (!at_low || !at_root || !at_high || !(*at_low * *at_high < 0.0)) return root;
  const FittedCourse straight{
      low, high, VectorXd{{0.5 * (*at_low + *at_high), 0.5 * (*at_high - *at_low)}}, 0.0};
  const double nearer =
      refine_root(straight, low + (high - low) * *at_low / (*at_low - *at_high), hold, resolution);
  const auto at_nearer = hold(nearer);
  return at_nearer && std::abs(*at_nearer) < std::abs(*at_root) ? nearer : root;
}

bool PanelCutter::is_lost(double p) {
  const Sample& sample = walk_.visit(p);
  return sample.status == SampleStatus::ok && sample.map.unbalanced() > 0;
}

// Where several drives lose hold together or nearly so, the determinant is so flat that its zero
// may be anywhere within a part of the panel. The smallest singular value has a sharp corner at
// each, which ever finer looks find.
void PanelCutter::find_corners(double low, double high, int rounds, std::vector<double>& corners) {
  constexpr int kParts = 10;
  constexpr std::size_t kMostCorners = 16;  // as many as the factor has roots
  // Next to a corner one of two looks is at most a third of the larger neighbour's; elsewhere a
  // minimum becomes flat.
  constexpr double kDip = 0.6;
  if (corners.size() >= kMostCorners) return;
  const double part = (high - low) / kParts;
  std::array<double, kParts + 1> holds{};
  for (int i = 0; i <= kParts; ++i) {
    const Sample& sample = walk_.visit(low + part * i);
    if (sample.status != SampleStatus::ok) return;
    nth(holds, i) = sample.map.smallest_singular_value;
  }
  for (int i = 0; i <= kParts; ++i) {
    const double here = nth(holds, i);
    const double before = nth(holds, std::max(0, i - 1));
    const double after = nth(holds, std::min(kParts, i + 1));
    const bool is_least = here <= before && (here < after || i == kParts);
    if (!is_least || here > kDip * std::max(before, after)) continue;
    const double p = low + part * i;
    if (rounds == 0 || part <= kPlaceNoise * p_max_) {
      if (is_lost(p)) corners.push_back(p);
    } else {
      find_corners(std::max(low, p - part), std::min(high, p + part), rounds - 1, corners);
    }
  }
}

std::vector<double> PanelCutter::find_corners(const PanelDraft& draft, double p) {
  constexpr double kAround = 0.1;  // of the panel: beyond it, a factor like x³ is above kFlat
  constexpr int kMostRounds = 20;  // each is five times finer: 1e-14 of the first
  const double around = kAround * (draft.end() - draft.begin());
  std::vector<double> corners;
  find_corners(std::max(draft.begin(), p - around), std::min(draft.end(), p + around), kMostRounds,
               corners);
  return corners;
}

// Where the determinant vanishes: it changes its sign, or turns round exactly there, or panels meet
// there.
std::vector<double> PanelCutter::find_control_losses(const PanelDraft& draft) {
  const double begin = draft.begin(), end = draft.end();
  std::vector<double> losses;
  if (!draft.has_factor()) return losses;
  const VectorXd factor = draft.factor();
  const FittedCourse course{begin, end, draft.largest_determinant() * factor, 0.0};
  const VectorXd slope = differentiate_chebyshev(factor);
  const auto add_corners = [&](double p) {
    const std::vector<double> corners = find_corners(draft, p);
    losses.insert(losses.end(), corners.begin(), corners.end());
    return !corners.empty();
  };
  for (const double x : find_sign_changes(factor, kNoFactor)) {
    const double p = find_crossing(draft, course, course.place(x));
    const bool is_simple = is_lost(p) && std::abs(calc_chebyshev(slope, x)) >= kFlat;
    if (is_simple || !add_corners(p)) losses.push_back(p);
  }
  for (const double x : {-1.0, 1.0}) {
    if (std::abs(calc_chebyshev(factor, x)) <= kAtEnd) losses.push_back(x < 0.0 ? begin : end);
  }
  for (const double x : find_sign_changes(slope, 0.0)) {
    if (std::abs(calc_chebyshev(factor, x)) > kNearZero) continue;
    const double p = find_turning(draft, course, course.place(x));
    if (!(begin < p && p < end)) continue;
    if (is_lost(p)) {
      losses.push_back(p);
    } else {
      (void)add_corners(p);
    }
  }
  sort_out(kSamePlace * p_max_, losses);
  return losses;
}

std::vector<double> PanelCutter::find_roots(const PanelDraft& draft) {
  const double resolution = kPlaceNoise * p_max_;
  std::vector<double> roots = find_control_losses(draft);
  for (std::size_t i = 0; i < model_.lossy().size(); ++i) {
    if (draft.is_still(i)) continue;
    const auto found =
        find_reversals(make_course(draft, i), measure_rate(i),
                       draft.find_rate_error(static_cast<Eigen::Index>(i)), resolution);
    roots.insert(roots.end(), found.begin(), found.end());
  }
  return roots;
}

// On a part without reversals.
Direction PanelCutter::find_direction(const PanelDraft& draft, std::size_t drive,
                                      const Interval& between) {
  if (draft.is_still(drive)) return 0;
  const double rate = find_sure_rate(make_course(draft, drive), drive, between);
  return std::signbit(rate) ? -1 : 1;
}

PanelSides PanelCutter::find_sides(const PanelDraft& draft, const Interval& between) {
  PanelSides sides;
  for (std::size_t k = 0; k < model_.lossy().size(); ++k) {
    sides.directions.push_back(find_direction(draft, k, between));
  }
  sides.friction = model_.list_friction(sides.directions);
  PanelLimits limits = draft.find_limits();
  model_.choose_sides(sides.directions, limits);
  sides.limits = std::make_shared<const PanelLimits>(std::move(limits));
  return sides;
}

void PanelCutter::cut(PanelDraft& draft, std::vector<double>& breaks, std::vector<Panel>& panels) {
  const double begin = draft.begin(), end = draft.end();
  const std::vector<double> roots = find_roots(draft);
  std::vector<double> ends{begin, end};
  ends.insert(ends.end(), roots.begin(), roots.end());
  constexpr double kShortest = 1e-6;  // of the panel, where that is shorter than roots are known
  sort_out(std::min(kPlaceNoise * p_max_, kShortest * (end - begin)), ends);
  ends.back() = end;
  for (const double p : roots) breaks.push_back(find_nearest(ends, p));
  const auto polynomials = draft.make_polynomials();
  for (std::size_t i = 1; i < ends.size(); ++i) {
    PanelSides sides = find_sides(draft, {ends[i - 1], ends[i]});
    if (!panels.empty() && panels.back().limits() == *sides.limits) {
      sides.limits = panels.back().sides().limits;
    }
    panels.emplace_back(ends[i - 1], ends[i], polynomials, std::move(sides));
  }
}

}  // namespace survey
}  // namespace globaldyn::inside
