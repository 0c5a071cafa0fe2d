#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <deque>
#include <functional>
#include <future>
#include <map>
#include <thread>
#include <utility>
#include <vector>

#include "optimize/random/random_stream.h"
#include "optimize/search/evaluations.h"

namespace globaldyn::inside::test {

/// Evaluates designs on other threads, which take random times: they complete in another order than
/// they were submitted, different for each seed.
class ShuffledEvaluations : public Evaluations {
 public:
  using Function = std::function<Outcome(const Design& design)>;

  ShuffledEvaluations(Function function, std::size_t budget, std::uint64_t seed)
      : function_(std::move(function)), budget_(budget), random_(seed) {}

  [[nodiscard]] const std::vector<Design>& designs() const { return designs_; }
  [[nodiscard]] std::size_t max_in_flight() const { return most_under_way_; }

 private:
  [[nodiscard]] std::size_t do_left() override { return budget_ - designs_.size(); }

  std::size_t do_submit(const Design& design) override {
    EXPECT_GT(left(), 0u);
    designs_.push_back(design);
    const std::chrono::microseconds time(random_.below(200));
    under_way_[designs_.size()] = std::async(std::launch::async, [this, design, time] {
      std::this_thread::sleep_for(time);
      return function_(design);
    });
    most_under_way_ = std::max(most_under_way_, under_way_.size());
    return designs_.size();
  }

  [[nodiscard]] const Outcome& do_wait_for(std::size_t number) override {
    if (const auto place = under_way_.find(number); place != under_way_.end()) {
      known_[number] = place->second.get();
      under_way_.erase(place);
    }
    return known_.at(number);
  }

  Function function_;
  std::size_t budget_;
  RandomStream random_;
  std::vector<Design> designs_;
  std::size_t most_under_way_{0};
  std::map<std::size_t, std::future<Outcome>> under_way_;
  std::map<std::size_t, Outcome> known_;
};

}  // namespace globaldyn::inside::test
