#include "report/charts/seed_lines.h"

#include <fmt/format.h>

#include <algorithm>

namespace globaldyn::report {

std::string name_of_seed(const StudyTable& part) {
  return fmt::format("seed {}", part.header.seed);
}

std::string make_seed_key(bool at_top) {
  return fmt::format(
      "set key at graph 0.985,{} right {} Left reverse vertical maxrows 8 spacing 1.1 samplen 2",
      at_top ? "0.98" : "0.03", at_top ? "top" : "bottom");
}

double count_longest(const std::vector<StudyTable>& parts) {
  std::size_t longest = 1;
  for (const StudyTable& part : parts) longest = std::max(longest, part.records.size());
  return static_cast<double>(longest);
}

}  // namespace globaldyn::report
