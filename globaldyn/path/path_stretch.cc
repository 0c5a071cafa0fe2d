#include "globaldyn/path/path_stretch.h"

#include <algorithm>
#include <cmath>

#include "core/base/nth.h"

namespace globaldyn::inside {
inline namespace path {
namespace {

std::vector<double> list_places(const CurveSteps& steps) {
  std::vector<double> places = steps.breaks;
  places.insert(places.end(), steps.corners.begin(), steps.corners.end());
  std::sort(places.begin(), places.end());
  return places;
}

double before(double p) {
  return std::nextafter(p, -1.0);
}

}  // namespace

PathStretch::PathStretch(const Path& path, double from, double to, const StretchScale& scale)
    : from_(from),
      to_(to),
      scale_(scale),
      end_(scale.begin + std::abs(to - from) / scale.rate),
      is_whole_(from == 0.0 && to == path.p_max && scale.begin == 0.0 && scale.rate == 1.0) {
  std::vector<double> places = list_places(path.steps);
  begins_at_step_ = std::binary_search(places.begin(), places.end(), from);
  ends_at_step_ = std::binary_search(places.begin(), places.end(), to);
  if (is_backward()) std::reverse(places.begin(), places.end());
  p_.push_back(from);
  for (const double p : places) {
    if (!has_inside(p)) continue;
    q_.push_back(find_q(p));
    p_.push_back(p);
  }
  p_.push_back(to);
}

double PathStretch::find_q(double p) const {
  return scale_.begin + (is_backward() ? from_ - p : p - from_) / scale_.rate;
}

bool PathStretch::has_inside(double p) const {
  return p > std::min(from_, to_) && p < std::max(from_, to_);
}

// A path has, at a step, the derivatives behind it: those in front of it are asked for just before.
double PathStretch::find_p(double q) const {
  if (is_whole_) return q;
  const auto piece = std::upper_bound(q_.begin(), q_.end(), q) - q_.begin();
  const double enters = nth(p_, piece), leaves = nth(p_, piece + 1);
  const bool is_last = nth(p_, piece + 1) == to_;
  const double way = scale_.rate * (q - scale_.begin);
  if (is_backward()) {
    const bool is_step = piece > 0 || begins_at_step_;
    return std::clamp(from_ - way, leaves, std::max(leaves, is_step ? before(enters) : enters));
  }
  const bool is_step = !is_last || ends_at_step_;
  return std::clamp(from_ + way, enters, std::max(enters, is_step ? before(leaves) : leaves));
}

std::vector<double> PathStretch::cut_places(const std::vector<double>& places) const {
  std::vector<double> cut;
  for (const double p : places) {
    if (has_inside(p)) cut.push_back(find_q(p));
  }
  if (is_backward()) std::reverse(cut.begin(), cut.end());
  return cut;
}

// The variable p becomes from + slope * (q - begin).
Expression PathStretch::cut(const Expression& formula) const {
  using Operation = Expression::Operation;
  if (formula.is_constant()) return formula;
  std::vector<Expression::Instruction> program;
  for (const Expression::Instruction& step : formula.program()) {
    if (step.operation != Operation::load || step.index != 0) {
      program.push_back(step);
      continue;
    }
    const auto push = [&](double value) {
      program.push_back({.operation = Operation::push, .value = value, .offset = step.offset});
    };
    const auto apply = [&](Operation operation) {
      program.push_back({.operation = operation, .offset = step.offset});
    };
    push(from_ - slope() * scale_.begin);
    push(slope());
    program.push_back(step);
    apply(Operation::multiply);
    apply(Operation::add);
  }
  return formula.with_program(std::move(program));
}

PathFormulas PathStretch::cut(const PathFormulas& formulas) const {
  PathFormulas all;
  for (const auto& formula : formulas) {
    std::vector<Expression> parts;
    std::vector<double> bounds;
    const std::vector<double>& at = formula->bounds();
    for (std::size_t i = 0; i < formula->parts().size(); ++i) {
      const bool is_behind = i > 0 && at[i - 1] >= std::max(from_, to_);
      const bool is_before = i < at.size() && at[i] <= std::min(from_, to_);
      if (!is_behind && !is_before) parts.push_back(cut(formula->parts()[i]));
    }
    if (is_backward()) std::reverse(parts.begin(), parts.end());
    all.push_back(std::make_shared<PathFormula>(std::move(parts), cut_places(at)));
  }
  return all;
}

WrenchTable PathStretch::cut(const WrenchTable& table) const {
  WrenchTable part;
  part.place = table.place;
  part.file = table.file;
  const auto add = [&](double q, double p) {
    part.p.push_back(q);
    part.rows.push_back(table.at(p));
  };
  const double low = std::min(from_, to_), high = std::max(from_, to_);
  std::vector<double> inside;
  for (const double p : table.p) {
    if (p > low && p < high) inside.push_back(p);
  }
  if (is_backward()) std::reverse(inside.begin(), inside.end());
  add(scale_.begin, from_);
  for (const double p : inside) add(find_q(p), p);
  add(end_, to_);
  return part;
}

std::vector<ToolWrench> PathStretch::cut(std::vector<ToolWrench> wrenches) const {
  if (is_whole_) return wrenches;
  for (ToolWrench& wrench : wrenches) {
    for (auto* components : {&wrench.force, &wrench.torque}) {
      for (Expression& one : *components) one = cut(one);
    }
    if (wrench.table) wrench.table = cut(*wrench.table);
  }
  return wrenches;
}

// Those over a part of the path, as far as it is inside.
template <class Limit>
std::vector<Limit> PathStretch::cut_limits(const std::vector<Limit>& limits) const {
  const double low = std::min(from_, to_), high = std::max(from_, to_);
  std::vector<Limit> cut;
  for (Limit limit : limits) {
    const double a = find_q(std::clamp(limit.from, low, high));
    const double b = find_q(std::clamp(limit.to, low, high));
    limit.from = std::min(a, b);
    limit.to = std::max(a, b);
    if (limit.from < limit.to) cut.push_back(limit);
  }
  if (is_backward()) std::reverse(cut.begin(), cut.end());
  return cut;
}

Path PathStretch::cut(const Path& path) const {
  if (is_whole_) return path;
  Path part = path;
  part.start = {};
  part.p_max = end_;
  part.task = [stretch = *this, task = path.task](double q, Task& target) {
    task.write(stretch.find_p(q), target);
    const double slope = stretch.slope();
    target.target.first *= slope;
    target.target.second *= slope * slope;
  };
  if (path.given) {
    part.given->find_time = [stretch = *this, find = path.given->find_time](double p) {
      return stretch.find_q(find(p));
    };
  }
  if (path.place_of_loads) {
    part.place_of_loads = [stretch = *this, loads = path.place_of_loads](double q) {
      return loads(stretch.find_p(q));
    };
  }
  part.steps = {cut_places(path.steps.breaks), cut_places(path.steps.corners)};
  part.formulas = cut(path.formulas);
  part.stops.clear();
  for (const PathStop& stop : path.stops) {
    if (has_inside(stop.p)) part.stops.push_back({find_q(stop.p), stop.duration});
  }
  part.speed_limits = cut_limits(path.speed_limits);
  part.acceleration_limits = cut_limits(path.acceleration_limits);
  part.jerk_limits = cut_limits(path.jerk_limits);
  if (is_backward()) std::reverse(part.stops.begin(), part.stops.end());
  return part;
}

namespace {

void append(const std::vector<double>& more, std::vector<double>& places) {
  places.insert(places.end(), more.begin(), more.end());
}

// A formula beside its own part of a joined path: nothing is asked of it there.
const Expression kElsewhere{0.0};

PathFormulas join_formulas(const Path& first, const Path& next) {
  PathFormulas all;
  for (const auto& formula : first.formulas) {
    std::vector<Expression> parts = formula->parts();
    std::vector<double> bounds = formula->bounds();
    parts.push_back(kElsewhere);
    bounds.push_back(first.p_max);
    all.push_back(std::make_shared<PathFormula>(std::move(parts), std::move(bounds)));
  }
  for (const auto& formula : next.formulas) {
    std::vector<Expression> parts{kElsewhere};
    std::vector<double> bounds{first.p_max};
    parts.insert(parts.end(), formula->parts().begin(), formula->parts().end());
    append(formula->bounds(), bounds);
    all.push_back(std::make_shared<PathFormula>(std::move(parts), std::move(bounds)));
  }
  return all;
}

}  // namespace

Path join_paths(const Path& first, const Path& next) {
  Path whole = first;
  whole.p_max = next.p_max;
  whole.task = [at = first.p_max, before = first.task, behind = next.task](double q, Task& target) {
    (q < at ? before : behind).write(q, target);
  };
  whole.steps.breaks.push_back(first.p_max);
  append(next.steps.breaks, whole.steps.breaks);
  append(next.steps.corners, whole.steps.corners);
  whole.formulas = join_formulas(first, next);
  const auto add = [](const auto& more, auto& all) {
    all.insert(all.end(), more.begin(), more.end());
  };
  add(next.stops, whole.stops);
  add(next.speed_limits, whole.speed_limits);
  add(next.acceleration_limits, whole.acceleration_limits);
  add(next.jerk_limits, whole.jerk_limits);
  return whole;
}

}  // namespace path
}  // namespace globaldyn::inside
