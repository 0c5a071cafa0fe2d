#include "globaldyn/limits/read_reaction_limits.h"

#include "core/description/names.h"
#include "core/description/patterns.h"
#include "core/description/quantities.h"

namespace globaldyn::inside {
inline namespace limits {

std::vector<ReactionLimit> read_reaction_limits(const Node& root, const Parameters& parameters,
                                                const Mechanism& mechanism) {
  std::vector<ReactionLimit> limits;
  const auto reactions = root.find("reactions");
  if (!reactions) return limits;
  for (const auto& [key, node] : Patterns(root, parameters).entries(*reactions)) {
    node.allow_only({"joint", "component", "limits", "description"});
    ReactionLimit limit;
    limit.name = read_name(key);
    limit.place = key.place();
    limit.component.joint = find_item(node.require("joint"), "joint", mechanism.joints);
    const int choice =
        static_cast<int>(node.require("component").read_choice({"x", "y", "z", "mx", "my", "mz"}));
    limit.component.axis = choice % 3;
    limit.component.is_moment = choice >= 3;
    limit.range =
        read_interval(node.require("limits"),
                      limit.component.is_moment ? dimension::torque : dimension::force, parameters);
    limits.push_back(limit);
  }
  return limits;
}

}  // namespace limits
}  // namespace globaldyn::inside
