#include "optimize/evolution/new_designs.h"

#include <algorithm>
#include <bit>
#include <limits>
#include <utility>

namespace globaldyn::inside {
inline namespace evolution {
namespace {

constexpr std::size_t kUncountable = std::numeric_limits<std::size_t>::max();

// One to one; every bit of x affects every bit of the result (Steele, Lea & Flood 2014).
std::uint64_t mix(std::uint64_t x) {
  x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9;
  x = (x ^ (x >> 27)) * 0x94D049BB133111EB;
  return x ^ (x >> 31);
}

std::uint64_t calc_hash(const Design& design) {
  std::uint64_t hash = 1;
  // + 0.0: both zeros are one value. * 3: a plain sum would not change if two values were swapped.
  for (const double value : design) {
    hash = mix(3 * hash + std::bit_cast<std::uint64_t>(value + 0.0));
  }
  return std::max<std::uint64_t>(hash, 1);
}

std::size_t count_designs(const std::vector<DesignVariable>& variables) {
  constexpr double kMost = 0x1p63;
  double total = 1.0;
  for (const DesignVariable& variable : variables) {
    if (variable.low == variable.high) continue;
    if (variable.kind == DesignVariable::Kind::continuous) return kUncountable;
    total *= variable.high - variable.low + 1.0;
  }
  return total < kMost ? static_cast<std::size_t>(total) : kUncountable;
}

}  // namespace

NewDesigns::NewDesigns(const DesignSpace& space)
    : variables_(space.variables), total_(count_designs(variables_)), slots_(1024) {}

bool NewDesigns::take(const Design& design) {
  if (2 * count_ >= slots_.size()) grow();
  if (!insert(calc_hash(design))) return false;
  ++count_;
  return true;
}

void NewDesigns::grow() {
  const auto old = std::exchange(slots_, std::vector<std::uint64_t>(2 * slots_.size()));
  for (const std::uint64_t hash : old) {
    if (hash != 0) insert(hash);
  }
}

bool NewDesigns::insert(std::uint64_t hash) {
  const std::size_t mask = slots_.size() - 1;
  std::size_t i = hash & mask;
  while (slots_[i] != 0 && slots_[i] != hash) i = (i + 1) & mask;
  return std::exchange(slots_[i], hash) != hash;
}

bool NewDesigns::take_random(RandomStream& random, Design& design) {
  constexpr std::size_t kMostTries = 100;  // each almost surely works if enough numbers are left
  const bool is_countable = total_ != kUncountable;
  const std::size_t tries = empty() ? 0 : is_countable ? total_ : kMostTries;
  draw(random, design);
  for (std::size_t i = 0; i < tries; ++i) {
    if (take(design)) return true;
    if (is_countable) {
      step(design);
    } else {
      draw(random, design);
    }
  }
  return false;
}

void NewDesigns::draw(RandomStream& random, Design& design) const {
  design.resize(variables_.size());
  for (std::size_t i = 0; i < design.size(); ++i) {
    design[i] = value_at(variables_[i], random.uniform());
  }
}

// Counts up like an odometer: goes through all designs of a countable space one after the other.
void NewDesigns::step(Design& design) const {
  for (std::size_t i = 0; i < design.size(); ++i) {
    if (design[i] < variables_[i].high) {
      design[i] += 1.0;
      return;
    }
    design[i] = variables_[i].low;
  }
}

}  // namespace evolution
}  // namespace globaldyn::inside
