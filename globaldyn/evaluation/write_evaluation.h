#pragma once

#include <string>

#include "globaldyn/evaluation/evaluation.h"
#include "globaldyn/storage/origin.h"

namespace globaldyn::inside {
inline namespace evaluation {

/// The evaluation as the JSON document of schema globaldyn/evaluation/1 (docs/files.md), with
/// its origin. Doubles read back exactly. With `bodies`, each sample also tells where these bodies,
/// of the machine that was evaluated, are.
[[nodiscard]] std::string to_json(const Evaluation& evaluation, const Origin& origin,
                                  const Bodies& bodies = {});

/// The regions' corners as CSV: path, p, status, component, vertex, d1, d1_square, d2, edge,
/// active.
[[nodiscard]] std::string to_csv(const Evaluation& evaluation);

}  // namespace evaluation
}  // namespace globaldyn::inside
