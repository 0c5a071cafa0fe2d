#pragma once

#include <string>
#include <vector>

#include "optimize/store/study_table.h"
#include "optimize/study/study.h"

namespace globaldyn::app {

/// The store of a study that a user names: its folder, or the file in it. Open for reading.
/// @throws InputError
[[nodiscard]] StudyStore open_study(const std::string& folder);

/// The study that the design was evaluated by. What it was read from is kept in the store, and
/// written next to it if it is not there any more.
/// @throws InputError if the store does not have it, or if what is next to the store was changed
[[nodiscard]] Study load_study_of(const StudyStore& store, const DesignRecord& record);

/// The evaluation with this number. @throws InputError if there is none
[[nodiscard]] DesignRecord read_design(const StudyStore& store, std::uint64_t id);

/// A number for reading in tables: six digits; "-" if there is none.
[[nodiscard]] std::string spell(double value);

/// A design's value of a column: the choice's name, or the number.
[[nodiscard]] std::string spell(const StudyColumn& column, double value);

/// Prints rows of cells in columns, right-aligned.
void print_table(const std::vector<std::vector<std::string>>& rows);

/// Prints designs with their objectives and variables, each preceded by its note, if any.
void print_designs(const StudyTable& table, const std::vector<std::uint64_t>& ids,
                   const std::vector<std::string>& notes = {});

/// What the seeds of a study found, each by itself and all together, if there are several: how far
/// results depend on the seed. Hypervolumes have one reference point, that of the whole study.
void print_seeds(const StudyTable& table);

/// At most this many designs, spread over the front, by their first objective.
[[nodiscard]] std::vector<std::uint64_t> choose_from_front(const StudyTable& table,
                                                           std::size_t count);

}  // namespace globaldyn::app
