#include <CLI/CLI.hpp>
#include <filesystem>

#include "app/commands.h"

namespace globaldyn::app {

void add_common_options(CLI::App& command, CommonOptions& options) {
  command.add_option("MACHINE", options.machine, "Machine file (YAML)")->required();
  command
      .add_option("--set", options.settings,
                  "Give a parameter another value, e.g. --set \"leg=900 mm\"")
      ->type_name("PARAM=VALUE")
      ->allow_extra_args(false);
  command.add_option("--out", options.out, "Folder to write results to")->type_name("DIR");
  command.add_flag("--json", options.json, "Print one JSON document and nothing else");
  command.add_flag("--quiet", options.quiet, "No progress, no summary");
}

std::vector<ParameterOverride> parse_settings(const std::vector<std::string>& settings) {
  std::vector<ParameterOverride> overrides;
  for (const std::string& setting : settings) {
    const std::size_t equals = setting.find('=');
    if (equals == std::string::npos || equals == 0) {
      throw InputError({"--set " + setting, 0, 0}, "no '='", "expected PARAM=VALUE");
    }
    overrides.push_back({setting.substr(0, equals), setting.substr(equals + 1)});
  }
  return overrides;
}

void make_output_folder(const CommonOptions& options) {
  if (options.out.empty()) return;
  std::error_code error;
  std::filesystem::create_directories(options.out, error);
  if (error) throw InputError({options.out, 0, 0}, "cannot be made", "expected a folder");
}

std::string program_name() {
  return std::string("globaldyn ") + GLOBALDYN_VERSION;
}

}  // namespace globaldyn::app
