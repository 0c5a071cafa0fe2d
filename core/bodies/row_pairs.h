#pragma once

#include <Eigen/Dense>
#include <array>
#include <cstddef>
#include <memory>
#include <span>

#include "core/base/errors.h"
#include "core/base/ids.h"

namespace globaldyn::inside {
inline namespace core {

using Vector6d = Eigen::Matrix<double, 6, 1>;

/// A pair of bodies of a row. It measures the motion of b relative to a: zero where both move as
/// one.
struct RowPair {
  BodyId body_a;
  BodyId body_b;
  Vector6d jacobian_a;
  Vector6d jacobian_b;
};

/// The further pairs of a row that has more than one, kept in place. Rows are made and copied all
/// the time and nearly all have none: what is not in use is neither set nor copied.
class RowPairs {
 public:
  static constexpr std::size_t kCapacity = 7;

  RowPairs() {}  // NOLINT(modernize-use-equals-default): a defaulted one would be deleted
  RowPairs(const RowPairs& other) noexcept { copy(other); }
  RowPairs& operator=(const RowPairs& other) noexcept {
    if (this != &other) copy(other);
    return *this;
  }
  ~RowPairs() = default;

  [[nodiscard]] std::span<RowPair> used() { return {pairs_.data(), count_}; }
  [[nodiscard]] std::span<const RowPair> used() const { return {pairs_.data(), count_}; }
  [[nodiscard]] std::size_t size() const { return count_; }
  [[nodiscard]] bool empty() const { return count_ == 0; }

  /// @throws NumericalError if there is no room left
  void append(std::span<const RowPair> pairs) {
    if (count_ + pairs.size() > kCapacity)
      throw NumericalError("a row has too many pairs of bodies");
    for (const RowPair& pair : pairs) std::construct_at(&pairs_[count_++], pair);
  }

 private:
  void copy(const RowPairs& other) noexcept {
    count_ = other.count_;
    for (std::size_t i = 0; i < count_; ++i) std::construct_at(&pairs_[i], other.pairs_[i]);
  }

  std::size_t count_{0};
  union {  // which makes none of them before it is asked to
    std::array<RowPair, kCapacity> pairs_;
  };
};

}  // namespace core
}  // namespace globaldyn::inside
