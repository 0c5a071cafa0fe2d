#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/base/constants.h"
#include "optimize/sampling/study_outputs.h"
#include "optimize/search/design_space.h"

namespace globaldyn::inside {
inline namespace sampling {

struct MorrisOptions {
  std::size_t trajectories{20};  ///< r, each with one design more than there are variables
  std::size_t levels{4};         ///< p, even: shares of ranges are 0, 1/(p-1) … 1
  std::uint64_t seed{1};
};

/// Designs for screening variables: walks over a grid, from a random point of it, in which each
/// variable is changed once, in random order, by the step p / (2 (p - 1)) of its range (Morris
/// 1991). The step is more than half of the range, so that integer and categorical variables also
/// change. Over all walks each variable makes each of its possible steps, upwards and downwards,
/// equally often or once more.
struct MorrisPlan {
  std::vector<Design> designs;       ///< one walk after the other
  std::vector<std::size_t> changed;  ///< by walks: the variable each step changes
  std::size_t steps{0};              ///< per walk: the number of variables with more than one value
};

[[nodiscard]] MorrisPlan make_morris_plan(const DesignSpace& space, const MorrisOptions& options);

/// What one variable does to one output. An effect is the change of the output along a step of the
/// variable, divided by the step as a share of the range (integers: of high - low; a categorical
/// variable's step counts as 1, and its sign means nothing). Its unit is the output's.
///
/// Effects are left out if the output does not exist at one end. The rest says nothing about the
/// part of the space where the output does not exist.
struct ElementaryEffects {
  double mean{kNaN};           ///< mu
  double mean_absolute{kNaN};  ///< mu* (Campolongo, Cariboni & Saltelli 2007): its strength
  double deviation{kNaN};      ///< sigma, of a sample: how much the effect varies with the place,
                               ///< through curvature or other variables; NaN for fewer than two
                               ///< effects
  std::size_t count{0};        ///< number of effects; if 0, the others are NaN
  std::size_t left_out{0};
};

/// @param outputs of plan.designs
/// @return [output][variable], for all variables of the space
[[nodiscard]] std::vector<std::vector<ElementaryEffects>> calc_elementary_effects(
    const DesignSpace& space, const MorrisPlan& plan, const StudyOutputs& outputs);

}  // namespace sampling
}  // namespace globaldyn::inside
