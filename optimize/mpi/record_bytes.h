#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "optimize/store/design_record.h"

namespace globaldyn::inside {
inline namespace mpi {

/// A design to be sent to the process that evaluates it.
struct DesignJob {
  std::uint64_t id{0};
  Design design;

  bool operator==(const DesignJob&) const = default;
};

/// Jobs and records as bytes, for another process on a machine of the same kind (byte order and
/// size of numbers).
[[nodiscard]] std::vector<std::byte> to_bytes(std::span<const DesignJob> jobs);
[[nodiscard]] std::vector<std::byte> to_bytes(std::span<const DesignRecord> records);

/// And back. @throws Error if there are too few or too many bytes
[[nodiscard]] std::vector<DesignJob> jobs_from_bytes(std::span<const std::byte> bytes);
[[nodiscard]] std::vector<DesignRecord> records_from_bytes(std::span<const std::byte> bytes);

}  // namespace mpi
}  // namespace globaldyn::inside
