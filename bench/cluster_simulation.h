#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace globaldyn::inside {

/// How long designs take to be evaluated: drawn from measured times, all equally likely. A design's
/// time depends only on (seed, its number), so that every search gets the same.
class EvaluationTimes {
 public:
  /// @param measured s
  /// @throws Error unless there is at least one, and all are > 0
  explicit EvaluationTimes(std::vector<double> measured, std::uint64_t seed = 1);

  /// s, of the design with this number.
  [[nodiscard]] double of(std::size_t design) const;

 private:
  std::vector<double> measured_;
  std::uint64_t seed_;
};

/// The time that the processes of a study need in addition to evaluating, in s.
struct ClusterOptions {
  double result{3.1e-6};      ///< rank 0: receiving and storing one result
  double breeding{0.9e-6};    ///< rank 0: one design, its share of selection included
  double chunk{1e-6};         ///< rank 0: sending a chunk of designs
  double latency{2e-6};       ///< a message on its way, to or from rank 0
  std::optional<double> nap;  ///< between checks for messages, when there is nothing else to do;
                              ///< the program's own if not given
};

/// A search as a cluster sees it: when designs can be bred.
struct SimulatedSearch {
  enum class Scheme {
    generational,  ///< `size` at once when all previous results are there
    steady_state   ///< design k when all up to k - `size` are there
  };

  Scheme scheme{Scheme::generational};
  std::size_t size{1};         ///< population or lag, >= 1
  std::size_t evaluations{1};  ///< of the whole search
};

struct SimulatedRun {
  double makespan{0.0};     ///< s, from the first breeding until the last result is stored
  double useful{0.0};       ///< s of evaluation, all ranks together
  double efficiency{0.0};   ///< useful / (ranks * makespan)
  double rank_0_busy{0.0};  ///< share of the makespan in which the thread of rank 0 that searches,
                            ///< stores and sends was at work
  std::size_t chunks{0};    ///< messages with designs
};

/// Simulates a search on `ranks` processes event by event, with designs handed out by HandOut and
/// one thread per rank. Rank 0 also evaluates, on another core than the thread that searches and
/// stores; that thread does one thing after the other, in the times given by `options`. Results
/// come one by one. Costs some 2 µs per evaluation.
/// @throws Error for a search with no evaluations, or on no ranks
[[nodiscard]] SimulatedRun simulate_cluster(const SimulatedSearch& search, std::size_t ranks,
                                            const EvaluationTimes& times,
                                            const ClusterOptions& options);

}  // namespace globaldyn::inside
