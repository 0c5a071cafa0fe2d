#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "globaldyn/machine/machine.h"
#include "globaldyn/storage/origin.h"
#include "globaldyn/storage/source_file.h"

namespace globaldyn::inside {
inline namespace machine {

/// Keeps the files that results were computed from beside these: in `inputs` below the given folder
/// or, if other files of their names are there, in `inputs_HASH`; with their relative locations.
/// What is missing is written; a file that is there is never changed.
/// @return where the first of them is, relative to the folder
/// @throws InputError if changed files are in both places; Error if one cannot be written
std::string keep_files(const std::vector<SourceFile>& sources, std::uint64_t hash,
                       const std::string& folder);

/// All files a machine was read from: its own, then those with points of its paths and loads.
/// @throws InputError if one of these cannot be read any more
[[nodiscard]] std::vector<SourceFile> list_source_files(const Machine& machine);

/// Keeps these in the folder of the results. @throws as both
[[nodiscard]] KeptInputs keep_machine(const Machine& machine,
                                      const std::vector<ParameterOverride>& settings,
                                      const std::string& folder);

/// The machine as it was computed, from what was kept beside results in `folder`.
/// @throws InputError if it is not there, or has been changed since
[[nodiscard]] Machine load_kept_machine(const KeptInputs& inputs, const std::string& load_case,
                                        const std::string& folder);

}  // namespace machine
}  // namespace globaldyn::inside
