#include "core/description/frames.h"

#include <algorithm>

#include "core/description/rotations.h"

namespace globaldyn::inside {
inline namespace core {
namespace {

// Whether what a text names needs no turning with the member that the text is in.
bool has_place(const Node& text, const BodyFrame& named) {
  return named.is_member || text.is_numbered();
}

bool has_default_x(const Node& frame) {
  return frame.is_map() && frame.find("axis") && !frame.find("x_axis");
}

}  // namespace

FrameTable::FrameTable(const Parameters& parameters, const Patterns& patterns)
    : parameters_(parameters), patterns_(patterns) {
  add("ground", Frame{}, false);
  named_["global"] = {};
}

BodyId FrameTable::add(const std::string& name, const std::optional<Frame>& pose, bool is_member) {
  const BodyId body = bodies_.push_back(name);
  poses_.push_back(pose);
  named_[name] = {body, {}, is_member};
  return body;
}

BodyId FrameTable::add_body(const Node& name, const std::optional<Frame>& pose) {
  return add(name.text(), pose, name.member() != nullptr);
}

void FrameTable::add_frames(BodyId body, const Node& node) {
  const std::string& carrier = bodies_[body];
  for (const auto& [key, value] : patterns_.entries(node)) {
    Frame frame = read_frame(value, body);
    if (value.is_element()) frame = turn_with_member(value, frame);
    named_[carrier + "." + read_name(key)] = {body, frame, key.member() != nullptr,
                                              has_default_x(value)};
  }
}

Frame FrameTable::read_frame(const Node& node, BodyId body,
                             const std::vector<std::string>& extra) const {
  if (node.is_sequence()) {
    return {read_vector(node, dimension::length, parameters_), Matrix3d::Identity()};
  }
  std::vector<std::string> keys{"at", "axis", "x_axis", "cardan", "rpy", "quaternion", "in"};
  keys.insert(keys.end(), extra.begin(), extra.end());
  node.allow_only(keys);
  const Frame local = read_local(node);
  const auto outer = node.find("in");
  return outer ? in_body(*outer, find_named(*outer), body) * local : local;
}

Frame FrameTable::read_pose(const Node& node) const {
  return turn_with_member(node, read_frame(node, kGround));
}

// Whether it is `in` something that has its place.
bool FrameTable::is_in_place(const Node& node) const {
  const auto outer = node.is_map() ? node.find("in") : std::nullopt;
  return outer && has_place(*outer, find_named(*outer));
}

Frame FrameTable::turn_with_member(const Node& element, const Frame& frame) const {
  const bool stays = element.member() == nullptr || is_in_place(element);
  return stays ? frame : element.member()->turn * frame;
}

Frame FrameTable::read_local(const Node& node) const {
  Frame frame;
  if (const auto at = node.find("at")) {
    frame.origin = read_vector(*at, dimension::length, parameters_);
  }
  const auto axis = node.find("axis");
  const auto x_axis = node.find("x_axis");
  if (const auto turned = find_rotation(node, parameters_)) {
    if (axis) axis->fail("both an axis and how the frame is turned", "expected one of them");
    if (x_axis) x_axis->fail("both an axis and how the frame is turned", "expected one of them");
    frame.axes = *turned;
  } else if (axis) {
    const Vector3d z = read_direction(*axis, parameters_);
    const Vector3d x = x_axis ? read_direction(*x_axis, parameters_) : Vector3d(Vector3d::Zero());
    if (x_axis && x.cross(z).norm() < 1e-6) {
      x_axis->fail("'x_axis' along 'axis'", "expected another direction");
    }
    frame.axes = make_frame_about(z, x);
  } else if (x_axis) {
    x_axis->fail("'x_axis' without 'axis'", "expected both");
  }
  return frame;
}

// `outer` seen from `body`: directly if on the same body, otherwise through the poses given in the
// file.
Frame FrameTable::in_body(const Node& node, const BodyFrame& outer, BodyId body) const {
  if (outer.body == body) return outer.frame;
  const auto& from = poses_[body];
  const auto& to = poses_[outer.body];
  if (!from || !to) {
    node.fail("'" + node.text() + "' is on another body",
              "expected a 'pose' of both bodies, by which it can be converted");
  }
  return from->inverse() * (*to * outer.frame);
}

BodyFrame FrameTable::read_end(const Node& node) const {
  BodyFrame end;
  if (node.is_scalar()) {
    end = find_named(node);
    end.is_member = has_place(node, end);
  } else {
    const Node name = node.require("body");
    const BodyFrame body = find_body(name);
    end = {body.body, read_frame(node, body.body, {"body"}), has_place(name, body),
           has_default_x(node)};
  }
  if (!end.is_member) end.frame = turn_with_member(node, end.frame);
  return end;
}

BodyFrame FrameTable::find_body(const Node& node) const {
  for (const std::string& name : node.spellings()) {
    const auto found = std::find(bodies_.begin(), bodies_.end(), name);
    if (found != bodies_.end()) return named_.at(name);
  }
  node.fail("there is no body '" + node.text() + "'", suggest_name(node.text(), bodies_.items()));
}

BodyFrame FrameTable::find_named(const Node& node) const {
  for (const std::string& name : node.spellings()) {
    const auto found = named_.find(name);
    if (found != named_.end()) return found->second;
  }
  std::vector<std::string> names;
  for (const auto& [name, frame] : named_) names.push_back(name);
  node.fail("there is no body or frame '" + node.text() + "'", suggest_name(node.text(), names));
}

}  // namespace core
}  // namespace globaldyn::inside
