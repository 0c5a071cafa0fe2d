#include "globaldyn/path/path.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <memory>

#include "core/base/nth.h"
#include "core/base/round_off.h"
#include "core/description/names.h"
#include "core/description/quantities.h"
#include "core/description/read_joints.h"
#include "globaldyn/path/load_kinks.h"
#include "globaldyn/path/read_acceleration_limits.h"
#include "globaldyn/path/read_law.h"
#include "globaldyn/path/read_orientation.h"
#include "globaldyn/path/read_paths.h"
#include "globaldyn/path/still_points.h"

namespace globaldyn::inside {
inline namespace path {
namespace {

using Kind = TaskCoordinate::Kind;

// A path while it is being read: each part adds coordinates and a function that fills in its part
// of the target.
struct Draft {
  std::vector<TaskCoordinate> coordinates;
  std::optional<CurveReading> curve;
  std::vector<AngleFunction> angles;  // for all coordinates except positions and rotation
  RotationFunction rotation;
  std::size_t of_curve{0};  // the first coordinates, which follow it
  bool is_tangential{false};
  PathFormulas formulas;  // of the angles and the rotation
};

void set(TaskTarget& target, Eigen::Index k, const Jet& jet) {
  target.value(k) = find_derivative(jet, 0);
  target.first(k) = find_derivative(jet, 1);
  target.second(k) = find_derivative(jet, 2);
}

void evaluate(const Draft& draft, const SourcePlace& place, double p, Task& task) {
  task.coordinates = draft.coordinates;
  const Eigen::Index count = task.size();
  for (VectorXd* values : {&task.target.value, &task.target.first, &task.target.second}) {
    values->setZero(count);
  }
  const JetPoint point = draft.curve ? draft.curve->curve(p) : JetPoint{};
  const RotationRates rates = draft.rotation ? find_rates(draft.rotation(p)) : RotationRates{};
  std::size_t angle = 0;
  for (Eigen::Index k = 0; k < count; ++k) {
    const TaskCoordinate& coordinate = nth(task.coordinates, k);
    if (coordinate.kind == Kind::position) {
      set(task.target, k, nth(point, coordinate.index));
    } else if (coordinate.kind == Kind::rotation) {
      task.target.rotation = rates.R;
      task.target.first(k) = rates.first(coordinate.index);
      task.target.second(k) = rates.second(coordinate.index);
    } else {
      set(task.target, k, draft.angles[angle++](p));
    }
  }
  if (!task.target.value.allFinite() || !task.target.first.allFinite() ||
      !task.target.second.allFinite() || !task.target.rotation.allFinite()) {
    throw InputError(
        place,
        fmt::format("the path has no finite value or derivative at p = {:g}, or a number on "
                    "the way to it is too large",
                    p),
        "expected a path that is twice differentiable");
  }
}

// The p at which the motion rests, before it is known how far the path goes.
std::vector<double> read_stop_places(const Node& path, const Parameters& parameters) {
  std::vector<double> places;
  const auto stops = path.find("stops");
  if (!stops) return places;
  for (const Node& item : stops->items()) {
    places.push_back(read_number(item.require("at"), dimension::number, parameters));
  }
  return places;
}

void add_positions(const Node& path, const Parameters& parameters, const std::string& folder,
                   Draft& draft) {
  const auto node = path.find("position");
  const auto prescribe = path.find("prescribe");
  if (!node) {
    if (prescribe) prescribe->fail("'prescribe' without 'position'", "expected both");
    return;
  }
  draft.curve = read_curve(*node, parameters, folder, read_stop_places(path, parameters));
  if (prescribe) {
    const std::vector<int> given = draft.curve->axes;
    const bool formulas = !draft.curve->p_max;
    draft.curve->axes.clear();
    for (const Node& item : prescribe->items()) {
      const int axis = static_cast<int>(item.read_choice({"x", "y", "z"}));
      auto& axes = draft.curve->axes;
      if (std::find(axes.begin(), axes.end(), axis) != axes.end()) {
        item.fail("'" + item.text() + "' twice", "expected each axis once");
      }
      if (formulas && std::find(given.begin(), given.end(), axis) == given.end()) {
        item.fail("'" + item.text() + "' is not given by the position",
                  "expected a formula for it");
      }
      axes.push_back(axis);
    }
  }
  for (const int axis : draft.curve->axes) {
    draft.coordinates.push_back({Kind::position, axis, {}});
  }
}

void add_orientation(const Node& path, const Parameters& parameters, double p_max, Draft& draft) {
  const bool from_csv = draft.curve && draft.curve->phi;
  const auto node = path.find("orientation");
  if (from_csv) {
    if (node) node->fail("orientation given twice", "expected it here or in the CSV file");
    draft.coordinates.push_back({Kind::phi, 0, {}});
    draft.angles.push_back(draft.curve->phi);
    return;
  }
  if (!node) return;
  OrientationReading reading = read_orientation(*node, parameters, draft.curve, p_max);
  draft.is_tangential = node->find("tangential").has_value();
  draft.coordinates.insert(draft.coordinates.end(), reading.coordinates.begin(),
                           reading.coordinates.end());
  draft.angles.insert(draft.angles.end(), reading.angles.begin(), reading.angles.end());
  draft.rotation = std::move(reading.rotation);
  draft.formulas = std::move(reading.formulas);
}

// What a path prescribes of joints and drives.
struct FormulaReading {
  std::vector<TaskCoordinate> coordinates;
  std::vector<AngleFunction> values;
  PathFormulas formulas;
};

void add_coordinate(const TaskCoordinate& coordinate, const Node& value,
                    const Parameters& parameters, bool rotational, FormulaReading& reading) {
  const Expression expression = read_expression(
      value, rotational ? dimension::angle : dimension::length, parameters.make_scope({"p"}));
  reading.coordinates.push_back(coordinate);
  reading.values.push_back(add_formula(expression, rotational, reading.formulas));
}

// `joints: {csv: …}`, as it is written for positions.
void refuse_curve(const Node& key, const Node& value, const char* of) {
  if (value.is_scalar()) return;
  key.fail(fmt::format("'{}' with more than a formula", key.text()),
           fmt::format("expected a formula of p for each of the {}, such as 'NAME: 0.5*p', and "
                       "'p_max': tables and curves are for 'position'",
                       of));
}

FormulaReading read_joints_and_drives(const Node& path, const Parameters& parameters,
                                      const Mechanism& mechanism) {
  FormulaReading reading;
  if (const auto joints = path.find("joints")) {
    for (const auto& [key, value] : joints->entries()) {
      refuse_curve(key, value, "joints");
      const CoordinateIndex index = find_coordinate(key, mechanism);
      add_coordinate({Kind::joint, 0, index}, value, parameters, is_rotational(mechanism, index),
                     reading);
    }
  }
  const auto drives = path.find("drives");
  if (!drives) return reading;
  for (const auto& [key, value] : drives->entries()) {
    refuse_curve(key, value, "drives");
    const DriveId drive = find_item(key, "drive", mechanism.drives);
    add_coordinate({.kind = Kind::drive, .drive = drive}, value, parameters,
                   mechanism.drives[drive].rotational, reading);
  }
  return reading;
}

double read_p_max(const Node& path, const Parameters& parameters, const Draft& draft) {
  const auto node = path.find("p_max");
  const auto fixed = draft.curve ? draft.curve->p_max : std::nullopt;
  if (node) {
    const double p_max = read_positive(*node, dimension::number, parameters, "p_max");
    if (fixed && p_max > *fixed * (1.0 + round_off::kSolved) &&
        path.require("position").find("circle") == std::nullopt &&
        path.require("position").find("rose") == std::nullopt) {
      node->fail("p_max beyond the end of the curve", "expected at most " + std::to_string(*fixed));
    }
    return p_max;
  }
  if (!fixed) path.fail("'p_max' is missing", "expected the p at which the path ends");
  return *fixed;
}

CurveSteps keep_inside(const CurveSteps& steps, double p_max) {
  const auto keep = [&](const std::vector<double>& all) {
    std::vector<double> inside;
    for (const double p : all) {
      if (p > 0.0 && p < p_max) inside.push_back(p);
    }
    return inside;
  };
  return {keep(steps.breaks), keep(steps.corners)};
}

// A table of forces has a kink in each of its rows, formulas where they choose.
void add_load_breaks(const Mechanism& mechanism, double p_max, CurveSteps& steps) {
  std::vector<double>& breaks = steps.breaks;
  for (const ToolWrench& wrench : mechanism.wrenches) {
    add_load_kinks(wrench, p_max, steps);
    if (wrench.table) breaks.insert(breaks.end(), wrench.table->p.begin(), wrench.table->p.end());
  }
  std::sort(breaks.begin(), breaks.end());
  breaks.erase(std::unique(breaks.begin(), breaks.end()), breaks.end());
}

// What is the same number as the p of a corner is meant to be it.
double find_stop_place(const Node& at, double p, double p_max, const CurveReading& curve) {
  const auto is_same = [&](double other) { return is_zero(other - p, p_max, round_off::kSame); };
  const std::vector<double>& corners = curve.steps.corners;
  if (const auto corner = std::find_if(corners.begin(), corners.end(), is_same);
      corner != corners.end()) {
    return *corner;
  }
  const double same = round_off::kSame * p_max;
  for (const RoundCorner& round : curve.rounds) {
    if (p <= round.begin + same || p >= round.end - same) continue;
    at.fail(fmt::format("a stop at p = {:.9g} on the blend from p = {:.9g} to {:.9g}", p,
                        round.begin, round.end),
            fmt::format("expected the corner itself, p = {}, which is not blended then, or a p "
                        "beside the blend",
                        round.p));
  }
  return p;
}

// A direction turns at another rate where the curvature jumps, as at both ends of a blend: what
// follows it has a corner there, which the position has not.
void add_corners_of_tangent(Path& path) {
  constexpr double kBeside = 4.0 * round_off::kEpsilon;  // told apart from p
  Task before, after;
  std::vector<double> smooth;
  for (const double p : path.steps.breaks) {
    path.task.write(p - kBeside * path.p_max, before);
    path.task.write(p + kBeside * path.p_max, after);
    const VectorXd &from = before.target.first, &to = after.target.first;
    const bool is_smooth = is_zero((to - from).norm(), to.norm() + from.norm(), round_off::kSame);
    (is_smooth ? smooth : path.steps.corners).push_back(p);
  }
  path.steps.breaks = std::move(smooth);
  std::sort(path.steps.corners.begin(), path.steps.corners.end());
}

void read_stops(const Node& node, const Parameters& parameters,
                const std::optional<CurveReading>& curve, Path& path) {
  const auto stops = node.find("stops");
  if (!stops) return;
  for (const Node& item : stops->items()) {
    item.allow_only({"at", "for"});
    const Node at = item.require("at");
    PathStop stop{read_number(at, dimension::number, parameters), 0.0};
    if (const auto duration = item.find("for")) {
      stop.duration = read_positive(*duration, dimension::time, parameters, "for", true);
    }
    if (curve) stop.p = find_stop_place(at, stop.p, path.p_max, *curve);
    if (is_zero(stop.p - path.p_max, path.p_max, round_off::kSame)) stop.p = path.p_max;
    const bool rises = path.stops.empty() ? stop.p >= 0.0 : stop.p > path.stops.back().p;
    if (!rises || stop.p > path.p_max) {
      at.fail("a stop at p = " + at.text(),
              "expected rising p of the path, 0 <= p <= " + std::to_string(path.p_max));
    }
    path.stops.push_back(stop);
  }
}

// One speed for the whole path, or a list of {from, to, limit}.
void read_speed_limits(const Node& node, const Parameters& parameters, const Mechanism& mechanism,
                       Path& path) {
  const auto limits = node.find("speed_limit");
  if (!limits) return;
  if (!mechanism.tool) limits->fail("a speed limit without a tool", "expected 'tool'");
  const auto read_speed = [&](const Node& value) {
    return read_positive(value, dimension::speed, parameters, "speed_limit");
  };
  if (!limits->is_sequence()) {
    path.speed_limits.push_back({0.0, path.p_max, read_speed(*limits)});
    return;
  }
  for (const Node& item : limits->items()) {
    item.allow_only({"from", "to", "limit"});
    const auto from = item.find("from"), to = item.find("to");
    PathSpeedLimit limit{0.0, path.p_max, read_speed(item.require("limit"))};
    if (from) limit.from = read_number(*from, dimension::number, parameters);
    if (to) limit.to = read_number(*to, dimension::number, parameters);
    if (!(limit.from >= 0.0 && limit.from < limit.to && limit.to <= path.p_max)) {
      item.fail("a speed limit from p = " + fmt::format("{} to {}", limit.from, limit.to),
                fmt::format("expected 0 <= from < to <= {}", path.p_max));
    }
    path.speed_limits.push_back(limit);
  }
}

// Whether anything else than the curve moves between two of its points.
bool turns_between(const Draft& draft, const SourcePlace& place, double from, double to) {
  // It stands still there, and what follows its tangent has none.
  if (draft.is_tangential) return false;
  const std::size_t first = draft.of_curve + (draft.curve->phi ? 1 : 0);
  Task task;
  // In the middle alone a formula may turn round.
  for (const double share : {0.1, 0.3, 0.5, 0.7, 0.9}) {
    evaluate(draft, place, from + share * (to - from), task);
    for (std::size_t k = first; k < task.coordinates.size(); ++k) {
      const double rate = task.target.first(static_cast<Eigen::Index>(k));
      if (!is_zero(rate * (to - from), 1.0, round_off::kSame)) return true;
    }
  }
  return false;
}

void check_points(const SourcePlace& place, Draft& draft) {
  if (!draft.curve || !draft.curve->written) return;
  refuse_still_points(*draft.curve->written, draft.curve->axes, [&](double from, double to) {
    return turns_between(draft, place, from, to);
  });
  draft.curve->written.reset();  // they may be a hundred thousand
}

Path read_path(const Node& key, const Node& node, const Parameters& parameters,
               const Mechanism& mechanism, const std::string& folder) {
  node.allow_only({"description", "position", "prescribe", "orientation", "joints", "drives",
                   "p_max", "stops", "speed_limit", "acceleration_limit", "law"});
  auto draft = std::make_shared<Draft>();
  add_positions(node, parameters, folder, *draft);
  draft->of_curve = draft->coordinates.size();
  FormulaReading formulas = read_joints_and_drives(node, parameters, mechanism);
  const double p_max = read_p_max(node, parameters, *draft);
  if (draft->curve) divide_formulas(draft->curve->formulas, p_max, draft->curve->steps);
  add_orientation(node, parameters, p_max, *draft);
  const bool needs_tool = !draft->coordinates.empty();
  if (needs_tool && !mechanism.tool) node.fail("a tool path without a tool", "expected 'tool'");
  std::move(formulas.coordinates.begin(), formulas.coordinates.end(),
            std::back_inserter(draft->coordinates));
  std::move(formulas.values.begin(), formulas.values.end(), std::back_inserter(draft->angles));
  if (draft->coordinates.empty()) {
    node.fail("a path that prescribes nothing", "expected position, orientation, joints or drives");
  }
  std::move(formulas.formulas.begin(), formulas.formulas.end(),
            std::back_inserter(draft->formulas));
  CurveSteps steps = draft->curve ? draft->curve->steps : CurveSteps{};
  divide_formulas(draft->formulas, p_max, steps);
  check_points(key.place(), *draft);
  Path path{read_name(key), p_max, draft->coordinates, {}, {}, {}, {}, {}, {}, node.place()};
  if (draft->curve) path.formulas = draft->curve->formulas;
  path.formulas.insert(path.formulas.end(), draft->formulas.begin(), draft->formulas.end());
  path.steps = std::move(steps);
  path.task = [draft, place = key.place()](double p, Task& task) {
    evaluate(*draft, place, p, task);
  };
  (void)path.task(0.0);  // an undefined start is an input error now, not later
  if (draft->is_tangential) add_corners_of_tangent(path);
  add_load_breaks(mechanism, p_max, path.steps);
  path.steps = keep_inside(path.steps, p_max);
  read_stops(node, parameters, draft->curve, path);
  read_speed_limits(node, parameters, mechanism, path);
  path.acceleration_limits = read_acceleration_limits(node, parameters, mechanism, path);
  path.place = key.place();
  const auto law = node.find("law");
  return law ? follow_law(*law, parameters, mechanism, path) : path;
}

}  // namespace

std::vector<double> Path::make_samples(int count) const {
  std::vector<double> samples;
  for (int i = 0; i < count; ++i) {
    samples.push_back(count == 1 ? 0.0 : i == count - 1 ? p_max : p_max * i / (count - 1));
  }
  return samples;
}

std::vector<Path> read_paths(const Node& node, const Parameters& parameters,
                             const Mechanism& mechanism, const std::string& folder) {
  std::vector<Path> paths;
  for (const auto& [key, value] : node.entries()) {
    paths.push_back(read_path(key, value, parameters, mechanism, folder));
  }
  return paths;
}

}  // namespace path
}  // namespace globaldyn::inside
