#pragma once

#include <functional>

#include "core/description/document.h"

namespace globaldyn::inside {
inline namespace machine {

/// Calls `visit` with the node of every file of points that a machine file's paths name:
/// {csv: {file: …}}, however deep.
void visit_point_files(const Node& node, const std::function<void(const Node& file)>& visit);

}  // namespace machine
}  // namespace globaldyn::inside
