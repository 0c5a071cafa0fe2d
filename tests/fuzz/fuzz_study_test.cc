// A short fuzz of study files and catalogues, the same on every run: mutants of those of the
// library, hostile values in place of every word, and files of the maximum size.
// For a long one, link fuzz_study_file.cc or fuzz_catalogue_file.cc with
// -fsanitize=fuzzer,address,undefined.

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <sys/resource.h>

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "core/description/document.h"
#include "tests/fuzz/mutator.h"
#include "tests/fuzz/run_case.h"
#include "tests/fuzz/study_folder.h"

extern "C" int fuzz_study_file(const std::uint8_t* data, std::size_t size);
extern "C" int fuzz_catalogue_file(const std::uint8_t* data, std::size_t size);

namespace globaldyn::inside {
namespace {

namespace fs = std::filesystem;

const std::vector<std::string> kTokens{
    // numbers and units
    "0", "-1", "-3", "1.5", "1e9", "1e12", "1e999", "1e-320", "1e308", "-1e308", "0/0", "1/0",
    "nan", ".nan", "inf", "-.inf", "mm", "kg", "N", "EUR", "[kg]", "^", "sqrt(", "min(", "-", "(",
    ")", "none", "true", "false",
    // keys and words
    "globaldyn_study", "machine", "set", "variables", "from", "to", "scale", "log", "whole",
    "values", "choices", "catalogue", "rows", "ordered", "scenarios", "weight", "tolerances",
    "samples", "parameters", "sigma", "quantities", "formula", "unit", "objectives", "minimize",
    "maximize", "mean", "worst", "nominal", "constraints", "value", "at_least", "at_most",
    "precision", "places", "search", "algorithm", "nsga3", "steady_state", "lag", "cobyla",
    "factorial", "levels", "sobol", "morris", "trajectories", "sobol_indices", "population",
    "budget", "time", "stagnation", "start", "refine", "points", "width", "length", "mass", "motor",
    "stroke.time", "way.least", "motor.price", "id", "name", "state", "slide.yaml", "motors.csv",
    // YAML and CSV
    "{", "}", "[", "]", "[]", "{}", ",", ":", ": ", "\n", "\n  - ", "&a ", "*a", "? ", "| ", "> ",
    "\"", "\"\"", "'", "#", "~", "---\n", "!!str ", "<<: ", "\t", "\r\n", "\xef\xbb\xbf",
    "\xc2\xb0", "\xff", std::string(1, '\0')};

// Values that no study should have, though some may be accepted.
std::vector<std::string> list_hostile_values() {
  return {"nan",
          "-1",
          "1e12",
          "[]",
          "{}",
          "{a: 1}",
          "~",
          "\"a\\nb\"",
          std::string(60, '[') + std::string(60, ']'),
          std::string(10'001, 'a')};
}

std::string read_file(const fs::path& file) {
  return read_text_file(file.string(), kLargestFileBytes);
}

std::string read_every_key() {
  return read_file(fs::path(GLOBALDYN_SOURCE_DIR) / "tests/study/every_key_study.yaml");
}

// The files of a folder of the repository whose names end with `end`.
std::vector<std::string> read_library(const char* folder, const char* end) {
  std::vector<fs::path> files;
  for (const auto& entry :
       fs::recursive_directory_iterator(fs::path(GLOBALDYN_SOURCE_DIR) / folder)) {
    if (entry.path().filename().string().ends_with(end)) files.push_back(entry.path());
  }
  std::sort(files.begin(), files.end());  // the order of the folder's entries is unspecified
  std::vector<std::string> texts;
  for (const fs::path& file : files) texts.push_back(read_file(file));
  return texts;
}

bool is_accepted(const std::string& study) {
  try {
    (void)parse_study(study, "study.yaml", study_folder());
    return true;
  } catch (const InputError&) {
    return false;
  }
}

bool is_catalogue(const std::string& text) {
  std::ofstream(study_folder() + "/other.csv", std::ios::binary) << text;
  return is_accepted(
      "globaldyn_study: 1\nname: parts\nmachine: slide.yaml\n"
      "variables: {part: {catalogue: other.csv, set: {}}}\n"
      "objectives: {duration: {minimize: stroke.time}}\n");
}

// Mutants of all seeds. Mutations too wild would all be refused at once, too tame ones would all be
// accepted.
void fuzz(FuzzEntry entry, const std::vector<std::string>& seeds, int cases,
          bool (*is_good)(const std::string&)) {
  Mutator mutator(seeds, kTokens);
  int accepted = 0, refused = 0;
  for (std::size_t s = 0; s < seeds.size(); ++s) {
    EXPECT_TRUE(is_good(seeds[s])) << seeds[s];
    for (int i = 0; i < cases; ++i) {
      const std::string text = mutator.mutate(seeds[s]);
      run_case(entry, text, fmt::format("seed {}, case {}", s, i));
      if (testing::Test::HasFatalFailure()) return;
      if (i % 10 == 0) ++(is_good(text) ? accepted : refused);
    }
  }
  EXPECT_GT(accepted, 0);
  EXPECT_GT(refused, 0);
}

TEST(FuzzStudies, MutatedStudiesAreReadOrRefused) {
  std::vector<std::string> seeds = read_library("machines", "_study.yaml");
  ASSERT_FALSE(seeds.empty());
  seeds.push_back(read_every_key());
  fuzz(fuzz_study_file, seeds, 100, is_accepted);
}

TEST(FuzzStudies, MutatedCataloguesAreReadOrRefused) {
  std::vector<std::string> seeds = read_library("catalogues", ".csv");
  ASSERT_FALSE(seeds.empty());
  seeds.push_back(read_file(study_folder() + "/motors.csv"));
  fuzz(fuzz_catalogue_file, seeds, 150, is_catalogue);
}

// Every word, and every list and map in brackets.
std::vector<Stretch> list_stretches(const std::string& text) {
  std::vector<Stretch> stretches;
  for (Stretch token = find_token(text, 0); token.begin < text.size();
       token = find_token(text, token.end)) {
    stretches.push_back(token);
  }
  std::vector<std::size_t> open;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '{' || text[i] == '[') open.push_back(i);
    if (text[i] != '}' && text[i] != ']') continue;
    stretches.push_back({open.back(), i + 1});
    open.pop_back();
  }
  return stretches;
}

// A hostile value in place of everything, one at a time.
TEST(FuzzStudies, HostileValuesEverywhere) {
  std::string text = read_every_key();
  text.erase(0, text.find("globaldyn_study"));  // the comment
  // Start designs would be refused whatever is wrong with a variable, and hide it.
  const std::size_t start = text.find("  start:");
  text.erase(start, text.find('\n', start) + 1 - start);
  const std::string with_start =
      "globaldyn_study: 1\nname: a\nmachine: slide.yaml\n"
      "variables: {length: {from: 0.5, to: 1}, use: {choices: {1: {mass: 1}}}}\n"
      "objectives: {duration: {minimize: stroke.time}}\n"
      "search: {start: [{length: 0.7 m, use: 1}]}\n";
  for (const std::string& seed : {text, with_start}) {
    ASSERT_TRUE(is_accepted(seed)) << seed;
    for (const Stretch& stretch : list_stretches(seed)) {
      for (const std::string& value : list_hostile_values()) {
        run_case(fuzz_study_file, seed.substr(0, stretch.begin) + value + seed.substr(stretch.end),
                 fmt::format("character {}, '{}'", stretch.begin, value));
        if (HasFatalFailure()) return;
      }
    }
  }
}

// Every search with counts beyond what any machine has room for.
TEST(FuzzStudies, HugeCounts) {
  const std::string head =
      "globaldyn_study: 1\nname: huge\nmachine: slide.yaml\n"
      "variables: {length: {from: 0.5, to: 1}, reach: {from: 1, to: 1e9, whole: true}}\n"
      "objectives: {duration: {minimize: stroke.time}}\n";
  for (const char* algorithm : {"nsga2", "nsga3", "steady_state", "cobyla", "direct_l", "factorial",
                                "latin_hypercube", "sobol", "random", "morris", "sobol_indices"}) {
    for (const char* key : {"population", "generations", "lag", "budget", "levels", "samples",
                            "trajectories", "width", "seed", "time", "first_step"}) {
      for (const char* value : {"1e9", "1e12", "1e308", "2147483648", "-3", "0", "nan", "100000"}) {
        run_case(fuzz_study_file,
                 head + fmt::format("search: {{algorithm: {}, {}: {}}}\n", algorithm, key, value),
                 fmt::format("{} {} {}", algorithm, key, value));
        if (HasFatalFailure()) return;
      }
    }
  }
}

std::string repeat(const std::string& text, int count) {
  std::string all;
  for (int i = 0; i < count; ++i) all += fmt::format(fmt::runtime(text), i);
  return all;
}

// The peak memory of this process so far.
double peak_megabytes() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return static_cast<double>(usage.ru_maxrss) / 1024.0;
}

constexpr double kMegabytesAllowed = 1024.0;  // files are of 16 at most
constexpr double kSecondsAllowed = 6.0;       // it takes one; sanitizers or a busy machine more

// Files of the maximum size: anything with quadratic cost does not finish within the allowed time.
TEST(FuzzStudies, LargeCataloguesCostAMoment) {
  constexpr int kSize = 15 << 20;
  const double before = peak_megabytes();
  for (const std::string& text :
       {std::string(kSize, ','), std::string(kSize, '\n'), std::string(kSize, '"'),
        std::string(kSize, ' '), "name\n" + std::string(kSize, ','),
        "name,a\n" + repeat("p{0},1\n", 99'000), "name,a\n" + repeat("p{0},1\n", 400'000),
        "name\n" + repeat("p{0}\n", 1'050'000), "name" + repeat(",a{0}", 900) + "\n",
        "name" + repeat(",a{0}", 200'000) + "\n"}) {
    run_case(fuzz_catalogue_file, text, "catalogue of " + text.substr(0, 20), kSecondsAllowed);
    if (HasFatalFailure()) return;
  }
  EXPECT_LT(peak_megabytes() - before, kMegabytesAllowed);
}

TEST(FuzzStudies, LargeStudiesCostAMoment) {
  const std::string head = "globaldyn_study: 1\nname: large\nmachine: slide.yaml\n";
  const std::string variables = "variables: {length: {from: 0.5 m, to: 1 m}}\n";
  const std::string objectives = "objectives: {duration: {minimize: stroke.time}}\n";
  const double before = peak_megabytes();
  for (const std::string& text :
       {variables + objectives + "quantities:\n" + repeat("  q{0}: 1\n", 70'000),
        variables + objectives + "quantities:\n" + repeat("  q{0}: length\n", 1900),
        variables + objectives + "constraints:\n" + repeat("  q{0}: {{value: 1}}\n", 40'000),
        variables + objectives + "scenarios:\n" + repeat("  s{0}: {{}}\n", 60'000),
        objectives + "variables: {length: {values: [" + repeat("1+{0}/1e6, ", 60'000) + "1]}}\n",
        objectives + "variables: {a: {choices: {" + repeat("c{0}: {{}}, ", 60'000) + "}}}\n",
        objectives + "variables: {" + repeat("v{0}: {{choices: {{a: {{}}}}}}, ", 30'000) + "}\n",
        objectives + "variables:\n" + repeat("  m{0}: {{catalogue: motors.csv, set: {{}}}}\n", 200),
        variables + objectives + "search: {start: [" + repeat("{{length: 0.{0}}}, ", 40'000) +
            "]}\n",
        objectives + "variables: {" + repeat("v{0}: {{choices: {{a: {{}}}}}}, ", 1900) + "}\n" +
            "search:\n  start:\n" + repeat("  - {{" + repeat("v{0}: a, ", 1900) + "}}\n", 45)}) {
    run_case(fuzz_study_file, head + text, "study of " + text.substr(0, 20), kSecondsAllowed);
    if (HasFatalFailure()) return;
  }
  EXPECT_LT(peak_megabytes() - before, kMegabytesAllowed);
}

}  // namespace
}  // namespace globaldyn::inside
