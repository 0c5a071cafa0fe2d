// `globaldyn manual` and `globaldyn completion`: what --help says, for man and for shells.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <filesystem>
#include <memory>

#include "app/commands.h"
#include "app/help_pages.h"
#include "core/base/errors.h"
#include "core/base/write_file.h"

namespace globaldyn::inside::app {
namespace {

struct ManualArguments {
  std::string command;
  std::string out;
};

void write_all(const CLI::App& command, const std::string& name, const std::string& folder) {
  std::string file = name;
  std::replace(file.begin(), file.end(), ' ', '-');
  write_file(folder + "/" + file + ".1", write_manual_page(command, name));
  for (const CLI::App* one : command.get_subcommands({})) {
    if (!one->get_name().empty()) write_all(*one, name + " " + one->get_name(), folder);
  }
}

void run_manual(const CLI::App& program, const ManualArguments& arguments) {
  if (!arguments.out.empty()) {
    std::filesystem::create_directories(arguments.out);
    write_all(program, "globaldyn", arguments.out);
    fmt::print("manual pages: {}\n", arguments.out);
    return;
  }
  const CLI::App* command = &program;
  std::string name = "globaldyn";
  if (!arguments.command.empty()) {
    std::vector<std::string> names;
    for (const CLI::App* one : program.get_subcommands({})) names.push_back(one->get_name());
    if (std::find(names.begin(), names.end(), arguments.command) == names.end()) {
      throw InputError(whole_place("manual"), "no command '" + arguments.command + "'",
                       suggest_name(arguments.command, names));
    }
    command = program.get_subcommand(arguments.command);
    name += " " + arguments.command;
  }
  fmt::print("{}", write_manual_page(*command, name));
}

void run_completion(const CLI::App& program, const ManualArguments& arguments) {
  const std::string script = write_completion(program, arguments.command);
  if (arguments.out.empty()) {
    fmt::print("{}", script);
  } else {
    write_file(arguments.out, script);
  }
}

}  // namespace

void add_manual_commands(CLI::App& app) {
  auto arguments = std::make_shared<ManualArguments>();
  CLI::App* manual = app.add_subcommand("manual", "Print a command's manual page, for man -l -");
  manual->add_option("command", arguments->command, "Command (default: the whole program)")
      ->type_name("COMMAND");
  manual->add_option("--out", arguments->out, "Folder to write all of them to instead")
      ->type_name("FOLDER");
  manual->footer("Example:\n  globaldyn manual plan | man -l -");
  manual->callback([&app, arguments] { run_manual(app, *arguments); });

  auto shell = std::make_shared<ManualArguments>();
  CLI::App* completion =
      app.add_subcommand("completion", "Print a script by which a shell completes commands");
  completion->add_option("shell", shell->command, "bash, zsh or fish")
      ->required()
      ->check(CLI::IsMember({"bash", "zsh", "fish"}))
      ->type_name("SHELL");
  completion->add_option("--out", shell->out, "File to write (default: standard output)")
      ->type_name("FILE");
  completion->footer(
      "Examples:\n  source <(globaldyn completion bash)\n"
      "  globaldyn completion fish > ~/.config/fish/completions/globaldyn.fish");
  completion->callback([&app, shell] { run_completion(app, *shell); });
}

}  // namespace globaldyn::inside::app
