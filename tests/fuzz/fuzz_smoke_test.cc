// A short fuzz of every machine file of the library, the same on every run: bytes flipped, lines
// swapped, dropped and doubled, tokens replaced by others that mean something, files spliced.
// For a long one: tools/fuzz.

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "core/description/document.h"
#include "globaldyn/machine/machine.h"
#include "tests/fuzz/mutator.h"
#include "tests/fuzz/run_case.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

namespace globaldyn::inside {
namespace {

constexpr int kCasesPerFile = 300;

const std::vector<std::string> kTokens{
    // numbers and units
    "0",
    "-1",
    "1e999",
    "1e-999",
    "1e308",
    "0/0",
    "1/0",
    ".nan",
    "-.inf",
    "mm",
    "deg",
    "kg m^2",
    "rpm",
    "N s/m",
    "p",
    "pi",
    "p^2",
    "^",
    "^-1",
    "sqrt(",
    "atan2(p, 0)",
    "-",
    "(",
    ")",
    "none",
    // keys and words
    "globaldyn",
    "bodies",
    "ground",
    "mass",
    "com",
    "inertia",
    "diag",
    "matrix",
    "about",
    "origin",
    "solids",
    "rod",
    "tube",
    "box",
    "sphere",
    "from",
    "to",
    "diameter",
    "wall",
    "material",
    "frames",
    "pose",
    "at",
    "axis",
    "cardan",
    "in",
    "joints",
    "type",
    "revolute",
    "prismatic",
    "universal",
    "spherical",
    "planar",
    "screw",
    "weld",
    "distance",
    "travel",
    "cone",
    "guess",
    "drives",
    "joint",
    "limits",
    "gear",
    "ratio",
    "cable",
    "springs",
    "stiffness",
    "tool",
    "loads",
    "tool_wrench",
    "assembly",
    "branch",
    "positive",
    "range",
    "paths",
    "position",
    "circle",
    "spline",
    "points",
    "knots",
    "closed",
    "csv",
    "orientation",
    "tangential",
    "interpolate",
    "p_max",
    "value",
    "min",
    "max",
    // YAML itself
    "{",
    "}",
    "[",
    "]",
    ",",
    ":",
    ": ",
    "\n",
    "\n  - ",
    "&a ",
    "*a",
    "? ",
    "| ",
    "> ",
    "\"",
    "'",
    "#",
    "---\n",
    "!!str ",
    "<<: ",
    "\t",
    "\xc2\xb0",
    "\xff",
};

std::vector<std::filesystem::path> list_machine_files() {
  std::vector<std::filesystem::path> files;
  const std::filesystem::path folder = std::filesystem::path(GLOBALDYN_SOURCE_DIR) / "machines";
  for (const auto& entry : std::filesystem::recursive_directory_iterator(folder)) {
    const bool is_study = entry.path().filename().string().find("study") != std::string::npos;
    if (entry.path().extension() != ".yaml" || is_study) continue;
    // Tables that a file names would not be found.
    const std::string text = read_text_file(entry.path().string(), kLargestFileBytes);
    if (text.find("csv:") == std::string::npos) files.push_back(entry.path());
  }
  std::sort(files.begin(), files.end());  // the order of the folder's entries is unspecified
  return files;
}

bool is_accepted(const std::string& text) {
  try {
    (void)parse_machine(text, "fuzz.yaml", "/nonexistent");
    return true;
  } catch (const InputError&) {
    return false;
  }
}

void run(const std::string& text, const std::string& origin) {
  run_case(LLVMFuzzerTestOneInput, text, origin);
}

TEST(FuzzSmoke, MutatedMachineFilesAreReadOrRefused) {
  std::vector<std::string> seeds;
  for (const auto& file : list_machine_files())
    seeds.push_back(read_text_file(file.string(), kLargestFileBytes));
  ASSERT_FALSE(seeds.empty());
  Mutator mutator(seeds, kTokens);
  int accepted = 0, refused = 0;
  for (std::size_t s = 0; s < seeds.size(); ++s) {
    EXPECT_TRUE(is_accepted(seeds[s])) << list_machine_files()[s];
    for (int i = 0; i < kCasesPerFile; ++i) {
      const std::string text = mutator.mutate(seeds[s]);
      run(text, "seed " + std::to_string(s) + ", case " + std::to_string(i));
      if (HasFatalFailure()) return;
      if (i % 10 == 0) ++(is_accepted(text) ? accepted : refused);
    }
  }
  // Mutations too wild would all end in the YAML reader, too tame ones would all be accepted.
  EXPECT_GT(accepted, 0);
  EXPECT_GT(refused, accepted);
}

TEST(FuzzSmoke, CutAnywhere) {
  // Every prefix of the shortest file, as after a full disk.
  std::string shortest;
  for (const auto& file : list_machine_files()) {
    const std::string text = read_text_file(file.string(), kLargestFileBytes);
    if (shortest.empty() || text.size() < shortest.size()) shortest = text;
  }
  for (std::size_t size = 0; size < shortest.size(); size += 7) {
    run(shortest.substr(0, size), "prefix of " + std::to_string(size));
    if (HasFatalFailure()) return;
  }
}

TEST(FuzzSmoke, BytesOfEveryKind) {
  for (int byte = 0; byte < 256; ++byte) {
    const std::string c(1, static_cast<char>(byte));
    for (const std::string& text :
         {c, "globaldyn: 1\nname: " + c,
          "globaldyn: 1\nname: a\ngravity: [" + c +
              ", 0]\nbodies: {b: {mass: 1}}\njoints: {j: {type: weld, a: ground, b: b}}\n",
          std::string(1000, c[0])}) {
      run(text, "byte " + std::to_string(byte));
      if (HasFatalFailure()) return;
    }
  }
}

}  // namespace
}  // namespace globaldyn::inside
