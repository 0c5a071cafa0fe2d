#pragma once

#include <string>

#include "globaldyn/evaluation/sample.h"

namespace globaldyn::inside {
inline namespace survey {

/// Where a machine cannot follow its path.
struct PathFailure {
  SampleStatus status{SampleStatus::ok};  ///< ok: it can
  double p{0.0};
  std::string reason;  ///< one line
};

/// That of a sample which is not ok: where it says itself, such as the end of its branch, otherwise
/// at its p.
[[nodiscard]] inline PathFailure make_failure(const Sample& sample) {
  return {sample.status, sample.reason.p.value_or(sample.p), sample.reason.what};
}

}  // namespace survey
}  // namespace globaldyn::inside
