#pragma once

#include <deque>
#include <functional>

#include "optimize/search/evaluations.h"

namespace globaldyn::inside {
inline namespace search {

/// Designs evaluated immediately by a function, on the thread that submits them.
class FunctionEvaluations : public Evaluations {
 public:
  using Function = std::function<Outcome(const Design& design)>;

  FunctionEvaluations(Function function, std::size_t budget)
      : function_(std::move(function)), budget_(budget) {}

  [[nodiscard]] const std::deque<Design>& designs() const { return designs_; }
  [[nodiscard]] const std::deque<Outcome>& outcomes() const { return outcomes_; }

 private:
  [[nodiscard]] std::size_t do_left() override { return budget_ - outcomes_.size(); }
  std::size_t do_submit(const Design& design) override {
    designs_.push_back(design);
    outcomes_.push_back(function_(design));
    return outcomes_.size();
  }
  [[nodiscard]] const Outcome& do_wait_for(std::size_t number) override {
    return outcomes_.at(number - 1);
  }

  Function function_;
  std::size_t budget_;
  std::deque<Design> designs_;
  std::deque<Outcome> outcomes_;
};

}  // namespace search
}  // namespace globaldyn::inside
