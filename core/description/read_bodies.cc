#include "core/description/read_bodies.h"

#include <utility>

#include "core/description/read_mass_properties.h"
#include "core/description/read_solids.h"

namespace globaldyn::inside {
inline namespace core {
namespace {

Body read_body(const Node& key, const Node& node, const Materials& materials, FrameTable& frames) {
  node.allow_only({"mass", "com", "inertia", "solids", "frames", "pose", "description"});
  Body body;
  body.name = read_name(key);
  if (body.name == "ground" || body.name == "global") {
    key.fail("'" + body.name + "' is the fixed frame", "expected another name");
  }
  if (const auto pose = node.find("pose")) body.guess = frames.read_pose(*pose);
  const BodyId id = frames.add_body(key, body.guess);
  if (const auto named = node.find("frames")) frames.add_frames(id, *named);
  SolidList solids;
  if (const auto list = node.find("solids")) solids = read_solids(*list, materials, frames, id);
  body.mass_properties = read_mass_properties(node, frames.parameters(), solids.masses);
  body.solids = std::move(solids.solids);
  return body;
}

}  // namespace

void read_bodies(const Node& root, FrameTable& frames, Mechanism& mechanism) {
  const Materials materials = read_materials(root, frames.parameters());
  mechanism.bodies.push_back({"ground", {}, {}, Frame{}});
  for (const auto& [key, value] : frames.patterns().entries(root.require("bodies"))) {
    if (key.text() == "ground") {
      value.allow_only({"frames", "solids", "description"});
      if (const auto named = value.find("frames")) frames.add_frames(kGround, *named);
      if (const auto list = value.find("solids")) {
        mechanism.bodies[kGround].solids = read_solids(*list, materials, frames, kGround).solids;
      }
      continue;
    }
    mechanism.bodies.push_back(read_body(key, value, materials, frames));
  }
  if (mechanism.body_count() == 0) {
    root.require("bodies").fail("no bodies", "expected at least one");
  }
}

}  // namespace core
}  // namespace globaldyn::inside
