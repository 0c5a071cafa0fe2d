#pragma once

#include "core/description/document.h"
#include "core/description/parameters.h"
#include "globaldyn/feedback/feedback.h"

namespace globaldyn::inside {
inline namespace feedback {

/// Reads `feedback: {bandwidth, damping, period, delay, errors: {NAME: {PARAMETER: SHARE}}}` if it
/// is there. @throws InputError
[[nodiscard]] std::optional<FeedbackDescription> read_feedback(const Node& root,
                                                               const Parameters& parameters);

}  // namespace feedback
}  // namespace globaldyn::inside
