#include "globaldyn/survey/survey.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <iterator>

#include "core/base/round_off.h"

namespace globaldyn::inside {
inline namespace survey {

// A cell is at most six times as long as its feature is wide.
std::vector<double> Survey::list_narrow(std::size_t on_cell) const {
  // As many evaluations take a tenth of a second, whatever the formulas are.
  constexpr std::size_t kMost = 20'000;
  const std::vector<double>& ends = found_.narrow_ends;
  std::vector<double> places;
  const std::size_t each = std::clamp<std::size_t>(kMost / (ends.size() + 1), 1, on_cell);
  for (std::size_t i = 0; i + 1 < ends.size(); ++i) {
    const double step = (ends[i + 1] - ends[i]) / static_cast<double>(each);
    for (std::size_t k = 0; k < each; ++k) {
      places.push_back(ends[i] + step * static_cast<double>(k));
    }
  }
  if (!ends.empty()) places.push_back(ends.back());
  return places;
}

// Drives at rest have no direction: they may continue as before.
bool Survey::has_reversals() const {
  std::vector<Direction> last;  // rest excluded
  for (const Panel& panel : found_.panels) {
    const std::vector<Direction>& directions = panel.sides().directions;
    last.resize(std::max(last.size(), directions.size()), 0);
    for (std::size_t k = 0; k < directions.size(); ++k) {
      if (directions[k] * last[k] < 0) return true;
      if (directions[k] != 0) last[k] = directions[k];
    }
  }
  return found_.reverses_in_rest;
}

const Standstill* Survey::find_standstill(double p) const {
  const double same = round_off::kSolved * found_.breaks.back();
  const auto at = std::find_if(found_.standstills.begin(), found_.standstills.end(),
                               [&](const Standstill& s) { return std::abs(s.p - p) <= same; });
  return at == found_.standstills.end() ? nullptr : &*at;
}

const Panel& Survey::find_panel(double p) const {
  const std::vector<Panel>& panels = found_.panels;
  assert(!panels.empty());
  const auto after = std::upper_bound(panels.begin() + 1, panels.end(), p,
                                      [](double v, const Panel& panel) { return v < panel.begin; });
  return *std::prev(after);
}

}  // namespace survey
}  // namespace globaldyn::inside
