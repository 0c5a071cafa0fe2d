#pragma once

#include <cstddef>
#include <optional>
#include <set>
#include <utility>
#include <vector>

namespace globaldyn {

/// How designs are handed out to ranks so that none waits for work, nor any design behind a slow
/// one. A chunk is some milliseconds of work for every thread of a rank, or one design for each
/// where they take longer. Every rank works on one chunk, and has another at hand as long as there
/// are plenty. Who has least gets the next; towards the end of what waits chunks become smaller, so
/// that all are done at about the same time.
class HandOut {
 public:
  /// The designs that one rank is to have next.
  struct Chunk {
    std::size_t rank;
    std::size_t count;
  };

  /// @param ranks, threads of each: at least one
  HandOut(std::size_t ranks, std::size_t threads);

  /// The next chunk of `waiting` designs, from now on held by its rank; none if every rank has
  /// enough.
  [[nodiscard]] std::optional<Chunk> next(std::size_t waiting);

  /// A rank gives one design back, done in `seconds`.
  void take_back(std::size_t rank, double seconds);

  [[nodiscard]] std::size_t ranks() const { return held_.size(); }

  /// How many designs a rank holds.
  [[nodiscard]] std::size_t held_by(std::size_t rank) const { return held_[rank]; }

  /// Of the designs done, in s; 0 if there are none.
  [[nodiscard]] double mean_time() const;

  /// How long, in s, rank 0 naps between two looks for messages while its own threads work: a part
  /// of the time in which one result comes from the others.
  [[nodiscard]] double find_nap() const;

 private:
  void set(std::size_t rank, std::size_t count);
  [[nodiscard]] std::size_t chunk_size(std::size_t waiting) const;

  std::size_t threads_;
  std::vector<std::size_t> held_;
  std::set<std::pair<std::size_t, std::size_t>> order_;  // (held, rank)
  double total_time_{0.0};                               // s
  std::size_t measured_{0};
};

/// How long, in s, a rank without work naps between two looks for messages.
inline constexpr double kIdleNap = 1e-4;

}  // namespace globaldyn
