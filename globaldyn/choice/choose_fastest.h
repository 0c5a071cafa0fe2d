#pragma once

#include <string>
#include <vector>

#include "globaldyn/motion/plan_path.h"
#include "globaldyn/path/open_coordinates.h"

namespace globaldyn::inside {
inline namespace choice {

/// What was chosen for the open coordinates of a path.
struct Choice {
  Path path;     ///< with the values: nothing is open
  int plans{0};  ///< made on the way
  double constant_time{
      0.0};          ///< s: the least with constant values; infinite: no motion is possible
  double time{0.0};  ///< s: with those chosen; these times within kSearchTolerance
};

/// How well times of plans are known while they are compared: finer than what a choice is worth,
/// coarse enough for plans of milliseconds.
inline constexpr double kSearchTolerance = 1e-4;

/// The values of the path's open coordinates with which the fastest motion takes the least time, as
/// far as a search finds it: constants on a grid over all ranges, the best of them refined without
/// derivatives (NLopt), and then all values of their curves from there. A coordinate that is given
/// stays. The same whatever the number of threads; its work is a number of plans, of some 100 for
/// one constant and 30 more for each further value.
///
/// Where no motion is possible anywhere, values are those with which the machine comes farthest.
/// @param options of the plans: ends, reserve, method; tolerance and what is told are its own
/// @throws InputError as plan_path(), and for more than four open coordinates
[[nodiscard]] Choice choose_fastest(const Machine& machine, const Path& path,
                                    const PathPlanOptions& options, int threads = 1);

/// What was chosen of the path, as settings that give the same path when the file is read with
/// them; what was given before is not among them.
[[nodiscard]] std::vector<ParameterOverride> list_settings(const Path& path, const Choice& choice);

/// The same for people, a line each, and what it is worth.
[[nodiscard]] std::vector<std::string> tell_choice(const Path& path, const Choice& choice);

/// The path itself if nothing in it is open, else what choose_fastest() makes of it; of one that
/// its motors move the machine along, how they do (run_freely()).
[[nodiscard]] Path close_path(const Machine& machine, const Path& path,
                              const PathPlanOptions& options, int threads = 1);

}  // namespace choice
}  // namespace globaldyn::inside
