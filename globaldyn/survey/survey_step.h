#pragma once

#include <utility>

#include "globaldyn/survey/path_failure.h"

namespace globaldyn::inside {
inline namespace survey {

/// What a step of a survey came to: it goes on, or it ends there, and why.
struct [[nodiscard]] SurveyStep {
  enum class Kind {
    goes_on,
    failed,     ///< the machine cannot follow the path
    gave_up,    ///< it takes more poses or memory than allowed
    irregular,  ///< no panels describe the limits from here on
  };
  Kind kind{Kind::goes_on};
  PathFailure failure{};  ///< if it failed

  /// Failed, unless the failure is none.
  [[nodiscard]] static SurveyStep after(PathFailure failure) {
    if (failure.status == SampleStatus::ok) return {};
    return {Kind::failed, std::move(failure)};
  }

  [[nodiscard]] bool ends() const { return kind != Kind::goes_on; }
};

}  // namespace survey
}  // namespace globaldyn::inside
