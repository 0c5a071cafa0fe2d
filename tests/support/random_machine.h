#pragma once

#include <cstdint>
#include <string>

namespace globaldyn::inside::test {

/// A machine file with one path.
struct RandomMachine {
  std::string kind;  ///< slider, pendulum, table, arm, five_bar, slider_crank, cable_table
  std::string text;
};

/// The same one for a seed on every platform: masses from 1 g to 1 t, drives' limits from 1e-9 to
/// 1e6, some one-sided or absent, with friction, gears, rotors, speed lines and maximum speeds,
/// springs, more drives than needed, gravity or none; paths from random_path.h, some with stops and
/// speed limits. Most are plausible machines, some are unreasonable; every one can be read.
[[nodiscard]] RandomMachine make_random_machine(std::uint64_t seed);

}  // namespace globaldyn::inside::test
