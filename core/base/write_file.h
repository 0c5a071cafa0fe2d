#pragma once

#include <string>

namespace globaldyn::inside {
inline namespace core {

/// Writes `content` next to `file` and renames it, so that a good file is never lost to a failed
/// write. Symbolic links are followed; pipes and devices are written into.
/// @throws Error if it cannot be written, with the reason.
void write_file(const std::string& file, const std::string& content);

/// Why no file can be made in a folder; empty if it can, as far as can be known before.
[[nodiscard]] std::string explain_unwritable(const std::string& folder);

}  // namespace core
}  // namespace globaldyn::inside
