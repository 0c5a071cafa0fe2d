// Files within the stated size that would take the stack, the memory or minutes of a reader that
// follows them blindly. Whether they are read or refused is the reader's choice; that it answers
// at once is not. The time is that of the processor, and generous: what is measured here takes
// milliseconds if its cost is linear, and far longer than allowed if it is not.

#include <gtest/gtest.h>

#include <ctime>
#include <filesystem>
#include <fstream>
#include <string>

#include "globaldyn/machine/machine.h"

namespace globaldyn {
namespace {

constexpr double kSecondsAllowed = 5.0;

constexpr const char* kPendulum =
    "bodies: {arm: {mass: 1, inertia: {plate: 1}}}\n"
    "joints: {hinge: {type: revolute, a: ground, b: arm}}\n"
    "tool: arm\n";

std::string repeat(const std::string& text, int count) {
  std::string result;
  for (int i = 0; i < count; ++i) result += text;
  return result;
}

// Reads `text` and says how long the processor took.
double time_reading(const std::string& text) {
  EXPECT_LE(text.size(), kLargestFileBytes);
  const std::clock_t start = std::clock();
  try {
    (void)parse_machine("globaldyn: 1\nname: hostile\n" + text, "hostile.yaml", "");
  } catch (const InputError&) {  // as good an answer as any
  }
  return static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
}

TEST(HostileInput, ParametersInALongChain) {
  constexpr int kCount = 50'000;  // each is worked out inside the one before
  std::string text = "parameters:\n";
  for (int i = 0; i < kCount; ++i) {
    text += "  a" + std::to_string(i) + ": a" + std::to_string(i + 1) + "\n";
  }
  text += "  a" + std::to_string(kCount) + ": 1\n";
  EXPECT_LT(time_reading(text + kPendulum), kSecondsAllowed);
}

TEST(HostileInput, ManyParameters) {
  constexpr int kCount = 25'000;  // all refer to the last
  std::string text = "parameters:\n";
  for (int i = 0; i < kCount; ++i) {
    text += "  a" + std::to_string(i) + ": a" + std::to_string(kCount) + "\n";
  }
  text += "  a" + std::to_string(kCount) + ": 1\n";
  EXPECT_LT(time_reading(text + kPendulum), kSecondsAllowed);
}

TEST(HostileInput, ManyLongNumbers) {
  const std::string number = repeat("sin(1)*", 140) + "1";
  EXPECT_LT(time_reading("gravity: [&n " + number + repeat(", *n", 190'000) + "]\n" + kPendulum),
            kSecondsAllowed);
}

TEST(HostileInput, LongNameManyTimes) {
  const std::string name(2'000'000, 'k');
  EXPECT_LT(time_reading("spare: [&k " + name + repeat(", {*k : 1}", 80'000) + "]\n"),
            kSecondsAllowed);
}

TEST(HostileInput, LongTable) {
  const std::filesystem::path file =
      std::filesystem::path(testing::TempDir()) / "hostile_long_table.csv";
  {
    std::ofstream stream(file);
    stream << "p,x,y\n";
    for (int i = 0; i < 5000; ++i) stream << i << "," << 0.01 * i << "," << i % 7 << "\n";
  }
  EXPECT_LT(time_reading(kPendulum + ("paths: {along: {position: {csv: {file: " + file.string()) +
                         "}}}}\n"),
            kSecondsAllowed);
  std::filesystem::remove(file);
}

TEST(HostileInput, BracketsWithoutEnd) {
  for (const std::string open : {"[", "{", "- ", "? ", "[a, ", "{a: "}) {
    EXPECT_LT(time_reading("spare:\n  " + repeat(open, 500'000)), kSecondsAllowed) << open;
  }
}

TEST(HostileInput, SignsWithoutEnd) {
  for (const std::string sign : {"-+", "- ", "2^", "(", "-(", "sin(", "1/"}) {
    const int count = 990 / static_cast<int>(sign.size());
    EXPECT_LT(time_reading("gravity: [0, " + repeat(sign, count) + "1, 0]\n" + kPendulum),
              kSecondsAllowed)
        << sign;
  }
}

}  // namespace
}  // namespace globaldyn
