#include "optimize/executor/hand_out.h"

#include <algorithm>

namespace globaldyn::inside {
inline namespace executor {

HandOut::HandOut(std::size_t ranks, std::size_t threads) : threads_(threads), held_(ranks, 0) {
  for (std::size_t rank = 0; rank < ranks; ++rank) order_.emplace_hint(order_.end(), 0, rank);
}

std::optional<HandOut::Chunk> HandOut::next(std::size_t waiting) {
  if (waiting == 0) return std::nullopt;
  const auto [least, rank] = *order_.begin();
  const std::size_t size = chunk_size(waiting);
  // A chunk in reserve may have to wait for a slow design, and a search for the chunk: only while
  // there are plenty.
  constexpr std::size_t kPlenty = 2;
  const std::size_t chunks = waiting >= kPlenty * threads_ * ranks() ? 2 : 1;
  if (least >= chunks * std::max(size, threads_)) return std::nullopt;
  const std::size_t count = std::min(size, waiting);
  set(rank, least + count);
  return Chunk{rank, count};
}

void HandOut::take_back(std::size_t rank, double seconds) {
  set(rank, held_[rank] - 1);
  total_time_ += seconds;
  ++measured_;
}

double HandOut::mean_time() const {
  return measured_ == 0 ? 0.0 : total_time_ / static_cast<double>(measured_);
}

double HandOut::find_sleep_time() const {
  // A check costs as much as 20 us of a core that could evaluate designs.
  constexpr double kPart = 0.05, kLongest = 5e-3;
  const double others = static_cast<double>(threads_ * std::max<std::size_t>(1, ranks() - 1));
  return std::clamp(kPart * mean_time() / others, kIdleNap, kLongest);
}

void HandOut::set(std::size_t rank, std::size_t count) {
  auto entry = order_.extract({held_[rank], rank});
  entry.value().first = held_[rank] = count;
  order_.insert(std::move(entry));
}

std::size_t HandOut::chunk_size(std::size_t waiting) const {
  constexpr double kChunk = 3e-3;  // s of work: a message costs some microseconds
  constexpr double kMost = 512.0;  // designs per thread, however fast they are
  if (measured_ == 0) return threads_;
  const double wanted = std::clamp(kChunk / std::max(mean_time(), 1e-9), 1.0, kMost);
  const std::size_t share = waiting / (2 * threads_ * ranks());
  return std::clamp<std::size_t>(share, 1, static_cast<std::size_t>(wanted) * threads_);
}

}  // namespace executor
}  // namespace globaldyn::inside
