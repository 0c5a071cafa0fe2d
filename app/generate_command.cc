// `globaldyn generate`: machine files of any size, as benchmarks of multibody dynamics ask for.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <filesystem>
#include <memory>

#include "app/commands.h"
#include "core/base/write_file.h"
#include "globaldyn/generation/generated_machine.h"

namespace globaldyn::inside::app {
namespace {

struct GenerateArguments {
  std::string family;
  int count{0};
  std::string out;
};

std::string describe_families() {
  std::string text = "Families:\n";
  for (const GeneratedFamily& family : list_generated_families()) {
    text += fmt::format("  {:<10} {}\n", family.key, family.description);
  }
  return text;
}

void run_generate(const GenerateArguments& arguments) {
  const std::string text = generate_machine(arguments.family, arguments.count);
  if (arguments.out.empty()) {
    fmt::print("{}", text);
  } else {
    write_file(arguments.out, text);
  }
}

}  // namespace

void add_generate_command(CLI::App& app) {
  auto arguments = std::make_shared<GenerateArguments>();
  CLI::App* command =
      app.add_subcommand("generate", "Write a machine of any size: benchmarks of growth");
  command->add_option("family", arguments->family, "Which machine: see below")
      ->required()
      ->type_name("FAMILY");
  command->add_option("--count", arguments->count, "So many rods, or windows")
      ->required()
      ->type_name("N");
  command->add_option("--out", arguments->out, "File to write (default: standard output)")
      ->type_name("FILE");
  command->footer(describe_families() +
                  "\nExample:\n  globaldyn generate rods --count 301 --out rods.yaml\n"
                  "  globaldyn simulate rods.yaml --formulation recursive --time \"10 s\"");
  command->callback([arguments] { run_generate(*arguments); });
}

}  // namespace globaldyn::inside::app
