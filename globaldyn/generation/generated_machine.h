#pragma once

#include <string>
#include <vector>

namespace globaldyn::inside {
inline namespace generation {

/// A family of machines of any size, as benchmarks of multibody dynamics ask for.
struct GeneratedFamily {
  const char* key;                 ///< in the command line
  const char* description;         ///< one line for people
  int least;                       ///< count that makes a machine
  std::string (*make)(int count);  ///< its file; see below
};

/// All of them.
[[nodiscard]] const std::vector<GeneratedFamily>& list_generated_families();

/// The machine file of a family with `count` members. @throws InputError where there is no such
/// family, or where the machine would be too small or too large for a file
[[nodiscard]] std::string generate_machine(const std::string& family, int count);

/// `count` rods of 1 m and 1 kg in a closed loop of revolute joints, the first of them fixed: a
/// regular polygon hanging from it, gravity along -y (Malczyk and Frączek 2008, Fig. 3). count - 3
/// degrees of freedom, count - 1 moving bodies, no drives.
[[nodiscard]] std::string make_rods(int count);

/// `count` windows of rods of 1 m and 1 kg in a row, the uprights upright, gravity along -y (IFToMM
/// Library of Computational Benchmark Problems, A02). One degree of freedom, 2 count + 1 moving
/// bodies; a motor M at the first upright, and a path `swing` of its angle about 80 deg, which it
/// goes `turns` times (a parameter).
[[nodiscard]] std::string make_four_bars(int count);

}  // namespace generation
}  // namespace globaldyn::inside
