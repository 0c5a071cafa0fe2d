#include "explore/file_places.h"

#include <algorithm>

namespace globaldyn::inside::explore {
namespace {

class Search {
 public:
  explicit Search(std::size_t most) : most_(most) {}

  void go(const FilePlace& at, const std::string& pattern) {
    if (found.size() >= most_) return;
    if (pattern.empty()) {
      found.push_back(at);
      return;
    }
    const std::size_t end = std::min(pattern.find('/'), pattern.size());
    const std::string word = pattern.substr(0, end);
    const std::string rest = pattern.substr(std::min(end + 1, pattern.size()));
    if (word == "#") {
      list_items(at, rest);
    } else if (at.node.is_map()) {
      list_keys(at, word, rest);
    }
  }

  std::vector<FilePlace> found;

 private:
  void list_items(const FilePlace& at, const std::string& rest) {
    if (!at.node.is_sequence()) return;
    const std::vector<Node> items = at.node.items();
    for (std::size_t i = 0; i < items.size(); ++i) {
      go(step(at, items[i], std::to_string(i), true), rest);
    }
  }

  void list_keys(const FilePlace& at, const std::string& word, const std::string& rest) {
    for (const auto& [key, value] : at.node.own_entries()) {
      const bool is_any = word == "*";
      if (is_any || key.text() == word) go(step(at, value, key.text(), is_any), rest);
    }
  }

  static FilePlace step(const FilePlace& from, const Node& node, const std::string& word,
                        bool is_wildcard) {
    FilePlace to{from.place.empty() ? word : from.place + "/" + word, node, from.words};
    if (is_wildcard) to.words.push_back(word);
    return to;
  }

  std::size_t most_;
};

}  // namespace

std::vector<FilePlace> find_places(const Node& root, const std::string& pattern, std::size_t most) {
  Search search(most);
  search.go({"", root, {}}, pattern);
  return std::move(search.found);
}

}  // namespace globaldyn::inside::explore
