#include "globaldyn/path/read_stops.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/base/round_off.h"
#include "globaldyn/path/stop_places.h"

namespace globaldyn::inside {
inline namespace path {
namespace {

bool is_same_place(double p, double other, double p_max) {
  return is_zero(other - p, p_max, round_off::kSame);
}

void refuse_on_blend(const Node& at, double p, double p_max, const StopCurve& curve) {
  const double same = round_off::kSame * p_max;
  for (const RoundCorner& round : curve.rounds) {
    if (p <= round.begin + same || p >= round.end - same) continue;
    at.fail(fmt::format("a stop at p = {:.9g} on the blend from p = {:.9g} to {:.9g}", p,
                        round.begin, round.end),
            fmt::format("expected the corner itself, p = {}, which is not blended then, or a p "
                        "beside the blend",
                        round.p));
  }
}

// What is the same number as the p of a corner is meant to be it.
double find_stop_place(const Node& at, double p, double p_max,
                       const std::vector<StopCurve>& curves) {
  for (const StopCurve& curve : curves) {
    const auto corner = std::find_if(curve.corners.begin(), curve.corners.end(),
                                     [&](double other) { return is_same_place(p, other, p_max); });
    if (corner != curve.corners.end()) return *corner;
  }
  for (const StopCurve& curve : curves) refuse_on_blend(at, p, p_max, curve);
  return is_same_place(p, p_max, p_max) ? p_max : p;
}

// The p of a point, which is one place if the path follows several curves.
double find_point(const Node& at, std::size_t number, const std::vector<StopCurve>& curves) {
  std::optional<double> found;
  for (const StopCurve& curve : curves) {
    if (curve.points.empty()) continue;
    if (number >= curve.points.size()) {
      at.fail("'" + at.text() + "'",
              fmt::format("expected one of the {} points", curve.points.size()));
    }
    const double p = curve.points[number];
    if (found && !is_same_place(*found, p, curve.points.back())) {
      at.fail(fmt::format("'{}' is p = {:.9g} of one curve and p = {:.9g} of another", at.text(),
                          *found, p),
              "expected a p");
    }
    found = p;
  }
  if (!found) at.fail("'" + at.text() + "' of a path without points", "expected a p");
  return *found;
}

double read_place(const Node& at, const Parameters& parameters, double p_max,
                  const std::vector<StopCurve>& curves) {
  const auto point = read_point_number(at);
  const double p =
      point ? find_point(at, *point, curves) : read_number(at, dimension::number, parameters);
  return find_stop_place(at, p, p_max, curves);
}

}  // namespace

std::vector<PathStop> read_stops(const Node& path, const Parameters& parameters, double p_max,
                                 const std::vector<StopCurve>& curves) {
  std::vector<PathStop> stops;
  const auto node = path.find("stops");
  if (!node) return stops;
  for (const Node& item : node->items()) {
    item.allow_only({"at", "for"});
    const Node at = item.require("at");
    PathStop stop{read_place(at, parameters, p_max, curves), 0.0};
    if (const auto duration = item.find("for")) {
      stop.duration = read_positive(*duration, dimension::time, parameters, "for", true);
    }
    const bool rises = stops.empty() ? stop.p >= 0.0 : stop.p > stops.back().p;
    if (!rises || stop.p > p_max) {
      at.fail("a stop at p = " + at.text(),
              "expected rising p of the path, 0 <= p <= " + std::to_string(p_max));
    }
    stops.push_back(stop);
  }
  return stops;
}

}  // namespace path
}  // namespace globaldyn::inside
