#include "globaldyn/maps/request/map_description.h"

namespace globaldyn::inside {
inline namespace maps {

const char* to_string(ReductionKind kind) {
  switch (kind) {
    case ReductionKind::min:
      return "min";
    case ReductionKind::max:
      return "max";
    case ReductionKind::mean:
      return "mean";
    case ReductionKind::quantile:
      return "quantile";
    case ReductionKind::share:
      return "share";
    case ReductionKind::measure:
      return "measure";
    case ReductionKind::ball:
      return "ball";
    case ReductionKind::box:
      return "box";
  }
  return "";
}

std::vector<TaskCoordinate> MapDescription::list_coordinates() const {
  using Kind = TaskCoordinate::Kind;
  std::vector<TaskCoordinate> coordinates;
  for (const MapAxis& axis : axes) coordinates.push_back(axis.coordinate);
  for (const FixedCoordinate& fixed_one : fixed) coordinates.push_back(fixed_one.coordinate);
  if (orientations.front().phi) coordinates.push_back({Kind::phi, 0, {}});
  if (orientations.front().rotation) {
    for (int axis = 0; axis < 3; ++axis) coordinates.push_back({Kind::rotation, axis, {}});
  }
  return coordinates;
}

}  // namespace maps
}  // namespace globaldyn::inside
