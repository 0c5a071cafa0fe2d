#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "optimize/store/study_header.h"
#include "optimize/study/study.h"

namespace globaldyn {

/// The files that define a study, with their contents.
struct StudyInputs {
  std::vector<StudySource> sources;  ///< by path; the study file first, then the machine file
  std::uint64_t hash{0};             ///< of all that determines numbers except the design
};

/// Reads all files that the study was read from, those of the machine's paths included. The hash
/// covers their meaning and `program`, but not comments, layout, the location of the files, or the
/// study's `search`, `refine`, name and description.
/// @throws InputError if one cannot be read any more
[[nodiscard]] StudyInputs read_inputs(const Study& study, const std::string& program);

/// Copies the sources into a folder, keeping their relative locations, so that the study can be
/// read from there whatever happens to the originals. @return the path of the copied study file
/// @throws Error if they cannot be written
std::string copy_inputs(const StudyInputs& inputs, const std::string& folder);

}  // namespace globaldyn
