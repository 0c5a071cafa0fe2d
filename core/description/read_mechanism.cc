#include "core/description/read_mechanism.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/base/constants.h"
#include "core/base/nth.h"
#include "core/description/frames.h"
#include "core/description/read_bodies.h"
#include "core/description/read_couplings.h"
#include "core/description/read_drives.h"
#include "core/description/read_joints.h"
#include "core/description/read_loads.h"
#include "core/description/read_shown_units.h"
#include "core/joints/joint_type.h"

namespace globaldyn::inside {
inline namespace core {
namespace {

constexpr double kJustAboveZero = std::numeric_limits<double>::denorm_min();

std::vector<PoseVariable> list_pose_variables(const FrameTable& frames,
                                              const Mechanism& mechanism) {
  std::vector<PoseVariable> result;
  for (const CoordinateIndex& index : list_coordinates(mechanism)) {
    result.push_back({name_of(mechanism, index), index, 0});
  }
  for (const auto& [name, end] : frames.named()) {
    if (end.body == kGround) continue;
    const BodyPoint point{end.body, to_com(mechanism, end).origin};
    for (int axis = 0; axis < 3; ++axis) {
      result.push_back({name + "." + "xyz"[axis], point, axis});
    }
  }
  return result;
}

std::string describe_condition(const std::string& what, const Interval& range,
                               const ShownUnit& unit) {
  if (range.high == kInfinity && range.low == kJustAboveZero) return what + " > 0";
  if (range.low == -kInfinity && range.high == -kJustAboveZero) return what + " < 0";
  return fmt::format("{} in [{:.6g}, {:.6g}]{}{}", what, range.low / unit.size,
                     range.high / unit.size, unit.name.empty() ? "" : " ", unit.name);
}

int find_variable(const Mechanism& mechanism, const std::string& name) {
  const auto found =
      std::find_if(mechanism.pose_variables.begin(), mechanism.pose_variables.end(),
                   [&](const PoseVariable& variable) { return variable.name == name; });
  return static_cast<int>(found - mechanism.pose_variables.begin());
}

// Parameters, and the pose variables with their dimensions. A planar joint's x and y can have the
// same names as a body's: such names are rejected.
Scope make_condition_scope(const Parameters& parameters, const Mechanism& mechanism) {
  std::vector<std::string> names;
  for (const PoseVariable& variable : mechanism.pose_variables) names.push_back(variable.name);
  const Scope scope = parameters.make_scope(names);
  return [scope, names, &mechanism](const std::string& name, const SourcePlace& place) {
    if (std::count(names.begin(), names.end(), name) > 1) {
      throw InputError(place, "'" + name + "' is a coordinate of a joint and of a body",
                       "expected joint and body to have different names");
    }
    Symbol symbol = scope(name, place);
    if (symbol.kind == Symbol::Kind::variable) {
      const auto& source = nth(mechanism.pose_variables, symbol.index).source;
      const auto* index = std::get_if<CoordinateIndex>(&source);
      symbol.typed = true;
      symbol.dimension = index != nullptr && is_rotational(mechanism, *index) ? dimension::angle
                                                                              : dimension::length;
    }
    return symbol;
  };
}

// A unit would be taken for the joint of that name, or the joint for the unit.
void refuse_units_among_names(const Node& formula, const Mechanism& mechanism) {
  const std::string text = formula.text();
  const auto is_of_word = [](char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '.';
  };
  for (auto at = text.begin(); at != text.end();) {
    const auto begin = std::find_if(at, text.end(), is_of_word);
    at = std::find_if_not(begin, text.end(), is_of_word);
    const std::string word(begin, at);
    for (const PoseVariable& variable : mechanism.pose_variables) {
      if (variable.name != word || !find_unit(word)) continue;
      formula.fail("'" + word + "' is a unit and a coordinate in '" + text + "'",
                   "expected another name of the joint");
    }
  }
}

Expression read_condition_formula(const Node& node, const Mechanism& mechanism,
                                  const Scope& scope) {
  refuse_units_among_names(node, mechanism);
  return Expression::parse(node.text(), node.place(), scope);
}

// Conditions see angles without their turns, from -180° to 180°.
void refuse_beyond_half_a_turn(const Node& node, const Interval& range) {
  if (range.low <= kPi && range.high >= -kPi) return;
  node.fail("a range in which no angle is", "expected one that reaches into -180 deg … 180 deg");
}

BranchCondition read_condition(const Node& node, const Parameters& parameters,
                               const Mechanism& mechanism, const ShownUnits& units,
                               const Scope& scope) {
  node.allow_only({"joint", "range", "positive", "negative"});
  node.allow_one_of({"joint", "positive", "negative"});
  node.allow_one_of({"range", "positive", "negative"});
  BranchCondition condition;
  std::string what;
  ShownUnit unit;
  if (const auto joint = node.find("joint")) {
    const CoordinateIndex index = find_coordinate(*joint, mechanism);
    what = name_of(mechanism, index);
    condition.expression = Expression::make_variable(find_variable(mechanism, what), what);
    const Node range = node.require("range");
    const bool is_angle = is_rotational(mechanism, index);
    unit = units.unit_for(is_angle ? "rad" : "m");
    condition.range =
        read_interval(range, is_angle ? dimension::angle : dimension::length, parameters);
    const JointType& type = type_of(mechanism.joints[index.joint]);
    if (nth(type.coordinates, index.coordinate).periodic)
      refuse_beyond_half_a_turn(range, condition.range);
  } else if (const auto positive = node.find("positive")) {
    what = positive->text();
    condition.expression = read_condition_formula(*positive, mechanism, scope);
    condition.range = {kJustAboveZero, kInfinity};
  } else if (const auto negative = node.find("negative")) {
    what = negative->text();
    condition.expression = read_condition_formula(*negative, mechanism, scope);
    condition.range = {-kInfinity, -kJustAboveZero};
  } else {
    node.fail("an empty condition",
              "expected 'joint' with 'range', or 'positive' or 'negative' with an expression");
  }
  condition.text = describe_condition(what, condition.range, unit);
  return condition;
}

void read_assembly(const Node& root, const FrameTable& frames, Mechanism& mechanism) {
  const auto node = root.find("assembly");
  if (!node) return;
  node->allow_only({"branch", "restarts"});
  const Parameters& parameters = frames.parameters();
  if (const auto restarts = node->find("restarts")) {
    const double count = read_positive(*restarts, dimension::number, parameters, "count", true);
    constexpr double kMostRestarts = 100'000;
    if (count > kMostRestarts) restarts->fail("too many restarts", "expected at most 100000");
    if (count != std::floor(count)) {
      restarts->fail("'" + restarts->text() + "' restarts", "expected a whole number");
    }
    mechanism.restarts = static_cast<int>(count);
  }
  const auto branch = node->find("branch");
  if (!branch) return;
  const Scope scope = make_condition_scope(parameters, mechanism);
  const auto list = root.find("units");
  const ShownUnits units = list ? read_shown_units(*list) : ShownUnits();
  for (const Node& item : frames.patterns().items(*branch)) {
    mechanism.branch.push_back(read_condition(item, parameters, mechanism, units, scope));
  }
}

}  // namespace

std::vector<std::string> list_mechanism_keys() {
  return {"name",   "description", "materials", "patterns", "bodies",     "joints", "couplings",
          "drives", "springs",     "gravity",   "loads",    "load_cases", "tool",   "assembly"};
}

Mechanism read_mechanism(const Node& root, const Parameters& parameters,
                         const std::vector<std::string>& drive_keys, const std::string& folder,
                         const std::string& load_case) {
  Mechanism mechanism;
  mechanism.name = read_name(root.require("name"));
  const Patterns patterns(root, parameters);
  FrameTable frames(parameters, patterns);
  const LoadReader loads(root, parameters, load_case);
  read_bodies(root, frames, mechanism);
  loads.read_tool(frames, mechanism);
  read_joints(root, frames, mechanism);
  read_couplings(root, frames, mechanism);
  read_drives(root, frames, drive_keys, mechanism);
  read_springs(root, frames, mechanism);
  loads.read_loads(folder, mechanism);
  mechanism.pose_variables = list_pose_variables(frames, mechanism);
  read_assembly(root, frames, mechanism);
  number_counted_angles(mechanism);
  mechanism.characteristic_length = calc_characteristic_length(mechanism);
  mechanism.kinematic_length = calc_kinematic_length(mechanism);
  return mechanism;
}

std::vector<ToolWrench> check_load_cases(const Node& root, const Parameters& parameters,
                                         const std::string& folder) {
  const std::vector<std::string> names = list_load_cases(root);
  if (names.empty()) return {};
  const Patterns patterns(root, parameters);
  FrameTable frames(parameters, patterns);
  Mechanism all_at_once;  // carries every payload: that is enough to see whether they can be read
  read_bodies(root, frames, all_at_once);
  for (const std::string& name : names) {
    const LoadReader loads(root, parameters, name, LoadReader::Which::load_case_alone);
    loads.read_tool(frames, all_at_once);
    loads.read_loads(folder, all_at_once);
  }
  return all_at_once.wrenches;
}

}  // namespace core
}  // namespace globaldyn::inside
