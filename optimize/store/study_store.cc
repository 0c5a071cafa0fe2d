#include "optimize/store/study_store.h"

#include <fmt/format.h>
#include <sqlite3.h>

#include <bit>
#include <chrono>
#include <limits>

#include "optimize/store/record_rows.h"
#include "optimize/store/sqlite.h"
#include "optimize/store/store_file.h"
#include "optimize/store/stored_header.h"
#include "optimize/store/study_schema.h"
#include "optimize/store/writer_lock.h"

namespace globaldyn::inside {
inline namespace store {
namespace {

using Clock = std::chrono::steady_clock;

constexpr std::chrono::milliseconds kLongestBuffered{500};
constexpr std::uint64_t kLargestId = std::numeric_limits<std::int64_t>::max();

RecordShape shape_in(const SqliteDatabase& database, const StudyHeader& header) {
  RecordShape shape = shape_of(header);
  shape.has_checksum = has_checksums(database);
  return shape;
}

void check_record(const DesignRecord& record, const RecordShape& shape, const std::string& file) {
  if (record.id == 0 || record.id > kLargestId) {
    throw Error(
        fmt::format("{}: a design with id {}; expected 1 … {}", file, record.id, kLargestId));
  }
  RecordShape found = shape_of(record);
  found.has_checksum = shape.has_checksum;
  if (found == shape) return;
  throw Error(fmt::format(
      "{}: design {} has {} variables, {} objectives, {} constraints, {} quantities;"
      " expected {}, {}, {}, {}",
      file, record.id, found.variables, found.objectives, found.constraints, found.quantities,
      shape.variables, shape.objectives, shape.constraints, shape.quantities));
}

}  // namespace

// What only a store that is appended to needs.
struct StudyStore::Writer {
  explicit Writer(const SqliteDatabase& database, const std::vector<std::string>& names)
      : begin(database.prepare("BEGIN IMMEDIATE")),
        commit(database.prepare("COMMIT")),
        insert(database.prepare(make_insert(names))),
        insert_event(database.prepare("INSERT INTO events VALUES (?, ?, ?)")) {}

  SqliteStatement begin;
  SqliteStatement commit;
  SqliteStatement insert;
  SqliteStatement insert_event;
  Clock::time_point begun;
};

struct StudyStore::State {
  State(std::string name, SqliteDatabase opened, std::unique_ptr<WriterLock> right)
      : file(std::move(name)),
        lock(std::move(right)),
        database(std::move(opened)),
        header(read_header(database, file)),
        shape(shape_in(database, header)),
        names(read_sql_names(database)),
        select(database.prepare(make_select(names, "WHERE id = ?"))),
        find(database.prepare("SELECT 1 FROM evaluations WHERE id = ?")) {
    if (lock) writer.emplace(database, names);
  }

  State(const State&) = delete;
  State& operator=(const State&) = delete;

  // Removes -wal and -shm if nobody is reading; if somebody is, they stay and do no harm.
  ~State() {
    if (!writer) return;
    try {
      commit();
      writer.reset();
      database.execute("PRAGMA journal_mode = DELETE");
    } catch (const Error&) {
    }
  }

  // The writer, in a transaction. SQLite may have ended the previous one by itself when it failed.
  Writer& begin() {
    if (!writer) throw Error(file + ": is open for reading only");
    if (!database.in_transaction()) {
      writer->begin.run();
      writer->begun = Clock::now();
    }
    return *writer;
  }

  void commit() {
    if (writer && database.in_transaction()) writer->commit.run();
  }

  // In this order the database is closed before the right to write is released.
  std::string file;
  std::unique_ptr<WriterLock> lock;
  SqliteDatabase database;
  StudyHeader header;
  RecordShape shape;
  std::vector<std::string> names;
  SqliteStatement select;
  SqliteStatement find;
  std::optional<Writer> writer;
};

StudyStore::StudyStore(std::unique_ptr<State> state) : state_(std::move(state)) {}
StudyStore::StudyStore(StudyStore&& other) noexcept = default;
StudyStore& StudyStore::operator=(StudyStore&& other) noexcept = default;
StudyStore::~StudyStore() = default;

StudyStore StudyStore::create(const std::string& path, const StudyHeader& header) {
  check_columns(header);
  write_new_store(find_store_file(path), header);
  return open(path);
}

bool StudyStore::is_there(const std::string& path) {
  return !is_vacant(find_store_file(path));
}

StudyStore StudyStore::open(const std::string& path) {
  const std::string file = find_existing_store(path);
  SqliteDatabase database = open_to_write(file);
  auto lock = std::make_unique<WriterLock>(file);
  return StudyStore(std::make_unique<State>(file, std::move(database), std::move(lock)));
}

StudyStore StudyStore::open_readonly(const std::string& path) {
  const std::string file = find_existing_store(path);
  return StudyStore(std::make_unique<State>(file, open_to_read(file), nullptr));
}

const std::string& StudyStore::file() const {
  return state_->file;
}
const StudyHeader& StudyStore::header() const {
  return state_->header;
}

void StudyStore::append(const DesignRecord& record) {
  check_record(record, state_->shape, state_->file);
  Writer& writer = state_->begin();
  bind_record(writer.insert, state_->shape, record);
  try {
    writer.insert.run();
  } catch (const SqliteError& error) {
    if (error.code() != SQLITE_CONSTRAINT) throw;
    throw Error(fmt::format("{}: design {} is stored already", state_->file, record.id));
  }
  if (Clock::now() - writer.begun >= kLongestBuffered) commit();
}

void StudyStore::commit() {
  state_->commit();
}

void StudyStore::add_event(const StudyEvent& event) {
  SqliteStatement& insert = state_->begin().insert_event;
  insert.bind_text(1, event.kind);
  insert.bind_integer(2, std::bit_cast<std::int64_t>(event.evaluation));
  insert.bind_text(3, event.text);
  insert.run();
  commit();
}

void StudyStore::add_inputs(const StudyInputs& inputs) {
  if (find_inputs(inputs.hash)) return;
  (void)state_->begin();
  write_changed_inputs(state_->database, inputs);
  commit();
}

std::optional<StudyInputs> StudyStore::find_inputs(std::uint64_t hash) const {
  const StudyHeader& header = state_->header;
  if (hash != header.inputs) return read_changed_inputs(state_->database, hash);
  StudyInputs inputs{{header.study_file}, hash};
  inputs.sources.insert(inputs.sources.end(), header.machine_files.begin(),
                        header.machine_files.end());
  return inputs;
}

std::vector<StudyEvent> StudyStore::events() const {
  std::vector<StudyEvent> events;
  SqliteStatement select =
      state_->database.prepare("SELECT kind, evaluation, text FROM events ORDER BY rowid");
  while (select.next()) {
    events.push_back({std::string(select.text(0)), std::bit_cast<std::uint64_t>(select.integer(1)),
                      std::string(select.text(2))});
  }
  return events;
}

std::optional<DesignRecord> StudyStore::read(std::uint64_t id) const {
  SqliteStatement& select = state_->select;
  select.bind_integer(1, std::bit_cast<std::int64_t>(id));
  SqliteRows rows(select);
  if (!rows.next()) return std::nullopt;
  std::optional<DesignRecord> record(std::in_place);
  read_record(select, state_->shape, state_->file, *record);
  return record;
}

bool StudyStore::contains(std::uint64_t id) const {
  state_->find.bind_integer(1, std::bit_cast<std::int64_t>(id));
  return SqliteRows(state_->find).next();
}

std::size_t StudyStore::count() const {
  return static_cast<std::size_t>(
      state_->database.query_integer("SELECT count(*) FROM evaluations"));
}

std::uint64_t StudyStore::largest_id() const {
  return std::bit_cast<std::uint64_t>(
      state_->database.query_integer("SELECT max(id) FROM evaluations"));
}

void StudyStore::for_each(const std::function<void(const DesignRecord& record)>& visit) const {
  SqliteStatement select = state_->database.prepare(make_select(state_->names, "ORDER BY id"));
  DesignRecord record;
  while (select.next()) {
    read_record(select, state_->shape, state_->file, record);
    visit(record);
  }
}

std::vector<DesignRecord> StudyStore::read_all() const {
  std::vector<DesignRecord> records;
  for_each([&](const DesignRecord& record) { records.push_back(record); });
  return records;
}

}  // namespace store
}  // namespace globaldyn::inside
