#include "optimize/refinement/lock_step.h"

#include <algorithm>
#include <cassert>
#include <condition_variable>
#include <exception>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

namespace globaldyn::inside {
inline namespace refinement {
namespace {

// A running course and its exchange with the caller: the course hands over a design and waits, the
// caller hands over an answer and waits for the next design.
class Player {
 public:
  Player(std::size_t index, const Course& course)
      : thread_([this, index, &course] { play(index, course); }) {}
  Player(const Player&) = delete;
  Player& operator=(const Player&) = delete;
  ~Player() {
    dismiss();
    thread_.join();
  }

  // The design asked for, or null if the course has ended. Waits for either.
  [[nodiscard]] const Design* wait_for_design() {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [this] { return design_ != nullptr || has_ended_; });
    return design_;
  }

  void answer(Answer answer) {
    const std::scoped_lock lock(mutex_);
    answer_ = answer;
    design_ = nullptr;
    changed_.notify_all();
  }

  // There are no more answers from now on.
  void dismiss() {
    const std::scoped_lock lock(mutex_);
    is_dismissed_ = true;
    changed_.notify_all();
  }

  void wait_for_end() {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [this] { return has_ended_; });
  }

  // To be called after the end.
  void rethrow() const {
    if (error_) std::rethrow_exception(error_);
  }

 private:
  void play(std::size_t index, const Course& course) {
    try {
      course(index, [this](const Design& design) { return ask(design); });
    } catch (...) {
      error_ = std::current_exception();
    }
    const std::scoped_lock lock(mutex_);
    has_ended_ = true;
    changed_.notify_all();
  }

  Answer ask(const Design& design) {
    std::unique_lock lock(mutex_);
    if (is_dismissed_) return {};
    design_ = &design;
    changed_.notify_all();
    changed_.wait(lock, [this] { return design_ == nullptr || is_dismissed_; });
    if (design_ == nullptr) return answer_;
    design_ = nullptr;
    return {};
  }

  std::mutex mutex_;
  std::condition_variable changed_;
  const Design* design_{nullptr};  // asked for, not yet answered
  Answer answer_;
  bool is_dismissed_{false};
  bool has_ended_{false};
  std::exception_ptr error_;
  std::thread thread_;  // last: it starts when everything else exists
};

class LockStep {
 public:
  LockStep(std::size_t count, std::size_t width, const Course& course, Evaluations& evaluations)
      : count_(count), width_(width), course_(course), evaluations_(evaluations) {}

  void run() {
    for (gather(); !players_.empty(); gather()) {
      const std::size_t allowed = std::min(evaluations_.left(), players_.size());
      play_round(allowed);
      if (allowed < players_.size()) return end();
    }
  }

 private:
  // Waits for every player's design; a player that has ended is replaced by the next.
  void gather() {
    designs_.clear();
    for (std::size_t i = 0;;) {
      while (players_.size() < width_ && begun_ < count_) {
        players_.push_back(std::make_unique<Player>(begun_, course_));
        ++begun_;
      }
      if (i == players_.size()) return;
      if (const Design* design = players_[i]->wait_for_design()) {
        designs_.push_back(design);
        ++i;
      } else {
        players_[i]->rethrow();
        players_.erase(players_.begin() + static_cast<std::ptrdiff_t>(i));
      }
    }
  }

  void play_round(std::size_t allowed) {
    std::vector<Answer> answers(allowed);
    for (std::size_t i = 0; i < allowed; ++i) answers[i].number = evaluations_.submit(*designs_[i]);
    for (Answer& answer : answers) answer.outcome = &evaluations_.wait_for(answer.number);
    for (std::size_t i = 0; i < allowed; ++i) players_[i]->answer(answers[i]);
  }

  // There are no designs left. All players are told before any is waited for.
  void end() {
    for (const auto& player : players_) player->dismiss();
    for (const auto& player : players_) {
      player->wait_for_end();
      player->rethrow();
    }
  }

  std::size_t count_;
  std::size_t width_;
  const Course& course_;
  Evaluations& evaluations_;
  std::size_t begun_{0};
  std::vector<std::unique_ptr<Player>> players_;  // running, by index
  std::vector<const Design*> designs_;            // of this round, one per player
};

}  // namespace

void run_in_lock_step(std::size_t count, std::size_t width, const Course& course,
                      Evaluations& evaluations) {
  assert(width >= 1);
  LockStep(count, width, course, evaluations).run();
}

}  // namespace refinement
}  // namespace globaldyn::inside
