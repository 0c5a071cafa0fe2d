#include "optimize/evolution/survival.h"

#include <algorithm>

#include "optimize/pareto/crowding.h"
#include "optimize/random/random_stream.h"

namespace globaldyn {
namespace {

// Children have the numbers below.
constexpr std::uint32_t kStreamOfNiches = 0xFFFFFFFF;

void gather(std::span<const Outcome* const> outcomes, std::span<const int> numbers,
            Points& points) {
  if (!numbers.empty()) points.reset(outcomes[numbers[0]]->objectives.size());
  else points.reset(points.dimension());
  for (const int number : numbers) points.add(outcomes[number]->objectives);
}

}  // namespace

Survival::Survival(const EvolutionOptions& options)
    : population_(std::max<std::size_t>(1, options.population)),
      seed_(options.seed),
      algorithm_(options.algorithm) {}

void Survival::select(std::span<const Outcome* const> outcomes, std::uint64_t step,
                      std::vector<int>& kept, std::vector<Standing>& standings) {
  sorter_.rank(outcomes, ranks_);
  sort_by_rank();
  standings_.resize(outcomes.size());
  begin_niching(outcomes);
  RandomStream random(seed_, step, kStreamOfNiches);
  kept.clear();
  std::size_t begin = 0;
  while (begin < order_.size() && kept.size() < population_) {
    const Numbers front = find_front(begin);
    members_.assign(front.begin(), front.end());
    if (kept.size() + front.size() > population_) thin_out(outcomes, front, random);
    rate(outcomes);
    kept.insert(kept.end(), members_.begin(), members_.end());
    begin += front.size();
  }
  std::ranges::sort(kept);
  standings.clear();
  for (const int number : kept) standings.push_back(standings_[number]);
}

// Counting: ranks have no gaps.
void Survival::sort_by_rank() {
  const int ranks = ranks_.empty() ? 0 : *std::ranges::max_element(ranks_) + 1;
  begins_.assign(ranks + 1, 0);
  for (const int rank : ranks_) ++begins_[rank + 1];
  for (int rank = 0; rank < ranks; ++rank) begins_[rank + 1] += begins_[rank];
  order_.resize(ranks_.size());
  for (int number = 0; const int rank : ranks_) order_[begins_[rank]++] = number++;
}

Survival::Numbers Survival::find_front(std::size_t begin) const {
  std::size_t end = begin;
  while (end < order_.size() && ranks_[order_[end]] == ranks_[order_[begin]]) ++end;
  return {order_.data() + begin, end - begin};
}

// How many objectives there are is known from the first feasible outcome on.
void Survival::begin_niching(Outcomes outcomes) {
  if (order_.empty() || !outcomes[order_[0]]->is_feasible()) return;
  const std::size_t objectives = outcomes[order_[0]]->objectives.size();
  if (algorithm_ == EvolutionAlgorithm::automatic) {
    algorithm_ = objectives <= 2 ? EvolutionAlgorithm::nsga2 : EvolutionAlgorithm::nsga3;
  }
  if (algorithm_ == EvolutionAlgorithm::nsga2) return;
  if (!niching_) niching_.emplace(objectives, population_);
  const auto is_infeasible = [&](int number) { return !outcomes[number]->is_feasible(); };
  const auto feasible_end = std::ranges::find_if(order_, is_infeasible);
  gather(outcomes, {order_.begin(), feasible_end}, better_);
  gather(outcomes, find_front(0), front_);
  niching_->update(better_, front_);
}

void Survival::thin_out(Outcomes outcomes, Numbers front, RandomStream& random) {
  const auto accepted = static_cast<std::size_t>(front.data() - order_.data());
  const std::size_t room = population_ - accepted;
  members_.resize(room);
  if (!outcomes[front[0]]->is_feasible()) return;  // equal violations: the first ones stay
  gather(outcomes, front, front_);
  if (niching_) {
    gather(outcomes, {order_.data(), accepted}, better_);
    chosen_.clear();
    niching_->choose(better_, front_, room, random, chosen_);
  } else {
    chosen_ = keep_least_crowded(front_, room);
  }
  std::ranges::transform(chosen_, members_.begin(), [&](int i) { return front[i]; });
}

void Survival::rate(Outcomes outcomes) {
  for (const int number : members_) standings_[number] = {ranks_[number], 0.0};
  if (!outcomes[members_[0]]->is_feasible()) return;
  gather(outcomes, members_, front_);
  const std::vector<double> merits =
      niching_ ? niching_->calc_nearness(front_) : calc_crowding_distances(front_);
  for (std::size_t i = 0; i < members_.size(); ++i) standings_[members_[i]].merit = merits[i];
}

}  // namespace globaldyn
