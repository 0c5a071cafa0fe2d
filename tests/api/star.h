#pragma once

#include <string>

namespace globaldyn::api_test {

inline const std::string kStar = GLOBALDYN_SOURCE_DIR "/machines/sliding_star/sliding_star.yaml";

}  // namespace globaldyn::api_test
