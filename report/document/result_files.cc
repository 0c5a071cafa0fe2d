#include "report/document/result_files.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <string_view>

#include "core/base/errors.h"
#include "core/description/document.h"

namespace globaldyn::inside::report {
namespace {

namespace fs = std::filesystem;

// Numbers of some million poses.
constexpr std::size_t kLargestResult = std::size_t{1} << 30;

std::optional<ResultKind> find_kind(const std::string& name) {
  if (name == "evaluation.json") return ResultKind::evaluation;
  if (name == "plan.json") return ResultKind::plan;
  if (name == "simulation.json") return ResultKind::simulation;
  if (name.starts_with("map_") && name.ends_with(".json")) return ResultKind::map;
  return std::nullopt;
}

std::string_view schema_of(ResultKind kind) {
  switch (kind) {
    case ResultKind::evaluation:
      return "globaldyn/evaluation/1";
    case ResultKind::plan:
      return "globaldyn/plan/1";
    case ResultKind::map:
      return "globaldyn/map/1";
    case ResultKind::simulation:
      return "globaldyn/simulation/1";
  }
  return "";
}

KeptInputs read_kept_inputs(const Json& json) {
  KeptInputs inputs;
  const auto found = json.find("inputs");
  if (found == json.end()) return inputs;
  inputs.file = found->at("file").get<std::string>();
  inputs.hash = found->at("hash").get<std::string>();
  inputs.without = found->value("without", std::vector<std::string>());
  inputs.preload = found->value("preload", "free");
  inputs.preload_forces = found->value("preload_forces", std::vector<double>());
  inputs.preload_places = found->value("preload_places", std::vector<double>());
  for (const auto& setting : found->at("settings")) {
    const auto text = setting.get<std::string>();
    const std::size_t equals = text.find('=');
    if (equals == std::string::npos) continue;
    inputs.settings.emplace_back(text.substr(0, equals), text.substr(equals + 1));
  }
  return inputs;
}

ResultFile read_result(const fs::path& file, const std::string& folder, ResultKind kind) {
  ResultFile result{.name = file.lexically_relative(folder).string(),
                    .folder = file.parent_path().string(),
                    .kind = kind};
  const std::string text = read_text_file(file.string(), kLargestResult);
  try {
    result.json = Json::parse(text);
    if (result.json.at("schema") != schema_of(kind)) {
      throw InputError(whole_place(file.string()), "another schema",
                       fmt::format("expected {}", schema_of(kind)));
    }
    result.inputs = read_kept_inputs(result.json);
    result.load_case = result.json.value("load_case", std::string());
  } catch (const Json::exception&) {
    throw InputError(whole_place(file.string()), "no document of results",
                     fmt::format("expected one of schema {}", schema_of(kind)));
  }
  std::error_code error;
  result.written = fs::last_write_time(file, error);
  return result;
}

// What is in a folder; nothing where that cannot be read.
std::vector<fs::path> list_entries(const fs::path& folder, std::error_code& error) {
  std::vector<fs::path> entries;
  for (fs::directory_iterator at(folder, error), end; !error && at != end; at.increment(error)) {
    entries.push_back(at->path());
  }
  std::sort(entries.begin(), entries.end());
  return entries;
}

void append_results(const std::vector<fs::path>& entries, std::vector<fs::path>& results) {
  std::copy_if(entries.begin(), entries.end(), std::back_inserter(results),
               [](const fs::path& file) { return find_kind(file.filename().string()); });
}

}  // namespace

std::vector<ResultFile> read_result_files(const std::string& folder) {
  std::error_code error;
  const std::vector<fs::path> entries = list_entries(folder, error);
  if (error) {
    throw InputError(whole_place(folder), "cannot be read (" + error.message() + ")",
                     "expected a folder of results");
  }
  std::vector<fs::path> files;
  append_results(entries, files);
  for (const fs::path& entry : entries) {
    if (fs::is_directory(entry, error)) append_results(list_entries(entry, error), files);
  }
  if (files.empty()) {
    throw InputError(whole_place(folder), "no results in it",
                     "expected a folder that evaluate, plan, simulate or map wrote to with --out");
  }
  std::vector<ResultFile> results;
  for (const fs::path& file : files) {
    results.push_back(read_result(file, folder, *find_kind(file.filename().string())));
  }
  return results;
}

}  // namespace globaldyn::inside::report
