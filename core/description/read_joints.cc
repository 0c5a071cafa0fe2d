#include "core/description/read_joints.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "core/base/constants.h"
#include "core/base/nth.h"
#include "core/description/frame_remarks.h"
#include "core/joints/joint_type.h"

namespace globaldyn::inside {
inline namespace core {
namespace {

std::vector<std::string> list_keys() {
  std::vector<std::string> keys;
  for (const JointType* type : list_joint_types()) keys.push_back(type->key);
  return keys;
}

const Dimension& dimension_of(const JointCoordinate& coordinate) {
  return coordinate.rotational ? dimension::angle : dimension::length;
}

std::vector<std::string> names_of(const std::vector<JointCoordinate>& coordinates) {
  std::vector<std::string> names;
  for (const JointCoordinate& coordinate : coordinates) names.push_back(coordinate.name);
  return names;
}

// Calls read(coordinate, node) for each coordinate given: directly if there is only one, otherwise
// by name in a map (which may also have `extra` keys).
template <class Read>
void read_per_coordinate(const Node& node, const JointType& type,
                         const std::vector<std::string>& extra, const Read& read) {
  const auto& coordinates = type.coordinates;
  if (!node.is_map()) {
    if (coordinates.size() != 1) {
      node.fail(
          "a " + type.key + " joint has " + std::to_string(coordinates.size()) + " coordinates",
          "expected a map by their names");
    }
    read(std::size_t{0}, node);
    return;
  }
  std::vector<std::string> names = names_of(coordinates);
  names.insert(names.end(), extra.begin(), extra.end());
  node.allow_only(names);
  for (std::size_t i = 0; i < coordinates.size(); ++i) {
    if (const auto value = node.find(coordinates[i].name)) read(i, *value);
  }
}

void read_travel(const Node& node, const Parameters& parameters, Joint& joint) {
  const JointType& type = type_of(joint);
  const auto& coordinates = type.coordinates;
  std::vector<std::string> extra;
  if (type.cone_axis) extra.emplace_back("cone");
  read_per_coordinate(node, type, extra, [&](std::size_t i, const Node& value) {
    joint.travel[i] = read_interval(value, dimension_of(coordinates[i]), parameters);
  });
  if (type.cone_axis) {
    if (const auto cone = node.find("cone")) {
      joint.cone = read_positive(*cone, dimension::angle, parameters, "cone");
    }
  }
}

void read_acceleration(const Node& node, const Parameters& parameters, Joint& joint) {
  constexpr Dimension kPerSecondSquared{0, 0, -4};
  const auto& coordinates = type_of(joint).coordinates;
  read_per_coordinate(node, type_of(joint), {}, [&](std::size_t i, const Node& value) {
    joint.max_acceleration[i] = read_positive(
        value, dimension_of(coordinates[i]) * kPerSecondSquared, parameters, "max_acceleration");
  });
}

void read_guess(const Node& node, const Parameters& parameters, Joint& joint) {
  const auto& coordinates = type_of(joint).coordinates;
  read_per_coordinate(node, type_of(joint), {}, [&](std::size_t i, const Node& value) {
    joint.guess[i] = read_number(value, dimension_of(coordinates[i]), parameters);
  });
}

void read_stiffness(const Node& node, const Parameters& parameters, Joint& joint) {
  const std::vector<std::string>& held = type_of(joint).constraints;
  std::vector<std::string> names;
  std::copy_if(held.begin(), held.end(), std::back_inserter(names),
               [](const std::string& name) { return !name.empty(); });
  node.allow_only(names);
  joint.stiffness.assign(held.size(), kInfinity);
  for (std::size_t i = 0; i < held.size(); ++i) {
    const auto value = held[i].empty() ? std::nullopt : node.find(held[i]);
    if (!value) continue;
    const bool is_moment = held[i][0] == 'm';
    joint.stiffness[i] =
        read_positive(*value, is_moment ? dimension::rotary_stiffness : dimension::stiffness,
                      parameters, "stiffness");
  }
}

// The number specific to the joint's kind; those of other kinds are rejected.
void read_parameter(const Node& node, const Parameters& parameters, Joint& joint) {
  for (const JointType* type : list_joint_types()) {
    if (!type->parameter || type == &type_of(joint)) continue;
    if (const auto stray = node.find(type->parameter->key)) {
      stray->fail("'" + type->parameter->key + "' in a " + type_of(joint).key + " joint",
                  "expected it only in a " + type->key + " joint");
    }
  }
  if (!type_of(joint).parameter) return;
  const JointParameter& parameter = *type_of(joint).parameter;
  const Node given = node.require(parameter.key);
  if (parameter.positive) {
    joint.*parameter.value = read_positive(given, parameter.dimension, parameters, parameter.key);
    return;
  }
  joint.*parameter.value = read_number(given, parameter.dimension, parameters) / parameter.per;
  if (joint.*parameter.value == 0.0) given.fail("zero " + parameter.key, parameter.expected);
}

std::vector<std::string> list_joint_keys() {
  std::vector<std::string> keys{"type",  "a",         "b",          "travel", "max_acceleration",
                                "guess", "stiffness", "description"};
  for (const JointType* type : list_joint_types()) {
    if (type->parameter) keys.push_back(type->parameter->key);
  }
  return keys;
}

Joint read_joint(const Node& key, const Node& node, const FrameTable& frames,
                 const Mechanism& mechanism, std::vector<JointEnds>& ends) {
  node.allow_only(list_joint_keys());
  Joint joint;
  joint.name = read_name(key);
  joint.kind = static_cast<JointKind>(node.require("type").read_choice(list_keys()));
  const BodyFrame a = frames.read_end(node.require("a"));
  const BodyFrame b = frames.read_end(node.require("b"));
  ends.push_back({a, b});
  if (a.body == b.body) {
    node.require("b").fail("joint '" + joint.name + "' joins a body to itself",
                           "expected two different bodies");
  }
  joint.body_a = a.body;
  joint.body_b = b.body;
  joint.frame_a = to_com(mechanism, a);
  joint.frame_b = to_com(mechanism, b);
  const std::size_t count = type_of(joint).coordinates.size();
  joint.travel.assign(count, {-kInfinity, kInfinity});
  joint.guess.assign(count, 0.0);
  joint.max_acceleration.assign(count, kInfinity);
  const Parameters& parameters = frames.parameters();
  read_parameter(node, parameters, joint);
  if (const auto travel = node.find("travel")) read_travel(*travel, parameters, joint);
  if (const auto guess = node.find("guess")) read_guess(*guess, parameters, joint);
  if (const auto most = node.find("max_acceleration")) read_acceleration(*most, parameters, joint);
  if (const auto stiffness = node.find("stiffness")) read_stiffness(*stiffness, parameters, joint);
  return joint;
}

}  // namespace

Frame to_com(const Mechanism& mechanism, const BodyFrame& end) {
  const Vector3d& com = mechanism.bodies[end.body].mass_properties.com;
  return {end.frame.origin - com, end.frame.axes};
}

void read_joints(const Node& root, const FrameTable& frames, Mechanism& mechanism) {
  const auto node = root.find("joints");
  if (!node) return;
  std::vector<JointEnds> ends;
  for (const auto& [key, value] : frames.patterns().entries(*node)) {
    mechanism.joints.push_back(read_joint(key, value, frames, mechanism, ends));
  }
  mechanism.remarks = find_unlike_copies(mechanism.joints, ends);
}

std::vector<CoordinateIndex> list_coordinates(const Mechanism& mechanism) {
  std::vector<CoordinateIndex> result;
  for (const JointId j : mechanism.joints.ids()) {
    const std::size_t count = type_of(mechanism.joints[j]).coordinates.size();
    for (std::size_t c = 0; c < count; ++c) {
      result.push_back({j, static_cast<int>(c)});
    }
  }
  return result;
}

namespace {

std::optional<CoordinateIndex> find_coordinate(const std::string& text,
                                               const Mechanism& mechanism) {
  const std::string joint_name = text.substr(0, text.find('.'));
  for (const JointId j : mechanism.joints.ids()) {
    const Joint& joint = mechanism.joints[j];
    if (joint.name != joint_name) continue;
    const auto& coordinates = type_of(joint).coordinates;
    for (std::size_t c = 0; c < coordinates.size(); ++c) {
      const bool alone = coordinates.size() == 1 && text == joint.name;
      if (alone || text == joint.name + "." + coordinates[c].name) {
        return CoordinateIndex{j, static_cast<int>(c)};
      }
    }
  }
  return std::nullopt;
}

// Those of the joint if it has several, otherwise what is spelt alike.
std::string suggest_coordinate(const std::string& name, const Mechanism& mechanism) {
  std::vector<std::string> names, of_joint;
  for (const CoordinateIndex& index : list_coordinates(mechanism)) {
    names.push_back(name_of(mechanism, index));
    if (mechanism.joints[index.joint].name == name) of_joint.push_back(names.back());
  }
  if (of_joint.empty()) return suggest_name(name, names);
  return fmt::format("expected one of {}", fmt::join(of_joint, ", "));
}

}  // namespace

CoordinateIndex find_coordinate(const Node& node, const Mechanism& mechanism) {
  for (const std::string& text : node.spellings()) {
    if (const auto found = find_coordinate(text, mechanism)) return *found;
  }
  node.fail("there is no joint coordinate '" + node.text() + "'",
            suggest_coordinate(node.text(), mechanism));
}

CoordinateIndex find_coordinate(const std::string& name, const Mechanism& mechanism,
                                const SourcePlace& place) {
  if (const auto found = find_coordinate(name, mechanism)) return *found;
  throw InputError(place, "there is no joint coordinate '" + name + "'",
                   suggest_coordinate(name, mechanism));
}

bool is_rotational(const Mechanism& mechanism, const CoordinateIndex& index) {
  const Joint& joint = mechanism.joints[index.joint];
  return nth(type_of(joint).coordinates, index.coordinate).rotational;
}

}  // namespace core
}  // namespace globaldyn::inside
