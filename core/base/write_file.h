#pragma once

#include <string>

namespace globaldyn {

/// Writes `content` next to `file` and renames it, so that a good file is never lost to a failed
/// write.
/// @throws Error if it cannot be written.
void write_file(const std::string& file, const std::string& content);

}  // namespace globaldyn
