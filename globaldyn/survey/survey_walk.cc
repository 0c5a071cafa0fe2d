#include "globaldyn/survey/survey_walk.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace globaldyn::inside {
inline namespace survey {
namespace {

// Stored poses are at least this fraction of the path apart: at most a thousand of some kB.
constexpr double kKept = 1.0 / 1024.0;
// Fraction of the path to which failures are placed: poses nearer to each other differ by their
// own rounding errors where the machine is close to singular.
constexpr double kBracket = 1e-10;
// So many steps of a walk, most of which fail, count as another pose: usually one step leads to a
// pose, and thousands that fail should show as work.
constexpr long kTries = 32;

bool ends_branch(SampleStatus status) {
  return status == SampleStatus::unreachable || status == SampleStatus::lost_branch ||
         status == SampleStatus::singular;
}

}  // namespace

SurveyWalk::SurveyWalk(const Machine& machine, const Path& path, SurveyModel model,
                       const Pose& start, const EvaluationMethod& method)
    : path_(path),
      model_(std::move(model)),
      walker_(machine, HomePose{path.task(0.0), start}, method) {
  kept_.push_back({0.0, start});
}

const SurveyWalk::Kept& SurveyWalk::find_nearest(double p) const {
  const auto after = std::lower_bound(kept_.begin(), kept_.end(), p,
                                      [](const Kept& a, double value) { return a.p < value; });
  if (after == kept_.begin()) return *after;
  const auto before = std::prev(after);
  return after == kept_.end() || p - before->p <= after->p - p ? *before : *after;
}

void SurveyWalk::keep(double p, const Pose& pose) {
  const auto after = std::lower_bound(kept_.begin(), kept_.end(), p,
                                      [](const Kept& a, double value) { return a.p < value; });
  const double spacing = kKept * path_.p_max;
  if (after != kept_.end() && after->p - p < spacing) return;
  if (after != kept_.begin() && p - std::prev(after)->p < spacing) return;
  kept_.insert(after, {p, pose});
}

const Sample& SurveyWalk::look(double p) {
  const long before = walker_.tries();
  const Sample& sample = walker_.move_to_limits(p);
  // Usually one step leads to a pose. Where thousands fail, they are the work that is done.
  count_ += std::max<std::size_t>(1, static_cast<std::size_t>((walker_.tries() - before) / kTries));
  is_on_branch_ = !ends_branch(sample.status);
  return sample;
}

const Sample& SurveyWalk::visit(double p) {
  const Kept& nearest = find_nearest(p);
  // Starting elsewhere costs half a pose: only where it makes the step a quarter as long.
  constexpr double kWorthIt = 0.25;
  if (!is_on_branch_ || std::abs(p - nearest.p) < kWorthIt * walker_.find_distance(p)) {
    walker_.begin_at(path_, nearest.p, nearest.pose);
  }
  const Sample& sample = look(p);
  here_ = &sample;
  if (sample.status == SampleStatus::ok) {
    keep(p, sample.motion.pose);
    model_.write_limits(sample, walker_.limits(), limits_);
  }
  return sample;
}

PathFailure SurveyWalk::bracket(double ok_p, const Pose& ok_pose, double p) {
  Pose pose = ok_pose;
  double ok = ok_p, bad = p;
  PathFailure failure;
  do {
    walker_.begin_at(path_, ok, pose);
    const double at = failure.status == SampleStatus::ok ? bad : 0.5 * (ok + bad);
    const Sample& sample = look(at);
    if (sample.status == SampleStatus::ok) {
      if (failure.status == SampleStatus::ok) return failure;  // it can go there from here
      ok = at;
      pose = sample.motion.pose;
    } else {
      const bool is_end = sample.status == SampleStatus::unreachable;
      failure = make_failure(sample);
      if (is_end || sample.status == SampleStatus::singular) return failure;
      bad = at;
    }
  } while (std::abs(bad - ok) > kBracket * path_.p_max);
  return failure;
}

}  // namespace survey
}  // namespace globaldyn::inside
