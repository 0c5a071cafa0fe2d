#pragma once

#include <span>

#include "core/base/rotation.h"

namespace globaldyn::inside {
inline namespace core {

/// The entries of a vector, in place.
[[nodiscard]] inline std::span<const double> as_span(const VectorXd& values) {
  return {values.data(), static_cast<std::size_t>(values.size())};
}
[[nodiscard]] inline std::span<double> as_span(VectorXd& values) {
  return {values.data(), static_cast<std::size_t>(values.size())};
}

}  // namespace core
}  // namespace globaldyn::inside
