#include "core/description/document.h"

#include <yaml-cpp/depthguard.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>
#include <set>
#include <sstream>

namespace globaldyn::inside {
inline namespace core {
namespace {

// Visits every node with aliases expanded, as later readers will, and rejects what no reader should
// have to handle: too many nodes (an alias bomb), nesting that is too deep (or an alias to its own
// parent), and duplicate keys.
class Inspector {
 public:
  void visit(const Node& node, int depth) {
    if (++count_ > kMostNodes) {
      node.fail("more than " + std::to_string(kMostNodes) + " values once aliases are expanded",
                "expected a smaller file");
    }
    if (depth > kDeepestNesting) {
      node.fail("values nested more than " + std::to_string(kDeepestNesting) + " deep",
                "expected a flatter file without aliases to themselves");
    }
    if (node.is_scalar()) {
      refuse_long(node);
    } else if (node.is_sequence()) {
      for (const Node& item : node.items()) visit(item, depth + 1);
    } else if (node.is_map()) {
      visit_map(node, depth);
    }
  }

 private:
  static void refuse_long(const Node& node) {
    const std::size_t size = node.text().size();
    if (size <= kLongestScalar) return;
    node.fail("a text of " + std::to_string(size) + " characters",
              "expected at most " + std::to_string(kLongestScalar));
  }

  void visit_map(const Node& node, int depth) {
    std::set<std::string> keys;
    for (const auto& [key, value] : node.entries()) {
      if (!key.is_scalar()) key.fail("a key that is not a name", "expected a name");
      refuse_long(key);
      if (!keys.insert(key.text()).second) {
        key.fail("duplicate name '" + key.text() + "'", "expected every name once");
      }
      visit(value, depth + 1);
    }
  }

  std::size_t count_{0};
};

std::string find_line(const std::string& text, int line_number) {
  std::istringstream lines(text);
  std::string line;
  for (int number = 0; number < line_number; ++number) std::getline(lines, line);
  return line;
}

// The column of a tab in the indentation of a line, or 0.
int find_tab(const std::string& text, int line_number) {
  const std::string line = find_line(text, line_number);
  const std::size_t tab = line.find('\t');
  return tab < line.find_first_not_of(" \t") && tab < line.size() ? static_cast<int>(tab) + 1 : 0;
}

// Only the first of several documents would be read.
void refuse_second_document(const std::string& text, const std::string& file) {
  std::istringstream lines(text);
  std::string line;
  bool content = false;
  for (int number = 1; std::getline(lines, line); ++number) {
    const bool marker = line == "---" || line.rfind("--- ", 0) == 0;
    if (marker && content) throw InputError({file, number, 1}, "a second document", "expected one");
    const bool comment = line.empty() || line[0] == '#' || line[0] == '%';
    content |= marker || !comment;
  }
}

bool is_merge_key(const YAML::Node& key) {
  const bool quoted = key.Tag() == "!";
  return key.IsScalar() && !quoted && key.Scalar() == "<<";
}

constexpr const char* kPatternKey = "pattern";
constexpr const char* kNumberPlace = "{i}";

std::string put_number(std::string text, int number) {
  const std::string by = std::to_string(number);
  for (std::size_t at = text.find(kNumberPlace); at != std::string::npos;
       at = text.find(kNumberPlace, at + by.size())) {
    text.replace(at, std::string(kNumberPlace).size(), by);
  }
  return text;
}

}  // namespace

SourcePlace Node::place() const {
  const std::string member = member_ ? member_->name : "";
  if (instead_) return {instead_->file, instead_->line, instead_->column, member};
  const YAML::Mark mark = yaml_.Mark();
  // A quoted text starts after its quote.
  const int quote = yaml_.IsScalar() && yaml_.Tag() == "!" ? 1 : 0;
  return {*file_, std::max(mark.line, 0) + 1, std::max(mark.column, 0) + 1 + quote, member};
}

void Node::fail(const std::string& wrong, const std::string& expected) const {
  throw InputError(place(), wrong, expected);
}

void Node::fail_as_no_map() const {
  fail("no map here", "expected keys with values");
}

std::string Node::text() const {
  if (!is_scalar()) fail(is_null() ? "nothing here" : "a list or map here", "expected a value");
  if (!member_) return yaml_.Scalar();
  const std::string text = put_number(yaml_.Scalar(), member_->number);
  const bool ends_with_number = part_ == Part::name && text == yaml_.Scalar();
  return ends_with_number ? text + std::to_string(member_->number) : text;
}

Node Node::child(const YAML::Node& yaml) const {
  Node result(yaml, file_);
  result.member_ = member_;
  return result;
}

bool Node::is_numbered() const {
  return member_ && is_scalar() && yaml_.Scalar().find(kNumberPlace) != std::string::npos;
}

Node Node::for_member(std::shared_ptr<const PatternMember> member, Part part) const {
  Node result = *this;
  result.member_ = std::move(member);
  result.part_ = part;
  return result;
}

std::vector<std::string> Node::spellings() const {
  const std::string written = text();
  std::vector<std::string> result{written};
  if (!member_) return result;
  const std::string number = std::to_string(member_->number);
  const std::size_t dot = written.find('.');
  const std::string name = written.substr(0, dot);
  const std::string part = dot == std::string::npos ? "" : written.substr(dot);
  result.push_back(name + number + part);
  if (!part.empty()) {
    result.push_back(name + part + number);
    result.push_back(name + number + part + number);
  }
  return result;
}

std::vector<Node> Node::items() const {
  if (!is_sequence()) fail("no list here", "expected a list [ …, … ]");
  std::vector<Node> result;
  for (const YAML::Node& item : yaml_) result.push_back(child(item));
  return result;
}

std::vector<std::pair<Node, Node>> Node::own_entries() const {
  if (!is_map()) fail_as_no_map();
  Entries result;
  for (const auto& entry : yaml_) {
    if (is_merge_key(entry.first)) continue;
    const Node key = child(entry.first);
    Node value = child(entry.second);
    // The YAML parser places an empty value at whatever comes next.
    if (value.is_null()) value.instead_ = key.place();
    result.emplace_back(key, value);
  }
  return result;
}

// The maps under `<<`, and those under theirs; a map or a list of maps. At most kMostMerged, so
// that maps which bring each other cost little.
void Node::add_merged_entries(Entries& entries, std::size_t& looked_at) const {
  const auto merges = [](const auto& entry) { return is_merge_key(entry.first); };
  if (std::none_of(yaml_.begin(), yaml_.end(), merges)) return;
  std::set<std::string> known;
  for (const auto& [key, value] : entries) {
    if (key.is_scalar()) known.insert(key.text());
  }
  for (const auto& entry : yaml_) {
    if (!is_merge_key(entry.first)) continue;
    const Node given = child(entry.second);
    for (const Node& map : given.is_sequence() ? given.items() : std::vector<Node>{given}) {
      if (!map.is_map()) map.fail("no map after '<<'", "expected a map, or a list of maps");
      const auto look_at = [&](std::size_t more) {
        looked_at += more;
        if (looked_at <= kMostMerged) return;
        given.fail("more than " + std::to_string(kMostMerged) + " maps and keys brought in by '<<'",
                   "expected fewer, and no map that brings in itself");
      };
      look_at(1);
      Entries further = map.own_entries();
      look_at(further.size());
      map.add_merged_entries(further, looked_at);
      for (const auto& one : further) {
        if (!one.first.is_scalar() || known.insert(one.first.text()).second) entries.push_back(one);
      }
    }
  }
}

std::vector<std::pair<Node, Node>> Node::entries() const {
  Entries result = own_entries();
  std::size_t looked_at = 0;
  add_merged_entries(result, looked_at);
  return result;
}

std::optional<Node> Node::find(const std::string& key) const {
  if (!is_map()) fail_as_no_map();
  bool merges = false;
  for (const auto& entry : yaml_) {
    if (!entry.first.IsScalar()) continue;
    if (entry.first.Scalar() == key) {
      if (!entry.second.IsNull()) return child(entry.second);
      return std::nullopt;
    }
    merges |= is_merge_key(entry.first);
  }
  if (!merges) return std::nullopt;
  for (const auto& [name, value] : entries()) {
    if (name.is_scalar() && name.text() == key && !value.is_null()) return value;
  }
  return std::nullopt;
}

Node Node::require(const std::string& key) const {
  if (auto value = find(key)) return *value;
  fail("'" + key + "' is missing", "expected a value for it");
}

void Node::allow_only(const std::vector<std::string>& allowed) const {
  for (const auto& [key, value] : entries()) {
    if (is_element() && key.text() == kPatternKey) continue;
    if (std::find(allowed.begin(), allowed.end(), key.text()) == allowed.end()) {
      key.fail("unknown key '" + key.text() + "'", suggest_name(key.text(), allowed));
    }
  }
}

void Node::allow_one_of(const std::vector<std::string>& keys) const {
  std::string first;
  for (const auto& [key, value] : entries()) {
    if (std::find(keys.begin(), keys.end(), key.text()) == keys.end()) continue;
    if (!first.empty()) {
      key.fail("both '" + first + "' and '" + key.text() + "'", "expected one of them");
    }
    first = key.text();
  }
}

bool Node::read_flag() const {
  if (text() == "true") return true;
  if (text() == "false") return false;
  fail("'" + text() + "'", "expected true or false");
}

std::size_t Node::read_choice(const std::vector<std::string>& choices) const {
  const auto found = std::find(choices.begin(), choices.end(), text());
  if (found == choices.end()) fail("unknown '" + text() + "'", suggest_name(text(), choices));
  return static_cast<std::size_t>(found - choices.begin());
}

Node parse_document(const std::string& text, const std::string& file) {
  if (text.size() > kLargestFileBytes) {
    throw InputError(whole_place(file),
                     "file of over " + std::to_string(kLargestFileBytes) + " bytes",
                     "expected a smaller file");
  }
  const auto name = std::make_shared<const std::string>(file);
  try {
    refuse_second_document(text, file);
    const Node root(YAML::Load(text), name);
    if (!root.is_map()) {
      throw InputError({file, 1, 1}, "not a map at the top", "expected 'globaldyn: 1' and so on");
    }
    Inspector().visit(root, 0);
    return root;
  } catch (const YAML::DeepRecursion& error) {
    throw InputError({file, error.mark.line + 1, error.mark.column + 1}, "values nested too deep",
                     "expected a flatter file");
  } catch (const YAML::Exception& error) {
    const bool placed = error.mark.line >= 0;
    const int line = placed ? error.mark.line + 1 : 1;
    if (const int tab = find_tab(text, line); tab > 0) {
      throw InputError({file, line, tab}, "a line indented by a tab",
                       "expected spaces: YAML allows no tabs there");
    }
    const bool numbered = find_line(text, line).find(kNumberPlace) != std::string::npos;
    throw InputError({file, line, placed ? error.mark.column + 1 : 1},
                     "not readable as YAML (" + error.msg + ")",
                     numbered ? "expected quotes around texts with {i}" : "expected valid YAML");
  }
}

std::string load_text(const std::string& path) {
  return read_text_file(path, kLargestFileBytes);
}

Node load_document(const std::string& path) {
  return parse_document(load_text(path), path);
}

std::string read_text_file(const std::string& path, std::size_t most_bytes) {
  std::error_code error;
  if (std::filesystem::is_directory(path, error)) {
    throw InputError(whole_place(path), "is a folder", "expected a file");
  }
  std::ifstream stream(path, std::ios::binary);
  if (!stream) throw InputError(whole_place(path), "cannot be read", "expected a readable file");
  // In chunks, because most files are far smaller than allowed, and an endless device has no size.
  std::string text;
  std::array<char, 16384> piece;
  while (stream && text.size() <= most_bytes) {
    stream.read(piece.data(), piece.size());
    text.append(piece.data(), static_cast<std::size_t>(stream.gcount()));
  }
  if (text.size() > most_bytes) {
    throw InputError(whole_place(path), "file of over " + std::to_string(most_bytes) + " bytes",
                     "expected a smaller file");
  }
  return text;
}

}  // namespace core
}  // namespace globaldyn::inside
