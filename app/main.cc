#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <exception>
#include <iostream>

#include "app/commands.h"
#include "app/interrupt.h"
#include "core/base/errors.h"
#include "globaldyn/sweep/sweep.h"

namespace {

using globaldyn::inside::app::ExitCode;

int to_int(ExitCode code) {
  return static_cast<int>(code);
}

// A failure after a signal may be its consequence: files and processes were ended.
int complain(const std::string& message, ExitCode code) {
  if (!*globaldyn::inside::app::catch_interrupt()) fmt::print(stderr, "{}\n", message);
  return to_int(code);
}

// What stands on the command line, with the name that was probably meant.
std::string explain_unknown(const CLI::App& app) {
  const CLI::App* command = &app;
  while (!command->get_subcommands().empty()) command = command->get_subcommands().front();
  std::vector<std::string> names;
  for (const CLI::App* one : command->get_subcommands({})) names.push_back(one->get_name());
  for (const CLI::Option* one : command->get_options()) {
    for (const std::string& name : one->get_lnames()) names.push_back("--" + name);
  }
  const std::vector<std::string> unknown = app.remaining(true);
  for (const std::string& word : unknown) {
    const std::string hint = globaldyn::inside::suggest_name(word, names);
    if (hint.rfind("did you mean", 0) == 0) return fmt::format("unknown: {}; {}", word, hint);
  }
  return "";
}

// What was printed may still be on its way: into a full disk, say.
int flush_output(int code) {
  std::cout.flush();
  const bool is_lost = !std::cout || std::fflush(stdout) != 0 || std::ferror(stdout) != 0;
  if (!is_lost || code != to_int(ExitCode::done)) return code;
  const std::string why = errno != 0 ? std::strerror(errno) : "an error";
  return complain(fmt::format("globaldyn: output is lost: it cannot be written ({})", why),
                  ExitCode::failed);
}

// Whatever the result of a command, an interruption takes precedence.
int finish(int code) {
  if (!*globaldyn::inside::app::catch_interrupt()) return code;
  std::fflush(nullptr);
  globaldyn::inside::app::tell_interrupted();
  return to_int(ExitCode::interrupted);
}

constexpr const char* kFooter = R"(Examples:
  globaldyn check machines/sliding_star/sliding_star.yaml
  globaldyn evaluate machines/sliding_star/sliding_star.yaml --out star
  globaldyn map machines/sliding_star/sliding_star.yaml --map workspace --out star
  globaldyn plan machines/sliding_star/sliding_star.yaml --path circle_a --out star
  globaldyn optimize machines/sliding_star/design_study.yaml --out star_study
  globaldyn evaluate MACHINE --path circle_a --samples 181 --set "force=800 N"
  globaldyn evaluate MACHINE --at 0,1.5,3 --json | jq .paths[0].samples[0].region

Exit codes: 0 done (an unreachable pose or an empty region is a result, said in the output),
1 a computation failed, 2 bad input or usage, 130 interrupted (files written by then are whole).)";

int run(int argc, char** argv) {
  CLI::App app{
      "How fast can this machine really move along that path, with these drives?\n"
      "globaldyn evaluates the accessible speeds d1 and accelerations d2 along tool paths and all\n"
      "over the workspace, finds the fastest motions, and searches designs for the best."};
  app.name("globaldyn");
  app.set_version_flag("--version", globaldyn::inside::app::program_name());
  app.require_subcommand(1);
  app.footer(kFooter);
  globaldyn::inside::app::add_check_command(app);
  globaldyn::inside::app::add_evaluate_command(app);
  globaldyn::inside::app::add_map_command(app);
  globaldyn::inside::app::add_plan_command(app);
  globaldyn::inside::app::add_compare_command(app);
  globaldyn::inside::app::add_simulate_command(app);
  globaldyn::inside::app::add_generate_command(app);
  globaldyn::inside::app::add_import_command(app);
  globaldyn::inside::app::add_export_command(app);
  globaldyn::inside::app::add_new_command(app);
  globaldyn::inside::app::add_doctor_command(app);
  globaldyn::inside::app::add_manual_commands(app);
  globaldyn::inside::app::add_optimize_command(app);
  globaldyn::inside::app::add_study_command(app);
  globaldyn::inside::app::add_design_command(app);
  globaldyn::inside::app::add_report_command(app);
  globaldyn::inside::app::add_explore_command(app);
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    if (const std::string hint = explain_unknown(app); !hint.empty()) {
      return complain(hint, ExitCode::bad_input);
    }
    const int code = app.exit(error);
    return code == 0 ? 0 : to_int(ExitCode::bad_input);
  } catch (const globaldyn::inside::InputError& error) {
    return complain(error.what(), ExitCode::bad_input);
  } catch (const globaldyn::inside::Interrupted&) {
    return to_int(ExitCode::interrupted);
  } catch (const std::exception& error) {
    return complain(fmt::format("globaldyn: {}", error.what()), ExitCode::failed);
  }
  return to_int(ExitCode::done);
}

}  // namespace

int main(int argc, char** argv) {
  globaldyn::inside::app::watch_for_interrupts();
  try {
    return finish(flush_output(run(argc, argv)));
  } catch (...) {
    std::fputs("globaldyn: failed beyond telling why\n", stderr);  // out of memory, most likely
    return to_int(ExitCode::failed);
  }
}
