#include "core/description/document.h"

#include <yaml-cpp/depthguard.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>
#include <set>
#include <sstream>

namespace globaldyn {
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

// The column of a tab in the indentation of a line, or 0.
int find_tab(const std::string& text, int line_number) {
  std::istringstream lines(text);
  std::string line;
  for (int number = 0; number < line_number; ++number) std::getline(lines, line);
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

}  // namespace

SourcePlace Node::place() const {
  if (instead_) return *instead_;
  const YAML::Mark mark = yaml_.Mark();
  // A quoted text starts after its quote.
  const int quote = yaml_.IsScalar() && yaml_.Tag() == "!" ? 1 : 0;
  return {*file_, std::max(mark.line, 0) + 1, std::max(mark.column, 0) + 1 + quote};
}

void Node::fail(const std::string& wrong, const std::string& expected) const {
  throw InputError(place(), wrong, expected);
}

void Node::fail_as_no_map() const {
  fail("no map here", "expected keys with values");
}

std::string Node::text() const {
  if (!is_scalar()) fail(is_null() ? "nothing here" : "a list or map here", "expected a value");
  return yaml_.Scalar();
}

std::vector<Node> Node::items() const {
  if (!is_sequence()) fail("no list here", "expected a list [ …, … ]");
  std::vector<Node> result;
  for (const YAML::Node& item : yaml_) result.emplace_back(item, file_);
  return result;
}

std::vector<std::pair<Node, Node>> Node::entries() const {
  if (!is_map()) fail_as_no_map();
  std::vector<std::pair<Node, Node>> result;
  for (const auto& entry : yaml_) {
    const Node key(entry.first, file_);
    Node value(entry.second, file_);
    // The YAML parser places an empty value at whatever comes next.
    if (value.is_null()) value.instead_ = key.place();
    result.emplace_back(key, value);
  }
  return result;
}

std::optional<Node> Node::find(const std::string& key) const {
  if (!is_map()) fail_as_no_map();
  for (const auto& entry : yaml_) {
    if (entry.first.IsScalar() && entry.first.Scalar() == key && !entry.second.IsNull()) {
      return Node(entry.second, file_);
    }
  }
  return std::nullopt;
}

Node Node::require(const std::string& key) const {
  if (auto value = find(key)) return *value;
  fail("'" + key + "' is missing", "expected a value for it");
}

void Node::allow_only(const std::vector<std::string>& allowed) const {
  for (const auto& [key, value] : entries()) {
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
    throw InputError({file, 0, 0}, "file of over " + std::to_string(kLargestFileBytes) + " bytes",
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
    throw InputError({file, line, placed ? error.mark.column + 1 : 1},
                     "not readable as YAML (" + error.msg + ")", "expected valid YAML");
  }
}

Node load_document(const std::string& path) {
  return parse_document(read_text_file(path, kLargestFileBytes), path);
}

std::string read_text_file(const std::string& path, std::size_t most_bytes) {
  std::error_code error;
  if (std::filesystem::is_directory(path, error)) {
    throw InputError({path, 0, 0}, "is a folder", "expected a file");
  }
  std::ifstream stream(path, std::ios::binary);
  if (!stream) throw InputError({path, 0, 0}, "cannot be read", "expected a readable file");
  // In chunks, because most files are far smaller than allowed, and an endless device has no size.
  std::string text;
  std::array<char, 16384> piece;
  while (stream && text.size() <= most_bytes) {
    stream.read(piece.data(), piece.size());
    text.append(piece.data(), static_cast<std::size_t>(stream.gcount()));
  }
  if (text.size() > most_bytes) {
    throw InputError({path, 0, 0}, "file of over " + std::to_string(most_bytes) + " bytes",
                     "expected a smaller file");
  }
  return text;
}

}  // namespace globaldyn
