#pragma once

#include <string>

namespace globaldyn::test {

/// A machine file: `count` unit rods of 1 kg in a closed loop, the first of them fixed, a regular
/// polygon hanging from it (seed 000, Fig. 3). count - 3 degrees of freedom, no drives.
[[nodiscard]] std::string make_rod_loop(int count);

}  // namespace globaldyn::test
