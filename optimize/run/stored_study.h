#pragma once

#include "core/expression/shown_units.h"
#include "optimize/store/study_store.h"
#include "optimize/study/study.h"

namespace globaldyn::inside {
inline namespace run {

/// The study that the design was evaluated by. What it was read from is kept in the store, and
/// written next to it if it is not there any more.
/// @throws InputError if the store does not have it, or if what is next to the store was changed
[[nodiscard]] Study load_study_of(const StudyStore& store, const DesignRecord& record);

/// The evaluation with this number. @throws InputError if there is none
[[nodiscard]] DesignRecord read_design(const StudyStore& store, std::uint64_t id);

/// The units that the study's machine file, as it was when the study began, lists for results.
[[nodiscard]] ShownUnits find_shown_units(const StudyHeader& header);

/// sensitivity.csv next to a store, or empty.
[[nodiscard]] std::string read_sensitivities(const StudyStore& store);

}  // namespace run
}  // namespace globaldyn::inside
