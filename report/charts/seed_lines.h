#pragma once

#include <string>
#include <vector>

#include "optimize/store/study_table.h"

namespace globaldyn::report {

/// "seed 3", of the part of a study that split_by_seed() gives.
[[nodiscard]] std::string name_of_seed(const StudyTable& part);

/// The number of designs of the seed with the most of them, at least 1.
[[nodiscard]] double count_longest(const std::vector<StudyTable>& parts);

/// The command for a key of seeds in the upper or lower right corner of a plot.
[[nodiscard]] std::string make_seed_key(bool at_top);

}  // namespace globaldyn::report
