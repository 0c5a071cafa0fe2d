#pragma once

#include <functional>
#include <vector>

#include "globaldyn/path/motion_law.h"
#include "globaldyn/path/path.h"

namespace globaldyn::inside {
inline namespace path {

/// A path's p as a function of the time since its start, rising all along.
struct ParameterCourse {
  double duration{0.0};                       ///< s, > 0
  std::function<TimedValue(double t)> at;     ///< p and its rates, 0 <= t <= duration
  std::function<double(double p)> find_time;  ///< when p is reached
  std::vector<double> breaks;                 ///< t inside at which a rate jumps, increasing
};

/// p from rest to rest as the law says.
[[nodiscard]] ParameterCourse make_law_course(const MotionLaw& law, double p_max);

/// p so that a point whose position is `rate` (dr/dp, some of the path's coordinates) moves at a
/// constant speed, per s. @param steps where the rate jumps or has kinks, inside
/// @throws InputError at `place` where the point stands still
[[nodiscard]] ParameterCourse make_speed_course(const std::function<VectorXd(double p)>& rate,
                                                const std::function<VectorXd(double p)>& change,
                                                const std::vector<double>& steps, double p_max,
                                                double speed, const SourcePlace& place);

/// The path with the time as its parameter: it is passed with d1 = 1. Its stops are those at its
/// ends; limits over parts of it, its steps and loads over p stay where they are.
/// @param name of the law, for results
[[nodiscard]] Path make_timed_path(const Path& path, ParameterCourse course, std::string name);

}  // namespace path
}  // namespace globaldyn::inside
