#include "core/base/errors.h"

#include <algorithm>
#include <numeric>

namespace globaldyn::inside {
inline namespace core {
namespace {

// Levenshtein distance with one row of memory.
std::size_t calc_edit_distance(const std::string& a, const std::string& b) {
  std::vector<std::size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (std::size_t i = 0; i < a.size(); ++i) {
    std::size_t diagonal = row[0];
    row[0] = i + 1;
    for (std::size_t j = 0; j < b.size(); ++j) {
      const std::size_t substitution = diagonal + (a[i] == b[j] ? 0 : 1);
      diagonal = row[j + 1];
      row[j + 1] = std::min({row[j] + 1, row[j + 1] + 1, substitution});
    }
  }
  return row.back();
}

constexpr std::size_t kMostNamesListed = 12;

}  // namespace

SourcePlace whole_place(std::string input) {
  return {std::move(input), 0, 0};
}

SourcePlace option_place(std::string option, const std::string& given) {
  if (!given.empty()) option += ' ' + given;
  return whole_place(std::move(option));
}

std::string find_nearest_name(const std::string& name, const std::vector<std::string>& candidates) {
  std::string best;
  std::size_t best_distance = std::max<std::size_t>(1, (name.size() + 2) / 3) + 1;
  for (const std::string& candidate : candidates) {
    const std::size_t distance = calc_edit_distance(name, candidate);
    if (distance < best_distance && distance < candidate.size()) {
      best = candidate;
      best_distance = distance;
    }
  }
  return best;
}

std::string suggest_name(const std::string& name, const std::vector<std::string>& candidates) {
  if (candidates.empty()) return "there is none to choose from";
  const std::string nearest = find_nearest_name(name, candidates);
  if (!nearest.empty()) return "did you mean '" + nearest + "'?";
  std::string list = "expected one of ";
  for (std::size_t i = 0; i < candidates.size() && i < kMostNamesListed; ++i) {
    list += (i == 0 ? "" : ", ") + candidates[i];
  }
  return candidates.size() > kMostNamesListed ? list + ", …" : list;
}

}  // namespace core
}  // namespace globaldyn::inside
