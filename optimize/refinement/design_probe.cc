#include "optimize/refinement/design_probe.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <utility>

namespace globaldyn::inside {
inline namespace refinement {
namespace {

constexpr double kSteps = 0x1p40;  // of a share

}  // namespace

DesignProbe::DesignProbe(const DesignSpace& space, Design base, std::size_t budget, const Ask& ask)
    : space_(space), base_(std::move(base)), budget_(budget), limit_(budget), ask_(ask) {
  assert(base_.size() == space.size());
  for (std::size_t i = 0; i < space.size(); ++i) {
    const DesignVariable& variable = space.variables[i];
    if (variable.kind == DesignVariable::Kind::continuous && variable.low < variable.high) {
      free_.push_back(i);
    }
  }
  base_key_ = make_key(shares_of(base_));
}

std::vector<double> DesignProbe::shares_of(const Design& design) const {
  std::vector<double> shares;
  for (const std::size_t i : free_) {
    shares.push_back(std::clamp(share_of(space_.variables[i], design[i]), 0.0, 1.0));
  }
  return shares;
}

void DesignProbe::allow(std::size_t count) {
  limit_ = asked_ + std::min(count, left());
}

void DesignProbe::learn(ProbedDesign known) {
  places_.emplace(make_key(shares_of(known.design)), known_.size());
  known_.push_back(std::move(known));
}

const Outcome* DesignProbe::look(std::span<const double> shares) {
  const Key key = make_key(shares);
  if (const auto place = places_.find(key); place != places_.end()) {
    return &known_[place->second].outcome;
  }
  if (asked_ >= limit_ || has_ended_) return nullptr;
  Design design = make_design(key);
  const Answer answer = ask_(design);
  has_ended_ = !answer;
  if (has_ended_) return nullptr;
  ++asked_;
  places_.emplace(key, known_.size());
  known_.push_back({answer.number, std::move(design), *answer.outcome});
  return &known_.back().outcome;
}

DesignProbe::Key DesignProbe::make_key(std::span<const double> shares) {
  Key key;
  for (const double share : shares) key.push_back(std::llround(share * kSteps));
  return key;
}

Design DesignProbe::make_design(const Key& key) const {
  Design design = base_;
  for (std::size_t k = 0; k < free_.size(); ++k) {
    if (key[k] == base_key_[k]) continue;  // not even a rounding error away
    design[free_[k]] = value_at(space_.variables[free_[k]], static_cast<double>(key[k]) / kSteps);
  }
  return design;
}

}  // namespace refinement
}  // namespace globaldyn::inside
