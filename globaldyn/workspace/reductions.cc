#include "globaldyn/workspace/reductions.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

namespace globaldyn {
namespace {

constexpr double kNone = std::numeric_limits<double>::quiet_NaN();

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

// The value below which the share q of the values lies, between two of them in proportion.
double calc_quantile(std::vector<double> values, double q) {
  std::sort(values.begin(), values.end());
  const double place = q * static_cast<double>(values.size() - 1);
  const auto low = static_cast<std::size_t>(place);
  const std::size_t high = std::min(low + 1, values.size() - 1);
  const double share = place - static_cast<double>(low);
  return share == 0.0 ? values[low] : std::lerp(values[low], values[high], share);
}

// Where, of the grid without orientations, the condition holds in all of them.
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

// The grid without orientations as one of three axes, missing ones of one point and without
// extent.
struct Box3 {
  Indices count{1, 1, 1};
  std::array<double, 3> step{0.0, 0.0, 0.0};
  std::size_t axes{0};

  [[nodiscard]] std::size_t find(const Indices& at) const {
    return (at[0] * count[1] + at[1]) * count[2] + at[2];
  }
  // What a pose stands for: half a step on either side, less at an edge.
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

// The largest distance of a pose that holds from the nearest that does not and from the edges.
double calc_largest_ball(const Box3& box, const std::vector<bool>& holds) {
  std::vector<Indices> failing, holding;
  visit_all(box.count,
            [&](const Indices& at) { (holds[box.find(at)] ? holding : failing).push_back(at); });
  double largest = 0.0;
  for (const Indices& at : holding) {
    double radius = std::numeric_limits<double>::infinity();
    for (std::size_t k = 0; k < box.axes; ++k) {
      const std::size_t to_edge = std::min(at[k], box.count[k] - 1 - at[k]);
      radius = std::min(radius, static_cast<double>(to_edge) * box.step[k]);
    }
    for (std::size_t i = 0; i < failing.size() && radius > largest; ++i) {
      double square = 0.0;
      for (std::size_t k = 0; k < box.axes; ++k) {
        const double apart = static_cast<double>(at[k]) - static_cast<double>(failing[i][k]);
        square += apart * apart * box.step[k] * box.step[k];
      }
      radius = std::min(radius, std::sqrt(square));
    }
    largest = std::max(largest, radius);
  }
  return largest;
}

// Over all ranges of the first two axes, the longest run along the third in which all hold.
double calc_largest_box(const Box3& box, const std::vector<bool>& holds) {
  const auto& count = box.count;
  const auto extent = [&](std::size_t k, std::size_t points) {
    return k < box.axes ? static_cast<double>(points - 1) * box.step[k] : 1.0;
  };
  double largest = 0.0;
  std::vector<bool> plane, row;
  for (std::size_t i = 0; i < count[0]; ++i) {
    plane.assign(count[1] * count[2], true);
    for (std::size_t i2 = i; i2 < count[0]; ++i2) {
      for (std::size_t c = 0; c < plane.size(); ++c) {
        plane[c] = plane[c] && holds[i2 * plane.size() + c];
      }
      for (std::size_t j = 0; j < count[1]; ++j) {
        row.assign(count[2], true);
        for (std::size_t j2 = j; j2 < count[1]; ++j2) {
          std::size_t run = 0, longest = 0;
          for (std::size_t k = 0; k < count[2]; ++k) {
            row[k] = row[k] && plane[j2 * count[2] + k];
            run = row[k] ? run + 1 : 0;
            longest = std::max(longest, run);
          }
          if (longest == 0) break;
          largest =
              std::max(largest, extent(0, i2 - i + 1) * extent(1, j2 - j + 1) * extent(2, longest));
        }
      }
    }
  }
  return largest;
}

double reduce_values(const std::vector<double>& values, const ReductionRequest& request) {
  if (values.empty()) return kNone;
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

std::string find_unit(const WorkspaceMap& map, const MapColumn& column, ReductionKind kind) {
  if (kind < ReductionKind::share) return column.plan.criterion->unit;
  if (kind == ReductionKind::share) return "1";
  const auto& axes = map.description.axes;
  if (kind == ReductionKind::ball) return axes.front().rotational ? "rad" : "m";
  const auto lengths =
      std::count_if(axes.begin(), axes.end(), [](const MapAxis& axis) { return !axis.rotational; });
  const auto angles = static_cast<std::ptrdiff_t>(axes.size()) - lengths;
  const auto power = [](const std::string& unit, std::ptrdiff_t exponent) {
    if (exponent == 0) return std::string();
    return exponent == 1 ? unit : unit + "^" + std::to_string(exponent);
  };
  const std::string between = lengths > 0 && angles > 0 ? " " : "";
  return power("m", lengths) + between + power("rad", angles);
}

}  // namespace

Reduction calc_reduction(const WorkspaceMap& map, const ReductionRequest& request) {
  const MapColumn& column = find_column(map, request.column);
  Reduction reduction{request.name, request.column, request.kind, kNone,
                      find_unit(map, column, request.kind)};
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

}  // namespace globaldyn
