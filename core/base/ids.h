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

}  // namespace core
}  // namespace globaldyn::inside
