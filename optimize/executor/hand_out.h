#pragma once

#include <cstddef>
#include <optional>
#include <set>
#include <utility>
#include <vector>

namespace globaldyn::inside {
inline namespace executor {

/// How designs are handed out to ranks so that no rank waits for work and no design waits for a
/// slow one. A chunk is some milliseconds of work for every thread of a rank, or one design per
/// thread if designs take longer. Every rank works on one chunk, and has another in reserve as long
/// as there are plenty. The rank with the fewest gets the next chunk; chunks become smaller as the
/// queue runs out, so that all ranks finish at about the same time.
class HandOut {
 public:
  /// The designs that one rank is to have next.
  struct Chunk {
    std::size_t rank;
    std::size_t count;
  };

  /// Ranks, and the threads of each: at least one.
  HandOut(std::size_t ranks, std::size_t threads);

  /// The next chunk of `waiting` designs, which its rank then holds; none if every rank has enough.
  [[nodiscard]] std::optional<Chunk> next(std::size_t waiting);

  /// A rank returns one design, done in `seconds`.
  void take_back(std::size_t rank, double seconds);

  [[nodiscard]] std::size_t ranks() const { return held_.size(); }

  /// How many designs a rank holds.
  [[nodiscard]] std::size_t held_by(std::size_t rank) const { return held_[rank]; }

  /// Of the designs done, in s; 0 if there are none.
  [[nodiscard]] double mean_time() const;

  /// How long, in s, rank 0 sleeps between two checks for messages while its own threads work: a
  /// fraction of the mean time between results from the other ranks.
  [[nodiscard]] double find_sleep_time() const;

 private:
  void set(std::size_t rank, std::size_t count);
  [[nodiscard]] std::size_t chunk_size(std::size_t waiting) const;

  std::size_t threads_;
  std::vector<std::size_t> held_;
  std::set<std::pair<std::size_t, std::size_t>> order_;  // (held, rank)
  double total_time_{0.0};                               // s
  std::size_t measured_{0};
};

/// How long, in s, a rank without work sleeps between two checks for messages.
inline constexpr double kIdleNap = 1e-4;

}  // namespace executor
}  // namespace globaldyn::inside
