#pragma once

#include <functional>
#include <string>

namespace globaldyn {

/// Lets `write` fill a file beside `file` and renames it, so that a good file is never lost to a
/// failed write. @throws Error if it cannot be renamed, and what `write` throws.
void replace_file(const std::string& file, const std::function<void(const std::string&)>& write);

/// The same with `content`. @throws Error if it cannot be written.
void write_file(const std::string& file, const std::string& content);

}  // namespace globaldyn
