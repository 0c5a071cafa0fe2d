#pragma once

#include <string>

namespace globaldyn::inside::app {

/// Headings and warnings stand out where a person reads them: on standard output if that is a
/// terminal, unless the environment variable NO_COLOR is set to anything (no-color.org) or TERM is
/// "dumb". Everywhere else these give back the text as it is.
[[nodiscard]] std::string in_bold(const std::string& text);

/// Worth a look: yellow.
[[nodiscard]] std::string in_yellow(const std::string& text);

/// Something does not hold: red.
[[nodiscard]] std::string in_red(const std::string& text);

}  // namespace globaldyn::inside::app
