#include "globaldyn/plan/path_limits.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "globaldyn/evaluation/tool_motion.h"
#include "globaldyn/plan/reversals.h"

namespace globaldyn {
namespace {

// Beside a step of the path the limits are those at this share of the path from it.
constexpr double kBeside = 1e-12;
// And those at an end, if friction counts, at this.
constexpr double kInside = 1e-9;
// Poses looked at first.
constexpr int kSamples = 257;

}  // namespace

PathLimits::PathLimits(const Machine& machine, const Path& path, double accuracy, Pose start)
    : machine_(machine),
      path_(path),
      start_(std::move(start)),
      labels_(make_limit_labels(machine.mechanism, machine.limits, machine.reactions)) {
  if (accuracy > 0.0) samples_.emplace(path.p_max / (kSamples - 1), accuracy);
  if (!path.speed_limits.empty()) {
    std::vector<LimitLabel> labels = *labels_;
    labels.push_back({"tool", LimitKind::speed});
    labels_ = std::make_shared<const std::vector<LimitLabel>>(std::move(labels));
  }
  // The machine is put together once.
  if (start_.empty()) assemble_at_start();
  if (failure_.status != SampleStatus::ok) return;
  walker_.emplace(machine_, make_home(machine_.mechanism, path_.task(0.0), start_));
  const PathScan first = scan();
  if (failure_.status != SampleStatus::ok) return;
  find_jumps();
  for (const double p : find_singularities(first, [&](const std::vector<double>& at) {
         walker_->begin_at(path_, start_);
         std::vector<double> margins;
         for (const double one : at) {
           margins.push_back(walker_->move_to_limits(one).map.smallest_singular_value);
         }
         return margins;
       })) {
    grid_.push_back(p);
  }
  std::sort(grid_.begin(), grid_.end());
  grid_.erase(std::unique(grid_.begin(), grid_.end()), grid_.end());
  if (samples_) samples_->set_breaks(grid_);
}

PathScan PathLimits::scan() {
  PathScan result;
  LimitSystem system;
  walker_->begin_at(path_, start_);
  for (const double p : path_.make_samples(kSamples)) {
    const Sample& sample = walker_->move_to_limits(p);
    if (sample.status != SampleStatus::ok) {
      failure_ = {sample.status, p, sample.reason};
      return result;
    }
    if (samples_) {
      write_here(sample, system);
      samples_->add(system);
    }
    result.p.push_back(p);
    result.margin.push_back(sample.map.smallest_singular_value);
  }
  return result;
}

void PathLimits::assemble_at_start() {
  PathWalker walker(machine_, path_);
  const Sample& sample = walker.move_to(0.0);
  if (sample.status != SampleStatus::ok) {
    failure_ = {sample.status, 0.0, sample.reason};
    return;
  }
  start_ = sample.motion.pose;
}

void PathLimits::find_jumps() {
  const double beside = kBeside * path_.p_max;
  const auto add = [&](double p) {
    if (p > beside && p < path_.p_max - beside) jumps_.push_back({p - beside, p, p + beside});
  };
  for (const double p : path_.steps.breaks) add(p);
  for (const double p : path_.steps.corners) add(p);
  for (const PathSpeedLimit& limit : path_.speed_limits) {
    add(limit.from);
    add(limit.to);
  }
  for (const Interval& reversal : find_reversals(machine_, path_)) {
    if (reversal.low > 0.0 && reversal.high < path_.p_max) {
      jumps_.push_back({reversal.low, std::midpoint(reversal.low, reversal.high), reversal.high});
    }
  }
  std::sort(jumps_.begin(), jumps_.end(), [](const Jump& a, const Jump& b) { return a.at < b.at; });
  // What jumps at the same p is one jump.
  std::vector<Jump> merged;
  for (const Jump& jump : jumps_) {
    if (!merged.empty() && jump.before <= merged.back().after) {
      merged.back().after = std::max(merged.back().after, jump.after);
    } else {
      merged.push_back(jump);
    }
  }
  jumps_ = std::move(merged);
  grid_.push_back(0.0);
  for (const Jump& jump : jumps_) grid_.push_back(jump.at);
  grid_.push_back(path_.p_max);
  // A drive that begins or ends with rate zero has friction of one sign all the same.
  const auto& drives = machine_.mechanism.drives;
  if (std::none_of(drives.begin(), drives.end(),
                   [](const Drive& drive) { return drive.coulomb > 0.0; })) {
    return;
  }
  const double inside = kInside * path_.p_max;
  jumps_.insert(jumps_.begin(), {inside, 0.0, inside});
  jumps_.push_back({path_.p_max - inside, path_.p_max, path_.p_max - inside});
}

void PathLimits::write(std::span<const double> p, std::span<LimitsAt> limits) {
  is_walking_ = false;
  for (std::size_t i = 0; i < p.size(); ++i) {
    const auto jump = std::lower_bound(jumps_.begin(), jumps_.end(), p[i],
                                       [](const Jump& a, double value) { return a.at < value; });
    if (jump == jumps_.end() || jump->at != p[i]) {
      // Beside a jump the limits are those looked at there.
      double at = p[i];
      if (jump != jumps_.end()) at = std::min(at, jump->before);
      if (jump != jumps_.begin()) at = std::max(at, std::prev(jump)->after);
      write_one(at, limits[i].before);
      continue;
    }
    write_one(jump->before, limits[i].before);
    write_one(jump->after, limits[i].after.emplace());
  }
}

void PathLimits::write_one(double p, LimitSystem& system) {
  system.labels = labels_;
  if (!samples_ || !samples_->write(p, system)) write_pose(p, system);
}

void PathLimits::write_pose(double p, LimitSystem& system) {
  const auto close = [&] {
    system = {};
    system.labels = labels_;
    system.equalities = {{0.0, 0.0, 1.0, 0.0}};  // nothing is accessible
  };
  if (!walker_) return close();
  if (!is_walking_) walker_->begin_at(path_, start_);
  is_walking_ = true;
  const Sample& sample = walker_->move_to_limits(p);
  if (sample.status != SampleStatus::ok) {
    close();
    if (failure_.status == SampleStatus::ok || p < failure_.p) {
      failure_ = {sample.status, p, sample.reason};
    }
    return;
  }
  write_here(sample, system);
}

// At the pose where the walker is.
void PathLimits::write_here(const Sample& sample, LimitSystem& system) const {
  system = walker_->limits();
  system.labels = labels_;
  if (path_.speed_limits.empty()) return;
  double speed = std::numeric_limits<double>::infinity();
  for (const PathSpeedLimit& limit : path_.speed_limits) {
    if (sample.p >= limit.from && sample.p <= limit.to) speed = std::min(speed, limit.speed);
  }
  LimitRow row;
  row.alpha = calc_tool_motion(machine_.mechanism, sample.motion).first.v.squaredNorm();
  row.v = VectorXd::Zero(system.redundancy);
  row.low = -std::numeric_limits<double>::infinity();
  row.high = speed * speed;
  system.rows.push_back(std::move(row));
}

}  // namespace globaldyn
