#include "report/charts/map_slices.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>

#include "report/charts/map_scale.h"

namespace globaldyn::inside::report {
namespace {

constexpr std::size_t kMostPanels = 9;

struct StatusColour {
  SampleStatus status;
  Colour colour;
};
constexpr StatusColour kStatusColours[]{
    {SampleStatus::unreachable, make_colour(0xe3e6ea)},
    {SampleStatus::lost_branch, make_colour(0xbcc3cc)},
    {SampleStatus::out_of_travel, make_colour(0xd9c9a3)},
    {SampleStatus::colliding, make_colour(0xe0a49b)},
    {SampleStatus::singular, make_colour(0x1c2330)},
};

// The points of the third axis between the first and the last at which anything is reached.
std::pair<std::size_t, std::size_t> find_thirds(const WorkspaceMap& map) {
  if (map.description.axes.size() < 3) return {0, 0};
  std::size_t first = map.shape[3], last = 0;
  for (std::size_t cell = 0; cell < map.status.size(); ++cell) {
    if (map.status[cell] != SampleStatus::ok) continue;
    first = std::min(first, cell % map.shape[3]);
    last = std::max(last, cell % map.shape[3]);
  }
  return first <= last ? std::pair{first, last} : std::pair{std::size_t{0}, map.shape[3] - 1};
}

constexpr Colour kNoFit = make_colour(0xcdc5dc);

std::string in_words(SampleStatus status) {
  std::string words = to_string(status);
  std::replace(words.begin(), words.end(), '_', ' ');
  return words;
}

// Why a pose of the picture has no value, if it has none; its points are added later.
std::optional<MapGap> find_gap(const WorkspaceMap& map, const MapColumn& column, std::size_t cell) {
  for (const auto& [status, colour] : kStatusColours) {
    if (map.status[cell] == status) return MapGap{in_words(status), colour, {}};
  }
  if (has_value(map, column, cell)) return std::nullopt;
  return MapGap{
      map.has_own_value(column, cell) ? "without finite value" : "without room for it", kNoFit, {}};
}

}  // namespace

std::size_t find_cell(const WorkspaceMap& map, const MapSlice& slice, std::size_t i,
                      std::size_t j) {
  std::size_t cell = slice.orientation;
  cell = cell * map.shape[1] + i;
  if (map.shape.size() > 2) cell = cell * map.shape[2] + j;
  if (map.shape.size() > 3) cell = cell * map.shape[3] + slice.third;
  return cell;
}

std::vector<MapSlice> choose_slices(const WorkspaceMap& map) {
  const auto [first_third, last_third] = find_thirds(map);
  const std::size_t orientations = map.shape.front();
  const std::size_t most_orientations = std::min(orientations, kMostPanels);
  const std::size_t most_thirds = std::min(
      last_third - first_third + 1, std::max<std::size_t>(1, kMostPanels / most_orientations));
  const auto pick = [](std::size_t i, std::size_t wanted, std::size_t first, std::size_t last) {
    return wanted == 1 ? (first + last) / 2 : first + i * (last - first) / (wanted - 1);
  };
  std::vector<MapSlice> slices;
  for (std::size_t o = 0; o < most_orientations; ++o) {
    for (std::size_t t = 0; t < most_thirds; ++t) {
      slices.push_back({pick(o, most_orientations, 0, orientations - 1),
                        pick(t, most_thirds, first_third, last_third)});
    }
  }
  return slices;
}

std::string describe(const WorkspaceMap& map, const ShownUnits& units, const MapSlice& slice) {
  const MapDescription& description = map.description;
  std::string text = description.orientations[slice.orientation].name;
  if (description.axes.size() == 3) {
    const MapAxis& axis = description.axes[2];
    text += fmt::format("{}{} = {:.4g} {}", text.empty() ? "" : ", ", axis.name,
                        axis.value(static_cast<int>(slice.third)),
                        units.unit_for(axis.rotational ? "rad" : "m").name);
  }
  return text.empty() ? "all poses" : text;
}

std::vector<MapGap> list_gaps(const WorkspaceMap& map, const MapColumn& column,
                              const MapSlice& slice) {
  std::vector<MapGap> gaps;
  const std::size_t columns = map.shape[1], rows = map.shape.size() > 2 ? map.shape[2] : 1;
  for (std::size_t i = 0; i < columns; ++i) {
    for (std::size_t j = 0; j < rows; ++j) {
      const auto gap = find_gap(map, column, find_cell(map, slice, i, j));
      if (!gap) continue;
      auto known = std::find_if(gaps.begin(), gaps.end(),
                                [&](const MapGap& other) { return other.reason == gap->reason; });
      if (known == gaps.end()) known = gaps.insert(gaps.end(), *gap);
      known->points.emplace_back(i, j);
    }
  }
  return gaps;
}

std::string describe(const WorkspaceMap& map, const MapGap& gap) {
  const std::size_t count = map.shape[1] * (map.shape.size() > 2 ? map.shape[2] : 1);
  const double percent =
      100.0 * static_cast<double>(gap.points.size()) / static_cast<double>(count);
  return fmt::format("{:.{}f} % {}", percent, percent < 9.95 ? 1 : 0, gap.reason);
}

}  // namespace globaldyn::inside::report
