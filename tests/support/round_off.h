#pragma once

#include <limits>

namespace globaldyn::inside::test {

/// Tolerance for an identity exact on paper: `operations` rounded operations whose intermediates
/// (not the result: terms may cancel) stay below `scale`.
constexpr double round_off(int operations, double scale) {
  return operations * std::numeric_limits<double>::epsilon() * scale;
}

}  // namespace globaldyn::inside::test
