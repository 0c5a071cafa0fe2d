#pragma once

#include "globaldyn/plan/limit_source.h"
#include "globaldyn/survey/path_survey.h"

namespace globaldyn {

/// The limits of a surveyed path at any p, interpolated; at the p of its breaks those of both
/// sides; where drives lose hold of a freedom those of the machine itself. The survey must outlive
/// it.
[[nodiscard]] LimitSource make_limit_source(PathSurvey& survey);

}  // namespace globaldyn
