#pragma once

#include <string>
#include <utility>
#include <vector>

#include "core/base/fallbacks.h"
#include "globaldyn/storage/json.h"

namespace globaldyn::inside {
inline namespace storage {

/// What a machine was read from, as kept beside its results.
struct KeptInputs {
  std::string file;  ///< the machine's, relative to the folder of the results; empty: not kept
  std::string hash;  ///< of it and of the files that it names
  std::vector<std::pair<std::string, std::string>> settings;  ///< of parameters: name and text
  std::vector<std::string> without;    ///< names of drives that were left out
  std::string preload{"free"};         ///< how redundant drives share: see PreloadRule
  std::vector<double> preload_forces;  ///< N or N m, if constant; of a table place by place
  std::vector<double> preload_places;  ///< p of a table
};

/// What made a result, and how.
struct Origin {
  std::string program;         ///< name and version
  std::string load_case;       ///< of the machine; empty: none
  FallbackCounts fallbacks{};  ///< that were needed
  KeptInputs inputs{};
};

/// Writes `program`, `inputs` if they are kept, `load_case` if there is one, and `fallbacks`, a
/// count for each kind.
inline void add_origin(const Origin& origin, Json& json) {
  json["program"] = origin.program;
  if (!origin.inputs.file.empty()) {
    Json settings = Json::array();
    for (const auto& [name, text] : origin.inputs.settings) settings.push_back(name + "=" + text);
    json["inputs"] = {{"file", origin.inputs.file},
                      {"hash", origin.inputs.hash},
                      {"settings", std::move(settings)}};
    if (!origin.inputs.without.empty()) json["inputs"]["without"] = origin.inputs.without;
    if (origin.inputs.preload != "free") json["inputs"]["preload"] = origin.inputs.preload;
    if (!origin.inputs.preload_forces.empty()) {
      json["inputs"]["preload_forces"] = origin.inputs.preload_forces;
    }
    if (!origin.inputs.preload_places.empty()) {
      json["inputs"]["preload_places"] = origin.inputs.preload_places;
    }
  }
  if (!origin.load_case.empty()) json["load_case"] = origin.load_case;
  Json counts = Json::object();
  for (std::size_t i = 0; i < kFallbacks; ++i) {
    counts[to_string(static_cast<Fallback>(i))] = origin.fallbacks[i];
  }
  json["fallbacks"] = std::move(counts);
}

}  // namespace storage
}  // namespace globaldyn::inside
