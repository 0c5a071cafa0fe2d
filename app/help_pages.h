#pragma once

#include <string>

namespace CLI {
class App;
}

namespace globaldyn::inside::app {

/// The manual page, section 1, of a command or of the whole program, from what its --help says.
/// @param name "globaldyn" or "globaldyn plan"
[[nodiscard]] std::string write_manual_page(const CLI::App& command, const std::string& name);

/// A script that completes commands and options, for bash, zsh or fish; files elsewhere.
[[nodiscard]] std::string write_completion(const CLI::App& program, const std::string& shell);

}  // namespace globaldyn::inside::app
