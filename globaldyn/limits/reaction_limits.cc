#include "globaldyn/limits/reaction_limits.h"

namespace globaldyn::inside {
inline namespace limits {

void refuse_undetermined(const std::vector<ReactionLimit>& limits,
                         const std::vector<Reaction>& reactions, const Mechanism& mechanism) {
  for (std::size_t i = 0; i < limits.size(); ++i) {
    if (reactions[i].is_determined) continue;
    const JointId joint = limits[i].component.joint;
    throw InputError(limits[i].place,
                     "reaction '" + limits[i].name + "' in joint '" + mechanism.joints[joint].name +
                         "' is not determined: redundant constraints can share it in any way",
                     "expected a component that the motion determines");
  }
}

}  // namespace limits
}  // namespace globaldyn::inside
