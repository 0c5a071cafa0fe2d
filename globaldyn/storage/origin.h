#pragma once

#include <string>

#include "core/base/fallbacks.h"
#include "globaldyn/storage/json.h"

namespace globaldyn {

/// What made a result, and how.
struct Origin {
  std::string program;         ///< name and version
  std::string load_case;       ///< of the machine; empty: none
  FallbackCounts fallbacks{};  ///< that were needed
};

/// Writes `program`, `load_case` if there is one, and `fallbacks`, a count for each kind.
inline void add_origin(const Origin& origin, Json& json) {
  json["program"] = origin.program;
  if (!origin.load_case.empty()) json["load_case"] = origin.load_case;
  Json counts = Json::object();
  for (std::size_t i = 0; i < kFallbacks; ++i) {
    counts[to_string(static_cast<Fallback>(i))] = origin.fallbacks[i];
  }
  json["fallbacks"] = std::move(counts);
}

}  // namespace globaldyn
