#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "optimize/store/design_record.h"
#include "optimize/store/study_header.h"

namespace globaldyn::inside {
inline namespace store {

/// Something that happened to a study as a whole: why it ended, what was accepted.
struct StudyEvent {
  std::string kind;             ///< "budget", "time limit", "stagnation", "interrupted" …
  std::uint64_t evaluation{0};  ///< how many designs had been evaluated
  std::string text;             ///< one line

  bool operator==(const StudyEvent&) const = default;
};

/// Every evaluation of a study, in one SQLite file (study_schema.h describes the layout).
///
/// A path that is a folder means `study.sqlite` in it.
///
/// Durability: appended designs are kept in an open transaction until commit(), which append() does
/// itself once half a second has passed. If the process is killed, everything committed is there
/// and the file is intact; if the machine loses power, the file is intact and the last commits may
/// be missing (write-ahead log, synchronous = NORMAL). If something cannot be written (disk full),
/// an Error is thrown; what was committed before stays, the rest is lost, and appending may
/// continue when there is room again.
///
/// While it is open for appending there are two more files next to it, `-wal` and `-shm`; if the
/// run was killed they are part of the store. Closing puts everything into the one file, which then
/// can be moved and read anywhere. One process appends, any number read at the same time and see
/// what was committed; neither waits for the other, except that opening a closed store to append
/// waits up to 5 s for processes that are reading it. All of them must run on one computer: the log
/// does not work across a network.
///
/// Not for use by two threads at a time, nor in a process forked while it was open.
class StudyStore {
 public:
  /// Creates a store, open for appending.
  /// @throws InputError if a store or another file already exists there, or if the header's columns
  ///   cannot form a table (check_columns(), some 2000 at most); Error if it cannot be written.
  [[nodiscard]] static StudyStore create(const std::string& path, const StudyHeader& header);

  /// Whether there is a store, or anything else that create() refuses to overwrite. The remains of
  /// one whose creation was interrupted by a kill do not count.
  [[nodiscard]] static bool is_there(const std::string& path);

  /// Opens a store to append to it.
  /// @throws InputError if there is none, the file is not a study, was written by a newer program,
  ///   or is being appended to by another run; Error if it cannot be written to.
  [[nodiscard]] static StudyStore open(const std::string& path);

  /// Opens a store to read from it, also while a run appends to it. Neither the file nor its folder
  /// need be writable if the store was closed, is being written to, or its run was killed, as long
  /// as -wal and -shm are still next to it. A copy of a store in use without its -wal has what was
  /// in the file itself. Write permission is needed for a store with -wal but without -shm, and for
  /// one whose run was killed at the very moment of opening or closing it.
  /// @throws InputError as open() does; Error if it cannot be read.
  [[nodiscard]] static StudyStore open_readonly(const std::string& path);

  StudyStore(StudyStore&& other) noexcept;
  StudyStore& operator=(StudyStore&& other) noexcept;

  /// Commits, but does not report failures: call commit() first.
  ~StudyStore();

  [[nodiscard]] const std::string& file() const;
  [[nodiscard]] const StudyHeader& header() const;

  /// Stores a design; ids may come in any order and have gaps. Some 2 µs with eight columns.
  /// @throws Error if the id already exists, is 0 or above 2^63 - 1, if the record does not have as
  ///   many numbers as the header has columns, or if it cannot be written.
  void append(const DesignRecord& record);

  /// Makes everything appended so far durable. @throws Error if it cannot be written.
  void commit();

  /// Stores an event and commits.
  void add_event(const StudyEvent& event);

  /// Keeps the sources of inputs that differ from those at the start, and commits. Nothing happens
  /// if it has them.
  void add_inputs(const StudyInputs& inputs);

  /// The sources with this hash (DesignRecord::inputs): those at the start, or ones added since.
  [[nodiscard]] std::optional<StudyInputs> find_inputs(std::uint64_t hash) const;

  /// All events in the order they were added.
  [[nodiscard]] std::vector<StudyEvent> events() const;

  [[nodiscard]] std::optional<DesignRecord> read(std::uint64_t id) const;
  [[nodiscard]] bool contains(std::uint64_t id) const;

  /// Counts rows one by one: some ms for 100 000.
  [[nodiscard]] std::size_t count() const;

  /// 0 if there is none.
  [[nodiscard]] std::uint64_t largest_id() const;

  /// Calls `visit` for every design in the order of ids, one at a time in memory. The record is
  /// valid until `visit` returns, which must not append to this store. Designs committed by others
  /// after the start are not visited; until the end the writer's log grows instead of being reused.
  void for_each(const std::function<void(const DesignRecord& record)>& visit) const;

  /// All designs in the order of ids: some 0.1 s for 100 000 with eight columns.
  [[nodiscard]] std::vector<DesignRecord> read_all() const;

 private:
  struct Writer;
  struct State;
  explicit StudyStore(std::unique_ptr<State> state);

  std::unique_ptr<State> state_;
};

}  // namespace store
}  // namespace globaldyn::inside
