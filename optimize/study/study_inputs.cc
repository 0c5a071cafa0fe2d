#include "optimize/study/study_inputs.h"

#include <algorithm>
#include <filesystem>

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

// The folder that all files are in or below.
fs::path find_common_folder(const std::vector<StudySource>& sources) {
  fs::path common;
  for (std::size_t i = 0; i < sources.size(); ++i) {
    const fs::path folder = fs::absolute(sources[i].name).lexically_normal().parent_path();
    if (i == 0) {
      common = folder;
      continue;
    }
    const auto [end, other] =
        std::mismatch(common.begin(), common.end(), folder.begin(), folder.end());
    fs::path shared;
    for (auto part = common.begin(); part != end; ++part) shared /= *part;
    common = shared;
  }
  return common;
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
  spell(machine, {"description"}, machine_text);
  std::vector<std::string_view> texts{program, study_text, machine_text};
  for (const StudySource& source : inputs.sources) {
    if (source.name != study.file && source.name != study.machine_file) {
      texts.push_back(source.text);
    }
  }
  inputs.hash = hash_inputs(texts);
  return inputs;
}

std::string copy_inputs(const StudyInputs& inputs, const std::string& folder) {
  const fs::path common = find_common_folder(inputs.sources);
  std::string study_file;
  for (const StudySource& source : inputs.sources) {
    const fs::path own = fs::absolute(source.name).lexically_normal().lexically_relative(common);
    const fs::path file = fs::path(folder) / own;
    std::error_code error;
    fs::create_directories(file.parent_path(), error);
    if (error) throw Error(file.parent_path().string() + ": cannot be made");
    write_file(file.string(), source.text);
    if (study_file.empty()) study_file = file.string();
  }
  return study_file;
}

}  // namespace globaldyn
