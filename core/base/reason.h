#pragma once

#include <optional>
#include <string>

namespace globaldyn::inside {
inline namespace core {

/// Why something cannot be, and where on the path if that is known. The place is not part of the
/// words, so that equal reasons at different places are equal words.
struct Reason {
  std::string what;
  std::optional<double> p{};

  /// One line, `what at p = …`.
  [[nodiscard]] std::string text() const;
};

}  // namespace core
}  // namespace globaldyn::inside
