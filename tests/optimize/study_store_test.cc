// The store gives back what it was given, and its file is as described. Oracles: the records
// themselves; SQLite's own shell functions on the file.
#include "optimize/store/study_store.h"

#include <algorithm>
#include <chrono>
#include <random>
#include <thread>

#include "tests/optimize/store_cases.h"

namespace globaldyn::inside::test {
namespace {

class Store : public StoreFolder {};

TEST_F(Store, GivesItsHeaderBack) {
  { (void)StudyStore::create(file_, make_header()); }
  expect_same_header(StudyStore::open(file_).header(), make_header());
  expect_same_header(StudyStore::open_readonly(file_).header(), make_header());
}

TEST_F(Store, GivesEveryDoubleBackToTheLastBit) {
  using Limits = std::numeric_limits<double>;
  const std::vector<double> numbers{-0.0,
                                    0.0,
                                    1.0,
                                    -3.0,
                                    0.1,
                                    1.0 / 3.0,
                                    kNaN,
                                    kInfinity,
                                    -kInfinity,
                                    Limits::max(),
                                    Limits::lowest(),
                                    Limits::min(),
                                    Limits::denorm_min(),
                                    -Limits::denorm_min(),
                                    Limits::epsilon(),
                                    9007199254740993.0,
                                    9223372036854775808.0,
                                    -9223372036854775808.0,
                                    1e22,
                                    123456789012345678.0};
  std::vector<DesignRecord> records;
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    const auto number = [&](std::size_t shift) { return numbers[(i + shift) % numbers.size()]; };
    DesignRecord record = make_record(i + 1);
    record.design = {number(0), number(1), number(2), number(3)};
    record.objectives = {number(4), number(5)};
    record.constraints = {number(6)};
    record.quantities = {number(7)};
    record.violation = number(8);
    record.wall_time = number(9);
    records.push_back(record);
  }
  {
    StudyStore store = StudyStore::create(file_, make_header());
    for (const DesignRecord& record : records) store.append(record);
  }
  const StudyStore store = StudyStore::open_readonly(file_);
  const std::vector<DesignRecord> found = store.read_all();
  ASSERT_EQ(found.size(), records.size());
  for (std::size_t i = 0; i < records.size(); ++i) expect_same(found[i], records[i]);
}

TEST_F(Store, GivesTextsAndWholeNumbersBack) {
  std::vector<DesignRecord> records;
  for (const std::string& reason :
       {std::string("a 'quoted' \"reason\""), std::string("zero\0byte", 9), std::string(5000, 'x'),
        std::string("\xC3\xA4\xFF not UTF-8"), std::string()}) {
    DesignRecord record = make_record(3 * records.size() + 1);
    record.reason = reason;
    record.inputs = ~records.size();  // above 2^63
    records.push_back(record);
  }
  records.push_back(make_record(0x7fffffffffffffffu));
  {
    StudyStore store = StudyStore::create(file_, make_header());
    for (const DesignRecord& record : records) store.append(record);
  }
  const StudyStore store = StudyStore::open_readonly(file_);
  for (const DesignRecord& record : records) expect_same(store.read(record.id).value(), record);
}

// Results arrive in any order, and a killed run leaves gaps.
TEST_F(Store, SortsIdsWithHoles) {
  std::vector<std::uint64_t> ids;
  for (std::uint64_t id = 1; id <= 3000; ++id) {
    if (id % 5 != 0) ids.push_back(id);
  }
  std::mt19937_64 random(7);
  for (std::size_t i = ids.size(); i > 1; --i) std::swap(ids[i - 1], ids[random() % i]);
  StudyStore store = StudyStore::create(file_, make_header());
  EXPECT_EQ(store.count(), 0u);
  EXPECT_EQ(store.largest_id(), 0u);
  EXPECT_TRUE(store.read_all().empty());
  for (const std::uint64_t id : ids) store.append(make_record(id));
  EXPECT_EQ(store.count(), 2400u);
  EXPECT_EQ(store.largest_id(), 2999u);
  std::sort(ids.begin(), ids.end());
  std::size_t next = 0;
  store.for_each([&](const DesignRecord& record) {
    ASSERT_LT(next, ids.size());
    expect_same(record, make_record(ids[next++]));
  });
  EXPECT_EQ(next, ids.size());
  for (const std::uint64_t id : {1u, 4u, 5u, 6u, 2999u, 3000u, 0u}) {
    const bool is_there = id % 5 != 0;
    EXPECT_EQ(store.contains(id), is_there) << id;
    ASSERT_EQ(store.read(id).has_value(), is_there) << id;
    if (is_there) expect_same(*store.read(id), make_record(id));
  }
}

// A visit may read, even the whole store again, and may stop by an exception.
TEST_F(Store, CanBeReadWhileItIsVisited) {
  StudyStore store = StudyStore::create(file_, make_header());
  fill(store, 1, 20);
  std::size_t inner = 0;
  store.for_each([&](const DesignRecord& record) {
    expect_same(store.read(21 - record.id).value(), make_record(21 - record.id));
    store.for_each([&](const DesignRecord&) { ++inner; });
  });
  EXPECT_EQ(inner, 400u);
  EXPECT_THROW(store.for_each([](const DesignRecord&) { throw Error("enough"); }), Error);
  fill(store, 21, 22);
  EXPECT_EQ(store.count(), 22u);
}

TEST_F(Store, GoesOnWhereItWasLeft) {
  {
    StudyStore store = StudyStore::create(folder_.string(), make_header());
    EXPECT_EQ(store.file(), file_);
    fill(store, 1, 700);
  }
  {
    StudyStore store = StudyStore::open(folder_.string());
    EXPECT_EQ(store.largest_id(), 700u);
    for (std::uint64_t id = 701; id <= 900; ++id) store.append(make_record(id));
    // Closing commits.
  }
  const StudyStore store = StudyStore::open_readonly(folder_.string());
  const std::vector<DesignRecord> all = store.read_all();
  ASSERT_EQ(all.size(), 900u);
  for (std::uint64_t id = 1; id <= 900; ++id) expect_same(all[id - 1], make_record(id));
  expect_intact(file_);
}

TEST_F(Store, IsOneFileWhenClosed) {
  {
    StudyStore store = StudyStore::create(file_, make_header());
    fill(store, 1, 10);
    EXPECT_TRUE(fs::exists(file_ + "-wal"));
    EXPECT_EQ(query(file_, "PRAGMA journal_mode"), "wal\n");
  }
  { (void)StudyStore::open_readonly(file_).read_all(); }
  EXPECT_EQ(std::distance(fs::directory_iterator(folder_), fs::directory_iterator()), 1);
  EXPECT_EQ(query(file_, "PRAGMA journal_mode"), "delete\n");
}

// A store that is still being read stays in two files, and nothing is lost.
TEST_F(Store, CanBeClosedWhileItIsRead) {
  auto store = std::make_optional(StudyStore::create(file_, make_header()));
  fill(*store, 1, 10);
  const StudyStore reader = StudyStore::open_readonly(file_);
  EXPECT_EQ(reader.count(), 10u);
  store.reset();
  EXPECT_EQ(reader.count(), 10u);
  store = StudyStore::open(file_);
  fill(*store, 11, 12);
  EXPECT_EQ(reader.count(), 12u);
}

TEST_F(Store, CanBeMoved) {
  StudyStore first = StudyStore::create(file_, make_header());
  first.append(make_record(1));
  StudyStore store(std::move(first));
  store.append(make_record(2));
  store = StudyStore::create((folder_ / "other.sqlite").string(), make_header());
  EXPECT_EQ(store.count(), 0u);
  EXPECT_EQ(StudyStore::open(file_).count(), 2u);
}

TEST_F(Store, IsATableToBeReadWithSql) {
  StudyStore store = StudyStore::create(file_, make_header());
  DesignRecord record = make_record(3);
  record.design = {1.5, -2.5, 4.0, 1.0};
  record.objectives = {kInfinity, 0.25};
  record.quantities = {kNaN};
  record.inputs = 0xfedcba9876543210u;
  store.append(record);
  record = make_record(4);
  store.append(record);
  store.commit();
  EXPECT_EQ(query(file_, "SELECT name FROM pragma_table_info('evaluations')"),
            "id\nstate\nreason\nm\nM#2\narms, \"all\"\nmotor\ntime\nreserve\nclearance\nenergy\n"
            "violation\nwall_time\ninputs\nchecksum\n");
  EXPECT_EQ(query(file_,
                  "SELECT m || ' ' || \"M#2\" || ' ' || \"arms, \"\"all\"\"\" || ' ' || motor"
                  " FROM evaluations WHERE state = 'ok'"),
            "1.5 -2.5 4.0 1.0\n");
  EXPECT_EQ(query(file_,
                  "SELECT typeof(time) || typeof(energy) || typeof(m) || typeof(reason)"
                  " FROM evaluations WHERE id = 3"),
            "realnullrealnull\n");
  EXPECT_EQ(query(file_, "SELECT time > 1e308 AND reserve = 0.25 FROM evaluations WHERE id = 3"),
            "1\n");
  EXPECT_EQ(query(file_, "SELECT printf('%016x', inputs) FROM evaluations WHERE id = 3"),
            "fedcba9876543210\n");
  EXPECT_EQ(query(file_, "SELECT reason FROM evaluations WHERE state = 'infeasible'"),
            "reason, \"4\"\n\n");
  EXPECT_EQ(query(file_, "SELECT sql_name FROM columns WHERE name = 'M'"), "M#2\n");
  EXPECT_EQ(query(file_, "SELECT text FROM sources WHERE role = 'study'"),
            make_header().study_file.text + "\n");
}

TEST_F(Store, KeepsEventsInOrder) {
  const std::vector<StudyEvent> events{{"time limit", 4000, "after 60 s"},
                                       {"interrupted", 0, ""},
                                       {"budget", 0xffffffffffffffffu, "a 'text'"}};
  StudyStore store = StudyStore::create(file_, make_header());
  EXPECT_TRUE(store.events().empty());
  const StudyStore reader = StudyStore::open_readonly(file_);
  for (std::size_t i = 0; i < events.size(); ++i) {
    store.append(make_record(i + 1));
    store.add_event(events[i]);
    // An event commits, together with what was appended before.
    EXPECT_EQ(reader.events().size(), i + 1);
    EXPECT_EQ(reader.count(), i + 1);
  }
  EXPECT_EQ(store.events(), events);
  EXPECT_EQ(reader.events(), events);
}

TEST_F(Store, RefusesWhatIsNoRecordOfTheStudy) {
  StudyStore store = StudyStore::create(file_, make_header());
  store.append(make_record(7));
  expect_error<Error>([&] { store.append(make_record(7)); }, {file_, "design 7", "already"});
  for (const std::uint64_t id : {std::uint64_t{0}, std::uint64_t{1} << 63}) {
    DesignRecord record = make_record(1);
    record.id = id;
    expect_error<Error>([&] { store.append(record); }, {file_, "id " + std::to_string(id)});
  }
  const std::vector<std::vector<double> DesignRecord::*> parts{
      &DesignRecord::design, &DesignRecord::objectives, &DesignRecord::constraints,
      &DesignRecord::quantities};
  for (const auto part : parts) {
    DesignRecord record = make_record(8);
    (record.*part).pop_back();
    expect_error<Error>([&] { store.append(record); }, {file_, "design 8", "expected 4, 2, 1, 1"});
    record = make_record(8);
    (record.*part).push_back(1.0);
    expect_error<Error>([&] { store.append(record); }, {file_, "design 8", "expected 4, 2, 1, 1"});
  }
  // None of it harmed the valid one.
  store.commit();
  const std::vector<DesignRecord> all = StudyStore::open_readonly(file_).read_all();
  ASSERT_EQ(all.size(), 1u);
  expect_same(all[0], make_record(7));
}

TEST_F(Store, CommitsByItselfAfterHalfASecond) {
  StudyStore store = StudyStore::create(file_, make_header());
  const StudyStore reader = StudyStore::open_readonly(file_);
  auto start = std::chrono::steady_clock::now();
  // On a machine that stalls that long it may have committed before.
  const auto expect_committed = [&](std::size_t count) {
    const std::size_t found = reader.count();
    const auto elapsed = std::chrono::steady_clock::now() - start;
    if (elapsed < std::chrono::milliseconds(500)) {
      EXPECT_EQ(found, count);
    }
  };
  store.append(make_record(1));
  store.append(make_record(2));
  EXPECT_EQ(store.count(), 2u);
  expect_committed(0);
  std::this_thread::sleep_for(std::chrono::milliseconds(510));
  store.append(make_record(3));
  EXPECT_EQ(reader.count(), 3u);
  start = std::chrono::steady_clock::now();
  store.append(make_record(4));
  expect_committed(3);
  store.commit();
  EXPECT_EQ(reader.count(), 4u);
}

// A reader in the middle of its table neither stops the writer nor sees what it adds.
TEST_F(Store, IsReadWhileItIsWritten) {
  StudyStore store = StudyStore::create(file_, make_header());
  fill(store, 1, 50);
  const StudyStore reader = StudyStore::open_readonly(file_);
  std::uint64_t visited = 0, last = 50;
  reader.for_each([&](const DesignRecord& record) {
    EXPECT_EQ(record.id, ++visited);
    fill(store, last + 1, last + 10);
    last += 10;
  });
  EXPECT_EQ(visited, 50u);
  EXPECT_EQ(reader.count(), 550u);
  expect_error<Error>([&] { StudyStore::open_readonly(file_).append(make_record(1000)); },
                      {file_, "reading only"});
}

}  // namespace
}  // namespace globaldyn::inside::test
