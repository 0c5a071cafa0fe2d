// `globaldyn report`: everything that results show, as one page for a browser.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <filesystem>
#include <memory>

#include "app/commands.h"
#include "app/interrupt.h"
#include "app/study_tables.h"
#include "app/watched_study.h"
#include "core/base/write_file.h"
#include "report/document/page_file.h"
#include "report/document/result_page.h"
#include "report/document/study_page.h"

namespace globaldyn::inside::app {
namespace {

struct ReportArguments {
  std::string folder;
  std::vector<std::string> beside;  ///< other studies, or results of other machines
  std::string out;
  int threads{0};
  bool quiet{false};
};

std::string make_document_of_study(const ReportArguments& arguments,
                                   const report::PageOptions& page) {
  const StudyStore store = open_study(arguments.folder);
  report::StudyPageOptions options{.page = page};
  options.load = [&](const DesignRecord& record) { return load_study_of(store, record); };
  options.sensitivities = read_sensitivities(store);
  options.others = load_tables(arguments.beside);
  return report::make_study_document(load_table(store), find_shown_units(store.header()), options);
}

void run_report(const ReportArguments& arguments) {
  const std::filesystem::path folder = arguments.folder;
  const bool is_file = std::filesystem::is_regular_file(folder);  // of a study
  const std::string beside = ((is_file ? folder.parent_path() : folder) / "report.html").string();
  const std::string file = arguments.out.empty() ? beside : arguments.out;
  (void)report::make_page_file("");  // there is a page at all
  Progress progress("looking along paths", !arguments.quiet);
  CommonOptions common;
  common.threads = arguments.threads;
  const report::PageOptions options{.program = program_name(),
                                    .sweep = make_sweep_options(common, progress)};
  const bool is_study = is_file || std::filesystem::exists(folder / "study.sqlite");
  const std::string page = report::make_page_file(
      is_study ? make_document_of_study(arguments, options)
               : report::make_result_document(folder.string(), options, arguments.beside));
  progress.clear();
  write_file(file, page);
  if (!arguments.quiet) {
    fmt::print("report: {} ({:.2g} MB; open it in a browser)\n", file,
               static_cast<double>(page.size()) / 1e6);
  }
}

}  // namespace

void add_report_command(CLI::App& app) {
  auto arguments = std::make_shared<ReportArguments>();
  CLI::App* command = app.add_subcommand(
      "report", "One page for the browser that shows a folder of results, or a study");
  command
      ->add_option(
          "DIR", arguments->folder,
          "Folder that evaluate, plan, simulate, map or optimize wrote to, or of such folders; or "
          "the file of a study")
      ->required();
  command
      ->add_option("--beside", arguments->beside,
                   "Of a study another study, whose front is drawn into this one's; of a machine's "
                   "results those of another machine, which is drawn upon it (repeatable)")
      ->type_name("DIR")
      ->allow_extra_args(false);
  command->add_option("-o,--out", arguments->out, "The page (default: DIR/report.html)")
      ->type_name("FILE");
  command
      ->add_option("--threads", arguments->threads,
                   "Threads to work with; results do not depend on it (default: one per core)")
      ->check(CLI::Range(1, 4096))
      ->type_name("N");
  command->add_flag("--quiet", arguments->quiet, "No progress, no summary");
  command->footer(
      R"(The page is one file that needs nothing else: the machine moving along its plan, the regions at every p,
forces, speeds and powers over time, the motors in their torque-speed planes, maps of the workspace. Of a study
all designs, its front, and machine, regions and plans of the designs on it.

Examples:
  globaldyn plan machines/sliding_star/sliding_star.yaml --path circle_a --out star
  globaldyn report star
  globaldyn report star -o star.html
  globaldyn report star_study
  globaldyn report star_study --beside other_study
  globaldyn report arm --beside longer_arm)");
  command->callback([arguments] { run_report(*arguments); });
}

}  // namespace globaldyn::inside::app
