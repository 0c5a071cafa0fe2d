// `globaldyn new`: a machine file to start one's own from.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <filesystem>
#include <memory>

#include "app/commands.h"
#include "core/base/write_file.h"
#include "globaldyn/generation/templates.h"
#include "globaldyn/machine/machine.h"

namespace globaldyn::inside::app {
namespace {

struct NewArguments {
  std::string key;
  std::string name;
  std::string out;
};

std::string describe_templates() {
  std::string text = "Templates:\n";
  for (const MachineTemplate& one : list_templates()) {
    text += fmt::format("  {:<10} {}\n", one.key, one.description);
  }
  return text;
}

void run_new(const NewArguments& arguments) {
  const std::string text = write_template(arguments.key, arguments.name);
  if (!arguments.name.empty()) {
    // A name that machines cannot have is told now.
    static_cast<void>(parse_machine(text, arguments.out.empty() ? "new" : arguments.out, "."));
  }
  if (arguments.out.empty()) {
    fmt::print("{}", text);
    return;
  }
  if (std::filesystem::exists(arguments.out)) {
    throw InputError(whole_place(arguments.out), "is there already", "expected a new file");
  }
  write_file(arguments.out, text);
  fmt::print("machine file: {}\nnext: globaldyn check {}\n", arguments.out, arguments.out);
}

}  // namespace

void add_new_command(CLI::App& app) {
  auto arguments = std::make_shared<NewArguments>();
  CLI::App* command = app.add_subcommand("new", "Write a machine file to start one's own from");
  command->add_option("template", arguments->key, "Which machine: see below")
      ->required()
      ->type_name("TEMPLATE");
  command->add_option("--name", arguments->name, "Name of the machine")->type_name("NAME");
  CLI::Option* out = command
                         ->add_option("--out", arguments->out,
                                      "File to write, a new one (default: standard output)")
                         ->type_name("FILE");
  command->add_option("file", arguments->out, "As --out FILE")->type_name("FILE")->excludes(out);
  command->footer(describe_templates() +
                  "\nExample:\n  globaldyn new delta --name picker --out picker.yaml\n"
                  "  globaldyn check picker.yaml");
  command->callback([arguments] { run_new(*arguments); });
}

}  // namespace globaldyn::inside::app
