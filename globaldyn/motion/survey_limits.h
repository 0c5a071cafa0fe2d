#pragma once

#include "globaldyn/plan/regions/limit_source.h"
#include "globaldyn/survey/path_survey.h"

namespace globaldyn {

/// Becomes the rows of a panel at one p, divided by its factor; without equalities. Directions of
/// the preload are not multiplied by the factor. Labels stay as they are.
void write_rows(const SmoothLimits& limits, LimitSystem& system);

/// The limits of a surveyed path at any p: interpolated where there are panels, elsewhere those of
/// the machine itself; at breaks those of both sides; where drives lose control of a degree of
/// freedom those of the machine there. Where the machine cannot be, nothing is accessible, and
/// `failure`, if given, becomes the smallest such p. Survey and failure must outlive it.
[[nodiscard]] LimitSource make_limit_source(PathSurvey& survey, PathFailure* failure = nullptr);

}  // namespace globaldyn
