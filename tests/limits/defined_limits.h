#pragma once

#include "core/mechanism/mechanism.h"
#include "globaldyn/evaluation/sample.h"
#include "tests/limits/limited_machine.h"
#include "tests/limits/motion_program.h"

namespace globaldyn::inside::test {

/// What a machine file's limits mean at one pose and d1, by their definitions in
/// docs/machine_file.md, as bounds of a program that chooses d2, the preload, what stiction takes
/// of the force on drives at rest, and where in the circle of the tool's acceleration that is.
/// @param sample of which the forces A, B, C, D and V, the drives' rates and the motion of the
///   bodies are used
/// @param margin see MotionProgram
[[nodiscard]] MotionProgram define_limits(const LimitedMachine& machine, const Mechanism& mechanism,
                                          const Sample& sample, double d1, double margin);

/// The same for a machine that rests at the pose for a while, so that d2 is 0: stiction takes what
/// it likes of all forces, and gears hold.
[[nodiscard]] MotionProgram define_rest(const LimitedMachine& machine, const Mechanism& mechanism,
                                        const Sample& sample, double margin);

}  // namespace globaldyn::inside::test
