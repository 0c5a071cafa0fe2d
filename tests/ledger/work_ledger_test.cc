// What the library's machines, random ones and rows take to be surveyed and planned: panels, poses,
// segments, sides worked on, and the times found, against a ledger of them. It tells of a change of
// accuracy or of work that nobody meant, without measuring time. Nothing here is right or wrong by
// itself: a change that is meant is written down by
//     GLOBALDYN_WRITE_LEDGER=tests/ledger/work_ledger.txt ledger_tests
// and looked at in the diff.
#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <map>
#include <string>
#include <utility>

#include "tests/ledger/ledger_cases.h"

namespace globaldyn::inside::test {
namespace {

class Ledger {
 public:
  Ledger() {
    std::ifstream file(GLOBALDYN_SOURCE_DIR "/tests/ledger/work_ledger.txt");
    for (std::string line; std::getline(file, line);) {
      if (!line.empty()) lines_[read_ledger_name(line)] = line;
    }
    if (const char* const name = std::getenv("GLOBALDYN_WRITE_LEDGER")) {
      written_.open(name, is_begun() ? std::ios::app : std::ios::trunc);
      EXPECT_TRUE(written_) << name;
    }
  }

  void take(const LedgerLine& line) {
    if (written_.is_open()) {
      written_ << line.write() << std::endl;
      return;
    }
    for (const std::string& difference : line.compare(lines_[line.name()])) {
      ADD_FAILURE() << line.name() << ": " << difference
                    << "\nIf that is meant: GLOBALDYN_WRITE_LEDGER=FILE ledger_tests writes the "
                       "ledger anew; see docs/planning.md.";
    }
  }

 private:
  // Whether an earlier test of this process has written its part.
  static bool is_begun() {
    static bool is_first = true;
    return !std::exchange(is_first, false);
  }

  std::map<std::string, std::string> lines_;
  std::ofstream written_;
};

void expect_as_in_ledger(void (*list)(const TakeLine&)) {
  Ledger ledger;
  list([&](const LedgerLine& line) { ledger.take(line); });
}

TEST(WorkLedger, OfFollowing) {
  expect_as_in_ledger(follow_library);
}

TEST(WorkLedger, OfRegions) {
  expect_as_in_ledger(solve_regions);
}

TEST(WorkLedger, OfRowFields) {
  expect_as_in_ledger(plan_row_fields);
}

TEST(WorkLedger, OfRegionFields) {
  expect_as_in_ledger(plan_region_fields);
}

TEST(WorkLedger, OfDifficultMachines) {
  expect_as_in_ledger(plan_difficult);
}

TEST(WorkLedger, OfObstacles) {
  expect_as_in_ledger(find_obstacles);
}

TEST(WorkLedger, OfRandomMachines) {
  expect_as_in_ledger(plan_random_machines);
}

TEST(WorkLedger, OfTheLibrary) {
  expect_as_in_ledger(plan_library);
}

}  // namespace
}  // namespace globaldyn::inside::test
