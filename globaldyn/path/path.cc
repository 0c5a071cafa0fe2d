#include "globaldyn/path/path.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <numeric>

#include "core/base/nth.h"
#include "core/base/round_off.h"
#include "core/description/names.h"
#include "core/description/quantities.h"
#include "globaldyn/path/list_path_pieces.h"
#include "globaldyn/path/load_kinks.h"
#include "globaldyn/path/read_acceleration_limits.h"
#include "globaldyn/path/read_coordinates.h"
#include "globaldyn/path/read_law.h"
#include "globaldyn/path/read_orientation.h"
#include "globaldyn/path/read_paths.h"
#include "globaldyn/path/read_rotation_curve.h"
#include "globaldyn/path/read_stops.h"
#include "globaldyn/path/read_tangential.h"
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
  std::vector<CoordinateCurve> curves;  // of the orientation, if by points; of joints and drives
  std::vector<AngleFunction> angles;    // for all other coordinates except positions and rotation
  RotationFunction rotation;
  std::size_t of_curve{0};                    // the first coordinates, which follow it
  std::size_t before_curves{0};               // those in front of the ones that follow `curves`
  std::optional<OrientationReading> tangent;  // which follows the curve, if the orientation does
  PathFormulas formulas;                      // of the angles and the rotation
  // What is left open: a turn about an axis of the tool first, then joints, the last coordinates.
  std::optional<int> open_axis;
  std::size_t of_open{0};  // the first of these coordinates
  std::vector<OpenCoordinate> open;
};

using OpenCurves = std::vector<OpenCurve>;

// Whether the orientation goes through points of its own.
bool follows_rotation(const Draft& draft) {
  return !draft.curves.empty() && draft.curves.front().curves.rotation;
}

void set(TaskTarget& target, Eigen::Index k, const Jet& jet) {
  target.value(k) = find_derivative(jet, 0);
  target.first(k) = find_derivative(jet, 1);
  target.second(k) = find_derivative(jet, 2);
}

// All three coordinates of a rotation, from the first on.
void set_rotation(const JetRotation& rotation, Eigen::Index first, TaskTarget& target) {
  const RotationRates rates = find_rates(rotation);
  target.rotation = rates.R;
  target.first.segment<3>(first) = rates.first;
  target.second.segment<3>(first) = rates.second;
}

// About the axis of its own that is open.
JetRotation turn_further(const Draft& draft, const OpenCurves& open, double p,
                         const JetRotation& rotation) {
  if (!draft.open_axis) return rotation;
  return turn_about_own_axis(rotation, *draft.open_axis, open.front()(p));
}

// Coordinates that follow curves of points. @return the first behind them
Eigen::Index evaluate_curves(const Draft& draft, const OpenCurves& open, double p,
                             TaskTarget& target) {
  Eigen::Index k = static_cast<Eigen::Index>(draft.before_curves);
  for (const CoordinateCurve& curve : draft.curves) {
    const Eigen::Index end = k + static_cast<Eigen::Index>(curve.coordinates.size());
    for (const Curve& track : curve.curves.tracks) {
      const JetPoint point = track(p);
      for (std::size_t i = 0; i < 3 && k < end; ++i) set(target, k++, point[i]);
    }
    if (curve.curves.rotation) {
      set_rotation(turn_further(draft, open, p, curve.curves.rotation(p)), k, target);
    }
    k = end;
  }
  return k;
}

// What is open follows its curves.
void evaluate_open(const Draft& draft, const OpenCurves& open, double p, TaskTarget& target) {
  auto k = static_cast<Eigen::Index>(draft.of_open);
  for (std::size_t i = draft.open_axis ? 1 : 0; i < open.size(); ++i) set(target, k++, open[i](p));
}

void evaluate(const Draft& draft, const OpenCurves& open, const SourcePlace& place, double p,
              Task& task) {
  task.coordinates = draft.coordinates;
  const Eigen::Index count = task.size();
  for (VectorXd* values : {&task.target.value, &task.target.first, &task.target.second}) {
    values->setZero(count);
  }
  const JetPoint point = draft.curve ? draft.curve->curve(p) : JetPoint{};
  const Eigen::Index behind_curves = evaluate_curves(draft, open, p, task.target);
  const Eigen::Index end = static_cast<Eigen::Index>(draft.of_open);
  evaluate_open(draft, open, p, task.target);
  std::size_t angle = 0;
  for (Eigen::Index k = 0; k < end; ++k) {
    if (k == static_cast<Eigen::Index>(draft.before_curves)) k = behind_curves;
    if (k == end) break;
    const TaskCoordinate& coordinate = nth(task.coordinates, k);
    if (coordinate.kind == Kind::position) {
      set(task.target, k, nth(point, coordinate.index));
    } else if (coordinate.kind == Kind::rotation) {
      if (coordinate.index == 0) {
        set_rotation(turn_further(draft, open, p, draft.rotation(p)), k, task.target);
      }
    } else if (coordinate.kind == Kind::phi && draft.open_axis) {
      set(task.target, k, draft.angles[angle++](p) + open.front()(p));
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

void add_positions(const Node& path, const CurveContext& context, Draft& draft) {
  const auto node = path.find("position");
  const auto prescribe = path.find("prescribe");
  if (!node) {
    if (prescribe) prescribe->fail("'prescribe' without 'position'", "expected both");
    return;
  }
  draft.curve = read_curve(*node, context);
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

// What a table of positions says of the orientation. @return whether it does
bool add_orientation_of_table(const std::optional<Node>& node, Draft& draft) {
  if (!draft.curve || !(draft.curve->phi || draft.curve->rotation)) return false;
  if (node && !list_orientations(*node).empty()) {
    node->fail("orientation given twice", "expected it here or in the CSV file");
  }
  if (draft.curve->phi) {
    draft.coordinates.push_back({Kind::phi, 0, {}});
    draft.angles.push_back(draft.curve->phi);
    return true;
  }
  draft.rotation = draft.curve->rotation;
  for (int i = 0; i < 3; ++i) draft.coordinates.push_back({Kind::rotation, i, {}});
  return true;
}

OrientationReading read_orientation_of(const Node& node, const Parameters& parameters, double p_max,
                                       const Draft& draft) {
  if (draft.tangent) return *draft.tangent;
  if (!list_orientations(node).empty()) return read_orientation(node, parameters, p_max);
  return make_upright(draft.curve ? draft.curve->axes : std::vector<int>{});
}

void add_orientation(const Node& path, const Parameters& parameters, double p_max, Draft& draft) {
  const auto node = path.find("orientation");
  if (add_orientation_of_table(node, draft)) return;
  if (!node || follows_rotation(draft)) return;
  OrientationReading reading = read_orientation_of(*node, parameters, p_max, draft);
  draft.coordinates.insert(draft.coordinates.end(), reading.coordinates.begin(),
                           reading.coordinates.end());
  draft.angles.insert(draft.angles.end(), reading.angles.begin(), reading.angles.end());
  draft.rotation = std::move(reading.rotation);
  draft.formulas = std::move(reading.formulas);
}

// In addition to the orientation that is given, whatever says it.
void add_open_turn(const Node& path, const std::string& name, const Parameters& parameters,
                   const OpenValues& values, Draft& draft) {
  const auto node = path.find("orientation");
  const auto free = node ? node->find("free") : std::nullopt;
  if (!free) return;
  const bool is_phi = draft.coordinates.size() > draft.of_curve &&
                      draft.coordinates[draft.of_curve].kind == Kind::phi;
  OpenTurn turn = read_open_turn(*free, name, parameters, values);
  if (!draft.rotation && !follows_rotation(draft) && !(is_phi && turn.axis == 2)) {
    free->fail("a turn about an axis of a tool whose orientation is given in part",
               is_phi ? "expected 'free: z': the tool turns in the plane"
                      : "expected all of it: rotation, cardan: [a, b, c], tangential and the like");
  }
  draft.open_axis = turn.axis;
  draft.open.push_back(std::move(turn.coordinate));
}

// Circles and roses go on as long as they are asked to.
bool has_end(const Node& path) {
  const auto position = path.find("position");
  return position && !position->find("circle") && !position->find("rose");
}

// Where the curves end by themselves. @throws InputError if they end at different p
std::optional<double> find_end(const Draft& draft, bool is_given) {
  std::optional<double> end = draft.curve ? draft.curve->p_max : std::nullopt;
  for (const CoordinateCurve& curve : draft.curves) {
    const double own = curve.knots().back();
    if (end && !is_given && !is_zero(*end - own, own, round_off::kSolved)) {
      throw InputError(curve.place,
                       fmt::format("points up to p = {:.9g}, where another curve of the path ends "
                                   "at p = {:.9g}",
                                   own, *end),
                       "expected one end, or 'p_max'");
    }
    end = end ? std::min(*end, own) : own;
  }
  return end;
}

double read_p_max(const Node& path, const Parameters& parameters, const Draft& draft) {
  const auto node = path.find("p_max");
  const auto fixed = find_end(draft, node.has_value());
  if (node) {
    const double p_max = read_positive(*node, dimension::number, parameters, "p_max");
    if (fixed && p_max > *fixed * (1.0 + round_off::kSolved) &&
        (has_end(path) || !draft.curves.empty())) {
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

// Whether anything else than the coordinates of a curve, from the first to before the last, moves
// between two of its points.
bool turns_between(const Draft& draft, const OpenCurves& open, const SourcePlace& place,
                   std::size_t first, std::size_t last, double from, double to) {
  Task task;
  // In the middle alone a formula may turn round.
  for (const double share : {0.1, 0.3, 0.5, 0.7, 0.9}) {
    evaluate(draft, open, place, from + share * (to - from), task);
    for (std::size_t k = 0; k < task.coordinates.size(); ++k) {
      if (k >= first && k < last) continue;
      const double rate = task.target.first(static_cast<Eigen::Index>(k));
      if (!is_zero(rate * (to - from), 1.0, round_off::kSame)) return true;
    }
  }
  return false;
}

void check_points(const SourcePlace& place, const OpenCurves& open, Draft& draft) {
  if (draft.curve && draft.curve->written) {
    const std::size_t last = draft.of_curve + (draft.curve->phi        ? 1
                                               : draft.curve->rotation ? 3
                                                                       : 0);
    refuse_still_points(*draft.curve->written, draft.curve->axes, [&](double from, double to) {
      // The position stands still there, and what follows its tangent has none.
      return !draft.tangent && turns_between(draft, open, place, 0, last, from, to);
    });
    draft.curve->written.reset();  // they may be a hundred thousand
  }
  std::size_t first = draft.before_curves;
  for (CoordinateCurve& curve : draft.curves) {
    const std::size_t last = first + curve.coordinates.size();
    std::vector<int> all(curve.coordinates.size());
    std::iota(all.begin(), all.end(), 0);
    refuse_still_points(curve.written, all, [&](double from, double to) {
      return turns_between(draft, open, place, first, last, from, to);
    });
    first = last;
    curve.written.values.points.resize(0, 0);
    curve.written.places.clear();
  }
}

// Where the derivatives of any of the curves jump.
CurveSteps collect_steps(const Draft& draft) {
  CurveSteps steps = draft.curve ? draft.curve->steps : CurveSteps{};
  const auto unite = [](std::vector<double>& all, const std::vector<double>& more) {
    all.insert(all.end(), more.begin(), more.end());
    std::sort(all.begin(), all.end());
    all.erase(std::unique(all.begin(), all.end()), all.end());
  };
  for (const CoordinateCurve& curve : draft.curves) {
    unite(steps.breaks, curve.curves.steps.breaks);
    unite(steps.corners, curve.curves.steps.corners);
  }
  // A corner of one is not a break of another as well.
  std::vector<double> others;
  std::set_difference(steps.breaks.begin(), steps.breaks.end(), steps.corners.begin(),
                      steps.corners.end(), std::back_inserter(others));
  steps.breaks = std::move(others);
  return steps;
}

std::vector<StopCurve> list_stop_curves(const Draft& draft) {
  std::vector<StopCurve> curves;
  if (draft.curve) {
    curves.push_back({draft.curve->steps.corners, draft.curve->rounds, draft.curve->points});
  }
  for (const CoordinateCurve& curve : draft.curves) {
    curves.push_back({curve.curves.steps.corners, curve.curves.rounds, curve.knots()});
  }
  return curves;
}

// Formulas behind what follows curves.
void add_coordinates(CoordinateReading reading, Draft& draft) {
  draft.before_curves = draft.coordinates.size();
  for (const CoordinateCurve& curve : draft.curves) {
    draft.coordinates.insert(draft.coordinates.end(), curve.coordinates.begin(),
                             curve.coordinates.end());
  }
  std::move(reading.coordinates.begin(), reading.coordinates.end(),
            std::back_inserter(draft.coordinates));
  std::move(reading.values.begin(), reading.values.end(), std::back_inserter(draft.angles));
  std::move(reading.formulas.begin(), reading.formulas.end(), std::back_inserter(draft.formulas));
  draft.of_open = draft.coordinates.size();
  std::move(reading.of_open.begin(), reading.of_open.end(), std::back_inserter(draft.coordinates));
  std::move(reading.open.begin(), reading.open.end(), std::back_inserter(draft.open));
}

OpenCurves make_open_curves(const std::vector<OpenCoordinate>& open, double p_max) {
  OpenCurves curves;
  for (const OpenCoordinate& one : open) curves.emplace_back(one, p_max);
  return curves;
}

void add_open_breaks(const std::vector<OpenCoordinate>& open, double p_max, CurveSteps& steps) {
  std::vector<double>& breaks = steps.breaks;
  for (const OpenCoordinate& one : open) {
    const auto more = OpenCurve::list_breaks(one.values.size(), p_max);
    breaks.insert(breaks.end(), more.begin(), more.end());
  }
  std::sort(breaks.begin(), breaks.end());
  breaks.erase(std::unique(breaks.begin(), breaks.end()), breaks.end());
  std::vector<double> others;
  std::set_difference(breaks.begin(), breaks.end(), steps.corners.begin(), steps.corners.end(),
                      std::back_inserter(others));
  breaks = std::move(others);
}

// Tasks with the values that are asked for.
void open_task(const std::shared_ptr<const Draft>& draft, const SourcePlace& place, Path& path) {
  const auto make = [draft, place, p_max = path.p_max](const std::vector<OpenCoordinate>& open) {
    return TaskFunction([draft, place, curves = make_open_curves(open, p_max)](
                            double p, Task& task) { evaluate(*draft, curves, place, p, task); });
  };
  path.task = make(draft->open);
  path.open = draft->open;
  if (!path.open.empty()) path.make_task = make;
}

Path read_path(const Node& key, const Node& node, const Parameters& parameters,
               const Mechanism& mechanism, const std::string& folder, const OpenValues& values) {
  node.allow_only({"description", "position", "prescribe", "orientation", "joints", "drives",
                   "p_max", "stops", "speed_limit", "acceleration_limit", "jerk_limit", "law"});
  auto draft = std::make_shared<Draft>();
  const StopPlaces stops = read_stop_places(node, parameters);
  const CurveContext context{parameters, folder, stops};
  add_positions(node, context, *draft);
  draft->of_curve = draft->coordinates.size();
  const std::string name = read_name(key);
  draft->tangent = read_tangential(node, parameters, draft->curve);
  CoordinateReading others = read_coordinates(node, name, mechanism, context, values);
  draft->curves = std::move(others.curves);
  if (auto turning = read_rotation_curve(node, context, draft->curve)) {
    draft->curves.insert(draft->curves.begin(), std::move(*turning));
  }
  const double p_max = read_p_max(node, parameters, *draft);
  if (draft->curve) divide_formulas(draft->curve->formulas, p_max, draft->curve->steps);
  add_orientation(node, parameters, p_max, *draft);
  add_open_turn(node, name, parameters, values, *draft);
  const bool needs_tool = !draft->coordinates.empty() || follows_rotation(*draft);
  if (needs_tool && !mechanism.tool) node.fail("a tool path without a tool", "expected 'tool'");
  add_coordinates(std::move(others), *draft);
  if (draft->coordinates.empty()) {
    node.fail("a path that prescribes nothing", "expected position, orientation, joints or drives");
  }
  CurveSteps steps = collect_steps(*draft);
  divide_formulas(draft->formulas, p_max, steps);
  add_open_breaks(draft->open, p_max, steps);
  check_points(key.place(), make_open_curves(draft->open, p_max), *draft);
  Path path{name, p_max, draft->coordinates, {}, {}, {}, {}, {}, {}, node.place()};
  if (draft->curve) path.formulas = draft->curve->formulas;
  path.formulas.insert(path.formulas.end(), draft->formulas.begin(), draft->formulas.end());
  path.steps = std::move(steps);
  open_task(draft, key.place(), path);
  (void)path.task(0.0);  // an undefined start is an input error now, not later
  if (draft->tangent) add_corners_of_tangent(path);
  add_load_breaks(mechanism, p_max, path.steps);
  path.steps = keep_inside(path.steps, p_max);
  path.stops = read_stops(node, parameters, p_max, list_stop_curves(*draft));
  read_speed_limits(node, parameters, mechanism, path);
  path.acceleration_limits = read_acceleration_limits(node, parameters, mechanism, path);
  path.jerk_limits = read_jerk_limits(node, parameters, mechanism, path);
  path.place = key.place();
  if (draft->curve) {
    const CurveReading& curve = *draft->curve;
    path.pieces = list_path_pieces(curve.points, curve.rounds, curve.kinds);
  }
  const auto law = node.find("law");
  if (law && !path.open.empty()) {
    law->fail("a law of motion of a path that leaves '" + path.open.front().name + "' open",
              "expected its values instead of 'free'");
  }
  return law ? follow_law(*law, parameters, mechanism, folder, path) : path;
}

// All that is given is for something that is open.
void refuse_unknown(const OpenValues& values, const std::vector<Path>& paths) {
  std::vector<std::string> names;
  for (const Path& path : paths) {
    for (const OpenCoordinate& one : path.open) names.push_back(path.name + "." + one.name);
  }
  for (const auto& [name, text] : values) {
    if (std::find(names.begin(), names.end(), name) != names.end()) continue;
    throw InputError(option_place("--set", name + "=" + text), "no path leaves '" + name + "' open",
                     names.empty() ? "there is none in the file" : suggest_name(name, names));
  }
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
                             const Mechanism& mechanism, const std::string& folder,
                             const OpenValues& values) {
  std::vector<Path> paths;
  for (const auto& [key, value] : node.entries()) {
    paths.push_back(read_path(key, value, parameters, mechanism, folder, values));
  }
  refuse_unknown(values, paths);
  return paths;
}

}  // namespace path
}  // namespace globaldyn::inside
