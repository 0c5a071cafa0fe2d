#pragma once

#include <globaldyn/evaluation.h>

#include "globaldyn/evaluation/sample.h"

namespace globaldyn {

[[nodiscard]] SampleStatus to_public(inside::SampleStatus status);
[[nodiscard]] Frame to_public(const inside::Frame& frame);

}  // namespace globaldyn
