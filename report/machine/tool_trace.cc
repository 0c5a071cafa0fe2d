#include "report/machine/tool_trace.h"

#include <algorithm>
#include <optional>

#include "core/base/errors.h"
#include "core/base/nth.h"
#include "report/canvas/outline.h"

namespace globaldyn::inside::report {
namespace {

// Of so many knots, paper does not show what is between them.
constexpr std::size_t kManyKnots = 8000;

// A stretch between two samples that are ok.
struct TraceStretch {
  const Sample& from;
  const Sample& to;
};

class ToolFinder {
 public:
  explicit ToolFinder(const Path& path) : path_(path) {}

  // Nothing where the path has no derivatives, and so gives no task.
  std::optional<Vector3d> find(const TraceStretch& stretch, double p) {
    const auto& [from, to] = stretch;
    const double share = (p - from.p) / (to.p - from.p);
    Vector3d point = (1.0 - share) * from.tool.origin + share * to.tool.origin;
    try {
      path_.task.write(p, task_);
    } catch (const InputError&) {
      return std::nullopt;
    }
    for (int k = 0; k < task_.size(); ++k) {
      const TaskCoordinate& coordinate = nth(task_.coordinates, k);
      if (coordinate.kind != TaskCoordinate::Kind::position) continue;
      point(coordinate.index) = task_.target.value(k);
    }
    return point;
  }

 private:
  const Path& path_;
  Task task_;
};

double calc_distance(const Vector3d& point, const Vector3d& from, const Vector3d& to) {
  const Vector3d step = to - from;
  const double square = step.squaredNorm();
  const double share = square > 0.0 ? (point - from).dot(step) / square : 0.0;
  return (point - from - std::clamp(share, 0.0, 1.0) * step).norm();
}

// Where the tool is at a p.
struct TracePoint {
  double p{0.0};
  Vector3d at{Vector3d::Zero()};
};

class Tracer {
 public:
  Tracer(const Path& path, double tolerance)
      : finder_(path), knots_(path.steps.breaks), tolerance_(tolerance) {
    knots_.insert(knots_.end(), path.steps.corners.begin(), path.steps.corners.end());
    std::sort(knots_.begin(), knots_.end());
    knots_.erase(std::unique(knots_.begin(), knots_.end()), knots_.end());
    constexpr int kHalvings = 10;
    deepest_ = knots_.size() > kManyKnots ? 0 : kHalvings;
  }

  // Continues a run that ends where the stretch begins.
  void trace(const TraceStretch& stretch, std::vector<Vector3d>& run) {
    TracePoint last{stretch.from.p, stretch.from.tool.origin};
    const auto go_to = [&](const TracePoint& next) {
      refine(stretch, last, next, deepest_, run);
      last = next;
    };
    const auto end = std::lower_bound(knots_.begin(), knots_.end(), stretch.to.p);
    for (auto p = std::upper_bound(knots_.begin(), knots_.end(), last.p); p < end; ++p) {
      if (const auto at = finder_.find(stretch, *p)) go_to({*p, *at});
    }
    go_to({stretch.to.p, stretch.to.tool.origin});
  }

 private:
  void refine(const TraceStretch& stretch, const TracePoint& from, const TracePoint& to, int depth,
              std::vector<Vector3d>& run) {
    // Not half-way, where a curve that swings as often as it is looked at seems straight, nor where
    // formulas have kinks.
    constexpr double kShare = 0.381966;
    if (depth > 0) {
      const double p = from.p + kShare * (to.p - from.p);
      const auto at = finder_.find(stretch, p);
      if (at && calc_distance(*at, from.at, to.at) > tolerance_) {
        refine(stretch, from, {p, *at}, depth - 1, run);
        refine(stretch, {p, *at}, to, depth - 1, run);
        return;
      }
    }
    run.push_back(to.at);
  }

  ToolFinder finder_;
  std::vector<double> knots_;
  double tolerance_;
  int deepest_{0};
};

// In the order in which they have been asked for: those that go on along the path.
std::vector<TraceStretch> list_stretches(const PathEvaluation& evaluation) {
  std::vector<TraceStretch> stretches;
  for (std::size_t i = 1; i < evaluation.samples.size(); ++i) {
    const Sample &from = evaluation.samples[i - 1], &to = evaluation.samples[i];
    const bool are_ok = from.status == SampleStatus::ok && to.status == SampleStatus::ok;
    if (are_ok && from.p < to.p) stretches.push_back({from, to});
  }
  return stretches;
}

}  // namespace

ToolTrace trace_tool(const Path& path, const PathEvaluation& evaluation, double tolerance) {
  ToolTrace trace;
  Tracer tracer(path, tolerance);
  const std::vector<TraceStretch> stretches = list_stretches(evaluation);
  const Sample* last = nullptr;
  for (const TraceStretch& stretch : stretches) {
    if (last != &stretch.from) trace.runs.push_back({stretch.from.tool.origin});
    tracer.trace(stretch, trace.runs.back());
    last = &stretch.to;
  }
  ToolFinder finder(path);
  for (const double p : list_marked_stops(path)) {
    const auto there = std::find_if(stretches.begin(), stretches.end(), [&](const auto& stretch) {
      return stretch.from.p <= p && p <= stretch.to.p;
    });
    if (there == stretches.end()) continue;
    if (const auto at = finder.find(*there, p)) trace.stops.push_back(*at);
  }
  return trace;
}

std::vector<double> list_marked_stops(const Path& path) {
  std::vector<double> stops = path.steps.corners;
  for (const PathStop& stop : path.stops) stops.push_back(stop.p);
  std::sort(stops.begin(), stops.end());
  stops.erase(std::unique(stops.begin(), stops.end()), stops.end());
  return are_marked(stops.size()) ? stops : std::vector<double>();
}

}  // namespace globaldyn::inside::report
