// Simulates random machines in all formulations with all integrators beside a tight run. Prints a
// line for each run that disagrees, then counts. Exit code 1 if any disagrees.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <cstdio>
#include <exception>
#include <filesystem>
#include <fstream>
#include <string>

#include "tests/campaign_simulation/simulation_report.h"

namespace globaldyn::inside::test {
namespace {

struct Options {
  std::uint64_t seed{1};
  std::uint64_t count{25};
  long work{20'000};
  std::string write_to;
  bool all{false};
  bool details{false};
};

void write_file(const JudgedCase& judged, const std::string& folder) {
  std::filesystem::create_directories(folder);
  std::ofstream(std::filesystem::path(folder) / fmt::format("seed_{}.yaml", judged.seed))
      << write_disagreement(judged);
}

int run(const Options& options) {
  constexpr int kMostFiles = 50;
  int files = 0;
  SimulationReport report(options.details);
  for (std::uint64_t seed = options.seed; seed < options.seed + options.count; ++seed) {
    const JudgedCase judged = judge_case(seed, options.work);
    report.add(judged);
    const bool is_wanted = options.all || (judged.disagrees() && files < kMostFiles);
    if (options.write_to.empty() || !is_wanted) continue;
    write_file(judged, options.write_to);
    ++files;
  }
  report.print();
  return report.count(Verdict::disagrees) > 0 ? 1 : 0;
}

int main_of(int argc, char** argv) {
  Options options;
  CLI::App app{"Simulates random machines in all ways, see tests/campaign_simulation"};
  app.add_option("--seed", options.seed, "the first");
  app.add_option("--count", options.count, "machines, from consecutive seeds");
  app.add_option("--work", options.work, "right sides that a run may take");
  app.add_option("--write", options.write_to, "folder for files of the first 50 that disagree");
  app.add_flag("--details", options.details, "a line for every run that does not agree");
  app.add_flag("--all", options.all, "write the files of all");
  CLI11_PARSE(app, argc, argv);
  return run(options);
}

}  // namespace
}  // namespace globaldyn::inside::test

int main(int argc, char** argv) {
  try {
    return globaldyn::inside::test::main_of(argc, argv);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 2;
  }
}
