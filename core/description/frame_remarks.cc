#include "core/description/frame_remarks.h"

#include <fmt/format.h>

#include <cctype>
#include <cmath>
#include <map>
#include <optional>

#include "core/base/constants.h"

namespace globaldyn::inside {
inline namespace core {
namespace {

// Places and directions that engineers round to some digits.
constexpr double kAlike = 1e-6;

// "A" of A12; empty without a number.
std::string find_family(const std::string& name) {
  std::size_t end = name.size();
  while (end > 0 && std::isdigit(static_cast<unsigned char>(name[end - 1])) != 0) --end;
  return end < name.size() ? name.substr(0, end) : "";
}

// Coordinates of 0 mean something only where axes across the joint's own do.
bool has_zero(const Joint& joint) {
  return joint.kind != JointKind::spherical && joint.kind != JointKind::distance;
}

// The axes spanned by a place and a direction; nothing if these are parallel or too short.
std::optional<Matrix3d> span_axes(const Frame& frame) {
  const Vector3d z = frame.axes.col(2), across = frame.origin.cross(z);
  if (!(across.norm() > kAlike * frame.origin.norm())) return std::nullopt;
  Matrix3d axes;
  axes << across.normalized(), z.cross(across.normalized()), z;
  return axes;
}

// The rotation that turns one frame's place and axis into another's.
std::optional<Matrix3d> find_turn(const Frame& from, const Frame& to) {
  const double size = from.origin.norm();
  const bool is_as_far = std::abs(to.origin.norm() - size) <= kAlike * size;
  const double height = from.origin.dot(from.axes.col(2)), other = to.origin.dot(to.axes.col(2));
  if (!is_as_far || std::abs(height - other) > kAlike * size) return std::nullopt;
  const auto a = span_axes(from), b = span_axes(to);
  if (!a || !b) return std::nullopt;
  return *b * a->transpose();
}

// How body b lies in body a at coordinates of 0.
Matrix3d calc_zero(const JointEnds& ends) {
  return ends.a.frame.axes * ends.b.frame.axes.transpose();
}

double to_degrees(const Matrix3d& rotation) {
  return find_rotation_vector(rotation).norm() * 180.0 / kPi;
}

}  // namespace

std::vector<std::string> find_unlike_copies(const Joints& joints,
                                            const std::vector<JointEnds>& ends) {
  std::vector<std::string> remarks;
  std::map<std::string, std::size_t> firsts;  // of families
  for (std::size_t k = 0; k < joints.size(); ++k) {
    const Joint& joint = joints[JointId(k)];
    const std::string family = find_family(joint.name);
    if (family.empty() || !has_zero(joint)) continue;
    const auto [first, is_first] = firsts.emplace(family, k);
    const std::size_t i = first->second;
    const Joint& like = joints[JointId(i)];
    if (is_first || joint.kind != like.kind || ends[k].a.body != ends[i].a.body) continue;
    const bool uses_default = ends[k].a.has_default_x || ends[k].b.has_default_x ||
                              ends[i].a.has_default_x || ends[i].b.has_default_x;
    const auto turn = find_turn(ends[i].a.frame, ends[k].a.frame);
    if (!uses_default || !turn) continue;
    const Matrix3d own = calc_zero(ends[i]), here = calc_zero(ends[k]);
    if ((here - own).norm() <= kAlike || (here - *turn * own).norm() <= kAlike) continue;
    remarks.push_back(fmt::format(
        "{} and {} look like copies turned by {:.4g} deg, but at 0 the body on {} is turned by "
        "another "
        "{:.4g} deg, as a default x axis has it: 'x_axis' or a pattern would make them alike",
        like.name, joint.name, to_degrees(*turn), joint.name,
        to_degrees((*turn * own).transpose() * here)));
  }
  return remarks;
}

}  // namespace core
}  // namespace globaldyn::inside
