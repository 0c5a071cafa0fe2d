#pragma once

#include <map>
#include <string>

#include "core/description/document.h"

namespace globaldyn::inside::explore {

/// Where paths of a machine file end where they begin, in the same words: of each the place of its
/// last point, by that of its first. They are one point to whoever moves it.
[[nodiscard]] std::map<std::string, std::string> find_closing_points(const Node& root);

}  // namespace globaldyn::inside::explore
