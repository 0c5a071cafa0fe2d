#include "optimize/study/write_design.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "optimize/study/design_settings.h"
#include "optimize/study/point_files.h"

namespace globaldyn {
namespace {

namespace fs = std::filesystem;

// A scalar of a document and its replacement.
struct Replacement {
  std::size_t begin;
  std::size_t size;
  std::string text;
};

// The starts of lines.
std::vector<std::size_t> find_lines(const std::string& text) {
  std::vector<std::size_t> lines{0};
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '\n') lines.push_back(i + 1);
  }
  return lines;
}

class Rewriting {
 public:
  explicit Rewriting(const std::string& text) : text_(text), lines_(find_lines(text)) {}

  // Quotes around a scalar stay; if there are none and `must_quote` is set, they are added.
  void replace(const Node& scalar, const std::string& by, bool must_quote = false) {
    const SourcePlace place = scalar.place();
    std::size_t begin = lines_.at(static_cast<std::size_t>(place.line) - 1) +
                        static_cast<std::size_t>(place.column) - 1;
    const std::string raw = scalar.text();
    if (is_quote(begin)) ++begin;
    if (text_.compare(begin, raw.size(), raw) != 0) {
      scalar.fail("a value that cannot be replaced", "expected it on one line, without escapes");
    }
    const bool is_quoted = begin > 0 && is_quote(begin - 1);
    const std::string quote = must_quote && !is_quoted ? "\"" : "";
    replacements_.push_back({begin, raw.size(), quote + by + quote});
  }

  std::string run() {
    std::sort(replacements_.begin(), replacements_.end(),
              [](const auto& a, const auto& b) { return a.begin < b.begin; });
    std::string result;
    std::size_t at = 0;
    for (const Replacement& one : replacements_) {
      result += text_.substr(at, one.begin - at) + one.text;
      at = one.begin + one.size;
    }
    return result + text_.substr(at);
  }

 private:
  [[nodiscard]] bool is_quote(std::size_t at) const {
    return text_[at] == '"' || text_[at] == '\'';
  }

  const std::string& text_;
  std::vector<std::size_t> lines_;
  std::vector<Replacement> replacements_;
};

void replace_parameters(const Node& root, const Study& study, const Parameters& values,
                        const std::vector<ParameterOverride>& settings, Rewriting& rewriting) {
  for (const auto& [key, value] : root.require("parameters").entries()) {
    const std::string name = key.text();
    const bool is_set = std::any_of(settings.begin(), settings.end(),
                                    [&](const auto& one) { return one.name == name; });
    if (!is_set) continue;
    const Parameter& original = *study.machine.parameters.find(name);
    const std::string unit = original.typed ? format_unit(original.dimension) : "1";
    const std::string number = fmt::format("{}", values.find(name)->value);
    rewriting.replace(value.is_map() ? value.require("value") : value,
                      unit == "1" ? number : number + " " + unit);
  }
}

}  // namespace

std::string make_design_file(const Study& study, const StudyScenario& scenario,
                             const Design& design, const std::string& folder) {
  const std::vector<ParameterOverride> settings = list_settings(study, scenario, design);
  const fs::path machine_folder = fs::path(study.machine_file).parent_path();
  const Node root = parse_document(study.machine_text, study.machine_file);
  const Machine machine = read_machine(root, study.machine_file, machine_folder.string(), settings);
  Rewriting rewriting(study.machine_text);
  if (!settings.empty()) replace_parameters(root, study, machine.parameters, settings, rewriting);
  const fs::path to =
      fs::absolute(folder.empty() ? fs::path(".") : fs::path(folder)).lexically_normal();
  visit_point_files(root, [&](const Node& file) {
    const fs::path path = fs::absolute(machine_folder / file.text()).lexically_normal();
    rewriting.replace(file, path.lexically_relative(to).generic_string(), true);
  });
  return rewriting.run();
}

}  // namespace globaldyn
