#pragma once

#include <globaldyn/machine.h>
#include <globaldyn/method.h>
#include <globaldyn/work.h>

#include <string>

#include "core/base/fallbacks.h"
#include "globaldyn/evaluation/sample_maker.h"
#include "globaldyn/storage/origin.h"
#include "globaldyn/sweep/sweep.h"

namespace globaldyn {

/// How users want a computation to be run, as sweeps have it.
[[nodiscard]] inside::SweepOptions to_sweep(const Work& work);

/// Null for auto. @throws InputError for keys that there are none of
[[nodiscard]] const inside::Formulation* to_formulation(const std::string& key);

/// @throws InputError for regions or formulations that there are none of
[[nodiscard]] inside::EvaluationMethod to_method(const Method& method);

/// The library as what makes a result now, with what it fell back on since `before`.
[[nodiscard]] inside::Origin make_origin(const Machine& machine,
                                         const inside::FallbackCounts& before);

/// Makes the folder of results if needed and keeps there what they are computed from.
/// @throws InputError, Error if that cannot be
[[nodiscard]] inside::Origin keep_origin(inside::Origin origin, const Machine& machine,
                                         const std::string& folder);

}  // namespace globaldyn
