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

PathStretch::PathStretch(const Path& path, double from, double to)
    : from_(from),
      to_(to),
      length_(std::abs(to - from)),
      is_whole_(from == 0.0 && to == path.p_max) {
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
  return is_backward() ? from_ - p : p - from_;
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
  if (is_backward()) {
    const bool is_step = piece > 0 || begins_at_step_;
    return std::clamp(from_ - q, leaves, std::max(leaves, is_step ? before(enters) : enters));
  }
  const bool is_step = !is_last || ends_at_step_;
  return std::clamp(from_ + q, enters, std::max(enters, is_step ? before(leaves) : leaves));
}

std::vector<double> PathStretch::cut_places(const std::vector<double>& places) const {
  std::vector<double> cut;
  for (const double p : places) {
    if (has_inside(p)) cut.push_back(find_q(p));
  }
  if (is_backward()) std::reverse(cut.begin(), cut.end());
  return cut;
}

// The variable p becomes from + q, or from - q.
Expression PathStretch::cut(const Expression& formula) const {
  using Operation = Expression::Operation;
  if (formula.is_constant()) return formula;
  std::vector<Expression::Instruction> program;
  for (const Expression::Instruction& step : formula.program()) {
    if (step.operation != Operation::load || step.index != 0) {
      program.push_back(step);
      continue;
    }
    program.push_back({.operation = Operation::push, .value = from_, .offset = step.offset});
    program.push_back(step);
    program.push_back(
        {.operation = is_backward() ? Operation::subtract : Operation::add, .offset = step.offset});
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
  add(0.0, from_);
  for (const double p : inside) add(find_q(p), p);
  add(length_, to_);
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
  part.p_max = length_;
  part.task = [stretch = *this, task = path.task](double q, Task& target) {
    task.write(stretch.find_p(q), target);
    if (stretch.is_backward()) target.target.first = -target.target.first;
  };
  part.steps = {cut_places(path.steps.breaks), cut_places(path.steps.corners)};
  part.formulas = cut(path.formulas);
  part.stops.clear();
  for (const PathStop& stop : path.stops) {
    if (has_inside(stop.p)) part.stops.push_back({find_q(stop.p), stop.duration});
  }
  part.speed_limits = cut_limits(path.speed_limits);
  part.acceleration_limits = cut_limits(path.acceleration_limits);
  if (is_backward()) std::reverse(part.stops.begin(), part.stops.end());
  return part;
}

}  // namespace path
}  // namespace globaldyn::inside
