#pragma once

#include <string>

namespace globaldyn {

/// Makes a folder for results unless it is there.
/// @throws InputError if it cannot be made, or nothing can be written to it
void make_folder(const std::string& folder);

}  // namespace globaldyn
