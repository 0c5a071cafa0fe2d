#pragma once

#include <string>

namespace globaldyn::inside::report {

/// Runs gnuplot on `script` with `folder` as its working directory, so that the script can name
/// the files it writes without a path. The user's own gnuplot settings are not read.
/// @throws Error if gnuplot cannot be started or fails, with its message; also if it does not end
///   within 120 s, or what the environment variable GLOBALDYN_PICTURE_SECONDS says.
void run_gnuplot(const std::string& script, const std::string& folder);

/// `text` as a gnuplot string literal; control characters become blanks.
[[nodiscard]] std::string quote(const std::string& text);

}  // namespace globaldyn::inside::report
