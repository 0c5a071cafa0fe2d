#pragma once

#include <string>

#include "optimize/store/sqlite.h"
#include "optimize/store/study_header.h"

namespace globaldyn::inside {
inline namespace store {

/// The file a path means: `study.sqlite` in it if it is a folder.
[[nodiscard]] std::string find_store_file(const std::string& path);

/// The same for a store to be opened. @throws InputError if there is no such file.
[[nodiscard]] std::string find_existing_store(const std::string& path);

/// Whether there is nothing that write_new_store() would refuse to overwrite: no file, an empty
/// one, or a database without tables. A run that was killed while it created its store leaves such
/// a database, perhaps with a journal that undoes what had been written; this function undoes it.
[[nodiscard]] bool is_vacant(const std::string& file);

/// Creates a store with a header in one transaction: after a kill there is either all of it or a
/// file that is_vacant().
/// @throws InputError if something is already there; Error if it cannot be written.
void write_new_store(const std::string& file, const StudyHeader& header);

/// Opens a store in WAL mode. @throws InputError if it is not a store; Error if it cannot be
/// written to.
[[nodiscard]] SqliteDatabase open_to_write(const std::string& file);

/// Opens a store, even where nothing may be written.
/// @throws InputError if it is not a store; Error if it cannot be read.
[[nodiscard]] SqliteDatabase open_to_read(const std::string& file);

}  // namespace store
}  // namespace globaldyn::inside
