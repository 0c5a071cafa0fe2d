#pragma once

#include <optional>
#include <string>
#include <vector>

#include "explore/subject.h"

namespace globaldyn::inside::explore {

/// How much of a plan is asked for.
enum class Planning {
  none,
  quick,  ///< while somebody moves: few instants, what the motion demands of drives unknown, and
          ///< ratings from few places of the path
  whole,
};

/// Which motion is asked for.
enum class Motion {
  fastest,
  rated,   ///< within what motors bear for ever
  losses,  ///< of least losses, in a time
};

/// Which points can be moved, and how.
struct HandlesWish {
  double p{0.0};                ///< of the course, at which the machine is
  std::vector<std::string> by;  ///< parameters that are tried; none: all
};

/// What a page asks for: the machine with other values, along one of its paths.
struct Request {
  Values settings;
  std::string path;              ///< empty: the first
  std::vector<std::string> off;  ///< drives that are left out
  bool choices{true};            ///< all that can be moved, which is always the same
  bool regions{true};            ///< poses and regions
  Planning plan{Planning::none};
  bool ratings{false};
  std::optional<HandlesWish> handles;  ///< none: no points are to be moved
  Motion motion{Motion::fastest};
  double pace{1.0};     ///< of a motion of least losses: its time over that of the fastest, above 1
  double reserve{0.0};  ///< share of every limit that is kept free
  double rise_time{0.0};  ///< s, that forces take over their whole range; 0: none
  bool closed{false};     ///< round and round
};

/// Reads what a page sends. @throws InputError for what is no request
[[nodiscard]] Request read_request(const std::string& text);

/// @throws InputError of a request
[[noreturn]] void refuse(const std::string& wrong, const std::string& expected);

}  // namespace globaldyn::inside::explore
