#include "optimize/evolution/variation.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <utility>

#include "core/base/nth.h"

namespace globaldyn::inside {
inline namespace evolution {
namespace {

using Kind = DesignVariable::Kind;

// The place of a value; for an integer, anywhere in its part of the range.
double place(const DesignVariable& variable, double value, RandomStream& random) {
  const double share = share_of(variable, value);
  if (variable.kind == Kind::continuous) return share;
  const double width = 1.0 / static_cast<double>(count_values(variable));
  return std::clamp(share + (random.uniform() - 0.5) * width, 0.0, 1.0);
}

// Ranges as wide as the number format overflow: then the old value is as good as any.
double accept(const DesignVariable& variable, double value, double old) {
  return value >= variable.low && value <= variable.high ? value : old;
}

double cross_values(const DesignVariable& variable, double first, double second, double index,
                    RandomStream& random) {
  if (variable.kind == Kind::categorical) return second;
  double near = place(variable, first, random);
  double far = place(variable, second, random);
  // One draw for both, the side and the distance.
  double u = 2.0 * random.uniform();
  if (u >= 1.0) {
    std::swap(near, far);
    u -= 1.0;
  }
  return accept(variable, value_at(variable, cross_shares(near, far, index, u)), first);
}

double mutate_value(const DesignVariable& variable, double value, const VariationOptions& options,
                    RandomStream& random) {
  if (variable.kind == Kind::categorical) {
    const double other =
        variable.low + static_cast<double>(random.below(count_values(variable) - 1));
    return other < value ? other : other + 1.0;
  }
  const bool is_reset = random.uniform() < options.reset_probability;
  const double share = place(variable, value, random);
  const double u = random.uniform();
  const double mutant =
      value_at(variable, is_reset ? u : mutate_share(share, options.mutation_index, u));
  if (variable.kind == Kind::continuous || mutant != value) return accept(variable, mutant, value);
  const bool is_up = value == variable.low || (u >= 0.5 && value != variable.high);
  return is_up ? value + 1.0 : value - 1.0;
}

double displace_value(const DesignVariable& variable, double value, double from, double to,
                      double share, RandomStream& random) {
  if (variable.kind == Kind::categorical) return random.uniform() < share ? to : value;
  const double step = share * (share_of(variable, to) - share_of(variable, from));
  const double place_now = std::clamp(place(variable, value, random) + step, 0.0, 1.0);
  return accept(variable, value_at(variable, place_now), value);
}

}  // namespace

double cross_shares(double near, double far, double index, double u) {
  const double gap = std::abs(far - near);
  if (gap == 0.0) return near;
  const double room = near < far ? near : 1.0 - near;  // from `near` outwards
  // Distances from the middle are spread / 2 gaps. Without bounds, spreads below 1 have half of the
  // probability; the part outside the bound is redistributed proportionally.
  const double all = 2.0 - std::pow(1.0 + 2.0 * room / gap, -(index + 1.0));
  const double part = u * all;
  const double spread = std::pow(part <= 1.0 ? part : 1.0 / (2.0 - part), 1.0 / (index + 1.0));
  return std::clamp(0.5 * (near + far + spread * (near - far)), 0.0, 1.0);
}

double mutate_share(double share, double index, double u) {
  // The step has the polynomial density (1 - |step|)^index, each side scaled up so that nothing
  // lies beyond its bound.
  const bool is_up = u >= 0.5;
  const double room = is_up ? 1.0 - share : share;
  const double inner = is_up ? 2.0 * (1.0 - u) : 2.0 * u;
  const double outside = std::pow(1.0 - room, index + 1.0);
  const double step = 1.0 - std::pow(inner + (1.0 - inner) * outside, 1.0 / (index + 1.0));
  return std::clamp(is_up ? share + step : share - step, 0.0, 1.0);
}

Variation::Variation(const DesignSpace& space, const VariationOptions& options)
    : variables_(space.variables), options_(options) {
  for (std::size_t i = 0; i < variables_.size(); ++i) {
    if (variables_[i].low < variables_[i].high) free_.push_back(i);
  }
  double probability = options.mutation_probability;
  if (probability <= 0.0) {
    probability = 1.0 / std::max(1.0, static_cast<double>(free_.size()));
  }
  log_unchanged_ = std::log1p(-std::min(1.0, probability));
}

void Variation::cross(const Design& first, const Design& second, RandomStream& random,
                      Design& child) const {
  assert(&child != &first && &child != &second);
  child = first;
  if (random.uniform() < options_.crossover_probability) cross_in(second, random, child);
  mutate(random, child);
}

void Variation::displace(const Design& base, const Design& from, const Design& to,
                         RandomStream& random, Design& child) const {
  assert(&child != &base && &child != &from && &child != &to);
  child = base;
  const double share = random.uniform();
  for (const std::size_t i : free_) {
    if (from[i] == to[i]) continue;
    child[i] = displace_value(variables_[i], child[i], from[i], to[i], share, random);
  }
}

// Each variable with probability 1/2, as Deb does.
void Variation::cross_in(const Design& second, RandomStream& random, Design& child) const {
  constexpr std::size_t kCoins = 64;
  std::uint64_t coins = 0;
  for (std::size_t k = 0; k < free_.size(); ++k) {
    coins = k % kCoins == 0 ? random.bits() : coins >> 1;
    const std::size_t i = free_[k];
    if ((coins & 1) == 0 || child[i] == second[i]) continue;
    child[i] = cross_values(variables_[i], child[i], second[i], options_.crossover_index, random);
  }
}

// One draw for each variable that is mutated, not for each that could be: the number skipped has a
// geometric distribution.
void Variation::mutate(RandomStream& random, Design& child) const {
  const auto count = static_cast<double>(free_.size());
  double k = 0.0;
  while (true) {
    k += std::floor(std::log1p(-random.uniform()) / log_unchanged_);
    if (!(k < count)) return;
    const std::size_t i = nth(free_, k);
    child[i] = mutate_value(variables_[i], child[i], options_, random);
    k += 1.0;
  }
}

}  // namespace evolution
}  // namespace globaldyn::inside
