#pragma once

#include <string>

#include "core/base/fallbacks.h"
#include "globaldyn/storage/json.h"

namespace globaldyn {

/// What made a result, and how.
struct Origin {
  std::string program;         ///< name and version
  FallbackCounts fallbacks{};  ///< that were needed
};

/// Writes `program` and `fallbacks`, a count for each kind.
inline void add_origin(const Origin& origin, Json& json) {
  json["program"] = origin.program;
  Json counts = Json::object();
  for (std::size_t i = 0; i < kFallbacks; ++i) {
    counts[to_string(static_cast<Fallback>(i))] = origin.fallbacks[i];
  }
  json["fallbacks"] = std::move(counts);
}

}  // namespace globaldyn
