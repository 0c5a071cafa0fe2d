#include "globaldyn/motion/pose_field.h"

#include <algorithm>
#include <cmath>
#include <memory>
#include <utility>
#include <vector>

namespace globaldyn::inside {
inline namespace motion {
namespace {

// Below this fraction of its value elsewhere, the factor of a panel cannot be divided by.
constexpr double kNoFactor = 1e-7;
// Errors of forces next to a singularity that plans would show as violations: the error of a
// panel, divided by its factor.
constexpr double kFirm = 1e-7;
// Next to a break at which no panel ends, limits are those at this fraction of the path away from
// it.
constexpr double kBeside = 1e-9;
// What interpolated limits take, in sides of limits.
constexpr std::size_t kWorkOfLook = 10;

void take(const SmoothLimits& limits, const LimitLabels& labels, LimitSystem& system) {
  system.labels = labels;
  write_rows(limits, system);
}

}  // namespace

void write_rows(const SmoothLimits& limits, LimitSystem& system) {
  system.equalities.clear();
  system.redundancy = static_cast<int>(limits.v.cols());
  system.rows.resize(limits.alpha.size());
  const double by_factor = 1.0 / limits.factor;
  for (std::size_t k = 0; k < system.rows.size(); ++k) {
    LimitRow& row = system.rows[k];
    row.terms() = limits.row(k);
    row.terms() *= by_factor;
    row.v = limits.v.row(static_cast<Eigen::Index>(k)).transpose();
    row.low = limits.low[k];
    row.high = limits.high[k];
  }
}

void PoseField::look(std::span<const double> p, std::span<LimitsAt> limits) {
  for (std::size_t i = 0; i < p.size(); ++i) {
    write(p[i], limits[i]);
    tighten(limits[i].before, reserve_);
    if (limits[i].after) tighten(*limits[i].after, reserve_);
  }
}

std::size_t PoseField::work_of_look() const {
  return survey_.is_regular() ? kWorkOfLook : kWorkOfPose;
}

void PoseField::write(double p, LimitsAt& limits) {
  limits.after.reset();
  const auto panels = survey_.panels();
  if (panels.empty() || p > panels.back().end) return write_beyond(p, limits);
  const Panel& panel = survey_.find_panel(p);
  panel.write(p, smooth_);
  const bool has_before = is_break(p) && &panel != &panels.front() && panel.begin == p;
  if (is_vague(panel)) {
    const Sample& sample = survey_.visit(p);
    const bool is_lost = std::abs(smooth_.factor) < kNoFactor || sample.map.unbalanced() > 0;
    if (sample.status == SampleStatus::ok && (!has_before || is_lost)) {
      take_here(limits.before);
      if (!is_break(p)) soften(sample.map.spare, limits.before);
      return;
    }
  }
  if (!has_before) return take(smooth_, survey_.labels(), limits.before);
  take(smooth_, survey_.labels(), limits.after.emplace());
  const Panel& before = *(&panel - 1);
  before.write(before.end, smooth_);
  take(smooth_, survey_.labels(), limits.before);
}

// Whether the limits just written from a panel are too inaccurate, for having been divided by
// hardly anything.
bool PoseField::is_vague(const Panel& panel) const {
  const double factor = std::abs(smooth_.factor);
  const double most = std::max(kFirm, survey_.accuracy());
  return factor < kNoFactor || panel.polynomials().error > most * factor;
}

bool PoseField::is_break(double p) const {
  return std::binary_search(survey_.breaks().begin(), survey_.breaks().end(), p);
}

// Drives that reverse there are not at rest next to it. Where they control the machine on both
// sides but not in between, the limits at the break itself count.
void PoseField::write_beyond(double p, LimitsAt& limits) {
  if (!is_break(p)) {
    (void)visit(p, limits.before);
    return;
  }
  const double end = survey_.breaks().back(), beside = kBeside * end;
  bool is_held = visit(p > 0.0 ? p - beside : beside, limits.before);
  if (p > 0.0 && p < end) is_held = visit(p + beside, limits.after.emplace()) && is_held;
  LimitSystem here;
  if (!is_held || visit(p, here)) return;
  limits.before = std::move(here);
  limits.after.reset();
}

// Whether the drives control the machine there, or it cannot be there.
bool PoseField::visit(double p, LimitSystem& system) {
  const Sample& sample = survey_.visit(p);
  if (sample.status == SampleStatus::ok) {
    take_here(system);
    return sample.map.unbalanced() == 0;
  }
  system = {};
  system.labels = survey_.labels();
  system.equalities = {{0.0, 0.0, 1.0, 0.0}};  // nothing is accessible
  if (missed_.status == SampleStatus::ok || p < missed_.p) missed_ = make_failure(sample);
  return true;
}

// Next to a singularity ranks say no more than that what the drives can add is next to nothing.
// As equalities, which no motion keeps exactly but at single places, that would forbid all
// motions.
void PoseField::soften(const VectorXd& spare, LimitSystem& system) {
  if (system.equalities.empty()) return;
  while (softened_.size() <= system.equalities.size()) {
    std::vector<LimitLabel> labels = *survey_.labels();
    labels.resize(labels.size() + softened_.size(), {"singularity", LimitKind::force});
    softened_.push_back(std::make_shared<const std::vector<LimitLabel>>(std::move(labels)));
  }
  system.labels = softened_[system.equalities.size()];
  for (std::size_t i = 0; i < system.equalities.size(); ++i) {
    LimitRow row;
    row.terms() = system.equalities[i];
    row.v = VectorXd::Zero(system.redundancy);
    row.high = spare(static_cast<Eigen::Index>(i));
    row.low = -row.high;
    system.rows.push_back(std::move(row));
  }
  system.equalities.clear();
}

// Takes those of the pose visited last.
void PoseField::take_here(LimitSystem& system) const {
  system = survey_.limits();
  system.labels = survey_.labels();
}

}  // namespace motion
}  // namespace globaldyn::inside
