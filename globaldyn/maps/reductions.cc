#include "globaldyn/maps/reductions.h"
#include "core/base/constants.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace globaldyn::inside {
inline namespace maps {
namespace {

const MapColumn& find_column(const WorkspaceMap& map, const std::string& name) {
  return *std::find_if(map.columns.begin(), map.columns.end(),
                       [&](const MapColumn& column) { return column.plan.name == name; });
}

// Of the poses reached (where the column's pattern fits, if it has one), or of all.
std::vector<double> list_values(const WorkspaceMap& map, const MapColumn& column, bool over_grid) {
  std::vector<double> values;
  for (std::size_t i = 0; i < map.status.size(); ++i) {
    if (over_grid || map.has_own_value(column, i)) values.push_back(column.values[i]);
  }
  return values;
}

// The value below which a fraction q of the values lies, interpolated linearly between two of them.
double calc_quantile(std::vector<double> values, double q) {
  std::sort(values.begin(), values.end());
  const double place = q * static_cast<double>(values.size() - 1);
  const auto low = static_cast<std::size_t>(place);
  const std::size_t high = std::min(low + 1, values.size() - 1);
  const double share = place - static_cast<double>(low);
  if (share == 0.0 || values[low] == values[high]) return values[low];
  return (1.0 - share) * values[low] + share * values[high];
}

// Where on the grid without orientations the condition holds in all orientations.
std::vector<bool> list_holding(const WorkspaceMap& map, const MapColumn& column,
                               const ReductionRequest& request) {
  const std::size_t layer = map.status.size() / map.shape.front();
  std::vector<bool> holds(layer, true);
  for (std::size_t i = 0; i < map.status.size(); ++i) {
    const double value = column.values[i];
    const bool here = map.has_own_value(column, i) && (!request.above || value >= *request.above) &&
                      (!request.below || value <= *request.below);
    if (!here) holds[i % layer] = false;
  }
  return holds;
}

using Indices = std::array<std::size_t, 3>;

// The grid without orientations as one with three axes; missing axes have one point and no extent.
struct Box3 {
  Indices count{1, 1, 1};
  std::array<double, 3> step{0.0, 0.0, 0.0};
  std::size_t axes{0};

  [[nodiscard]] std::size_t find(const Indices& at) const {
    return (at[0] * count[1] + at[1]) * count[2] + at[2];
  }
  // The cell of a pose: half a step on either side, less at an edge.
  [[nodiscard]] double calc_cell(const Indices& at) const {
    double size = 1.0;
    for (std::size_t k = 0; k < axes; ++k) {
      const bool at_edge = at[k] == 0 || at[k] + 1 == count[k];
      size *= at_edge ? 0.5 * step[k] : step[k];
    }
    return size;
  }
};

Box3 make_box(const WorkspaceMap& map) {
  Box3 box;
  box.axes = map.description.axes.size();
  for (std::size_t k = 0; k < box.axes; ++k) {
    box.count[k] = map.shape[k + 1];
    box.step[k] = map.description.axes[k].step();
  }
  return box;
}

template <class Visit>
void visit_all(const Indices& count, const Visit& visit) {
  for (std::size_t i = 0; i < count[0]; ++i) {
    for (std::size_t j = 0; j < count[1]; ++j) {
      for (std::size_t k = 0; k < count[2]; ++k) visit(Indices{i, j, k});
    }
  }
}

double calc_measure(const Box3& box, const std::vector<bool>& holds) {
  double sum = 0.0;
  visit_all(box.count, [&](const Indices& at) {
    if (holds[box.find(at)]) sum += box.calc_cell(at);
  });
  return sum;
}

// Squared distances along one line of points `step` apart: minimum over j of (i - j)² step² +
// from[j], as the lower envelope of these parabolas (Felzenszwalb and Huttenlocher, Distance
// transforms of sampled functions, 2012).
void transform_line(double step, std::vector<double>& from, std::vector<double>& scratch) {
  struct Piece {
    std::size_t at;
    double begin;
  };
  std::vector<Piece> envelope;
  const double square = step * step;
  for (std::size_t j = 0; j < from.size(); ++j) {
    if (std::isinf(from[j])) continue;
    double begin = -kInfinity;
    const auto x = static_cast<double>(j);
    while (!envelope.empty()) {
      const auto other = static_cast<double>(envelope.back().at);
      begin = ((from[j] - from[envelope.back().at]) / square + x * x - other * other) /
              (2.0 * (x - other));
      if (begin > envelope.back().begin) break;
      envelope.pop_back();
      begin = -kInfinity;
    }
    envelope.push_back({j, begin});
  }
  scratch.assign(from.size(), kInfinity);
  std::size_t piece = 0;
  for (std::size_t i = 0; i < from.size() && !envelope.empty(); ++i) {
    const auto x = static_cast<double>(i);
    while (piece + 1 < envelope.size() && envelope[piece + 1].begin <= x) ++piece;
    const double apart = x - static_cast<double>(envelope[piece].at);
    scratch[i] = apart * apart * square + from[envelope[piece].at];
  }
  from = scratch;
}

// The largest distance of a pose where the condition holds from the closest where it does not and
// from the edges.
double calc_largest_ball(const Box3& box, const std::vector<bool>& holds) {
  std::vector<double> squares(holds.size());
  for (std::size_t i = 0; i < holds.size(); ++i) {
    squares[i] = holds[i] ? kInfinity : 0.0;
  }
  std::vector<double> line, scratch;
  for (std::size_t k = 0; k < box.axes; ++k) {
    Indices starts = box.count;
    starts[k] = 1;
    visit_all(starts, [&](Indices at) {
      line.clear();
      for (at[k] = 0; at[k] < box.count[k]; ++at[k]) line.push_back(squares[box.find(at)]);
      transform_line(box.step[k], line, scratch);
      for (at[k] = 0; at[k] < box.count[k]; ++at[k]) squares[box.find(at)] = line[at[k]];
    });
  }
  double largest = 0.0;
  visit_all(box.count, [&](const Indices& at) {
    double radius = std::sqrt(squares[box.find(at)]);
    for (std::size_t k = 0; k < box.axes; ++k) {
      const std::size_t to_edge = std::min(at[k], box.count[k] - 1 - at[k]);
      radius = std::min(radius, static_cast<double>(to_edge) * box.step[k]);
    }
    largest = std::max(largest, radius);
  });
  return largest;
}

// Over all rectangles of points below the heights (points upwards from a base line): the largest
// value of `size(points across, points high)`.
template <class Size>
double find_largest_under(const std::vector<std::size_t>& heights, const Size& size) {
  struct Open {
    std::size_t begin;
    std::size_t height;
  };
  std::vector<Open> open;
  double largest = 0.0;
  for (std::size_t i = 0; i <= heights.size(); ++i) {
    const std::size_t height = i < heights.size() ? heights[i] : 0;
    std::size_t begin = i;
    while (!open.empty() && open.back().height >= height) {
      begin = open.back().begin;
      if (open.back().height > 0) {
        largest = std::max(largest, size(i - begin, open.back().height));
      }
      open.pop_back();
    }
    open.push_back({begin, height});
  }
  return largest;
}

// Over all ranges of the first axis, the largest rectangle along the other axes in which the
// condition holds everywhere.
double calc_largest_box(const Box3& given, const std::vector<bool>& holds) {
  // Missing axes first: then a map with two axes has only one range.
  Box3 box = given;
  for (std::size_t shift = given.axes; shift < 3; ++shift) {
    box.count = {1, box.count[0], box.count[1]};
    box.step = {0.0, box.step[0], box.step[1]};
  }
  const std::size_t missing = 3 - given.axes;
  const auto extent = [&](std::size_t k, std::size_t points) {
    return k < missing ? 1.0 : static_cast<double>(points - 1) * box.step[k];
  };
  const auto& count = box.count;
  double largest = 0.0;
  std::vector<bool> plane;
  std::vector<std::size_t> heights;
  for (std::size_t i = 0; i < count[0]; ++i) {
    plane.assign(count[1] * count[2], true);
    for (std::size_t i2 = i; i2 < count[0]; ++i2) {
      for (std::size_t c = 0; c < plane.size(); ++c) {
        plane[c] = plane[c] && holds[i2 * plane.size() + c];
      }
      heights.assign(count[2], 0);
      for (std::size_t j = 0; j < count[1]; ++j) {
        for (std::size_t k = 0; k < count[2]; ++k) {
          heights[k] = plane[j * count[2] + k] ? heights[k] + 1 : 0;
        }
        largest = std::max(largest,
                           find_largest_under(heights, [&](std::size_t across, std::size_t high) {
                             return extent(0, i2 - i + 1) * extent(1, high) * extent(2, across);
                           }));
      }
    }
  }
  return largest;
}

double reduce_values(const std::vector<double>& values, const ReductionRequest& request) {
  if (values.empty()) return kNaN;
  switch (request.kind) {
    case ReductionKind::min:
      return *std::min_element(values.begin(), values.end());
    case ReductionKind::max:
      return *std::max_element(values.begin(), values.end());
    case ReductionKind::mean:
      return std::accumulate(values.begin(), values.end(), 0.0) /
             static_cast<double>(values.size());
    default:
      return calc_quantile(values, request.quantile);
  }
}

double reduce_holding(const Box3& box, const std::vector<bool>& holds, ReductionKind kind) {
  switch (kind) {
    case ReductionKind::share:
      return static_cast<double>(std::count(holds.begin(), holds.end(), true)) /
             static_cast<double>(holds.size());
    case ReductionKind::measure:
      return calc_measure(box, holds);
    case ReductionKind::ball:
      return calc_largest_ball(box, holds);
    default:
      return calc_largest_box(box, holds);
  }
}

}  // namespace

Reduction calc_reduction(const WorkspaceMap& map, const ReductionRequest& request) {
  const MapColumn& column = find_column(map, request.column);
  Reduction reduction{
      request.name, request.column, request.kind, kNaN,
      find_reduction_unit(map.description.axes, *column.plan.criterion, request.kind)};
  reduction.value =
      request.kind < ReductionKind::share
          ? reduce_values(list_values(map, column, request.over_grid), request)
          : reduce_holding(make_box(map), list_holding(map, column, request), request.kind);
  return reduction;
}

std::vector<ReductionRequest> list_default_reductions(const WorkspaceMap& map) {
  std::vector<ReductionRequest> requests;
  for (const MapColumn& column : map.columns) {
    for (const ReductionKind kind : {ReductionKind::min, ReductionKind::mean, ReductionKind::max}) {
      ReductionRequest request;
      request.name = column.plan.name + "." + to_string(kind);
      request.column = column.plan.name;
      request.kind = kind;
      requests.push_back(std::move(request));
    }
  }
  return requests;
}

}  // namespace maps
}  // namespace globaldyn::inside
