#pragma once

#include "globaldyn/path/read_curve.h"

namespace globaldyn::inside {
inline namespace path {

/// Reads {start: …, then: [{line: …}, {arc: …}, …], blend: …}. @throws InputError
[[nodiscard]] CurveReading read_pieces(const Node& node, const CurveContext& context);

}  // namespace path
}  // namespace globaldyn::inside
