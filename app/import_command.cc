// `globaldyn import`: a machine file from a file of another program's.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <memory>

#include "app/commands.h"
#include "app/put_out.h"
#include "globaldyn/exchange/machine_text.h"

namespace globaldyn::inside::app {
namespace {

struct ImportArguments {
  std::string file;
  std::string out;
  std::string meshes{"boxes"};
  bool quiet{false};
};

void run_import(const ImportArguments& arguments) {
  const ImportedMachine made = import_robot(
      arguments.file, arguments.meshes == "capsules" ? MeshShape::capsule : MeshShape::box);
  put_out({made.text, made.remarks, "machine file"}, arguments.out, arguments.quiet);
}

}  // namespace

void add_import_command(CLI::App& app) {
  auto arguments = std::make_shared<ImportArguments>();
  CLI::App* command = app.add_subcommand(
      "import", "Make a machine file of a robot of a URDF, SDFormat or MJCF file");
  command->add_option("file", arguments->file, "URDF, SDFormat or MJCF file")
      ->required()
      ->type_name("FILE");
  CLI::Option* out =
      command->add_option("--out", arguments->out, "File to write (default: standard output)")
          ->type_name("FILE");
  command->add_option("machine", arguments->out, "As --out FILE")->type_name("FILE")->excludes(out);
  command
      ->add_option("--meshes", arguments->meshes,
                   "What is drawn for meshes: boxes, or capsules, which fit links of arms better")
      ->check(CLI::IsMember({"boxes", "capsules"}))
      ->capture_default_str();
  command->add_flag("--quiet", arguments->quiet, "Do not print what was changed or left out");
  command->footer(
      "What was changed or left out stands at the top of the machine file. Robots that float "
      "stand\n"
      "where the file shows them.\n\n"
      "Example:\n  globaldyn import panda.urdf --out panda.yaml\n"
      "  globaldyn plan panda.yaml --path sweep");
  command->callback([arguments] { run_import(*arguments); });
}

}  // namespace globaldyn::inside::app
