// What is a store and what is not: where one is created, opened and refused, and its columns.
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <map>
#include <optional>
#include <thread>

#include "tests/optimize/store_cases.h"

namespace globaldyn::inside::test {
namespace {

class StoreOpening : public StoreFolder {};
class StoreColumns : public StoreFolder {};

TEST_F(StoreOpening, CreatesOnlyWhereNothingIs) {
  {
    StudyStore store = StudyStore::create(file_, make_header());
    fill(store, 1, 3);
  }
  const std::string before = read_file(file_);
  for (const std::string& path : {file_, folder_.string()}) {
    expect_error<InputError>([&] { (void)StudyStore::create(path, make_header()); },
                             {file_, "already", "go on", "remove"});
  }
  EXPECT_EQ(read_file(file_), before);
  const std::string text = (folder_ / "notes.txt").string();
  std::ofstream(text) << std::string(2000, 'n');
  expect_error<InputError>([&] { (void)StudyStore::create(text, make_header()); },
                           {text, "already"});
  EXPECT_EQ(read_file(text), std::string(2000, 'n'));
  const std::string nowhere = (folder_ / "nowhere" / "study.sqlite").string();
  expect_error<Error>([&] { (void)StudyStore::create(nowhere, make_header()); },
                      {nowhere, "No such file"});
}

// What a killed creation leaves: an empty file, or pages of a transaction that was never committed,
// with the journal that undoes them. The latter is a copy of the files in the middle of such a
// transaction, larger than what SQLite keeps in memory.
void leave_half_made(const fs::path& file) {
  const fs::path other = file.string() + ".other";
  sqlite3* database = nullptr;
  ASSERT_EQ(sqlite3_open(other.c_str(), &database), SQLITE_OK);
  const char* const sql =
      "PRAGMA cache_size = 1; BEGIN; CREATE TABLE numbers (n);"
      "WITH RECURSIVE counted(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM counted WHERE n < 9999) "
      "INSERT INTO numbers SELECT n FROM counted";
  ASSERT_EQ(sqlite3_exec(database, sql, nullptr, nullptr, nullptr), SQLITE_OK);
  fs::copy_file(other, file);
  fs::copy_file(other.string() + "-journal", file.string() + "-journal");
  sqlite3_close(database);
  ASSERT_GT(fs::file_size(file), 0u);
}

TEST_F(StoreOpening, CreatesWhereACreationWasKilled) {
  for (const bool has_journal : {false, true}) {
    if (has_journal) {
      leave_half_made(file_);
    } else {
      std::ofstream(file_).close();
    }
    EXPECT_FALSE(StudyStore::is_there(file_));
    expect_error<InputError>([&] { (void)StudyStore::open(file_); }, {file_, "no study"});
    {
      StudyStore store = StudyStore::create(file_, make_header());
      fill(store, 1, 3);
      EXPECT_EQ(store.count(), 3u);
    }
    EXPECT_TRUE(StudyStore::is_there(file_));
    fs::remove(file_);
  }
}

TEST_F(StoreOpening, TakesNoOtherFileForVacant) {
  const std::string text = (folder_ / "text").string();
  std::ofstream(text) << std::string(2000, 'n');
  EXPECT_TRUE(StudyStore::is_there(text));
  EXPECT_FALSE(StudyStore::is_there((folder_ / "missing").string()));
  const std::string other = (folder_ / "other").string();
  EXPECT_EQ(query(other, "CREATE TABLE evaluations (id)"), "");
  EXPECT_TRUE(StudyStore::is_there(other));
}

TEST_F(StoreOpening, RefusesWhatIsNoStore) {
  const std::string missing = (folder_ / "missing").string();
  const std::string text = (folder_ / "text").string();
  std::ofstream(text) << std::string(2000, 'n');
  const std::string other = (folder_ / "other").string();
  EXPECT_EQ(query(other, "CREATE TABLE evaluations (id)"), "");
  const std::map<std::string, std::string> wrongs{
      {missing, "there is no study"}, {folder_.string(), "there is no study"},
      {text, "no SQLite database"},   {other, "no study"},
      {"", "there is no study"},      {":memory:", "there is no study"}};
  for (const auto& entry : wrongs) {
    const std::string &path = entry.first, &wrong = entry.second;
    SCOPED_TRACE(path);
    expect_error<InputError>([&] { (void)StudyStore::open(path); }, {path, wrong});
    expect_error<InputError>([&] { (void)StudyStore::open_readonly(path); }, {path, wrong});
  }
  EXPECT_FALSE(fs::exists(missing));
  EXPECT_EQ(read_file(text), std::string(2000, 'n'));
  EXPECT_EQ(query(other, "PRAGMA journal_mode"), "delete\n");
}

TEST_F(StoreOpening, RefusesANewerSchemaAndLeavesItAlone) {
  {
    StudyStore store = StudyStore::create(file_, make_header());
    fill(store, 1, 3);
  }
  ASSERT_EQ(query(file_, "PRAGMA user_version"), "2\n");
  EXPECT_EQ(query(file_, "PRAGMA user_version = 3"), "");
  const std::string before = read_file(file_);
  for (const auto open : {&StudyStore::open, &StudyStore::open_readonly}) {
    expect_error<InputError>([&] { (void)open(file_); }, {file_, "schema 3", "newer"});
  }
  EXPECT_EQ(read_file(file_), before);
}

// Characters that mean something in an SQLite URI, and blanks.
TEST_F(StoreOpening, TakesAnyName) {
  const std::string file = (folder_ / "a b?mode=ro#c%41\xC3\xA4'\"").string();
  {
    StudyStore store = StudyStore::create(file, make_header());
    fill(store, 1, 3);
  }
  ASSERT_TRUE(fs::exists(file));
  EXPECT_EQ(StudyStore::open(file).count(), 3u);
  EXPECT_EQ(StudyStore::open_readonly(file).count(), 3u);
}

TEST_F(StoreOpening, LetsOnlyOneAppend) {
  std::optional<StudyStore> store = StudyStore::create(file_, make_header());
  const auto open_twice = [&] { (void)StudyStore::open(file_); };
  expect_error<InputError>(open_twice, {file_, "another run"});
  fill(*store, 1, 1000);
  expect_error<InputError>(open_twice, {file_, "another run"});
  store->append(make_record(1001));
  expect_error<InputError>(open_twice, {file_, "another run"});
  // Nor from another process.
  const pid_t child = fork();
  if (child == 0) {
    try {
      open_twice();
    } catch (const InputError&) {
      _exit(7);
    } catch (...) {
    }
    _exit(0);
  }
  int status = 0;
  waitpid(child, &status, 0);
  EXPECT_EQ(WEXITSTATUS(status), 7);
  store.reset();
  EXPECT_EQ(StudyStore::open(file_).count(), 1001u);
}

// A closed store cannot be opened to append before its readers are done.
TEST_F(StoreOpening, WaitsForReadersOfAClosedStore) {
  {
    StudyStore store = StudyStore::create(file_, make_header());
    fill(store, 1, 3);
  }
  std::atomic<int> visited{0};
  std::jthread reader([&] {
    StudyStore::open_readonly(file_).for_each([&](const DesignRecord&) {
      ++visited;
      std::this_thread::sleep_for(std::chrono::milliseconds(40));
    });
  });
  while (visited == 0) std::this_thread::yield();
  StudyStore store = StudyStore::open(file_);
  EXPECT_EQ(visited, 3);
  reader.join();
  fill(store, 4, 5);
  EXPECT_EQ(store.count(), 5u);
}

// Where a number stands in the file: SQLite has doubles with the most significant byte first.
std::size_t find_number(const std::string& bytes, double number) {
  const auto bits = std::bit_cast<std::uint64_t>(number);
  std::string pattern;
  for (int shift = 56; shift >= 0; shift -= 8) {
    pattern += static_cast<char>(static_cast<unsigned char>(bits >> shift));
  }
  const std::size_t at = bytes.find(pattern);
  EXPECT_NE(at, std::string::npos);
  EXPECT_EQ(bytes.find(pattern, at + 1), std::string::npos);
  return at;
}

// A number with another bit is a number like any other: only the checksum knows.
TEST_F(StoreOpening, TellsOfEveryFlippedBit) {
  {
    StudyStore store = StudyStore::create(file_, make_header());
    fill(store, 1, 5);
  }
  const std::string whole = read_file(file_);
  const DesignRecord record = make_record(4);
  for (const double number : {record.design[1], record.objectives[0], record.constraints[0],
                              record.quantities[0], record.violation, record.wall_time}) {
    const std::size_t at = find_number(whole, number);
    for (unsigned bit = 0; bit < 64; bit += 7) {
      std::string damaged = whole;
      damaged[at + bit / 8] = static_cast<char>(damaged[at + bit / 8] ^ (1 << (bit % 8)));
      std::ofstream(file_, std::ios::binary) << damaged;
      const StudyStore store = StudyStore::open_readonly(file_);
      expect_error<Error>([&] { (void)store.read_all(); }, {file_, "design 4", "checksum"});
      expect_error<Error>([&] { (void)store.read(4); }, {file_, "design 4", "checksum"});
      expect_same(store.read(3).value(), make_record(3));
    }
  }
  // Other columns likewise, as SQL may change them.
  std::ofstream(file_, std::ios::binary) << whole;
  for (const char* change : {"state = 'ok'", "reason = 'another'", "inputs = inputs + 1",
                             "checksum = checksum + 1", "violation = NULL"}) {
    std::ofstream(file_, std::ios::binary) << whole;
    EXPECT_EQ(query(file_, std::string("UPDATE evaluations SET ") + change + " WHERE id = 4"), "");
    expect_error<Error>([&] { (void)StudyStore::open_readonly(file_).read_all(); },
                        {file_, "design 4", "checksum"});
  }
}

// Schema 1 had no checksums: such stores are read, and go on as they are.
TEST_F(StoreOpening, GoesOnWithAStoreWithoutChecksums) {
  StudyHeader header = make_header();
  header.columns.back().unit.wanted.clear();  // nor what files want
  {
    StudyStore store = StudyStore::create(file_, header);
    fill(store, 1, 3);
  }
  for (const char* sql :
       {"ALTER TABLE evaluations DROP COLUMN checksum",
        "ALTER TABLE columns DROP COLUMN wanted_unit", "PRAGMA user_version = 1"}) {
    ASSERT_EQ(query(file_, sql), "");
  }
  expect_same_header(StudyStore::open_readonly(file_).header(), header);
  {
    StudyStore store = StudyStore::open(file_);
    fill(store, 4, 6);
  }
  const StudyStore store = StudyStore::open_readonly(file_);
  for (std::uint64_t id = 1; id <= 6; ++id) expect_same(store.read(id).value(), make_record(id));
  EXPECT_EQ(query(file_, "PRAGMA user_version"), "1\n");
}

TEST_F(StoreOpening, TellsOfDamage) {
  {
    StudyStore store = StudyStore::create(file_, make_header());
    fill(store, 1, 2000);
  }
  const std::string whole = read_file(file_);
  ASSERT_GT(whole.size(), 100000u);
  // The second half is overwritten: the header can be read, not all designs.
  std::ofstream(file_, std::ios::binary)
      << whole.substr(0, whole.size() / 2) << std::string(whole.size() / 2, '\xA5');
  expect_error<Error>([&] { (void)StudyStore::open_readonly(file_).read_all(); },
                      {file_, "malformed"});
  std::ofstream(file_, std::ios::binary) << whole;
  EXPECT_EQ(query(file_, "UPDATE evaluations SET state = 'fine' WHERE id = 12"), "");
  expect_error<Error>([&] { (void)StudyStore::open_readonly(file_).read(12); },
                      {file_, "design 12", "'fine'"});
  EXPECT_EQ(query(file_, "UPDATE columns SET role = 'aim' WHERE name = 'time'"), "");
  expect_error<Error>([&] { (void)StudyStore::open_readonly(file_); }, {file_, "'aim'"});
  // A column that does not exist is not taken for a string.
  EXPECT_EQ(
      query(file_, "UPDATE columns SET role = 'objective', sql_name = 'x' WHERE name ='time'"), "");
  expect_error<Error>([&] { (void)StudyStore::open_readonly(file_); }, {file_, "no such column"});
}

TEST_F(StoreColumns, HaveNamesOfTheirOwn) {
  using Role = StudyColumn::Role;
  const auto refuse = [&](const std::vector<StudyColumn>& columns, const std::string& wrong) {
    StudyHeader header = make_header();
    header.columns = columns;
    expect_error<InputError>([&] { (void)StudyStore::create(file_, header); },
                             {"star_study.yaml", wrong});
    EXPECT_FALSE(fs::exists(file_));
  };
  refuse({{"x", Role::variable}, {"x", Role::quantity}}, "quantity 'x' twice");
  for (const std::string_view fixed : kFixedColumns) {
    refuse({{std::string(fixed), Role::objective}}, "objective '" + std::string(fixed) + "'");
  }
  for (const std::string name : {"", ".", "a/b", "a\nb", "\x7F"}) {
    refuse({{name, Role::variable}}, "without '/'");
  }
  refuse({{"f", Role::objective}, {"x", Role::variable}}, "variable 'x' out of place");
  refuse({{"g", Role::quantity}, {"f", Role::constraint}}, "constraint 'f' out of place");
}

// Names that SQL takes for equal, for columns it has, or for something else.
TEST_F(StoreColumns, MayHaveAnyOtherNames) {
  using Role = StudyColumn::Role;
  StudyHeader header = make_header();
  header.columns.clear();
  for (const char* name :
       {"rowid", "oid", "ID", "Id", "State", "x", "X", "x#2", "X#2", "select", "a;b--", "[a]",
        "`a`", "\"a\"", "'a'", " ", "\xC3\xA4", "\xC3\x84", ".."}) {
    header.columns.push_back({name, Role::variable});
  }
  DesignRecord record;
  record.id = 5;
  for (std::size_t i = 0; i < header.columns.size(); ++i)
    record.design.push_back(make_number(1, i));
  { StudyStore::create(file_, header).append(record); }
  const StudyStore store = StudyStore::open_readonly(file_);
  expect_same_header(store.header(), header);
  expect_same(store.read(5).value(), record);
}

TEST_F(StoreColumns, AreLimitedInNumber) {
  StudyHeader header = make_header();
  header.columns.clear();
  DesignRecord record;
  record.id = 1;
  for (std::uint64_t i = 0; i < 1993; ++i) {
    header.columns.push_back({"q" + std::to_string(i), StudyColumn::Role::quantity});
    record.quantities.push_back(make_number(1, i));
  }
  { StudyStore::create(file_, header).append(record); }
  expect_same(StudyStore::open_readonly(file_).read(1).value(), record);
  header.columns.push_back({"one more", StudyColumn::Role::quantity});
  expect_error<InputError>([&] { (void)StudyStore::create((folder_ / "wide").string(), header); },
                           {"star_study.yaml", "1994", "at most 1993"});
  EXPECT_FALSE(fs::exists(folder_ / "wide"));
}

}  // namespace
}  // namespace globaldyn::inside::test
