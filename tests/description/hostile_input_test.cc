// Files within the stated size that would exhaust the stack or the memory, or take hours, of a
// reader that follows them blindly. Whether they are read or refused is the reader's choice; that
// it answers is not. Nothing is timed: what takes milliseconds at linear cost would run into the
// limit of the whole test program.

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <string>

#include "core/description/document.h"
#include "globaldyn/machine/machine.h"

namespace globaldyn::inside {
namespace {

constexpr const char* kPendulum =
    "bodies: {arm: {mass: 1, inertia: {plate: 1}}}\n"
    "joints: {hinge: {type: revolute, a: ground, b: arm}}\n"
    "tool: arm\n";

std::string repeat(const std::string& text, int count) {
  std::string result;
  for (int i = 0; i < count; ++i) result += text;
  return result;
}

void read(const std::string& text) {
  EXPECT_LE(text.size(), kLargestFileBytes);
  try {
    (void)parse_machine("globaldyn: 1\nname: hostile\n" + text, "hostile.yaml", "");
  } catch (const InputError&) {  // as good an answer as any
  }
}

TEST(HostileInput, ParametersInALongChain) {
  constexpr int kCount = 50'000;  // each is evaluated inside the one before
  std::string text = "parameters:\n";
  for (int i = 0; i < kCount; ++i) {
    text += "  a" + std::to_string(i) + ": a" + std::to_string(i + 1) + "\n";
  }
  text += "  a" + std::to_string(kCount) + ": 1\n";
  read(text + kPendulum);
}

TEST(HostileInput, ManyParameters) {
  constexpr int kCount = 25'000;  // all refer to the last
  std::string text = "parameters:\n";
  for (int i = 0; i < kCount; ++i) {
    text += "  a" + std::to_string(i) + ": a" + std::to_string(kCount) + "\n";
  }
  text += "  a" + std::to_string(kCount) + ": 1\n";
  read(text + kPendulum);
}

TEST(HostileInput, ManyLongNumbers) {
  const std::string number = repeat("sin(1)*", 140) + "1";
  read("gravity: [&n " + number + repeat(", *n", 190'000) + "]\n" + kPendulum);
}

TEST(HostileInput, LongNameManyTimes) {
  const std::string name(9'000, 'k');
  read("spare: [&k " + name + repeat(", {*k : 1}", 80'000) + "]\n");
}

TEST(HostileInput, LongTable) {
  const std::filesystem::path file =
      std::filesystem::path(testing::TempDir()) / "hostile_long_table.csv";
  {
    std::ofstream stream(file);
    stream << "p,x,y\n";
    for (int i = 0; i < 5000; ++i) stream << i << "," << 0.01 * i << "," << i % 7 << "\n";
  }
  read(kPendulum + ("paths: {along: {position: {csv: {file: " + file.string()) + "}}}}\n");
  std::filesystem::remove(file);
}

TEST(HostileInput, BracketsWithoutEnd) {
  for (const std::string open : {"[", "{", "- ", "? ", "[a, ", "{a: "}) {
    read("spare:\n  " + repeat(open, 150'000));
  }
}

TEST(HostileInput, SignsWithoutEnd) {
  for (const std::string sign : {"-+", "- ", "2^", "(", "-(", "sin(", "1/"}) {
    const int count = 990 / static_cast<int>(sign.size());
    read("gravity: [0, " + repeat(sign, count) + "1, 0]\n" + kPendulum);
  }
}

}  // namespace
}  // namespace globaldyn::inside
