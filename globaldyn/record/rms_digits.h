#pragma once

#include "globaldyn/motion/plan_path.h"

namespace globaldyn::inside {
inline namespace record {

/// How many digits of a planned motion's rms forces are those of the fastest motion, 2 to 5: errors
/// of forces go with the root of that of the time, 2 % of an rms for a thousandth of it. Of a
/// motion that is given all five are known.
[[nodiscard]] int count_rms_digits(const PathPlan& plan);

/// An rms force of the plan, or a share of one, rounded to these digits: for people.
[[nodiscard]] double round_rms(double rms, const PathPlan& plan);

}  // namespace record
}  // namespace globaldyn::inside
