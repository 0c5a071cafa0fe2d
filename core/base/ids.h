#pragma once

#include "core/base/id.h"
#include "core/base/id_vector.h"

namespace globaldyn::inside {
inline namespace core {

struct Body;
struct Joint;
struct Drive;

/// What a mechanism numbers: which of its bodies, joints, drives.
using BodyId = Id<Body>;
using JointId = Id<Joint>;
using DriveId = Id<Drive>;

/// The body that does not move, the first of every mechanism.
inline constexpr BodyId kGround{0};

/// A body has no row of its own, but six if it moves: see first_row_of().
void row_of(BodyId body) = delete;

}  // namespace core
}  // namespace globaldyn::inside
