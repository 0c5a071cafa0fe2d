#pragma once

#include <string>
#include <vector>

#include "core/description/parameters.h"

namespace CLI {
class App;
}

namespace globaldyn::app {

/// Process exit codes, documented in docs/cli.md.
enum class ExitCode { done = 0, failed = 1, bad_input = 2, interrupted = 130 };

/// Options every command has.
struct CommonOptions {
  std::string machine;
  std::vector<std::string> settings;  ///< PARAM=VALUE
  std::string out;
  bool json{false};
  bool quiet{false};
};

/// Adds the options of CommonOptions to a command.
void add_common_options(CLI::App& command, CommonOptions& options);

/// "name=text" as overrides. @throws InputError without '='.
[[nodiscard]] std::vector<ParameterOverride> parse_settings(
    const std::vector<std::string>& settings);

/// Makes the folder of --out, if one is asked for: before anything is computed, so that one that
/// cannot be made costs no time. @throws InputError
void make_output_folder(const CommonOptions& options);

/// "globaldyn 0.1.0".
[[nodiscard]] std::string program_name();

void add_check_command(CLI::App& app);
void add_evaluate_command(CLI::App& app);

}  // namespace globaldyn::app
