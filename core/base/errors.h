#pragma once

#include <globaldyn/error.h>

#include <string>
#include <vector>

namespace globaldyn::inside {
inline namespace core {

// What the library throws is seen by its users as well.
using globaldyn::AssemblyError;
using globaldyn::Error;
using globaldyn::InputError;
using globaldyn::NumericalError;
using globaldyn::SourcePlace;

/// An input as a whole: a file, a folder, or what else has no lines.
[[nodiscard]] SourcePlace whole_place(std::string input);

/// An option of the command line, "--set", or with what was given to it, "--set a=3".
[[nodiscard]] SourcePlace option_place(std::string option, const std::string& given = {});

/// The candidate most similar to `name` (smallest edit distance, at most a third of its letters),
/// or an empty string if none is similar.
[[nodiscard]] std::string find_nearest_name(const std::string& name,
                                            const std::vector<std::string>& candidates);

/// "did you mean 'nearest'?" if one is similar, otherwise "one of a, b, c".
[[nodiscard]] std::string suggest_name(const std::string& name,
                                       const std::vector<std::string>& candidates);

}  // namespace core
}  // namespace globaldyn::inside
