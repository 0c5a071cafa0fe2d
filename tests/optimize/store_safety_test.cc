// What can happen to a store from outside: kills at any instant, a full disk, missing permissions.
// Oracles: designs follow from their ids, and SQLite checks its file.
#include <fcntl.h>
#include <grp.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <cstdio>
#include <functional>
#include <optional>
#include <random>
#include <thread>

#include "tests/optimize/store_cases.h"

namespace globaldyn::inside::test {
namespace {

class StoreSafety : public StoreFolder {};
class StorePermissions : public StoreFolder {};

/// Runs a function in its own process; what it writes into the pipe can be read here.
class Child {
 public:
  explicit Child(const std::function<void(int out)>& run) {
    int ends[2];
    if (pipe(ends) != 0) throw Error("no pipe");
    std::fflush(nullptr);  // or the child would write buffered output a second time
    id_ = fork();
    if (id_ == 0) {
      close(ends[0]);
      try {
        run(ends[1]);
      } catch (const std::exception& error) {
        const std::string message = error.what();
        (void)!write(ends[1], message.data(), message.size());
        _exit(1);
      }
      _exit(0);
    }
    close(ends[1]);
    in_ = ends[0];
  }
  ~Child() { close(in_); }
  Child(const Child&) = delete;
  Child& operator=(const Child&) = delete;

  void kill() const { ::kill(id_, SIGKILL); }

  /// Waits until it has written this many bytes.
  void wait_for(std::size_t bytes) {
    while (reported_.size() < bytes && read_more()) continue;
  }

  /// Everything it wrote until it ended.
  [[nodiscard]] std::string wait() {
    while (read_more()) continue;
    waitpid(id_, nullptr, 0);
    return reported_;
  }

 private:
  bool read_more() {
    char buffer[4096];
    const ssize_t size = ::read(in_, buffer, sizeof buffer);
    if (size <= 0) return false;
    reported_.append(buffer, static_cast<std::size_t>(size));
    return true;
  }

  pid_t id_{-1};
  int in_{-1};
  std::string reported_;
};

/// No file grows beyond this many bytes while this object exists: writing fails as on a full disk.
class FileSizeLimit {
 public:
  explicit FileSizeLimit(rlim_t bytes) : handler_(std::signal(SIGXFSZ, SIG_IGN)) {
    getrlimit(RLIMIT_FSIZE, &before_);
    const rlimit limit{bytes, before_.rlim_max};
    setrlimit(RLIMIT_FSIZE, &limit);
  }
  ~FileSizeLimit() {
    setrlimit(RLIMIT_FSIZE, &before_);
    std::signal(SIGXFSZ, handler_);
  }
  FileSizeLimit(const FileSizeLimit&) = delete;
  FileSizeLimit& operator=(const FileSizeLimit&) = delete;

 private:
  rlimit before_{};
  void (*handler_)(int);
};

/// The ids a run uses: every eighth is skipped.
std::uint64_t next_id(std::uint64_t id) {
  return id % 8 == 6 ? id + 2 : id + 1;
}

constexpr std::uint64_t kBatches = 40;

/// Appends endlessly, in batches of 1 to 12, and reports every committed id. After every kBatches
/// it closes the store and opens it again, so that kills hit that as well.
void run_without_end(const std::string& file, int out) {
  for (;;) {
    StudyStore store = StudyStore::open(file);
    std::uint64_t id = next_id(store.largest_id());
    for (std::uint64_t batch = 0; batch < kBatches; ++batch) {
      std::uint64_t last = id;
      for (std::uint64_t size = 1 + id % 12; size > 0; --size, id = next_id(id)) {
        store.append(make_record(id));
        last = id;
      }
      store.commit();
      if (write(out, &last, sizeof last) != sizeof last) throw Error("no pipe");
    }
  }
}

// All designs from the first to at least the last one committed, each as it was.
void expect_all(const StudyStore& store, std::uint64_t last_committed) {
  std::uint64_t last = 0, wrong = 0;
  store.for_each([&](const DesignRecord& record) {
    if (record.id != next_id(last) || !is_same(record, make_record(record.id))) ++wrong;
    last = record.id;
  });
  EXPECT_EQ(wrong, 0u);
  EXPECT_GE(last, last_committed);
}

std::uint64_t last_number(const std::string& bytes) {
  std::uint64_t last = 0;
  const std::size_t whole = bytes.size() / sizeof last * sizeof last;
  if (whole > 0) bytes.copy(reinterpret_cast<char*>(&last), sizeof last, whole - sizeof last);
  return last;
}

// Instants are drawn by the progress of the run, so that on a slow disk not all kills come before
// its first commit: while it opens the store, between commits, while it closes and opens again.
TEST_F(StoreSafety, LosesNothingCommittedToKills) {
  { (void)StudyStore::create(file_, make_header()); }
  std::mt19937_64 random(11);
  std::uint64_t last_committed = 0;
  int kills_with_progress = 0;
  for (std::uint64_t kill = 0; kill < 28; ++kill) {
    SCOPED_TRACE(testing::Message() << "kill " << kill);
    Child child([&](int out) { run_without_end(file_, out); });
    const std::uint64_t batches[] = {0, kBatches, random() % kBatches, random() % (2 * kBatches)};
    child.wait_for(batches[kill % 4] * sizeof last_committed);
    std::this_thread::sleep_for(std::chrono::microseconds(random() % 6000));
    // Read the running one: a consistent state at any moment.
    if (kill % 3 == 0) expect_all(StudyStore::open_readonly(file_), last_committed);
    child.kill();
    const std::uint64_t told = last_number(child.wait());
    if (told > last_committed) ++kills_with_progress;
    last_committed = std::max(last_committed, told);
    if (kill / 4 % 2 == 0) expect_all(StudyStore::open_readonly(file_), last_committed);
    { expect_all(StudyStore::open(file_), last_committed); }
    expect_intact(file_);
    if (HasFailure()) return;
  }
  EXPECT_GE(kills_with_progress, 15);
}

// Instants spread over the measured time of a creation.
TEST_F(StoreSafety, IsThereOrNotAfterAKilledCreation) {
  const auto start = std::chrono::steady_clock::now();
  { (void)StudyStore::create((folder_ / "first").string(), make_header()); }
  const auto duration = std::chrono::steady_clock::now() - start;
  for (int kill = 0; kill < 16; ++kill) {
    SCOPED_TRACE(testing::Message() << "kill " << kill);
    Child child([&](int) { (void)StudyStore::create(file_, make_header()); });
    std::this_thread::sleep_for(duration * kill / 13);
    child.kill();
    (void)child.wait();
    std::optional<StudyStore> store;
    try {
      store = StudyStore::open(file_);
    } catch (const InputError&) {
      store = StudyStore::create(file_, make_header());
    }
    expect_same_header(store->header(), make_header());
    store.reset();
    expect_intact(file_);
    fs::remove(file_);
  }
}

TEST_F(StoreSafety, OutlivesAFullDisk) {
  std::optional<StudyStore> store = StudyStore::create(file_, make_header());
  fill(*store, 1, 100);
  std::uint64_t first_lost = 101, id = 101;
  {
    const FileSizeLimit full(300'000);
    expect_error<Error>(
        [&] {
          for (; id < 100'000; ++id) {
            store->append(make_record(id));
            if (id % 50 != 0) continue;
            store->commit();
            first_lost = id + 1;
          }
        },
        {file_});
    EXPECT_GT(first_lost, 200u);
    // However often one tries; what is committed can be read by anybody.
    expect_error<Error>([&] { fill(*store, 100'000, 110'000); }, {file_});
    EXPECT_EQ(store->largest_id(), first_lost - 1);
    const StudyStore reader = StudyStore::open_readonly(file_);
    EXPECT_EQ(reader.count(), first_lost - 1);
  }
  EXPECT_LT(id, 100'000u);
  // There is room again: it continues.
  fill(*store, first_lost, 5000);
  store.reset();
  expect_intact(file_);
  const std::vector<DesignRecord> all = StudyStore::open_readonly(file_).read_all();
  ASSERT_EQ(all.size(), 5000u);
  for (std::uint64_t i = 1; i <= 5000; ++i) expect_same(all[i - 1], make_record(i));
}

// What does not fit into a transaction's memory is written before the commit.
TEST_F(StoreSafety, OutlivesAFullDiskWithinATransaction) {
  StudyStore store = StudyStore::create(file_, make_header());
  fill(store, 1, 100);
  {
    const FileSizeLimit full(300'000);
    expect_error<Error>(
        [&] {
          for (std::uint64_t id = 101; id < 1'000'000; ++id) store.append(make_record(id));
        },
        {file_});
  }
  EXPECT_EQ(store.count(), 100u);
  fill(store, 101, 3000);
  EXPECT_EQ(store.count(), 3000u);
  expect_intact(file_);
}

TEST_F(StoreSafety, ClosesOnAFullDisk) {
  std::optional<StudyStore> store = StudyStore::create(file_, make_header());
  fill(*store, 1, 2000);
  {
    for (std::uint64_t id = 2001; id <= 4000; ++id) store->append(make_record(id));
    const FileSizeLimit full(50'000);
    store.reset();
  }
  const StudyStore again = StudyStore::open(file_);
  EXPECT_EQ(again.count(), 2000u);
  expect_intact(file_);
}

TEST_F(StoreSafety, TellsIfThereIsNoRoomForANewStore) {
  {
    const FileSizeLimit full(5000);
    expect_error<Error>([&] { (void)StudyStore::create(file_, make_header()); }, {file_});
  }
  StudyStore store = StudyStore::create(file_, make_header());
  fill(store, 1, 3);
  EXPECT_EQ(store.count(), 3u);
}

// The error of a user without rights to the folder: "" if none. A superuser first becomes nobody.
std::string run_without_rights(const fs::path& folder, const std::function<void()>& act) {
  fs::permissions(folder, fs::perms(0555));
  Child child([&](int) {
    constexpr uid_t kNobody = 65534;
    if (geteuid() == 0 &&
        (setgroups(0, nullptr) != 0 || setgid(kNobody) != 0 || setuid(kNobody) != 0)) {
      throw Error("cannot become nobody");
    }
    if (access(folder.c_str(), W_OK) == 0) throw Error("may write nevertheless");
    act();
  });
  const std::string told = child.wait();
  fs::permissions(folder, fs::perms(0755));
  return told;
}

void demand(bool holds, const std::string& what) {
  if (!holds) throw Error("not " + what);
}

std::string failure_of(const std::function<void()>& act) {
  try {
    act();
  } catch (const Error& error) {
    return error.what();
  }
  return "";
}

// The user nobody may read everything and write nothing.
void expect_readable(const fs::path& folder, std::uint64_t count) {
  const std::string file = (folder / "study.sqlite").string();
  for (const auto& entry : fs::directory_iterator(folder)) {
    fs::permissions(entry.path(), fs::perms(0444));
  }
  const std::string told = run_without_rights(folder, [&] {
    const StudyStore store = StudyStore::open_readonly(file);
    demand(store.header().columns.size() == 8, "the header");
    demand(store.count() == count, "all designs but " + std::to_string(store.count()));
    store.for_each([](const DesignRecord& record) {
      demand(is_same(record, make_record(record.id)), "the design");
    });
  });
  EXPECT_EQ(told, "");
  for (const auto& entry : fs::directory_iterator(folder)) {
    fs::permissions(entry.path(), fs::perms(0644));
  }
}

// The files as a kill would leave them.
fs::path copy_as_killed(const fs::path& folder, const std::vector<std::string>& endings) {
  const fs::path copy = folder / "copy";
  fs::remove_all(copy);
  fs::create_directories(copy);
  for (const std::string& ending : endings) {
    fs::copy(folder / ("study.sqlite" + ending), copy / ("study.sqlite" + ending));
  }
  return copy;
}

TEST_F(StorePermissions, AreNotNeededToRead) {
  std::optional<StudyStore> store = StudyStore::create(file_, make_header());
  fill(*store, 1, 500);
  store->append(make_record(501));
  {
    SCOPED_TRACE("being written");
    expect_readable(folder_, 500);
  }
  {
    SCOPED_TRACE("killed");
    expect_readable(copy_as_killed(folder_, {"", "-wal", "-shm"}), 500);
  }
  {
    SCOPED_TRACE("copied without its log");
    EXPECT_EQ(query(file_, "PRAGMA wal_checkpoint"), "0\n");
    expect_readable(copy_as_killed(folder_, {""}), 500);
    fs::remove_all(folder_ / "copy");
  }
  {
    SCOPED_TRACE("closed");
    store.reset();
    expect_readable(folder_, 501);
  }
}

// The log exists and cannot be used: an error is better than reading without its designs.
TEST_F(StorePermissions, AreNeededForALogWithoutItsIndex) {
  StudyStore store = StudyStore::create(file_, make_header());
  fill(store, 1, 500);
  const fs::path copy = copy_as_killed(folder_, {"", "-wal"});
  const std::string file = (copy / "study.sqlite").string();
  EXPECT_NE(run_without_rights(copy, [&] { (void)StudyStore::open_readonly(file); }).find(file),
            std::string::npos);
  EXPECT_EQ(StudyStore::open_readonly(file).count(), 500u);
}

TEST_F(StorePermissions, AreNeededToWrite) {
  {
    StudyStore store = StudyStore::create(file_, make_header());
    fill(store, 1, 3);
  }
  const std::string before = read_file(file_);
  const std::string other = (folder_ / "other.sqlite").string();
  for (const int mode : {0444, 0666}) {
    fs::permissions(file_, fs::perms(mode));
    const std::string told = run_without_rights(folder_, [&] {
      const std::string opened = failure_of([&] {
        StudyStore store = StudyStore::open(file_);
        store.append(make_record(4));
        store.commit();
      });
      demand(opened.find(file_) == 0, "the file named: " + opened);
      demand(opened.find('\n') == std::string::npos, "one line");
      const std::string made = failure_of([&] { (void)StudyStore::create(other, make_header()); });
      demand(made.find(other) == 0, "the file named: " + made);
      demand(made.find("Permission denied") != std::string::npos, "the reason: " + made);
    });
    EXPECT_EQ(told, "");
    EXPECT_EQ(read_file(file_), before);
  }
  EXPECT_EQ(std::distance(fs::directory_iterator(folder_), fs::directory_iterator()), 1);
}

}  // namespace
}  // namespace globaldyn::inside::test
