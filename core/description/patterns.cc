#include "core/description/patterns.h"

#include <cmath>
#include <memory>
#include <set>

#include "core/base/constants.h"
#include "core/base/round_off.h"
#include "core/description/quantities.h"

namespace globaldyn::inside {
inline namespace core {
namespace {

// Turned by `angle` about an axis.
Frame make_turn(const Vector3d& axis, const Vector3d& at, double angle) {
  const Matrix3d turned = make_rotation(angle * axis);
  return {at - turned * at, turned};
}

// From the first member to the last; a full turn brings no second member to the first one's place.
std::vector<double> list_angles(int count, double whole) {
  constexpr double kTurn = 2.0 * kPi;
  const bool closes = std::abs(std::abs(whole) - kTurn) <= round_off::kNumber * kTurn;
  const int steps = closes ? count : std::max(1, count - 1);
  std::vector<double> result;
  for (int i = 0; i < count; ++i) result.push_back(whole * i / steps);
  return result;
}

std::size_t count_values(const Node& node) {
  std::size_t count = 1;
  if (node.is_sequence()) {
    for (const Node& item : node.items()) count += count_values(item);
  } else if (node.is_map()) {
    for (const auto& [key, value] : node.entries()) count += count_values(value);
  }
  return count;
}

std::shared_ptr<const PatternMember> make_member(const std::string& name, std::size_t index,
                                                 const Frame& turn) {
  const int number = static_cast<int>(index) + 1;
  return std::make_shared<const PatternMember>(PatternMember{number, name, turn});
}

void refuse_nested(const Node& element) {
  if (element.member() == nullptr) return;
  element.require("pattern").fail("a pattern inside a pattern", "expected only one");
}

void refuse_number_of_members(const Node& list, std::size_t members) {
  if (members > 0 && members <= Patterns::kMostMembers) return;
  list.fail(std::to_string(members) + " members",
            "expected 1 to " + std::to_string(Patterns::kMostMembers));
}

bool has_pattern(const Node& element) {
  return element.is_map() && element.find("pattern").has_value();
}

}  // namespace

Patterns::Patterns(const Node& root, const Parameters& parameters)
    : parameters_(parameters), values_(std::make_shared<std::size_t>(0)) {
  const auto named = root.find("patterns");
  if (!named) return;
  for (const auto& [key, value] : named->entries()) named_[read_name(key)] = read(value);
}

Patterns::Members Patterns::read(const Node& pattern) const {
  pattern.allow_only({"count", "about", "at", "angle", "angles", "along", "points", "enabled"});
  Members members{.places = read_places(pattern), .are_there = {}};
  members.are_there = read_enabled(pattern, members.places);
  return members;
}

// A list with one for each, or one text with `{i}`.
std::vector<bool> Patterns::read_enabled(const Node& pattern, const Places& places) const {
  std::vector<bool> are_there(places.size(), true);
  const auto enabled = pattern.find("enabled");
  if (!enabled) return are_there;
  const bool is_list = enabled->is_sequence();
  if (is_list && enabled->items().size() != places.size()) {
    enabled->fail(std::to_string(enabled->items().size()) + " values for " +
                      std::to_string(places.size()) + " members",
                  "expected one for each, or one with '{i}'");
  }
  for (std::size_t i = 0; i < places.size(); ++i) {
    const Node one = is_list
                         ? enabled->items()[i]
                         : enabled->for_member(make_member("", i, places[i]), Node::Part::inside);
    are_there[i] = read_switch(one, parameters_);
  }
  return are_there;
}

Patterns::Places Patterns::read_places(const Node& pattern) const {
  pattern.allow_one_of({"about", "along", "points"});
  pattern.allow_one_of({"count", "angles", "points"});
  pattern.allow_one_of({"angle", "angles"});
  if (const auto about = pattern.find("about")) return read_turns(pattern, *about);
  for (const char* key : {"at", "angle", "angles"}) {
    if (const auto stray = pattern.find(key)) {
      stray->fail(std::string("'") + key + "' without 'about'", "expected an axis to turn about");
    }
  }
  return read_line(pattern);
}

Patterns::Places Patterns::read_turns(const Node& pattern, const Node& about) const {
  const Vector3d axis = read_direction(about, parameters_);
  const auto at = pattern.find("at");
  const Vector3d origin =
      at ? read_vector(*at, dimension::length, parameters_) : Vector3d(Vector3d::Zero());
  std::vector<double> angles;
  if (const auto listed = pattern.find("angles")) {
    angles = read_numbers(*listed, dimension::angle, parameters_);
    refuse_number_of_members(*listed, angles.size());
  } else {
    const int count = read_count(pattern.require("count"), parameters_, 1, kMostMembers);
    const auto whole = pattern.find("angle");
    angles =
        list_angles(count, whole ? read_number(*whole, dimension::angle, parameters_) : 2.0 * kPi);
  }
  Places places;
  for (const double angle : angles) places.push_back(make_turn(axis, origin, angle));
  return places;
}

Patterns::Places Patterns::read_line(const Node& pattern) const {
  Places places;
  if (const auto points = pattern.find("points")) {
    refuse_number_of_members(*points, points->items().size());
    for (const Node& point : points->items()) {
      places.push_back({read_vector(point, dimension::length, parameters_), Matrix3d::Identity()});
    }
    return places;
  }
  const int count = read_count(pattern.require("count"), parameters_, 1, kMostMembers);
  const auto along = pattern.find("along");
  const Vector3d step =
      along ? read_vector(*along, dimension::length, parameters_) : Vector3d(Vector3d::Zero());
  for (int i = 0; i < count; ++i) places.push_back({i * step, Matrix3d::Identity()});
  return places;
}

// A small file must not become an endless one.
void Patterns::take(const Node& element, std::size_t members) const {
  *values_ += count_values(element) * members;
  if (*values_ <= kMostNodes) return;
  element.fail("more than " + std::to_string(kMostNodes) + " values in the members of patterns",
               "expected fewer members");
}

Patterns::Members Patterns::find(const Node& element) const {
  const Node pattern = element.require("pattern");
  if (!pattern.is_scalar()) return read(pattern);
  const auto found = named_.find(pattern.text());
  if (found != named_.end()) return found->second;
  std::vector<std::string> names;
  for (const auto& [name, members] : named_) names.push_back(name);
  pattern.fail("there is no pattern '" + pattern.text() + "'", suggest_name(pattern.text(), names));
}

std::vector<std::pair<Node, Node>> Patterns::entries(const Node& map) const {
  std::vector<std::pair<Node, Node>> result;
  std::set<std::string> names;
  const auto add = [&](const Node& key, const Node& value) {
    if (!names.insert(key.text()).second) {
      key.fail("duplicate name '" + key.text() + "'", "expected every name once");
    }
    result.emplace_back(key, value);
  };
  for (const auto& [key, value] : map.entries()) {
    if (!has_pattern(value)) {
      add(key, value);
      continue;
    }
    refuse_nested(value);
    const Members members = find(value);
    take(value, members.places.size());
    for (std::size_t i = 0; i < members.places.size(); ++i) {
      if (!members.are_there[i]) continue;
      // Its name is known once the number is.
      const Node numbered = key.for_member(make_member("", i, members.places[i]), Node::Part::name);
      const auto member = make_member(numbered.text(), i, members.places[i]);
      add(key.for_member(member, Node::Part::name), value.for_member(member, Node::Part::element));
    }
  }
  return result;
}

std::vector<Node> Patterns::items(const Node& list) const {
  std::vector<Node> result;
  for (const Node& item : list.items()) {
    if (!has_pattern(item)) {
      result.push_back(item);
      continue;
    }
    refuse_nested(item);
    const Members members = find(item);
    take(item, members.places.size());
    for (std::size_t i = 0; i < members.places.size(); ++i) {
      if (!members.are_there[i]) continue;
      const auto member = make_member("member " + std::to_string(i + 1), i, members.places[i]);
      result.push_back(item.for_member(member, Node::Part::element));
    }
  }
  return result;
}

}  // namespace core
}  // namespace globaldyn::inside
