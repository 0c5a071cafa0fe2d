#include "globaldyn/survey/rough_look.h"

#include <algorithm>
#include <cmath>

#include "core/base/constants.h"
#include "core/base/nth.h"
#include "core/base/round_off.h"
#include "core/base/steps.h"
#include "globaldyn/survey/chebyshev.h"
#include "globaldyn/survey/reversal_search.h"
#include "globaldyn/survey/task_pieces.h"

namespace globaldyn::inside {
inline namespace survey {
namespace {

// Minimum number of chunks per path, and the degree of the polynomials of rates on each: 512 poses,
// so that obstacles are found as on panels.
constexpr double kRoughChunks = 64.0;
constexpr int kRoughDegree = 8;
// Fraction of the path to which places are found, as of panels.
constexpr double kRoughPlace = round_off::kSum;

}  // namespace

RoughLook::RoughLook(SurveyWalk& walk, CollisionSearch* collisions, std::size_t most_poses)
    : walk_(walk),
      model_(walk.model()),
      collisions_(collisions),
      p_max_(walk.model().p_max()),
      most_poses_(most_poses) {}

bool RoughLook::look(double begin, double end) {
  const double count = count_steps(end - begin, p_max_ / kRoughChunks);
  for (double i = 0.0; i < count; ++i) {
    const double from = begin + (end - begin) * i / count;
    const double to = i + 1.0 < count ? begin + (end - begin) * (i + 1.0) / count : end;
    std::vector<double> places;
    for (int j = 0; j <= kRoughDegree; ++j) {
      places.push_back(to_interval(calc_lobatto_point(j, kRoughDegree), from, to));
    }
    // On its own side of a jump of the task's derivatives.
    if (from > 0.0) places.front() = step_inside(from, to);
    if (to < p_max_) places.back() = step_inside(to, from);
    if (!look_at_chunk(from, to, places)) return false;
  }
  return true;
}

bool RoughLook::look_at_chunk(double begin, double end, const std::vector<double>& places) {
  Chunk chunk{begin, end, {}};
  chunk.rates.resize(static_cast<Eigen::Index>(model_.lossy().size()),
                     static_cast<Eigen::Index>(places.size()));
  std::vector<SurveyNode> nodes(places.size());
  for (std::size_t j = 0; j < places.size(); ++j) {
    if (!visit(places[j], nodes[j])) return false;
    for (Eigen::Index i = 0; i < chunk.rates.rows(); ++i) {
      const bool is_still = nth(nodes[j].is_still, i) != 0;
      chunk.rates(i, static_cast<Eigen::Index>(j)) = is_still ? 0.0 : nodes[j].rates(i);
    }
  }
  chunks_.push_back(std::move(chunk));
  if (collisions_ == nullptr) return true;
  failure_ = collisions_->find(nodes);
  return failure_.status == SampleStatus::ok;
}

bool RoughLook::visit(double p, SurveyNode& node) {
  if (walk_.pose_count() >= most_poses_) return false;
  const Sample* sample = &walk_.visit(p);
  if (sample->status != SampleStatus::ok && last_ok_) {
    failure_ = walk_.bracket(last_ok_->p, last_ok_->motion.pose, p);
    if (failure_.status != SampleStatus::ok) return false;
    sample = &walk_.visit(p);
  }
  if (sample->status != SampleStatus::ok) {
    failure_ = make_failure(*sample);
    return false;
  }
  margins_.push_back({p, sample->map.smallest_singular_value});
  node = walk_.make_node();
  last_ok_ = node;
  return true;
}

std::vector<double> RoughLook::find_reversals() {
  // Rates below this fraction of the largest are rounding errors.
  std::vector<double> found;
  for (Eigen::Index i = 0; i < static_cast<Eigen::Index>(model_.lossy().size()); ++i) {
    double fastest = 0.0;
    for (const Chunk& chunk : chunks_) {
      fastest = std::max(fastest, chunk.rates.row(i).cwiseAbs().maxCoeff());
    }
    if (fastest > 0.0) find_reversals(i, round_off::kSame * fastest, found);
  }
  std::sort(found.begin(), found.end());
  return found;
}

void RoughLook::find_reversals(Eigen::Index drive, double nothing, std::vector<double>& found) {
  const Measure of_machine = measure(walk_, [&](const Sample& sample) {
    return sample.map.drive_rate(row_of(nth(model_.lossy(), drive).drive));
  });
  double sign = 0.0;  // its last one
  for (const Chunk& chunk : chunks_) {
    const auto rates = chunk.rates.row(drive);
    const auto moves = [&](double rate) { return std::abs(rate) > nothing; };
    const auto first = std::find_if(rates.begin(), rates.end(), moves);
    if (first == rates.end()) continue;
    // It is at rest where chunks meet.
    if (sign * *first < 0.0) found.push_back(chunk.begin);
    FittedCourse course{chunk.begin, chunk.end, fit_chebyshev(rates).row(0).transpose(), 0.0};
    // The error is as small as the last coefficients.
    course.error = nothing + 4.0 * course.coefficients.tail(2).cwiseAbs().sum();
    const auto inside = inside::find_reversals(course, of_machine, nothing, kRoughPlace * p_max_);
    found.insert(found.end(), inside.begin(), inside.end());
    for (const double rate : rates) {
      if (moves(rate)) sign = rate > 0.0 ? 1.0 : -1.0;
    }
  }
}

// Where the smallest singular value dips to zero: with a sharp corner, so that between two poses it
// is at most a third of the larger neighbour's.
std::vector<double> RoughLook::find_control_losses() {
  // 0.6 is nearly twice a third: elsewhere a minimum becomes flat. Singular values are roots of
  // rounding errors, 1e-8 of their size.
  constexpr double kDip = 0.6, kNothing = 1e-8;
  std::vector<double> found;
  for (std::size_t i = 1; i + 1 < margins_.size(); ++i) {
    const Margin &before = margins_[i - 1], &here = margins_[i], &after = margins_[i + 1];
    const double neighbour = std::max(before.value, after.value);
    if (here.value > before.value || here.value >= after.value || here.value > kDip * neighbour) {
      continue;
    }
    const Margin least = narrow(before.p, after.p);
    if (least.value <= kNothing * neighbour) found.push_back(least.p);
  }
  return found;
}

// The minimum in between, by repeated subdivision.
RoughLook::Margin RoughLook::narrow(double low, double high) {
  // Each round leaves a fifth: twenty leave 1e-14 of the first, and the place is known before.
  constexpr int kParts = 10, kMostRounds = 24;
  Margin least{0.5 * (low + high), kInfinity};
  for (int round = 0; round < kMostRounds && high - low > kRoughPlace * p_max_; ++round) {
    const double part = (high - low) / kParts;
    const double begin = low, end = high;
    for (int j = 1; j < kParts; ++j) {
      const double p = begin + part * j;
      const Sample& sample = walk_.visit(p);
      const double value = sample.map.smallest_singular_value;
      if (sample.status == SampleStatus::ok && value < least.value) least = {p, value};
    }
    low = std::max(begin, least.p - part);
    high = std::min(end, least.p + part);
  }
  return least;
}

}  // namespace survey
}  // namespace globaldyn::inside
