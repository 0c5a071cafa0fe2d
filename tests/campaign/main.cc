// Tries plans as users will: every path of the library in many variations, at several tolerances.
// Prints a line for each case that fails, then the worst figures. Exit code 1 if any failed.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdio>
#include <exception>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "tests/campaign/campaign_case.h"
#include "tests/campaign/campaign_report.h"
#include "tests/campaign/case_checks.h"
#include "tests/support/draw.h"
#include "tests/support/random_machine.h"

namespace globaldyn::inside::test {
namespace {

struct Options {
  std::vector<std::string> files;
  std::string only;
  std::string write_to;
  std::uint64_t seed{1};
  std::size_t count{0};
  std::uint64_t random{0};
  bool list{false};
  CheckOptions check;
};

void write_file(const CampaignCase& c, const std::string& folder) {
  std::string name = c.name();
  std::replace(name.begin(), name.end(), '/', '-');
  std::ofstream(std::filesystem::path(folder) / (name + ".yaml")) << c.text;
}

// Any `count` of them, in their order; all for 0.
std::vector<CampaignCase> draw_cases(std::vector<CampaignCase> cases, std::uint64_t seed,
                                     std::size_t count) {
  if (count == 0 || count >= cases.size()) return cases;
  Draw draw(seed);
  for (std::size_t left = cases.size() - count; left > 0; --left) {
    cases.erase(cases.begin() + static_cast<std::ptrdiff_t>(draw.below(cases.size())));
  }
  return cases;
}

// Machines generated from seeds, the first of them the one given.
std::vector<CampaignCase> list_random_cases(std::uint64_t first, std::uint64_t count) {
  std::vector<CampaignCase> cases;
  for (std::uint64_t seed = first; seed < first + count; ++seed) {
    const RandomMachine random = make_random_machine(seed);
    cases.push_back({"random", random.kind, std::to_string(seed), random.text, ".", false});
  }
  return cases;
}

std::vector<CampaignCase> choose_cases(const Options& options) {
  if (options.random > 0) return list_random_cases(options.seed, options.random);
  std::vector<CampaignCase> chosen;
  for (const std::string& file : options.files.empty() ? list_machine_files() : options.files) {
    for (CampaignCase& c : list_cases(file)) {
      // Quoted in slashes: "/as_is/" must not find "as_is_too".
      if (("/" + c.name() + "/").find(options.only) != std::string::npos) {
        chosen.push_back(std::move(c));
      }
    }
  }
  return draw_cases(std::move(chosen), options.seed, options.count);
}

int run(const Options& options) {
  CampaignReport report;
  for (const CampaignCase& c : choose_cases(options)) {
    if (!options.write_to.empty()) write_file(c, options.write_to);
    if (options.list) {
      fmt::print("{}\n", c.name());
    } else {
      report.add(c, check_case(c, options.check));
    }
  }
  if (options.list) return 0;
  report.print_summary();
  return report.failed() > 0 ? 1 : 0;
}

int main_of(int argc, char** argv) {
  Options options;
  CLI::App app{"Tries plans as users will, see tests/campaign"};
  app.add_option("files", options.files, "machine files (default: the library)");
  app.add_option("--only", options.only, "part of /MACHINE/PATH/VARIATION/");
  app.add_option("--tolerances", options.check.run.tolerances, "as 1e-2,1e-4")->delimiter(',');
  app.add_option("--checks", options.check.checks, "of bounds, limits, variation; default bounds")
      ->delimiter(',')
      ->check(CLI::IsMember({"bounds", "limits", "variation"}));
  app.add_option("--seed", options.seed, "of the sample");
  app.add_option("--count", options.count, "cases in the sample (default: all)");
  app.add_option("--random", options.random, "so many machines from seeds instead, from --seed on");
  app.add_option("--points", options.check.points, "at which limits are looked at, a plan");
  app.add_option("--write", options.write_to, "folder to write the cases' machine files to");
  app.add_option("--work", options.check.run.work, "as of plan");
  app.add_flag("--no-explain{false}", options.check.run.explain, "as of plan");
  app.add_flag("--list", options.list, "only list the cases");
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
