// `globaldyn export`: a machine as a robot file of another program's.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <filesystem>
#include <memory>

#include "app/commands.h"
#include "app/put_out.h"
#include "core/base/errors.h"
#include "globaldyn/exchange/export_machine.h"

namespace globaldyn::inside::app {
namespace {

struct RobotExportArguments {
  std::string machine;
  std::vector<std::string> settings;
  std::string format;
  std::string out;
  bool quiet{false};
};

// What --format says, or else the file's extension.
RobotFormat find_format(const RobotExportArguments& arguments) {
  if (!arguments.format.empty()) return find_robot_format(arguments.format);
  const std::string extension = std::filesystem::path(arguments.out).extension().string();
  if (extension == ".urdf") return RobotFormat::urdf;
  if (extension == ".sdf") return RobotFormat::sdf;
  if (extension == ".mjcf" || extension == ".xml") return RobotFormat::mjcf;
  throw InputError(whole_place("export"), "no format", "expected --format urdf, sdf or mjcf");
}

void run_robot_export(const RobotExportArguments& arguments) {
  const RobotFormat format = find_format(arguments);
  const Machine machine = load_machine(arguments.machine, parse_settings(arguments.settings));
  const ExportedRobot made =
      export_machine(machine.mechanism, machine.topology, machine.file, format);
  put_out({made.text, made.remarks, "robot file"}, arguments.out, arguments.quiet);
}

}  // namespace

void add_export_command(CLI::App& app) {
  auto arguments = std::make_shared<RobotExportArguments>();
  CLI::App* command =
      app.add_subcommand("export", "Write a machine as a robot file: URDF, SDFormat or MJCF");
  command->add_option("machine", arguments->machine, "Machine file")->required()->type_name("FILE");
  command->add_option("--set", arguments->settings, "Parameter to change")
      ->type_name("PARAM=VALUE")
      ->take_all();
  command->add_option("--format", arguments->format,
                      "urdf, sdf or mjcf (default: as the file is called)");
  command->add_option("--out", arguments->out, "File to write (default: standard output)")
      ->type_name("FILE");
  command->add_flag("--quiet", arguments->quiet, "Do not print what could not be told");
  command->footer(
      "What the format cannot say stands at the top of the file. URDF has no loops.\n\n"
      "Examples:\n  globaldyn export arm.yaml --out arm.urdf\n"
      "  globaldyn export delta.yaml --out delta.xml");
  command->callback([arguments] { run_robot_export(*arguments); });
}

}  // namespace globaldyn::inside::app
