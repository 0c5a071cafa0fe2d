#include "globaldyn/machine/rewrite_file.h"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <filesystem>
#include <map>
#include <optional>
#include <utility>

#include "globaldyn/machine/own_units.h"
#include "globaldyn/machine/point_files.h"

namespace globaldyn::inside {
inline namespace machine {
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

// A list or a map, not a single value.
bool is_in_brackets(const std::string& value) {
  return !value.empty() && (value.front() == '[' || value.front() == '{');
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
    if (is_quoted && is_in_brackets(by)) {
      replacements_[begin - 1] = {raw.size() + 2, by};
      return;
    }
    const std::string quote = must_quote && !is_quoted ? "\"" : "";
    replacements_[begin] = {raw.size(), quote + by + quote};
  }

  // A list or a map in brackets, with all that is in it.
  void replace_brackets(const Node& node, const std::string& by) {
    const std::size_t begin = find(node);
    const std::size_t end = find_closing(begin);
    if (end == begin) {
      node.fail("a list or a map without brackets", "expected the place of a single value in it");
    }
    replacements_[begin] = {end + 1 - begin, by};
  }

  // In front of what a map has already.
  void add(const Node& map, const std::string& key, const std::string& value) {
    const std::size_t begin = find(map);
    if (begin < text_.size() && text_[begin] == '{') {
      const bool is_empty = map.own_entries().empty();
      replacements_[begin + 1] = {0, key + ": " + value + (is_empty ? "" : ", ")};
      return;
    }
    const auto entries = map.own_entries();
    if (entries.empty() || find(entries.front().first) != begin) refuse(map);
    const auto column = static_cast<std::size_t>(map.place().column) - 1;
    replacements_[begin] = {0, key + ": " + value + "\n" + std::string(column, ' ')};
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
    value.fail("a value that nothing can be written into",
               "expected it on one line as UTF-8, without escapes, anchor or alias");
  }

 private:
  // Of a scalar in a document that an alias names, the place is the anchor's.
  struct Replacement {
    std::size_t size;
    std::string text;
  };

  // Where the bracket at `begin` is closed; `begin` itself if there is none, or it is not closed.
  [[nodiscard]] std::size_t find_closing(std::size_t begin) const {
    if (begin >= text_.size() || (text_[begin] != '[' && text_[begin] != '{')) return begin;
    int depth = 0;
    for (std::size_t at = begin; at < text_.size(); ++at) {
      const char c = text_[at];
      if (c == '[' || c == '{') ++depth;
      if ((c == ']' || c == '}') && --depth == 0) return at;
      if (is_quote(at)) at = std::min(text_.find(c, at + 1), text_.size());
      if (c == '#' && std::isspace(static_cast<unsigned char>(text_[at - 1])) != 0) {
        at = std::min(text_.find('\n', at), text_.size());
      }
    }
    return begin;
  }

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
std::string write_number(const Node& own, const Parameter& parameter) {
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
    replace_value(key, value, write_number(value, *values.find(name)), rewriting);
  }
}

// A byte order mark is none of the text.
std::string drop_mark(const std::string& text) {
  return text.rfind("\xEF\xBB\xBF", 0) == 0 ? text.substr(3) : text;
}

// The entry of a map under this name.
std::optional<std::pair<Node, Node>> find_entry(const Node& map, const std::string& name) {
  for (const auto& entry : map.own_entries()) {
    if (entry.first.text() == name) return entry;
  }
  return std::nullopt;
}

// One word of a place, and the node that it names.
Node step_into(const Node& node, const std::string& word, const std::string& place,
               const Rewriting& rewriting) {
  const SourcePlace asked = whole_place(place);
  if (node.is_sequence()) {
    const std::vector<Node> items = node.items();
    std::size_t number = items.size();
    const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), number);
    if (error != std::errc() || end != word.data() + word.size() || number >= items.size()) {
      throw InputError(asked, "no item '" + word + "'",
                       "expected a number below " + std::to_string(items.size()));
    }
    return items[number];
  }
  if (!node.is_map()) {
    throw InputError(asked, "'" + word + "' inside a value", "expected nothing behind a value");
  }
  if (const auto entry = find_entry(node, word)) {
    if (!rewriting.is_own(entry->first, entry->second)) Rewriting::refuse(entry->second);
    return entry->second;
  }
  std::vector<std::string> names;
  for (const auto& [key, value] : node.own_entries()) names.push_back(key.text());
  throw InputError(asked, "no '" + word + "'", suggest_name(word, names));
}

// The node of a place, from `begin` on.
Node find_node(const Node& node, const std::string& place, const Rewriting& rewriting,
               std::size_t begin = 0) {
  if (begin > place.size()) return node;
  const std::size_t end = std::min(place.find('/', begin), place.size());
  const Node next = step_into(node, place.substr(begin, end - begin), place, rewriting);
  // Not by assigning: to a node of a document that would change the document.
  return find_node(next, place, rewriting, end + 1);
}

// Whether a plain scalar of this text would be read as something else.
bool needs_quotes(const std::string& text) {
  return text.empty() || text.find_first_of(":#{}[],&*!|>'\"%@`\n") != std::string::npos ||
         text.front() == ' ' || text.back() == ' ' || text.front() == '-' || text.front() == '?';
}

std::string to_scalar(const std::string& value) {
  if (is_in_brackets(value) || !needs_quotes(value)) return value;
  if (value.find('"') == std::string::npos) return '"' + value + '"';
  throw InputError(whole_place(value), "a value with a quotation mark", "expected none");
}

}  // namespace

void check_rewriting(const MachineText& original, const Parameters& parameters,
                     const std::vector<ParameterOverride>& settings) {
  const std::string text = drop_mark(original.text);
  const Node root = parse_document(text, original.file);
  Rewriting rewriting(text);
  if (!settings.empty()) replace_parameters(root, parameters, settings, rewriting);
  visit_point_files(root, [&](const Node& file) { rewriting.replace(file, file.text()); });
}

std::string write_settings(const MachineText& original, const Parameters& parameters,
                           const std::vector<ParameterOverride>& settings,
                           const std::string& folder) {
  const fs::path machine_folder = fs::path(original.file).parent_path();
  const std::string text = drop_mark(original.text);
  const Node root = parse_document(text, original.file);
  Rewriting rewriting(text);
  if (!settings.empty()) {
    replace_parameters(root, parameters, settings, rewriting);
  }
  const fs::path to =
      fs::absolute(folder.empty() ? fs::path(".") : fs::path(folder)).lexically_normal();
  visit_point_files(root, [&](const Node& file) {
    const fs::path path = fs::absolute(machine_folder / file.text()).lexically_normal();
    rewriting.replace(file, path.lexically_relative(to).generic_string(), true);
  });
  return rewriting.run();
}

namespace {

void place_value(const Node& root, const PlacedValue& one, Rewriting& rewriting) {
  const Node node = find_node(root, one.place, rewriting);
  if (node.is_scalar()) {
    rewriting.replace(node, one.value, !is_in_brackets(one.value) && needs_quotes(one.value));
  } else {
    rewriting.replace_brackets(node, to_scalar(one.value));
  }
}

}  // namespace

std::string write_value(const MachineText& original, const std::string& place,
                        const std::string& value) {
  return write_values(original, {{place, value}});
}

std::string write_values(const MachineText& original, const std::vector<PlacedValue>& values) {
  const std::string text = drop_mark(original.text);
  const Node root = parse_document(text, original.file);
  Rewriting rewriting(text);
  for (const PlacedValue& one : values) place_value(root, one, rewriting);
  return rewriting.run();
}

std::vector<bool> find_writable(const MachineText& original,
                                const std::vector<std::string>& places) {
  const std::string text = drop_mark(original.text);
  const Node root = parse_document(text, original.file);
  std::vector<bool> result;
  Rewriting rewriting(text);
  for (const std::string& place : places) {
    try {
      place_value(root, {place, "0"}, rewriting);
      result.push_back(true);
    } catch (const InputError&) {
      result.push_back(false);
    }
  }
  return result;
}

std::string write_entry(const MachineText& original, const std::string& place,
                        const std::string& value) {
  const std::string text = drop_mark(original.text);
  Rewriting rewriting(text);
  const std::size_t slash = place.rfind('/');
  const std::string key = slash == std::string::npos ? place : place.substr(slash + 1);
  const Node root = parse_document(text, original.file);
  const Node map =
      slash == std::string::npos ? root : find_node(root, place.substr(0, slash), rewriting);
  if (!map.is_map() || key.empty() || find_entry(map, key)) {
    throw InputError(whole_place(place), map.is_map() ? "there already" : "no map",
                     "expected a key that is not yet in its map");
  }
  rewriting.add(map, to_scalar(key), to_scalar(value));
  return rewriting.run();
}

}  // namespace machine
}  // namespace globaldyn::inside
