#pragma once

#include <string>
#include <vector>

#include "optimize/store/sqlite.h"
#include "optimize/store/study_header.h"

namespace globaldyn::inside {
inline namespace store {

// The layout of a study in an SQLite file (schema 2, PRAGMA user_version):
//
// - `study`: one row with name, program, created, seed, inputs; `seeds`, if there are several: how
//   many (SeedOrder says which designs are whose); `sources`: the files it was made
//   from; `columns` and `choices`: its StudyColumns in order;
// - `evaluations`: one row per design with id, state, reason, the study's columns, then violation,
//   wall_time, inputs, checksum (calc_checksum()). A column has the name it has in the study; since
//   SQL does not distinguish `m` from `M`, the later of two such names has "#2" appended
//   (`columns.sql_name`);
// - `events`;
// - `changed_sources`, once inputs were accepted that had changed: as `sources`, by their hash.
//
// Columns of numbers have no type: in a column of type REAL SQLite would turn -0.0 into 0. NaN is
// NULL. Unsigned 64-bit numbers are stored as the signed ones with the same bits:
// printf('%016x', inputs).
//
// Schema 1 had neither checksums nor `columns.wanted_unit`. Such stores are read, and appended to
// as they are.

/// Creates the tables in an empty database and writes the header, which must pass check_columns().
void write_schema(const SqliteDatabase& database, const StudyHeader& header);

/// Whether anything is in a database.
[[nodiscard]] bool is_empty(const SqliteDatabase& database);

/// @throws InputError if this is no study, or one of a newer version of the program.
void check_schema(const SqliteDatabase& database, const std::string& file);

/// Whether its designs have checksums: from schema 2 on.
[[nodiscard]] bool has_checksums(const SqliteDatabase& database);

/// All columns of `evaluations`, quoted, in the order of the table.
[[nodiscard]] std::vector<std::string> read_sql_names(const SqliteDatabase& database);

}  // namespace store
}  // namespace globaldyn::inside
