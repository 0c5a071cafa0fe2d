#include "globaldyn/path/stop_places.h"

#include <algorithm>
#include <charconv>
#include <string_view>

#include "core/base/round_off.h"

namespace globaldyn::inside {
inline namespace path {

bool StopPlaces::contain(const Knots& knots, std::size_t point) const {
  if (std::find(points.begin(), points.end(), point) != points.end()) return true;
  return std::any_of(p.begin(), p.end(), [&](double stop) {
    return is_zero(stop - knots[point], knots.back(), round_off::kSame);
  });
}

std::optional<std::size_t> read_point_number(const Node& at) {
  constexpr std::string_view kPoint = "point ";
  const std::string text = at.text();
  if (!text.starts_with(kPoint)) return std::nullopt;
  const char *begin = text.data() + kPoint.size(), *end = text.data() + text.size();
  std::size_t number = 0;
  const auto [read_to, error] = std::from_chars(begin, end, number);
  if (error != std::errc{} || read_to != end || number == 0) {
    at.fail("'" + text + "'", "expected 'point 1', 'point 2', …, or a p");
  }
  return number - 1;
}

StopPlaces read_stop_places(const Node& path, const Parameters& parameters) {
  StopPlaces places;
  const auto stops = path.find("stops");
  if (!stops) return places;
  for (const Node& item : stops->items()) {
    const Node at = item.require("at");
    if (const auto point = read_point_number(at)) {
      places.points.push_back(*point);
    } else {
      places.p.push_back(read_number(at, dimension::number, parameters));
    }
  }
  return places;
}

}  // namespace path
}  // namespace globaldyn::inside
