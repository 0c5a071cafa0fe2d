// A short fuzz of every machine file of the library, the same on every run: bytes flipped, lines
// swapped, dropped and doubled, tokens replaced by others that mean something, files spliced.
// For a long one, link fuzz_machine_file.cc with -fsanitize=fuzzer,address,undefined.

#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>
#include <cstddef>
#include <cstdint>
#include <ctime>
#include <exception>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <random>
#include <sstream>
#include <string>
#include <vector>

#include "globaldyn/machine/machine.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

namespace globaldyn {
namespace {

constexpr int kCasesPerFile = 300;
constexpr double kSecondsAllowed = 2.0;  // of the processor; a case takes a millisecond or so

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

std::string read_file(const std::filesystem::path& path) {
  std::ifstream stream(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(stream), {}};
}

std::vector<std::filesystem::path> list_machine_files() {
  std::vector<std::filesystem::path> files;
  const std::filesystem::path folder = std::filesystem::path(GLOBALDYN_SOURCE_DIR) / "machines";
  for (const auto& entry : std::filesystem::recursive_directory_iterator(folder)) {
    const bool is_study = entry.path().filename().string().find("study") != std::string::npos;
    if (entry.path().extension() == ".yaml" && !is_study) files.push_back(entry.path());
  }
  std::sort(files.begin(), files.end());  // the folder's own order is nobody's
  return files;
}

std::vector<std::string> split_lines(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  return lines;
}

std::string join_lines(const std::vector<std::string>& lines) {
  std::string text;
  for (const std::string& line : lines) text += line + "\n";
  return text;
}

class Mutator {
 public:
  explicit Mutator(std::vector<std::string> seeds) : seeds_(std::move(seeds)), random_(20) {}

  // One to four mutations of `text`, one after another.
  std::string mutate(std::string text) {
    const std::size_t count = 1 + draw(4);
    for (std::size_t i = 0; i < count && !text.empty(); ++i) text = mutate_once(text);
    return text;
  }

 private:
  // Not a standard distribution: those differ from library to library.
  std::size_t draw(std::size_t below) { return static_cast<std::size_t>(random_() % below); }

  std::string mutate_once(const std::string& text) {
    switch (draw(6)) {
      case 0:
        return flip_bit(text);
      case 1:
        return change_lines(text);
      case 2:
        return replace_token(text);
      case 3:
        return insert_token(text);
      case 4:
        return splice(text);
      default:
        return drop_stretch(text);
    }
  }

  std::string flip_bit(std::string text) {
    char& c = text[draw(text.size())];
    c = static_cast<char>(static_cast<unsigned char>(c) ^ (1u << draw(8)));
    return text;
  }

  std::string change_lines(const std::string& text) {
    std::vector<std::string> lines = split_lines(text);
    if (lines.empty()) return text;
    const std::size_t a = draw(lines.size()), b = draw(lines.size());
    const auto at = lines.begin() + static_cast<std::ptrdiff_t>(a);
    switch (draw(4)) {
      case 0:
        std::swap(lines[a], lines[b]);
        break;
      case 1:
        lines.erase(at);
        break;
      case 2:
        lines.insert(at, std::string(lines[b]));
        break;
      default:
        lines[a] = std::string(draw(8), ' ') + lines[a];
    }
    return join_lines(lines);
  }

  // A run of letters, digits and points becomes another token.
  std::string replace_token(const std::string& text) {
    const auto in_token = [&](std::size_t i) {
      return std::isalnum(static_cast<unsigned char>(text[i])) != 0 || text[i] == '_' ||
             text[i] == '.';
    };
    std::size_t begin = draw(text.size());
    while (begin < text.size() && !in_token(begin)) ++begin;
    while (begin > 0 && begin < text.size() && in_token(begin - 1)) --begin;
    std::size_t end = begin;
    while (end < text.size() && in_token(end)) ++end;
    return text.substr(0, begin) + pick_token() + text.substr(end);
  }

  std::string insert_token(std::string text) {
    return text.insert(draw(text.size()), pick_token());
  }

  std::string splice(const std::string& text) {
    const std::string& other = seeds_[draw(seeds_.size())];
    return text.substr(0, draw(text.size())) + other.substr(draw(other.size()));
  }

  std::string drop_stretch(std::string text) {
    const std::size_t at = draw(text.size());
    return text.erase(at, 1 + draw(40));
  }

  const std::string& pick_token() { return kTokens[draw(kTokens.size())]; }

  std::vector<std::string> seeds_;
  std::mt19937_64 random_;
};

bool is_accepted(const std::string& text) {
  try {
    (void)parse_machine(text, "fuzz.yaml", "/nonexistent");
    return true;
  } catch (const InputError&) {
    return false;
  }
}

void run(const std::string& text, const std::string& origin) {
  const auto keep = [&] {  // so that a failure can be run again
    const auto file = std::filesystem::path(testing::TempDir()) / "globaldyn_fuzz_failure.yaml";
    std::ofstream(file, std::ios::binary) << text;
    return origin + ", kept as " + file.string();
  };
  const std::clock_t start = std::clock();
  try {
    (void)LLVMFuzzerTestOneInput(reinterpret_cast<const std::uint8_t*>(text.data()), text.size());
  } catch (const std::exception& error) {
    FAIL() << "not an InputError: " << error.what() << "; " << keep();
  }
  const double seconds = static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
  ASSERT_LT(seconds, kSecondsAllowed) << keep();
}

TEST(FuzzSmoke, MutatedMachineFilesAreReadOrRefused) {
  std::vector<std::string> seeds;
  for (const auto& file : list_machine_files()) seeds.push_back(read_file(file));
  ASSERT_FALSE(seeds.empty());
  Mutator mutator(seeds);
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
    const std::string text = read_file(file);
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
}  // namespace globaldyn
