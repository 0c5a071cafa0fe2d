#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace globaldyn::inside::test {

/// A machine file that closes where its bodies' poses say, and how it is to move: as the command
/// `simulate` is asked for it.
struct RandomAssembly {
  std::string kind;                 ///< arm, tree, planar_loop, planar_loops, spatial_loop(s)
  std::string text;                 ///< of the machine file
  std::vector<std::string> forces;  ///< of --force: "D2=1.5*sin(3 rad/s*t)"
  std::vector<std::string> rates;   ///< of --rate: "D1=0.7"
  double duration{1.0};             ///< s
};

/// The same one for a seed on every platform. Bodies are placed at random first and joints put
/// between them where they are, so that trees and loops of any kind close: one to eight bodies of
/// 0.1 to 10 kg, all kinds of joints, springs and dampers at joints and between bodies, rotors,
/// couplings of angles, forces of drives that are constant or functions of time, or none. No dry
/// friction, no limits: motion depends smoothly on where it starts.
[[nodiscard]] RandomAssembly make_random_assembly(std::uint64_t seed);

}  // namespace globaldyn::inside::test
