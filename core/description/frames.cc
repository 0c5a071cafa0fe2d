#include "core/description/frames.h"

#include <algorithm>

#include "core/base/nth.h"

namespace globaldyn {

FrameTable::FrameTable(const Parameters& parameters) : parameters_(parameters) {
  add_body("ground", Frame{});
  named_["global"] = {0, {}};
}

int FrameTable::add_body(const std::string& name, const std::optional<Frame>& pose) {
  const int body = static_cast<int>(bodies_.size());
  bodies_.push_back(name);
  poses_.push_back(pose);
  named_[name] = {body, {}};
  return body;
}

void FrameTable::add_frames(int body, const Node& node) {
  for (const auto& [key, value] : node.entries()) {
    const std::string name = nth(bodies_, body) + "." + read_name(key);
    named_[name] = {body, read_frame(value, body)};
  }
}

Frame FrameTable::read_frame(const Node& node, int body,
                             const std::vector<std::string>& extra) const {
  if (node.is_sequence()) {
    return {read_vector(node, dimension::length, parameters_), Matrix3d::Identity()};
  }
  std::vector<std::string> keys{"at", "axis", "x_axis", "cardan", "in"};
  keys.insert(keys.end(), extra.begin(), extra.end());
  node.allow_only(keys);
  const Frame local = read_local(node);
  const auto outer = node.find("in");
  return outer ? in_body(*outer, find_named(*outer), body) * local : local;
}

Frame FrameTable::read_pose(const Node& node) const {
  return read_frame(node, 0);
}

Frame FrameTable::read_local(const Node& node) const {
  Frame frame;
  if (const auto at = node.find("at")) {
    frame.origin = read_vector(*at, dimension::length, parameters_);
  }
  const auto axis = node.find("axis");
  const auto x_axis = node.find("x_axis");
  if (const auto cardan = node.find("cardan")) {
    if (axis || x_axis) cardan->fail("both 'cardan' and 'axis'", "expected one of them");
    frame.axes = make_cardan_rotation(read_vector(*cardan, dimension::angle, parameters_, false));
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
Frame FrameTable::in_body(const Node& node, const BodyFrame& outer, int body) const {
  if (outer.body == body) return outer.frame;
  const auto& from = nth(poses_, body);
  const auto& to = nth(poses_, outer.body);
  if (!from || !to) {
    node.fail("'" + node.text() + "' is on another body",
              "expected a 'pose' of both bodies, by which it can be converted");
  }
  return from->inverse() * (*to * outer.frame);
}

BodyFrame FrameTable::read_end(const Node& node) const {
  if (node.is_scalar()) return find_named(node);
  const int body = find_body(node.require("body"));
  return {body, read_frame(node, body, {"body"})};
}

int FrameTable::find_body(const Node& node) const {
  const auto found = std::find(bodies_.begin(), bodies_.end(), node.text());
  if (found == bodies_.end()) {
    node.fail("there is no body '" + node.text() + "'", suggest_name(node.text(), bodies_));
  }
  return static_cast<int>(found - bodies_.begin());
}

BodyFrame FrameTable::find_named(const Node& node) const {
  const auto found = named_.find(node.text());
  if (found != named_.end()) return found->second;
  std::vector<std::string> names;
  for (const auto& [name, frame] : named_) names.push_back(name);
  node.fail("there is no body or frame '" + node.text() + "'", suggest_name(node.text(), names));
}

}  // namespace globaldyn
