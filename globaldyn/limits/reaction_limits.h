#pragma once

#include <string>
#include <vector>

#include "core/base/errors.h"
#include "core/formulations/reactions.h"

namespace globaldyn::inside {
inline namespace limits {

/// A bound on a component of a joint's reaction.
struct ReactionLimit {
  std::string name;
  ReactionComponent component;
  Interval range{0.0, 0.0};  ///< N or N m
  SourcePlace place;
};

/// @throws InputError for a bound on a component that redundant constraints leave undetermined.
void refuse_undetermined(const std::vector<ReactionLimit>& limits,
                         const std::vector<Reaction>& reactions, const Mechanism& mechanism);

}  // namespace limits
}  // namespace globaldyn::inside
