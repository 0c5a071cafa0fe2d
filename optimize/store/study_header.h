#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "globaldyn/storage/source_file.h"
#include "optimize/store/design_record.h"

namespace globaldyn::inside {
inline namespace store {

/// The files that designs were evaluated from, word for word.
struct StudyInputs {
  std::vector<SourceFile> sources;  ///< by path; the study file first, then the machine file
  std::uint64_t hash{0};            ///< DesignRecord::inputs of what was evaluated from them
};

/// What holds for all evaluations of a study: enough to inspect it without its source files.
struct StudyHeader {
  std::string name;
  SourceFile study_file;
  std::vector<SourceFile> machine_files;
  std::string program;  ///< the program and its version
  std::string created;  ///< when, as a text
  std::uint64_t seed{0};
  std::size_t seeds{1};     ///< how many searches it has, with seed, seed + 1, … (SeedOrder)
  std::uint64_t inputs{0};  ///< DesignRecord::inputs at the start of the study
  std::vector<StudyColumn> columns;  ///< variables, objectives, constraints, quantities

  [[nodiscard]] std::size_t count(StudyColumn::Role role) const;
};

[[nodiscard]] const char* to_string(StudyColumn::Role role);

/// What every study's table has in addition to its own columns, in its store or in exports.
inline constexpr std::array<std::string_view, 7> kFixedColumns{
    "id", "state", "pareto", "violation", "wall_time", "reason", "inputs"};

/// A table of SQLite has at most 2000 columns unless it was built for more; a store's table has as
/// many in addition to the study's (a checksum, but no `pareto`).
inline constexpr std::size_t kMostStudyColumns = 2000 - kFixedColumns.size();

/// Checks that the columns fit into one table and every export of it: not too many; roles in order;
/// no name empty, duplicate, that of a fixed column, or with a character that a path in an HDF5
/// file or a line of text cannot have ("/" and control characters; "." alone).
/// @throws InputError naming the study file
void check_columns(const StudyHeader& header);

}  // namespace store
}  // namespace globaldyn::inside
