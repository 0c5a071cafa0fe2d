#include "report/charts/seed_lines.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace globaldyn::inside::report {

std::string name_of_seed(const StudyTable& part) {
  return fmt::format("seed {}", part.header.seed);
}

NamedLines make_seed_line(const std::vector<StudyTable>& parts, std::size_t seed, Outline line) {
  std::vector<Outline> lines;
  if (!line.empty()) lines.push_back(std::move(line));
  return {std::move(lines), pick_line(static_cast<int>(seed)), 2.0,
          parts.size() > 1 ? name_of_seed(parts[seed]) : std::string()};
}

double count_longest(const std::vector<StudyTable>& parts) {
  std::size_t longest = 1;
  for (const StudyTable& part : parts) longest = std::max(longest, part.records.size());
  return static_cast<double>(longest);
}

}  // namespace globaldyn::inside::report
