// A study, designs of it, and ways to inspect a store without the class that wrote it.
#pragma once

#include <gtest/gtest.h>
#include <sqlite3.h>

#include <bit>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <limits>
#include <memory>
#include <string>
#include <vector>

#include "core/base/constants.h"
#include "core/base/errors.h"
#include "optimize/store/study_store.h"
#include "tests/support/temporary_folder.h"

namespace globaldyn::inside::test {

namespace fs = std::filesystem;

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

/// Two continuous variables that differ only in case, an integer and a categorical one, two
/// objectives, a constraint, a quantity; names and texts with everything that SQL, CSV and JSON
/// must quote.
inline StudyHeader make_header() {
  using Role = StudyColumn::Role;
  StudyHeader header;
  header.name = "a \"fast\" star";
  header.study_file = {"star_study.yaml", "study: 'it''s'\nlast: \xC3\xA4, 100 %\n"};
  header.machine_files = {{"b.yaml", std::string("zero\0byte", 9)}, {"a.yaml", ""}};
  header.program = "globaldyn 1.2.3";
  header.created = "2024-05-06T07:08:09Z";
  header.seed = 0xfedcba9876543210u;
  header.inputs = 0x8000000000000001u;
  header.columns = {{"m", Role::variable, "kg", "a mass"},
                    {"M", Role::variable, "", ""},
                    {"arms, \"all\"", Role::variable, "1", "", {}, true},
                    {"motor", Role::variable, "", "of the catalogue", {"A 1", "B, \"2\"", "C\n3"}},
                    {"time", Role::objective, "s", "cycle"},
                    {"reserve", Role::objective, "N", "", {}, false, true},
                    {"clearance", Role::constraint, "m", "least"},
                    {"energy", Role::quantity, {"J", "Wh"}, ""}};
  return header;
}

/// Numbers that take all 53 bits and differ from id to id and place to place.
inline double make_number(std::uint64_t id, std::uint64_t place) {
  std::uint64_t bits = (id * 64 + place + 1) * 0x9E3779B97F4A7C15u;  // golden ratio, Knuth 1973
  bits = (bits ^ bits >> 29) * 0xBF58476D1CE4E5B9u;
  return std::ldexp(static_cast<double>(bits >> 11), -30) - 1e6;
}

/// The design with this number in make_header()'s study: what a store must give back.
inline DesignRecord make_record(std::uint64_t id) {
  DesignRecord record;
  record.id = id;
  record.design = {make_number(id, 0), make_number(id, 1), static_cast<double>(id % 7),
                   static_cast<double>(id % 3)};
  record.objectives = {make_number(id, 2), make_number(id, 3)};
  record.constraints = {make_number(id, 4)};
  record.quantities = {make_number(id, 5)};
  record.wall_time = std::abs(make_number(id, 6));
  record.inputs = std::bit_cast<std::uint64_t>(make_number(id, 7));
  record.state = static_cast<DesignState>(id % 3);
  if (record.state == DesignState::ok) return record;
  record.reason = "reason, \"" + std::to_string(id) + "\"\n";
  record.violation = std::abs(make_number(id, 8));
  return record;
}

/// The same double to the last bit, except that there is only one NaN.
inline bool is_same(double a, double b) {
  return (std::isnan(a) && std::isnan(b)) ||
         std::bit_cast<std::uint64_t>(a) == std::bit_cast<std::uint64_t>(b);
}

inline bool is_same(const std::vector<double>& a, const std::vector<double>& b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [](double x, double y) { return is_same(x, y); });
}

inline bool is_same(const DesignRecord& a, const DesignRecord& b) {
  return a.id == b.id && is_same(a.design, b.design) && a.state == b.state &&
         a.reason == b.reason && is_same(a.objectives, b.objectives) &&
         is_same(a.constraints, b.constraints) && is_same(a.quantities, b.quantities) &&
         is_same(a.violation, b.violation) && is_same(a.wall_time, b.wall_time) &&
         a.inputs == b.inputs;
}

inline void expect_same(const DesignRecord& found, const DesignRecord& expected) {
  EXPECT_TRUE(is_same(found, expected)) << "design " << found.id << ", expected " << expected.id;
}

inline void expect_same_header(const StudyHeader& found, const StudyHeader& expected) {
  EXPECT_EQ(found.name, expected.name);
  EXPECT_EQ(found.study_file, expected.study_file);
  EXPECT_EQ(found.machine_files, expected.machine_files);
  EXPECT_EQ(found.program, expected.program);
  EXPECT_EQ(found.created, expected.created);
  EXPECT_EQ(found.seed, expected.seed);
  EXPECT_EQ(found.inputs, expected.inputs);
  ASSERT_EQ(found.columns.size(), expected.columns.size());
  for (std::size_t i = 0; i < found.columns.size(); ++i) {
    const StudyColumn &a = found.columns[i], &b = expected.columns[i];
    EXPECT_EQ(a.name, b.name);
    EXPECT_EQ(a.role, b.role);
    EXPECT_EQ(a.unit, b.unit);
    EXPECT_EQ(a.description, b.description);
    EXPECT_EQ(a.choices, b.choices);
    EXPECT_EQ(a.is_integer, b.is_integer);
    EXPECT_EQ(a.is_maximized, b.is_maximized);
  }
}

inline void fill(StudyStore& store, std::uint64_t first, std::uint64_t last) {
  for (std::uint64_t id = first; id <= last; ++id) store.append(make_record(id));
  store.commit();
}

/// A folder of its own for every test.
class StoreFolder : public ::testing::Test {
 protected:
  const TemporaryFolder temporary_;
  const fs::path& folder_ = temporary_.path();
  const std::string file_ = temporary_.file("study.sqlite");
};

inline std::string read_file(const fs::path& file) {
  std::ifstream stream(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(stream), {}};
}

/// SQLite's own answer: the first column of all rows, one line each; or its error.
inline std::string query(const std::string& file, const std::string& sql) {
  sqlite3* database = nullptr;
  sqlite3_open(file.c_str(), &database);
  const std::unique_ptr<sqlite3, decltype(&sqlite3_close)> closing(database, sqlite3_close);
  std::string lines;
  const auto add = [](void* text, int, char** values, char**) {
    *static_cast<std::string*>(text) += std::string(values[0] ? values[0] : "NULL") + "\n";
    return 0;
  };
  char* message = nullptr;
  if (sqlite3_exec(database, sql.c_str(), add, &lines, &message) != SQLITE_OK) {
    lines += message;
    sqlite3_free(message);
  }
  return lines;
}

inline void expect_intact(const std::string& file) {
  EXPECT_EQ(query(file, "PRAGMA integrity_check"), "ok\n");
}

/// Whether `act` throws an E whose text is one line that has all of `parts`.
template <class E>
void expect_error(const auto& act, const std::vector<std::string>& parts) {
  try {
    act();
    ADD_FAILURE() << "accepted; expected " << parts.back();
  } catch (const E& error) {
    const std::string message = error.what();
    for (const std::string& part : parts) {
      EXPECT_NE(message.find(part), std::string::npos) << message << "\nwithout: " << part;
    }
    EXPECT_EQ(message.find('\n'), std::string::npos) << message;
  }
}

}  // namespace globaldyn::inside::test
