#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/description/parameters.h"

namespace globaldyn::inside {
inline namespace feedback {

/// How a controller keeps a machine on its planned motion: see ComputedTorque.
struct Feedback {
  double bandwidth{0.0};  ///< rad/s: natural frequency with which errors vanish; 0: no feedback
  double damping{1.0};    ///< their damping ratio; 1: just without oscillation
  double period{0.0};     ///< s: from one measurement to the next; 0: it measures all the time
  double delay{0.0};      ///< s: from a measurement to the forces it leads to; needs a period
};

/// A machine that is not quite as its file says.
struct ErrorCase {
  std::string name;
  std::vector<ParameterError> errors;
};

/// `feedback` of the machine file.
struct FeedbackDescription {
  Feedback feedback;
  std::vector<ErrorCase> cases;  ///< against which `robustness` tests a plan
};

/// @throws InputError unless the numbers make sense: a delay without a period, or one below 1 us
void check_feedback(const Feedback& feedback, const SourcePlace& place);

/// The parameter `name` off by `share`: "0.05" or "5 %", greater than -1. @throws InputError
[[nodiscard]] ParameterError parse_error(const Parameters& parameters, const std::string& name,
                                         const std::string& share, const SourcePlace& place);

}  // namespace feedback
}  // namespace globaldyn::inside
