// `globaldyn doctor`: what this program can do where it is, and what it lacks.
#include <fmt/format.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <cstdlib>
#include <filesystem>
#include <memory>
#include <sstream>
#include <thread>

#include "app/colour.h"
#include "app/commands.h"
#include "report/page/page_text.h"

namespace globaldyn::inside::app {
namespace {

namespace fs = std::filesystem;

// Where the shell would find a program; empty: nowhere.
std::string find_program(const std::string& name) {
  const char* path = std::getenv("PATH");
  std::istringstream folders(path == nullptr ? "" : path);
  for (std::string folder; std::getline(folders, folder, ':');) {
    const fs::path file = fs::path(folder.empty() ? "." : folder) / name;
    if (access(file.c_str(), X_OK) == 0 && fs::is_regular_file(file)) return file.string();
  }
  return {};
}

void print_line(const std::string& what, const std::string& found) {
  fmt::print("{:<12} {}\n", what, found);
}

// @return whether it is there
bool print_need(const std::string& what, const std::string& found, const std::string& lacking) {
  print_line(what, found.empty() ? in_red("none: ") + lacking : found);
  return !found.empty();
}

std::string find_page() {
  return report::find_page_text() ? "built in" : "";
}

std::string find_writable_folder() {
  std::error_code error;
  const fs::path folder = fs::temp_directory_path(error);
  return !error && access(folder.c_str(), W_OK) == 0 ? folder.string() : "";
}

void run_doctor() {
  print_line("program", program_name());
#ifdef GLOBALDYN_MPI
  print_line("clusters", "by mpirun");
#else
  print_line("clusters", "no: built without MPI; studies use this computer's cores");
#endif
  print_line("cores", fmt::format("{}", std::thread::hardware_concurrency()));
  bool is_whole =
      print_need("page", find_page(),
                 "report and explore need a program that was built with -DGLOBALDYN_PAGE=ON");
  is_whole &=
      print_need("pictures", find_program("gnuplot"),
                 "gnuplot is not on the path (Debian: gnuplot-nox); numbers do not need it");
  is_whole &= print_need("temporary", find_writable_folder(),
                         "no folder for temporary files can be written to: set TMPDIR");
  fmt::print("{}\n", is_whole ? "nothing is lacking" : "what does not need what is lacking works");
}

}  // namespace

void add_doctor_command(CLI::App& app) {
  CLI::App* command =
      app.add_subcommand("doctor", "Tell what this program can do here, and what it lacks");
  command->footer("Exit code 0 whatever it finds.");
  command->callback([] { run_doctor(); });
}

}  // namespace globaldyn::inside::app
