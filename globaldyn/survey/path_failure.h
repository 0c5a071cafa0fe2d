#pragma once

#include <string>

#include "globaldyn/evaluation/sample.h"

namespace globaldyn {

/// Where a machine cannot follow its path.
struct PathFailure {
  SampleStatus status{SampleStatus::ok};  ///< ok: it can
  double p{0.0};
  std::string reason;  ///< one line
};

}  // namespace globaldyn
