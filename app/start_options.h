#pragma once

#include <string>
#include <utility>
#include <vector>

#include "globaldyn/simulation/start_pose.h"

namespace globaldyn::inside::app {

/// "NAME=TEXT" in its two parts. @throws InputError if there is no '='
[[nodiscard]] std::pair<std::string, std::string> split_setting(const std::string& text,
                                                                const std::string& option,
                                                                const std::string& expected);

/// What `--at JOINT=VALUE` says, in its order: JOINT is a joint with one coordinate or
/// JOINT.COORDINATE, VALUE an angle or a length. @throws InputError
[[nodiscard]] std::vector<HeldCoordinate> read_held(const Machine& machine,
                                                    const std::vector<std::string>& texts);

}  // namespace globaldyn::inside::app
