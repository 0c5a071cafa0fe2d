#include "optimize/study/study_inputs.h"

#include <algorithm>
#include <filesystem>

#include "globaldyn/machine/keep_files.h"
#include "globaldyn/machine/point_files.h"
#include "globaldyn/storage/input_hash.h"

namespace globaldyn::inside {
inline namespace study {
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

}  // namespace

StudyInputs read_inputs(const Study& study, const std::string& program) {
  StudyInputs inputs;
  const auto add = [&](const std::string& file, const std::string& text) {
    const bool is_known = std::any_of(inputs.sources.begin(), inputs.sources.end(),
                                      [&](const SourceFile& one) { return one.name == file; });
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
  for (const SourceFile& source : inputs.sources) {
    if (source.name != study.file && source.name != study.machine_file) {
      texts.push_back(source.text);
    }
  }
  inputs.hash = hash_inputs(texts);
  return inputs;
}

std::string keep_inputs(const StudyInputs& inputs, const std::string& folder) {
  return (fs::path(folder) / keep_files(inputs.sources, inputs.hash, folder)).string();
}

}  // namespace study
}  // namespace globaldyn::inside
