#include "globaldyn/maps/best_turns.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace globaldyn::inside {
inline namespace maps {
namespace {

// The poses of one layer, of which another may be better.
class Layers {
 public:
  explicit Layers(WorkspaceMap& map)
      : map_(map), size_(map.status.size() / map.description.orientations.size()) {}

  // Layer `from` as layer `to`, which is not behind it.
  void move(std::size_t from, std::size_t to) {
    if (from == to) return;
    for (std::size_t i = 0; i < size_; ++i) {
      const std::size_t a = from * size_ + i, b = to * size_ + i;
      map_.status[b] = map_.status[a];
      map_.reason[b] = std::move(map_.reason[a]);
      map_.signed_margin[b] = map_.signed_margin[a];
      for (MapColumn& column : map_.columns) column.values[b] = column.values[a];
      for (auto& fits : map_.pattern_fits) fits[b] = fits[a];
    }
  }

  // Of both whatever is better, as layer `to`.
  void take_best(std::size_t from, std::size_t to) {
    for (std::size_t i = 0; i < size_; ++i) take_best_pose(from * size_ + i, to * size_ + i);
  }

  // No more than so many layers.
  void shorten(std::size_t count) {
    const std::size_t size = count * size_;
    map_.status.resize(size);
    map_.reason.resize(size);
    map_.signed_margin.resize(size);
    for (MapColumn& column : map_.columns) column.values.resize(size);
    for (auto& fits : map_.pattern_fits) fits.resize(size);
  }

 private:
  // What a pose has where it cannot be is the worst that there is.
  void take_best_pose(std::size_t from, std::size_t to) {
    if (map_.status[to] != SampleStatus::ok && map_.status[from] == SampleStatus::ok) {
      map_.status[to] = SampleStatus::ok;
      map_.reason[to].clear();
    }
    double& margin = map_.signed_margin[to];
    if (std::abs(map_.signed_margin[from]) > std::abs(margin)) margin = map_.signed_margin[from];
    for (MapColumn& column : map_.columns) {
      const double other = column.values[from];
      double& value = column.values[to];
      const bool is_larger = column.plan.criterion->better == Better::larger;
      value = is_larger ? std::max(value, other) : std::min(value, other);
    }
    for (auto& fits : map_.pattern_fits) fits[to] |= fits[from];
  }

  WorkspaceMap& map_;
  std::size_t size_;
};

}  // namespace

void take_best_turns(WorkspaceMap& map) {
  std::vector<MapOrientation>& orientations = map.description.orientations;
  const auto is_turned = [](const MapOrientation& one) { return one.is_turned; };
  if (std::none_of(orientations.begin(), orientations.end(), is_turned)) return;
  Layers layers(map);
  std::size_t count = 0;
  for (std::size_t i = 0; i < orientations.size(); ++i) {
    if (orientations[i].is_turned) {
      layers.take_best(i, count - 1);
    } else {
      layers.move(i, count++);
    }
  }
  layers.shorten(count);
  std::erase_if(orientations, is_turned);
  map.shape.front() = count;
}

}  // namespace maps
}  // namespace globaldyn::inside
