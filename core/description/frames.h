#pragma once

#include <map>
#include <string>
#include <vector>

#include "core/bodies/body.h"
#include "core/description/patterns.h"
#include "core/description/quantities.h"

namespace globaldyn::inside {
inline namespace core {

/// A frame carried by a body, in the body's own frame (the global frame for the ground).
struct BodyFrame {
  BodyId body;
  Frame frame;
  bool is_member{false};      ///< of a pattern, or on a body that is: it has its place already
  bool has_default_x{false};  ///< its z axis is given, its x axis is not
};

/// The bodies of a machine file and the frames named on them, while the file is being read.
class FrameTable {
 public:
  FrameTable(const Parameters& parameters, const Patterns& patterns);

  /// Adds a body and returns its id. The pose, if given, makes frames `in: ANOTHER_BODY`
  /// possible.
  BodyId add_body(const Node& name, const std::optional<Frame>& pose);

  /// Reads the frames named on `body` (map NAME: frame).
  void add_frames(BodyId body, const Node& node);

  /// Reads a frame (keys at, axis, x_axis, cardan, in, and those in `extra`) fixed to `body`.
  [[nodiscard]] Frame read_frame(const Node& node, BodyId body,
                                 const std::vector<std::string>& extra = {}) const;

  /// Reads a rough pose in the global frame; `in` may name any body whose pose is given. The pose
  /// of a member of a pattern is turned with it, unless it is `in` another member.
  [[nodiscard]] Frame read_pose(const Node& node) const;

  /// Turns what stands in an element of a pattern and is fixed to a body with the member, unless it
  /// is `in` something that has its place already.
  [[nodiscard]] Frame turn_with_member(const Node& element, const Frame& frame) const;

  /// Reads the end of a joint, drive or spring: BODY, BODY.FRAME, or {body: BODY, at: …}. In a
  /// member of a pattern, BODY and FRAME can be those of the same number; an end that is no member
  /// itself, nor written with `{i}`, is turned with the member.
  /// @throws InputError for an unknown body or frame.
  [[nodiscard]] BodyFrame read_end(const Node& node) const;

  /// The body that the node names. @throws InputError with the most similar name.
  [[nodiscard]] BodyFrame find_body(const Node& node) const;

  /// "BODY" and "BODY.FRAME" for everything named so far, with the frames they stand for.
  [[nodiscard]] const std::map<std::string, BodyFrame>& named() const { return named_; }

  [[nodiscard]] const Parameters& parameters() const { return parameters_; }
  [[nodiscard]] const Patterns& patterns() const { return patterns_; }

 private:
  [[nodiscard]] BodyFrame find_named(const Node& node) const;
  [[nodiscard]] Frame read_local(const Node& node) const;
  [[nodiscard]] bool is_in_place(const Node& node) const;
  [[nodiscard]] Frame in_body(const Node& node, const BodyFrame& outer, BodyId body) const;
  BodyId add(const std::string& name, const std::optional<Frame>& pose, bool is_member);

  const Parameters& parameters_;
  const Patterns& patterns_;
  IdVector<BodyId, std::string> bodies_;
  IdVector<BodyId, std::optional<Frame>> poses_;
  std::map<std::string, BodyFrame> named_;
};

}  // namespace core
}  // namespace globaldyn::inside
