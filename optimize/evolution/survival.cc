#include "optimize/evolution/survival.h"

#include <algorithm>
#include <numeric>

#include "optimize/pareto/crowding.h"
#include "optimize/random/random_stream.h"

namespace globaldyn::inside {
inline namespace evolution {
namespace {

// Smaller numbers belong to children.
constexpr std::uint32_t kStreamOfNiches = 0xFFFFFFFF;

}  // namespace

Survival::Survival(const EvolutionOptions& options)
    : population_(std::max<std::size_t>(1, options.population)),
      seed_(options.seed),
      algorithm_(options.algorithm) {}

void Survival::select(std::span<const Outcome* const> outcomes, std::uint64_t step,
                      std::vector<int>& kept, std::vector<Standing>& standings) {
  sorter_.rank(outcomes, ranks_);
  sort_by_rank();
  look_at_niches(outcomes);
  standings_.resize(outcomes.size());
  RandomStream random(seed_, step, kStreamOfNiches);
  kept.clear();
  std::size_t begin = 0;
  while (begin < order_.size() && kept.size() < population_) {
    const Front front = find_front(begin);
    members_.resize(front.size());
    std::iota(members_.begin(), members_.end(), static_cast<int>(begin));
    if (front.end > population_) thin_out(outcomes, front, random);
    rate(outcomes);
    for (const int position : members_) kept.push_back(order_[position]);
    begin = front.end;
  }
  std::ranges::sort(kept);
  standings.clear();
  for (const int number : kept) standings.push_back(standings_[number]);
}

// By counting, as ranks have no gaps.
void Survival::sort_by_rank() {
  const int ranks = ranks_.empty() ? 0 : std::ranges::max(ranks_) + 1;
  begins_.assign(ranks + 1, 0);
  for (const int rank : ranks_) ++begins_[rank + 1];
  std::partial_sum(begins_.begin(), begins_.end(), begins_.begin());
  order_.resize(ranks_.size());
  for (int number = 0; const int rank : ranks_) order_[begins_[rank]++] = number++;
}

Survival::Front Survival::find_front(std::size_t begin) const {
  std::size_t end = begin;
  while (end < order_.size() && ranks_[order_[end]] == ranks_[order_[begin]]) ++end;
  return {begin, end};
}

// How many objectives there are is known from the first feasible outcome on.
void Survival::look_at_niches(Outcomes outcomes) {
  if (order_.empty() || !outcomes[order_[0]]->is_feasible()) return;
  const std::size_t objectives = outcomes[order_[0]]->objectives.size();
  if (algorithm_ == EvolutionAlgorithm::automatic) {
    algorithm_ = objectives <= 2 ? EvolutionAlgorithm::nsga2 : EvolutionAlgorithm::nsga3;
  }
  if (algorithm_ == EvolutionAlgorithm::nsga2) return;
  if (!niching_) niching_.emplace(objectives, population_);
  points_.reset(objectives);
  for (const int number : order_) {
    if (outcomes[number]->is_feasible()) points_.add(outcomes[number]->objectives);
  }
  niching_->look_at(points_, find_front(0).size());
}

void Survival::thin_out(Outcomes outcomes, Front front, RandomStream& random) {
  const std::size_t room = population_ - front.begin;
  if (!outcomes[order_[front.begin]]->is_feasible()) {
    members_.resize(room);  // equal violations: the first ones stay
  } else if (niching_) {
    members_.clear();
    niching_->choose(front.begin, front.end, room, random, members_);
  } else {
    gather(outcomes, members_);
    members_ = keep_least_crowded(points_, room);
    for (int& member : members_) member += static_cast<int>(front.begin);
  }
}

void Survival::rate(Outcomes outcomes) {
  for (const int position : members_) {
    const int number = order_[position];
    standings_[number] = {ranks_[number], 0.0};
  }
  if (!outcomes[order_[members_[0]]]->is_feasible()) return;
  if (niching_) {
    for (const int position : members_) {
      standings_[order_[position]].merit = niching_->nearness(position);
    }
    return;
  }
  gather(outcomes, members_);
  const std::vector<double> distances = calc_crowding_distances(points_);
  for (std::size_t i = 0; i < members_.size(); ++i) {
    standings_[order_[members_[i]]].merit = distances[i];
  }
}

void Survival::gather(Outcomes outcomes, std::span<const int> positions) {
  points_.reset(outcomes[order_[positions[0]]]->objectives.size());
  for (const int position : positions) points_.add(outcomes[order_[position]]->objectives);
}

}  // namespace evolution
}  // namespace globaldyn::inside
