#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "optimize/store/study_header.h"
#include "optimize/study/study.h"

namespace globaldyn::inside {
inline namespace study {

/// Reads all files that the study was read from, those of the machine's paths included. The hash
/// covers their meaning and `program`, but not comments, layout, the location of the files, the
/// units that results are shown in, or the study's `search`, `refine`, name and description.
/// @throws InputError if one cannot be read any more
[[nodiscard]] StudyInputs read_inputs(const Study& study, const std::string& program);

/// Where a study can be read again from these very sources, whatever happens to the originals: in
/// `inputs` below the given folder or, if other files of their names are there, in `inputs_HASH`;
/// with their relative locations. What is missing is written; a file that is there is never
/// changed.
/// @return the path of the study file
/// @throws InputError if changed files are in both places; Error if one cannot be written
std::string keep_inputs(const StudyInputs& inputs, const std::string& folder);

}  // namespace study
}  // namespace globaldyn::inside
