#include "globaldyn/plan/rows/row_passage.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include "core/base/bisect.h"
#include "core/base/constants.h"
#include "globaldyn/plan/rows/row_stretch.h"

namespace globaldyn::inside {
inline namespace plan {
namespace {

constexpr double kPlace = 1e-7;  // of the path: accuracy of places
constexpr double kSpeed = 1e-6;  // of the largest on the way: accuracy of speeds
// One question may be hard, the harder the more rows there are; many questions are asked.
constexpr std::size_t kQuestions = 256, kWorkOfARow = 4000, kLeastRows = 40;

double square(double value) {
  return value * value;
}

bool is_motion(const Plan& plan) {
  return !plan.p.empty() || plan.status == PlanStatus::unlimited;
}

const SpeedGate kAny{0.0, 0.0, kInfinity};

}  // namespace

RowPassage::RowPassage(RowField& field, PlanOptions options, std::size_t work)
    : field_(field),
      options_(std::move(options)),
      work_(work),
      work_each_(work / kQuestions + kWorkOfARow * (kLeastRows + field.row_count())),
      begin_(field.parts().front().begin),
      end_(field.parts().back().end) {
  // The first motion is the answer.
  options_.tolerance = kInfinity;
}

Plan RowPassage::plan(double begin, double end, const SpeedGate* at_begin,
                      const SpeedGate* at_end) {
  Plan unknown;
  if (work_ == 0) return unknown;
  PlanOptions options = options_;
  options.is_closed = false;
  options.work = std::min(work_, work_each_);
  options.gates.clear();
  const SpeedGate& first = at_begin != nullptr ? *at_begin : options_.gates.front();
  const SpeedGate& last = at_end != nullptr ? *at_end : options_.gates.back();
  options.gates.push_back({begin, first.least, first.most});
  for (const SpeedGate& gate : options_.gates) {
    if (gate.p > begin && gate.p < end) options.gates.push_back(gate);
    if (gate.p != begin || begin == begin_) continue;
    // A stop there belongs to what follows.
    SpeedGate& own = options.gates.front();
    own.least = std::max(own.least, gate.least);
    own.most = std::min(own.most, gate.most);
    if (own.least > own.most) return unknown;
  }
  options.gates.push_back({end, last.least, last.most});
  RowStretch stretch(field_, begin, end);
  Plan plan = plan_rows(stretch, options);
  work_ -= std::min(work_, plan.work);
  return plan;
}

bool RowPassage::is_open() {
  if (!options_.is_closed) return is_motion(plan(begin_, end_, nullptr, nullptr));
  if (work_ == 0) return false;
  PlanOptions options = options_;
  options.work = std::min(work_, work_each_);
  const Plan closed = plan_rows(field_, options);
  work_ -= std::min(work_, closed.work);
  return is_motion(closed);
}

double RowPassage::find_reach() {
  const auto is_reached = [&](double p) { return is_motion(plan(begin_, p, nullptr, &kAny)); };
  // The end may be within reach with any speed but not with the requested one.
  if (is_reached(end_)) return end_;
  const double width = kPlace * (end_ - begin_);
  double reach = bisect(begin_, end_, width, is_reached).yes;
  for (const double mark : list_marks(reach, reach + width)) {
    if (is_reached(mark)) reach = mark;
  }
  return reach;
}

// Where parts of the field end, and at stops: obstacles are mostly exactly there.
std::vector<double> RowPassage::list_marks(double after, double until) const {
  std::vector<double> marks;
  const auto add = [&](double p) {
    if (p > after && p <= until) marks.push_back(p);
  };
  for (const SmoothPart& part : field_.parts()) add(part.begin);
  for (const SpeedGate& gate : options_.gates) add(gate.p);
  std::sort(marks.begin(), marks.end());
  return marks;
}

std::optional<double> RowPassage::find_rest() {
  const auto is_passed = [&](double p) { return is_motion(plan(p, end_, &kAny, nullptr)); };
  if (is_passed(begin_)) return begin_;
  const double rest = bisect(end_, begin_, kPlace * (end_ - begin_), is_passed).yes;
  if (rest == end_) return std::nullopt;
  for (const double mark : list_marks(rest - kPlace * (end_ - begin_), rest)) {
    if (is_passed(mark)) return mark;
  }
  return rest;
}

std::optional<Interval> RowPassage::find_speeds_at(double p) {
  const SpeedGate& gate = options_.gates.front();
  if (p <= begin_) return Interval{std::sqrt(gate.least), std::sqrt(gate.most)};
  return find_speeds(begin_, p, Side::end);
}

std::optional<Interval> RowPassage::find_speeds_from(double p) {
  const SpeedGate& gate = options_.gates.back();
  if (p >= end_) return Interval{std::sqrt(gate.least), std::sqrt(gate.most)};
  return find_speeds(p, end_, Side::begin);
}

std::optional<Interval> RowPassage::find_speeds(double begin, double end, Side side) {
  constexpr double kFaster = 8.0;
  constexpr double kFastest = 1e6;  // of the motion's: nothing bounds it
  const auto plan_with = [&](const SpeedGate& gate) {
    return side == Side::begin ? plan(begin, end, &gate, nullptr)
                               : plan(begin, end, nullptr, &gate);
  };
  const Plan any = plan_with(kAny);
  if (!is_motion(any)) return std::nullopt;
  if (any.status == PlanStatus::unlimited) return Interval{0.0, kInfinity};
  // Its speed there is nearly the largest.
  const double found = std::sqrt(side == Side::begin ? any.x.front() : any.x.back());
  const double size = std::sqrt(*std::max_element(any.x.begin(), any.x.end()));
  if (size == 0.0) return Interval{0.0, 0.0};
  const auto can_be_above = [&](double d1) {
    return is_motion(plan_with({0.0, square(d1), kInfinity}));
  };
  const auto can_be_below = [&](double d1) { return is_motion(plan_with({0.0, 0.0, square(d1)})); };
  double most = found, more = kSpeed * size;
  while (most < kInfinity && can_be_above(found + more)) {
    most = more > kFastest * size ? kInfinity : found + more;
    more *= kFaster;
  }
  if (most < kInfinity) most = bisect(most, found + more, kSpeed * size, can_be_above).yes;
  if (found <= kSpeed * size || can_be_below(kSpeed * size)) return Interval{0.0, most};
  return Interval{bisect(found, 0.0, kSpeed * size, can_be_below).yes, most};
}

}  // namespace plan
}  // namespace globaldyn::inside
