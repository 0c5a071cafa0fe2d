#pragma once

#include <string>
#include <vector>

#include "optimize/store/sqlite.h"
#include "optimize/store/study_header.h"

namespace globaldyn {

// How a study lies in an SQLite file (schema 1, PRAGMA user_version):
//
// - `study`: one row with name, program, created, seed, inputs; `sources`: the files it was made
//   from; `columns` and `choices`: its StudyColumns in order;
// - `evaluations`: a row a design with id, state, reason, a column for each of the study's, then
//   violation, wall_time, inputs. A column has the name it has in the study; since SQL does not
//   tell `m` from `M`, the later of such two has "#2" behind it (`columns.sql_name`);
// - `events`.
//
// Columns of numbers have no type: in a column of type REAL SQLite would make -0.0 a 0. NaN is
// NULL. Numbers of 64 bits without sign are those with sign of the same bits:
// printf('%016x', inputs).

/// Makes the tables in an empty database and writes the header, which check_columns() accepts.
void write_schema(const SqliteDatabase& database, const StudyHeader& header);

/// Whether anything is in a database.
[[nodiscard]] bool is_empty(const SqliteDatabase& database);

/// @throws InputError if this is no study, or one of a newer version of the program.
void check_schema(const SqliteDatabase& database, const std::string& file);

/// All columns of `evaluations`, quoted, in the order of the table.
[[nodiscard]] std::vector<std::string> read_sql_names(const SqliteDatabase& database);

}  // namespace globaldyn
