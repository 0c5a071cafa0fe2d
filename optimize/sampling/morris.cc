#include "optimize/sampling/morris.h"

#include <cassert>
#include <cmath>

#include "optimize/random/random_stream.h"
#include "optimize/sampling/sample_designs.h"
#include "optimize/sampling/sample_statistics.h"
#include "optimize/sampling/sampling_stream.h"
#include "optimize/sampling/unit_points.h"

namespace globaldyn::inside {
inline namespace sampling {
namespace {

// A step of a variable, between two levels that are half their number apart.
struct Step {
  double from;  // share
  double to;
};

// One for each walk. There are as many different steps as levels: one starts at each.
std::vector<Step> make_steps(const MorrisOptions& options, std::size_t variable) {
  const std::size_t levels = options.levels;
  std::vector<Step> steps;
  for (const std::size_t from :
       spread_values(levels, options.trajectories, options.seed, variable)) {
    const std::size_t to = (from + levels / 2) % levels;
    const double last = static_cast<double>(levels - 1);
    steps.push_back({static_cast<double>(from) / last, static_cast<double>(to) / last});
  }
  return steps;
}

// The step as a share of the range.
double measure_step(const DesignVariable& variable, double from, double to) {
  switch (variable.kind) {
    case DesignVariable::Kind::continuous:
      return share_of(variable, to) - share_of(variable, from);
    case DesignVariable::Kind::integer:
      return (to - from) / (variable.high - variable.low);
    case DesignVariable::Kind::categorical:
      break;
  }
  return 1.0;
}

ElementaryEffects summarize(const std::vector<double>& effects, std::size_t left_out) {
  ElementaryEffects result;
  result.count = effects.size();
  result.left_out = left_out;
  if (effects.empty()) return result;
  std::vector<double> sizes;
  for (const double effect : effects) sizes.push_back(std::abs(effect));
  result.mean = calc_mean(effects);
  result.mean_absolute = calc_mean(sizes);
  result.deviation = calc_deviation(effects);
  return result;
}

std::vector<ElementaryEffects> calc_effects_on(const DesignSpace& space, const MorrisPlan& plan,
                                               const StudyOutputs& outputs, std::size_t output) {
  std::vector<std::vector<double>> effects(space.size());
  std::vector<std::size_t> left_out(space.size(), 0);
  for (std::size_t k = 0; k < plan.changed.size(); ++k) {
    const std::size_t before = k + k / plan.steps;  // each walk has one design more than steps
    const std::size_t i = plan.changed[k];
    const double change =
        output_of(outputs, before + 1, output) - output_of(outputs, before, output);
    if (std::isfinite(change)) {
      effects[i].push_back(change / measure_step(space.variables[i], plan.designs[before][i],
                                                 plan.designs[before + 1][i]));
    } else {
      ++left_out[i];
    }
  }
  std::vector<ElementaryEffects> result;
  for (std::size_t i = 0; i < space.size(); ++i) {
    result.push_back(summarize(effects[i], left_out[i]));
  }
  return result;
}

}  // namespace

MorrisPlan make_morris_plan(const DesignSpace& space, const MorrisOptions& options) {
  assert(options.levels >= 2 && options.levels % 2 == 0);
  const std::vector<std::size_t> varied = list_varied(space);
  std::vector<std::vector<Step>> steps;
  for (std::size_t i = 0; i < space.size(); ++i) steps.push_back(make_steps(options, i));

  MorrisPlan plan;
  plan.steps = varied.size();
  RandomStream random(options.seed, static_cast<std::uint64_t>(SamplingStream::morris_order));
  for (std::size_t walk = 0; walk < options.trajectories; ++walk) {
    Design design(space.size());
    for (std::size_t i = 0; i < space.size(); ++i) {
      design[i] = value_at(space.variables[i], steps[i][walk].from);
    }
    plan.designs.push_back(design);
    for (const std::size_t k : make_permutation(varied.size(), random)) {
      const std::size_t i = varied[k];
      design[i] = value_at(space.variables[i], steps[i][walk].to);
      plan.designs.push_back(design);
      plan.changed.push_back(i);
    }
  }
  return plan;
}

std::vector<std::vector<ElementaryEffects>> calc_elementary_effects(const DesignSpace& space,
                                                                    const MorrisPlan& plan,
                                                                    const StudyOutputs& outputs) {
  std::vector<std::vector<ElementaryEffects>> result;
  for (std::size_t output = 0; output < count_outputs(outputs); ++output) {
    result.push_back(calc_effects_on(space, plan, outputs, output));
  }
  return result;
}

}  // namespace sampling
}  // namespace globaldyn::inside
