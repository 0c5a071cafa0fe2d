#pragma once

#include "core/mechanism/mechanism.h"

namespace globaldyn::inside {
inline namespace core {

/// A pose determines the positions of rotary drives up to full turns, unless those of their joints
/// are counted (see Pose::angles): moves them by as many as bring them nearest to `near`, such as
/// where they were just before; if that is empty, by none. Shapes: m; rad or m.
void take_out_turns(const Mechanism& mechanism, const VectorXd& near, VectorXd& positions);

}  // namespace core
}  // namespace globaldyn::inside
