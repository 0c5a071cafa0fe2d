// `globaldyn explore`: a machine, or the designs of a study, in the browser, moved while one looks.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <charconv>
#include <filesystem>
#include <memory>
#include <optional>

#include "app/commands.h"
#include "app/interrupt.h"
#include "app/private_page.h"
#include "app/watched_study.h"
#include "core/base/write_file.h"
#include "core/description/document.h"
#include "explore/explorer.h"
#include "explore/server.h"
#include "report/page/page_text.h"

namespace globaldyn::inside::app {
namespace {

namespace fs = std::filesystem;

struct ExploreArguments {
  std::string file;  ///< of a machine or a study, or the folder of a study
  std::vector<std::string> settings;
  std::string load_case;
  std::vector<std::string> beside;  ///< other studies, or machine files
  std::uint16_t port{0};
  std::string save_to;
  bool no_browser{false};
  int threads{0};
};

// The first name that is free, such as arm_3.yaml.
std::string find_free_name(const fs::path& folder, const std::string& machine) {
  constexpr int kMost = 100'000;
  for (int i = 1; i <= kMost; ++i) {
    const fs::path file = folder / fmt::format("{}_{}.yaml", machine, i);
    // Neither is that of a link which leads nowhere: the file would be written elsewhere.
    if (!fs::exists(fs::symlink_status(file))) return file.string();
  }
  throw Error(folder.string() + ": too many files called " + machine + "_….yaml");
}

explore::Answer say(unsigned int status, const std::string& text) {
  return {.status = status, .type = "text/plain; charset=utf-8", .body = text};
}

// The machine file for the browser, and perhaps in the folder as well.
explore::Answer save_machine(const explore::Explorer& explorer, const explore::Request& request,
                             const std::string& folder) {
  explore::Answer answer{.type = "application/yaml; charset=utf-8",
                         .body = explorer.write_machine(request, std::nullopt),
                         .file_name = explorer.name() + ".yaml"};
  if (folder.empty()) return answer;
  const std::string file = find_free_name(folder, explorer.name());
  write_file(file, explorer.write_machine(request, folder));
  fmt::print("saved: {}\n", file);
  (void)std::fflush(stdout);
  return answer;
}

// The designs of a study, or nothing (204) if the page knows all of them.
explore::Answer show_study(const WatchedStudy& study, const std::string& known,
                           const report::PageOptions& page) {
  std::size_t count = 0;
  (void)std::from_chars(known.data(), known.data() + known.size(), count);
  std::optional<std::string> document = study.read(count, page);
  if (!document) return {.status = 204, .body = ""};
  return {.body = std::move(*document)};
}

// What is served: a machine that can be moved, and perhaps the study that it is of.
struct Served {
  explore::Explorer explorer;
  std::optional<WatchedStudy> study;
  std::vector<explore::Explorer> others;  ///< machines that are drawn upon it
  report::PageOptions page;
  std::string folder;  ///< to save to, if any
};

explore::Answer find_answer(const Served& served, const explore::Question& question) {
  if (question.method == "GET") {
    if (!question.target.empty()) return say(404, "there is nothing of that name");
    return {.type = "text/html; charset=utf-8",
            .body = std::string(report::find_page_text().value_or(""))};
  }
  try {
    if (question.target == "study" && served.study) {
      return show_study(*served.study, question.body, served.page);
    }
    if (question.target == "alive") return {.status = 204, .body = ""};
    if (question.target == "value") {
      return {.type = "application/json", .body = served.explorer.read_value(question.body)};
    }
    // One of the others, by its number.
    if (question.target.starts_with("beside/")) {
      std::size_t number = 0;
      const std::string text = question.target.substr(7);
      (void)std::from_chars(text.data(), text.data() + text.size(), number);
      if (number >= served.others.size()) return say(404, "there is nothing of that name");
      return {.body = served.others[number].compute(explore::read_request(question.body))};
    }
    if (question.target == "compute") {
      return {.body = served.explorer.compute(explore::read_request(question.body))};
    }
    if (question.target == "save") {
      return save_machine(served.explorer, explore::read_request(question.body), served.folder);
    }
  } catch (const InputError& error) {
    return say(400, error.what());
  }
  return say(404, "there is nothing of that name");
}

bool is_study_folder(const std::string& path) {
  return fs::is_directory(path) || fs::path(path).extension() == ".sqlite";
}

bool is_study_file(const std::string& path) {
  constexpr std::size_t kLargest = 16u << 20;
  const Node root = parse_document(read_text_file(path, kLargest), path);
  return root.is_map() && root.find("globaldyn_study").has_value();
}

explore::Subject make_subject(const ExploreArguments& arguments,
                              const std::optional<WatchedStudy>& study) {
  if (!study && !is_study_file(arguments.file)) {
    return explore::make_machine_subject(arguments.file, parse_settings(arguments.settings),
                                         arguments.load_case);
  }
  for (const auto& [option, is_there] : {std::pair{"--set", !arguments.settings.empty()},
                                         std::pair{"--load", !arguments.load_case.empty()}}) {
    if (is_there) {
      throw InputError(option_place(option), "with a study",
                       "expected it with a machine file only");
    }
  }
  return explore::make_study_subject(study ? study->load() : load_study(arguments.file));
}

std::vector<explore::Explorer> load_others(const std::vector<std::string>& files,
                                           const report::PageOptions& page) {
  std::vector<explore::Explorer> others;
  for (const std::string& file : files) {
    if (fs::is_directory(file)) {
      throw InputError(option_place("--beside"), file + " is a folder",
                       "expected machine files beside a machine file");
    }
    others.emplace_back(explore::make_machine_subject(file, {}, ""), false, page);
  }
  return others;
}

void check_folder(const std::string& folder) {
  if (folder.empty()) return;
  CommonOptions common;
  common.out = folder;
  make_output_folder(common);
}

void run_explore(const ExploreArguments& arguments) {
  if (!report::find_page_text()) {
    throw Error(
        "this program was built without the page (GLOBALDYN_PAGE=OFF): build it with "
        "-DGLOBALDYN_PAGE=ON, which needs npm");
  }
  check_folder(arguments.save_to);
  SweepOptions sweep;
  sweep.threads = arguments.threads;
  sweep.cancel = catch_interrupt();
  std::optional<WatchedStudy> study;
  if (is_study_folder(arguments.file)) study.emplace(arguments.file, arguments.beside);
  const report::PageOptions page{.program = program_name(), .sweep = sweep};
  std::vector<explore::Explorer> others =
      study ? std::vector<explore::Explorer>() : load_others(arguments.beside, page);
  std::vector<std::string> names;
  for (const explore::Explorer& other : others) names.push_back(other.name());
  const Served served{
      explore::Explorer(make_subject(arguments, study), study.has_value(), page, names), study,
      std::move(others), page, arguments.save_to};
  explore::ServerOptions options;
  options.port = arguments.port;
  options.cancel = catch_interrupt();
  std::optional<PrivatePage> opened;
  options.ready = [&](const std::string& address) {
    fmt::print("{}: {}\n(for this computer alone; Ctrl-C ends it)\n", served.explorer.name(),
               address);
    (void)std::fflush(stdout);
    if (!arguments.no_browser) opened.emplace(address);
  };
  explore::serve(options, [&](const explore::Question& question) {
    if (opened) opened->remove();
    return find_answer(served, question);
  });
}

}  // namespace

void add_explore_command(CLI::App& app) {
  auto arguments = std::make_shared<ExploreArguments>();
  CLI::App* command = app.add_subcommand(
      "explore", "A machine in the browser: regions and plan while its parameters are moved");
  command
      ->add_option("MACHINE|STUDY", arguments->file,
                   "Machine file or study file (YAML), or the folder of a study, also of one that "
                   "is running")
      ->required();
  command
      ->add_option("--set", arguments->settings,
                   "Begin with another value of a parameter, e.g. --set \"leg=900 mm\"")
      ->type_name("PARAM=VALUE")
      ->allow_extra_args(false);
  command->add_option("--load", arguments->load_case, "Which of the file's load cases acts")
      ->type_name("NAME");
  command
      ->add_option("--beside", arguments->beside,
                   "Of a study the folder of another, whose front is drawn into this one's; of a "
                   "machine the file of another one, which is drawn upon it (repeatable)")
      ->type_name("STUDY|MACHINE")
      ->allow_extra_args(false);
  command->add_option("--port", arguments->port, "Port to listen on (default: any that is free)")
      ->type_name("N");
  command
      ->add_option("--save-to", arguments->save_to,
                   "Also write machine files that the page saves to this folder")
      ->type_name("DIR");
  command->add_flag("--no-browser", arguments->no_browser, "Only print the address");
  command
      ->add_option("--threads", arguments->threads,
                   "Threads to work with; results do not depend on it (default: one per core)")
      ->check(CLI::Range(1, 4096))
      ->type_name("N");
  command->footer(
      R"(Serves the page on 127.0.0.1, for whoever has the address that is printed. Sliders move the parameters that
have bounds; paths and drives are chosen by click. Of a study the sliders move its variables, and its objectives
and constraints are computed with every move. A study that runs grows on the page; a click on one of its designs
takes its values.

Examples:
  globaldyn explore machines/sliding_star/sliding_star.yaml
  globaldyn explore MACHINE --set "leg=900 mm" --save-to designs
  globaldyn explore MACHINE --beside designs/MACHINE_1.yaml
  globaldyn explore star_study)");
  command->callback([arguments] { run_explore(*arguments); });
}

}  // namespace globaldyn::inside::app
