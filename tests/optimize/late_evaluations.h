#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <utility>
#include <vector>

#include "optimize/random/random_stream.h"
#include "optimize/search/evaluations.h"

namespace globaldyn::inside::test {

/// Outcomes that arrive as late as possible, none before it is waited for, and then after some
/// others, drawn at random. An outcome may depend on its number.
class LateEvaluations : public Evaluations {
 public:
  using Function = std::function<Outcome(std::size_t number, const Design& design)>;

  LateEvaluations(Function function, std::size_t budget, std::uint64_t order)
      : function_(std::move(function)), outcomes_(budget), order_(order) {}

  [[nodiscard]] const std::vector<Design>& designs() const { return designs_; }

  /// The maximum number submitted and not yet waited for at any time.
  [[nodiscard]] std::size_t max_in_flight() const { return most_under_way_; }

 private:
  [[nodiscard]] std::size_t do_left() override { return outcomes_.size() - designs_.size(); }

  std::size_t do_submit(const Design& design) override {
    designs_.push_back(design);
    pending_.push_back(designs_.size());
    most_under_way_ = std::max(most_under_way_, designs_.size() - waited_for_);
    return designs_.size();
  }

  [[nodiscard]] const Outcome& do_wait_for(std::size_t number) override {
    ++waited_for_;
    while (std::ranges::find(pending_, number) != pending_.end()) {
      const auto next = pending_.begin() + static_cast<int>(order_.below(pending_.size()));
      outcomes_[*next - 1] = function_(*next, designs_[*next - 1]);
      pending_.erase(next);
    }
    return outcomes_[number - 1];
  }

  Function function_;
  std::vector<Design> designs_;
  std::vector<Outcome> outcomes_;
  std::vector<std::size_t> pending_;
  RandomStream order_;
  std::size_t waited_for_{0}, most_under_way_{0};
};

}  // namespace globaldyn::inside::test
