#include "globaldyn/limits/reaction_limits.h"

#include "core/description/names.h"
#include "core/description/patterns.h"

namespace globaldyn {
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

void refuse_undetermined(const std::vector<ReactionLimit>& limits,
                         const std::vector<Reaction>& reactions, const Mechanism& mechanism) {
  for (std::size_t i = 0; i < limits.size(); ++i) {
    if (reactions[i].is_determined) continue;
    const std::size_t joint = static_cast<std::size_t>(limits[i].component.joint);
    throw InputError(limits[i].place,
                     "reaction '" + limits[i].name + "' in joint '" + mechanism.joints[joint].name +
                         "' is not determined: redundant constraints can share it in any way",
                     "expected a component that the motion determines");
  }
}

}  // namespace globaldyn
