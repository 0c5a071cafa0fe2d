#include "optimize/study/write_design.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <map>

#include "globaldyn/machine/point_files.h"
#include "globaldyn/machine/read_machine.h"
#include "optimize/study/design_settings.h"
#include "optimize/study/own_units.h"

namespace globaldyn::inside {
inline namespace study {
namespace {

namespace fs = std::filesystem;

// The starts of lines.
std::vector<std::size_t> find_lines(const std::string& text) {
  std::vector<std::size_t> lines{0};
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '\n') lines.push_back(i + 1);
  }
  return lines;
}

// Past what may stand between a key and its value: a colon, spaces, ends of lines, comments.
std::size_t skip_to_value(const std::string& text, std::size_t at) {
  bool is_comment = false;
  for (; at < text.size(); ++at) {
    const char c = text[at];
    if (c == '\n') is_comment = false;
    if (c == '#') is_comment = true;
    if (!is_comment && c != ' ' && c != '\t' && c != '\r' && c != '\n' && c != ':') break;
  }
  return at;
}

class Rewriting {
 public:
  explicit Rewriting(const std::string& text) : text_(text), lines_(find_lines(text)) {}

  // Whether the value of a key is written where the key is, not taken from elsewhere by an alias,
  // and not given to others by an anchor.
  [[nodiscard]] bool is_own(const Node& key, const Node& value) const {
    const std::size_t begin = find(key);
    std::size_t after = begin + key.text().size();
    if (begin > 0 && is_quote(begin - 1)) ++after;
    after = skip_to_value(text_, after);
    if (after < text_.size() && value.is_scalar() && is_quote(after)) ++after;
    return after == find(value);
  }

  // Quotes around a scalar stay; if there are none and `must_quote` is set, they are added.
  void replace(const Node& scalar, const std::string& by, bool must_quote = false) {
    std::size_t begin = find(scalar);
    const std::string raw = scalar.text();
    if (begin < text_.size() && is_quote(begin)) ++begin;
    if (begin >= text_.size() || text_.compare(begin, raw.size(), raw) != 0) refuse(scalar);
    const bool is_quoted = begin > 0 && is_quote(begin - 1);
    const std::string quote = must_quote && !is_quoted ? "\"" : "";
    replacements_[begin] = {raw.size(), quote + by + quote};
  }

  [[nodiscard]] std::string run() const {
    std::string result;
    std::size_t at = 0;
    for (const auto& [begin, one] : replacements_) {
      result += text_.substr(at, begin - at) + one.text;
      at = begin + one.size;
    }
    return result + text_.substr(at);
  }

  [[noreturn]] static void refuse(const Node& value) {
    value.fail("a value that no design can be written into",
               "expected it on one line as UTF-8, without escapes, anchor or alias");
  }

 private:
  // Of a scalar in a document that an alias names, the place is the anchor's.
  struct Replacement {
    std::size_t size;
    std::string text;
  };

  [[nodiscard]] bool is_quote(std::size_t at) const {
    return text_[at] == '"' || text_[at] == '\'';
  }

  [[nodiscard]] std::size_t find(const Node& node) const {
    const SourcePlace place = node.place();
    const auto line = static_cast<std::size_t>(place.line) - 1;
    if (line >= lines_.size()) return text_.size();
    return std::min(lines_[line] + static_cast<std::size_t>(place.column) - 1, text_.size());
  }

  const std::string& text_;
  std::vector<std::size_t> lines_;
  std::map<std::size_t, Replacement> replacements_;  // by where they begin
};

void replace_value(const Node& key, const Node& value, const std::string& by,
                   Rewriting& rewriting) {
  if (!rewriting.is_own(key, value)) Rewriting::refuse(value);
  if (!value.is_map()) {
    rewriting.replace(value, by);
    return;
  }
  for (const auto& [name, figure] : value.own_entries()) {
    if (name.text() != "value") continue;
    replace_value(name, figure, by, rewriting);
    return;
  }
  Rewriting::refuse(value);
}

// Exactly the value, in the file's own unit if that can be.
std::string write_value(const Node& own, const Parameter& parameter) {
  if (const auto unit = find_own_unit(own)) {
    if (auto text = write_in_unit(*unit, parameter.value)) return *text;
  }
  return make_override(parameter.name, {parameter.value, parameter.unit}).text;
}

void replace_parameters(const Node& root, const Parameters& values,
                        const std::vector<ParameterOverride>& settings, Rewriting& rewriting) {
  const Node parameters = root.require("parameters");
  std::size_t own_left = parameters.own_entries().size();  // the first ones
  for (const auto& [key, value] : parameters.entries()) {
    const bool is_own = own_left > 0;
    if (is_own) --own_left;
    const std::string name = key.text();
    const bool is_set = std::any_of(settings.begin(), settings.end(),
                                    [&](const auto& one) { return one.name == name; });
    if (!is_set) continue;
    if (!is_own) Rewriting::refuse(value);
    replace_value(key, value, write_value(value, *values.find(name)), rewriting);
  }
}

// A byte order mark is none of the text.
std::string drop_mark(const std::string& text) {
  return text.rfind("\xEF\xBB\xBF", 0) == 0 ? text.substr(3) : text;
}

// Every parameter that some design sets.
std::vector<ParameterOverride> list_all_settings(const Study& study) {
  std::vector<ParameterOverride> all = study.settings;
  const auto add = [&](const std::vector<ParameterOverride>& more) {
    all.insert(all.end(), more.begin(), more.end());
  };
  for (const StudyScenario& scenario : study.scenarios) add(scenario.settings);
  for (const StudyVariable& variable : study.variables) {
    if (variable.settings.empty()) add({{variable.search.name, ""}});
    for (const auto& settings : variable.settings) add(settings);
  }
  return all;
}

}  // namespace

void check_design_files(const Study& study) {
  const std::string text = drop_mark(study.machine_text);
  const Node root = parse_document(text, study.machine_file);
  Rewriting rewriting(text);
  const std::vector<ParameterOverride> settings = list_all_settings(study);
  if (!settings.empty()) {
    replace_parameters(root, study.machine.parameters, settings, rewriting);
  }
  visit_point_files(root, [&](const Node& file) { rewriting.replace(file, file.text()); });
}

std::string write_settings(const MachineText& original, const Machine& machine,
                           const std::vector<ParameterOverride>& settings,
                           const std::string& folder) {
  const fs::path machine_folder = fs::path(original.file).parent_path();
  const std::string text = drop_mark(original.text);
  const Node root = parse_document(text, original.file);
  Rewriting rewriting(text);
  if (!settings.empty()) {
    replace_parameters(root, machine.parameters, settings, rewriting);
  }
  const fs::path to =
      fs::absolute(folder.empty() ? fs::path(".") : fs::path(folder)).lexically_normal();
  visit_point_files(root, [&](const Node& file) {
    const fs::path path = fs::absolute(machine_folder / file.text()).lexically_normal();
    rewriting.replace(file, path.lexically_relative(to).generic_string(), true);
  });
  return rewriting.run();
}

std::string make_design_file(const Study& study, const StudyScenario& scenario,
                             const Design& design, const std::string& folder) {
  const std::vector<ParameterOverride> settings = list_settings(study, scenario, design);
  const std::string machine_folder = fs::path(study.machine_file).parent_path().string();
  const std::string text = drop_mark(study.machine_text);
  const Machine machine = read_machine(parse_document(text, study.machine_file), study.machine_file,
                                       machine_folder, settings, scenario.load_case);
  return write_settings({study.machine_text, study.machine_file}, machine, settings, folder);
}

}  // namespace study
}  // namespace globaldyn::inside
