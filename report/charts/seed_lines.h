#pragma once

#include <string>
#include <vector>

#include "optimize/store/study_table.h"
#include "report/canvas/key.h"

namespace globaldyn::inside::report {

/// "seed 3", of the part of a study that split_by_seed() gives.
[[nodiscard]] std::string name_of_seed(const StudyTable& part);

/// The number of designs of the seed with the most of them, at least 1.
[[nodiscard]] double count_longest(const std::vector<StudyTable>& parts);

/// What a seed's search gave, as a line; it has a name if there are several seeds, a single one
/// needs none. `seed` is its number among them.
[[nodiscard]] NamedLines make_seed_line(const std::vector<StudyTable>& parts, std::size_t seed,
                                        Outline line);

}  // namespace globaldyn::inside::report
