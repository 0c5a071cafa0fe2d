#pragma once

#include <functional>
#include <string>
#include <vector>

#include "app/progress.h"
#include "core/description/parameters.h"
#include "globaldyn/evaluation/sample_maker.h"
#include "globaldyn/machine/machine.h"
#include "globaldyn/storage/origin.h"
#include "globaldyn/sweep/sweep.h"

namespace CLI {
class App;
}

namespace globaldyn::inside::app {

/// Process exit codes, documented in docs/cli.md.
enum class ExitCode { done = 0, failed = 1, bad_input = 2, interrupted = 130 };

/// Options every command has.
struct CommonOptions {
  std::string machine;
  std::vector<std::string> settings;  ///< PARAM=VALUE
  std::string load_case;              ///< empty: none; "all": each in turn
  std::vector<std::string> without;   ///< drives that are not there
  std::string out;
  bool json{false};
  bool quiet{false};
  int threads{0};  ///< 0: one per core
};

/// Adds the options of CommonOptions to a command.
void add_common_options(CLI::App& command, CommonOptions& options);

/// The machine of the options, under their load case. @throws InputError
[[nodiscard]] Machine load_machine_of(const CommonOptions& options);

/// That there is a path to be run along, and if there are several, that one of them or a cycle is
/// named. @throws InputError otherwise
void require_course(const Machine& machine, bool is_named);

/// Runs a command as the options say; with `--load all` for every load case of the file, each with
/// a heading and results in a folder of its own name. @throws InputError where there is none
void run_load_cases(const CommonOptions& options,
                    const std::function<void(const CommonOptions&)>& run);

/// How poses are evaluated, according to the options.
struct MethodOptions {
  std::string method{"automatic"};
  bool reference{false};
  std::string formulation{"auto"};

  [[nodiscard]] EvaluationMethod get() const;
};

/// Adds --method and --reference to a command.
void add_method_options(CLI::App& command, MethodOptions& options);

/// Adds --formulation to a command.
void add_formulation_option(CLI::App& command, std::string& formulation);

/// How a sweep runs under these options: with progress shown, and stopped by Ctrl-C.
[[nodiscard]] SweepOptions make_sweep_options(const CommonOptions& options, Progress& progress);

/// "name=text" as overrides. @throws InputError without '='.
[[nodiscard]] std::vector<ParameterOverride> parse_settings(
    const std::vector<std::string>& settings);

/// A number with or without a unit, in SI. @throws InputError
[[nodiscard]] double parse_quantity(const std::string& text, const Dimension& dimension,
                                    const std::string& option);

/// What `--reserve` says: "10%" or "0.1"; 0 if it is empty. @throws InputError
[[nodiscard]] double parse_reserve(const std::string& text);

/// Prints `results`, the files of numbers written to --out, and passes on all that has been printed
/// before `draw` makes the pictures, which may take its time; then names their files. With --quiet
/// or --json nothing is printed here.
void finish_results(const CommonOptions& options, const std::string& results,
                    const std::function<std::vector<std::string>()>& draw);

/// Creates the folder of --out, if given, before anything is computed, so that a failure costs no
/// time. @throws InputError
void make_output_folder(const CommonOptions& options);

/// "globaldyn 0.1.0".
[[nodiscard]] std::string program_name();

/// This program, the machine's load case, and the fall-backs needed since `before`. Results in
/// files tell besides what keep_machine() keeps next to them (keep_origin()).
[[nodiscard]] Origin make_origin(const Machine& machine, const FallbackCounts& before = {});

/// The same for results that are about to be written to --out: keeps what they were computed from
/// there. @throws InputError, Error as keep_machine() does
[[nodiscard]] Origin keep_origin(Origin origin, const Machine& machine,
                                 const CommonOptions& options);

void add_check_command(CLI::App& app);
void add_evaluate_command(CLI::App& app);
void add_map_command(CLI::App& app);
void add_plan_command(CLI::App& app);
void add_compare_command(CLI::App& app);
void add_simulate_command(CLI::App& app);
void add_generate_command(CLI::App& app);
void add_import_command(CLI::App& app);
void add_export_command(CLI::App& app);
void add_new_command(CLI::App& app);
void add_doctor_command(CLI::App& app);
void add_manual_commands(CLI::App& app);
void add_optimize_command(CLI::App& app);
void add_study_command(CLI::App& app);
void add_tolerances_command(CLI::App& study);
void add_design_command(CLI::App& app);
void add_report_command(CLI::App& app);
void add_explore_command(CLI::App& app);

}  // namespace globaldyn::inside::app
