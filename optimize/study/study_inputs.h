#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "optimize/store/study_header.h"
#include "optimize/study/study.h"

namespace globaldyn {

/// The files a study follows from, with their contents.
struct StudyInputs {
  std::vector<StudySource> sources;  ///< by path; the study file first, then the machine file
  std::uint64_t hash{0};             ///< of all that a design's numbers follow from but the design
};

/// Reads all files that the study was read from, those of the machine's paths included. The hash
/// is of what they mean and of `program`: neither comments and layout count nor where the files
/// are, nor the study's `search`, `refine`, name and description.
/// @throws InputError if one cannot be read any more
[[nodiscard]] StudyInputs read_inputs(const Study& study, const std::string& program);

/// Copies the sources into a folder, as they lie to each other, so that the study can be read from
/// there whatever becomes of the originals. @return the path of the copied study file
/// @throws Error if they cannot be written
std::string copy_inputs(const StudyInputs& inputs, const std::string& folder);

}  // namespace globaldyn
