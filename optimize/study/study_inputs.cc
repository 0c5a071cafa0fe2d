#include "optimize/study/study_inputs.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <optional>

#include "core/base/write_file.h"
#include "optimize/store/input_hash.h"
#include "optimize/study/point_files.h"

namespace globaldyn {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kLargestInput = 16u << 20;

// The content of a document, without comments and layout.
void spell(const Node& node, const std::vector<std::string>& without, std::string& text) {
  if (node.is_map()) {
    text += '{';
    for (const auto& [key, value] : node.entries()) {
      if (std::find(without.begin(), without.end(), key.text()) != without.end()) continue;
      text += key.text() + ':';
      spell(value, {}, text);
      text += ',';
    }
    text += '}';
  } else if (node.is_sequence()) {
    text += '[';
    for (const Node& item : node.items()) {
      spell(item, {}, text);
      text += ',';
    }
    text += ']';
  } else if (node.is_scalar()) {
    text += '"' + node.text() + '"';
  }
}

// Where the sources are or were. Relative names may be relative to a folder that is not known any
// more: one far below the root stands for it.
std::vector<fs::path> locate(const std::vector<StudySource>& sources) {
  const bool is_known = std::any_of(sources.begin(), sources.end(), [](const StudySource& one) {
    return fs::path(one.name).is_absolute();
  });
  const fs::path base = is_known ? fs::current_path() : fs::path("/1/2/3/4/5/6/7/8/9");
  std::vector<fs::path> files;
  for (const StudySource& source : sources) {
    files.push_back((base / source.name).lexically_normal());
  }
  return files;
}

// The folder that all files are in or below.
fs::path find_common_folder(const std::vector<fs::path>& files) {
  fs::path common = files.front().parent_path();
  for (const fs::path& file : files) {
    const fs::path folder = file.parent_path();
    const auto end =
        std::mismatch(common.begin(), common.end(), folder.begin(), folder.end()).first;
    fs::path shared;
    for (auto part = common.begin(); part != end; ++part) shared /= *part;
    common = shared;
  }
  return common;
}

// With names relative to the folder that all are in or below.
std::vector<StudySource> make_relative(std::vector<StudySource> sources) {
  const std::vector<fs::path> files = locate(sources);
  const fs::path common = find_common_folder(files);
  for (std::size_t i = 0; i < sources.size(); ++i) {
    sources[i].name = files[i].lexically_relative(common).string();
  }
  return sources;
}

// A file in the folder that has the name of a source but is not it.
std::optional<fs::path> find_changed(const std::vector<StudySource>& sources,
                                     const fs::path& folder) {
  for (const StudySource& source : sources) {
    const fs::path file = folder / source.name;
    std::error_code error;
    if (!fs::exists(file, error)) continue;
    if (!fs::is_regular_file(file, error) || fs::file_size(file, error) != source.text.size() ||
        read_text_file(file.string(), kLargestInput) != source.text) {
      return file;
    }
  }
  return std::nullopt;
}

void write_missing(const fs::path& file, const std::string& text) {
  std::error_code error;
  if (fs::exists(file, error)) return;
  fs::create_directories(file.parent_path(), error);
  if (error) throw Error(file.parent_path().string() + ": cannot be made");
  write_file(file.string(), text);
}

}  // namespace

StudyInputs read_inputs(const Study& study, const std::string& program) {
  StudyInputs inputs;
  const auto add = [&](const std::string& file, const std::string& text) {
    const bool is_known = std::any_of(inputs.sources.begin(), inputs.sources.end(),
                                      [&](const StudySource& one) { return one.name == file; });
    if (!is_known) inputs.sources.push_back({file, text});
  };
  for (const std::string& file : study.files) {
    add(file,
        file == study.machine_file ? study.machine_text : read_text_file(file, kLargestInput));
  }
  const Node machine = parse_document(study.machine_text, study.machine_file);
  const fs::path machine_folder = fs::path(study.machine_file).parent_path();
  visit_point_files(machine, [&](const Node& node) {
    const std::string file = (machine_folder / node.text()).string();
    add(file, read_text_file(file, kLargestInput));
  });

  std::string study_text, machine_text;
  spell(parse_document(inputs.sources.front().text, study.file),
        {"name", "description", "search", "refine", "machine"}, study_text);
  spell(machine, {"description", "units"}, machine_text);  // what numbers depend on
  std::vector<std::string_view> texts{program, study_text, machine_text};
  for (const StudySource& source : inputs.sources) {
    if (source.name != study.file && source.name != study.machine_file) {
      texts.push_back(source.text);
    }
  }
  inputs.hash = hash_inputs(texts);
  return inputs;
}

std::string keep_inputs(const StudyInputs& inputs, const std::string& folder) {
  const std::vector<StudySource> sources = make_relative(inputs.sources);
  const fs::path first = fs::path(folder) / "inputs";
  const fs::path other = fs::path(folder) / fmt::format("inputs_{:016x}", inputs.hash);
  for (const fs::path& place : {first, other}) {
    if (find_changed(sources, place)) continue;
    for (const StudySource& source : sources) write_missing(place / source.name, source.text);
    return (place / sources.front().name).string();
  }
  throw InputError({find_changed(sources, other)->string(), 0, 0},
                   "it is not what the designs were evaluated from",
                   "expected it unchanged, or not there: it would be written again");
}

}  // namespace globaldyn
