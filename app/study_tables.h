#pragma once

#include <string>
#include <vector>

#include "app/table.h"
#include "optimize/run/stored_study.h"
#include "optimize/store/study_table.h"
#include "optimize/study/study.h"

namespace globaldyn::inside::app {

/// The store of a study that a user names: its folder, or the file in it. Open for reading.
/// @throws InputError
[[nodiscard]] StudyStore open_study(const std::string& folder);

/// All designs of several studies. @throws InputError as open_study()
[[nodiscard]] std::vector<StudyTable> load_tables(const std::vector<std::string>& folders);

/// A column's name with the unit it is shown in: "leg [mm]".
[[nodiscard]] std::string head(const ShownUnits& units, const StudyColumn& column);

/// A design's value of a column: the choice's name, or the number in the unit it is shown in.
[[nodiscard]] std::string spell(const ShownUnits& units, const StudyColumn& column, double value);

/// Prints designs with their objectives and variables, each preceded by its note, if any.
void print_designs(const StudyTable& table, const ShownUnits& units,
                   const std::vector<std::uint64_t>& ids,
                   const std::vector<std::string>& notes = {});

/// What the seeds of a study found, each by itself and all together, if there are several: how far
/// results depend on the seed. Hypervolumes have one reference point, that of the whole study.
void print_seeds(const StudyTable& table, const ShownUnits& units);

/// At most this many designs, spread over the front, by their first objective.
[[nodiscard]] std::vector<std::uint64_t> choose_from_front(const StudyTable& table,
                                                           std::size_t count);

}  // namespace globaldyn::inside::app
