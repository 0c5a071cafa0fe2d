#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "globaldyn/storage/json.h"
#include "globaldyn/storage/origin.h"

namespace globaldyn::inside::report {

enum class ResultKind { evaluation, plan, map, simulation };

/// A document of results as it was written.
struct ResultFile {
  std::string name;    ///< of the file, relative to the folder that was read
  std::string folder;  ///< that it is in, where its inputs are kept
  ResultKind kind{ResultKind::evaluation};
  Json json;
  KeptInputs inputs;  ///< without a file if it does not tell its machine
  std::string load_case;
  std::filesystem::file_time_type written;
};

/// All of a folder and of the folders in it: evaluation.json, plan.json, map_NAME.json,
/// simulation.json.
/// @throws InputError if there is none, or one is no such document
[[nodiscard]] std::vector<ResultFile> read_result_files(const std::string& folder);

}  // namespace globaldyn::inside::report
