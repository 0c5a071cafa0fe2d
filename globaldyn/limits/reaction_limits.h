#pragma once

#include <string>
#include <vector>

#include "core/description/quantities.h"
#include "core/formulations/reactions.h"

namespace globaldyn {

/// A bound on a component of a joint's reaction.
struct ReactionLimit {
  std::string name;
  ReactionComponent component;
  Interval range{0.0, 0.0};  ///< N or N m
  SourcePlace place;
};

/// Reads `reactions` of the machine file. @throws InputError
[[nodiscard]] std::vector<ReactionLimit> read_reaction_limits(const Node& root,
                                                              const Parameters& parameters,
                                                              const Mechanism& mechanism);

/// @throws InputError for a bound on a component that redundant constraints leave undetermined.
void refuse_undetermined(const std::vector<ReactionLimit>& limits,
                         const std::vector<Reaction>& reactions, const Mechanism& mechanism);

}  // namespace globaldyn
