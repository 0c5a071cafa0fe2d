#pragma once

#include <string>
#include <vector>

#include "tests/support/draw.h"

namespace globaldyn::inside::test {

/// What a cycle of a slide should come to, by closed forms.
struct ExpectedStep {
  bool is_dwell{false};
  double time{0.0};          // s
  double end{0.0};           // m: where the slide is
  double force_square{0.0};  // N² s: the integral of the motor's force squared
  double energy{0.0};        // J: delivered by the motor
};

/// A slide, along gravity or not, that goes to and fro under loads, at random; in random units.
struct RandomCycle {
  std::string text;                 ///< the machine's file, with one cycle, `day`
  double start{0.0};                ///< m
  double largest_force{0.0};        ///< N, that the motor exerts
  double largest_speed{0.0};        ///< m/s
  std::vector<ExpectedStep> steps;  ///< of the shortest cycle
  double period{0.0};               ///< s; 0: none is asked for

  [[nodiscard]] double shortest() const;
};

[[nodiscard]] RandomCycle make_random_cycle(std::uint64_t seed);

}  // namespace globaldyn::inside::test
