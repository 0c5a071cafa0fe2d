#include "globaldyn/path/still_points.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "core/base/round_off.h"

namespace globaldyn::inside {
inline namespace path {
namespace {

// The largest of all numbers of the points, beside which others are rounding errors.
double find_size(const MatrixXd& points) {
  return points.size() == 0 ? 0.0 : points.cwiseAbs().maxCoeff();
}

bool is_same(const MatrixXd& points, std::size_t i, const std::vector<int>& axes, double size) {
  const auto k = static_cast<Eigen::Index>(i);
  return std::all_of(axes.begin(), axes.end(), [&](int axis) {
    return is_zero(points(axis, k) - points(axis, k - 1), size, round_off::kSame);
  });
}

[[noreturn]] void refuse(const WrittenPoints& written, std::size_t i) {
  const SourcePlace &place = written.places[i], &before = written.places[i - 1];
  // Points may stand in one line of the machine file.
  const std::string where = before.line != place.line ? fmt::format("in line {}", before.line)
                                                      : fmt::format("in column {}", before.column);
  const Knots& knots = written.values.knots;
  // At the ends the machine rests anyway.
  const bool is_inside = i > 1 && i + 1 < knots.size();
  throw InputError(
      place,
      fmt::format("the same point twice in a row: it is {}, too, and nothing moves from p = {:g} "
                  "to {:g}",
                  where, knots[i - 1], knots[i]),
      is_inside ? fmt::format("expected another point; where the machine rests, one point and "
                              "'stops: [{{at: {:g}, for: …}}]'",
                              knots[i - 1])
                : "expected another point");
}

}  // namespace

void refuse_still_points(const WrittenPoints& written, const std::vector<int>& axes,
                         const std::function<bool(double from, double to)>& turns) {
  const auto& [points, angles, knots] = written.values;
  const double size = find_size(points), turn = find_size(angles);
  std::vector<int> all_angles(static_cast<std::size_t>(angles.rows()));
  std::iota(all_angles.begin(), all_angles.end(), 0);
  for (std::size_t i = 1; i < knots.size(); ++i) {
    if (!is_same(points, i, axes, size)) continue;
    if (angles.size() > 0 && !is_same(angles, i, all_angles, turn)) continue;
    if (!turns(knots[i - 1], knots[i])) refuse(written, i);
  }
}

}  // namespace path
}  // namespace globaldyn::inside
