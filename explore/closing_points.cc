#include "explore/closing_points.h"

#include <fmt/format.h>

#include <vector>

#include "explore/file_places.h"

namespace globaldyn::inside::explore {
namespace {

constexpr std::size_t kMostPaths = 1000;

// The numbers of a point as they are written; empty if it is none.
std::vector<std::string> list_texts(const Node& point) {
  std::vector<std::string> texts;
  if (!point.is_sequence()) return texts;
  for (const Node& item : point.items()) {
    if (item.is_scalar()) texts.push_back(item.text());
  }
  return texts;
}

void add_if_same(const Node& first, const std::string& first_place, const Node& last,
                 const std::string& last_place, std::map<std::string, std::string>& closing) {
  const std::vector<std::string> texts = list_texts(first);
  if (!texts.empty() && texts == list_texts(last)) closing[first_place] = last_place;
}

void add_lists(const Node& root, const std::string& pattern,
               std::map<std::string, std::string>& closing) {
  for (const FilePlace& at : find_places(root, pattern, kMostPaths)) {
    if (!at.node.is_sequence()) continue;
    const std::vector<Node> points = at.node.items();
    if (points.size() < 3) continue;
    add_if_same(points.front(), at.place + "/0", points.back(),
                fmt::format("{}/{}", at.place, points.size() - 1), closing);
  }
}

void add_pieces(const Node& root, std::map<std::string, std::string>& closing) {
  for (const FilePlace& at : find_places(root, "paths/*/position/pieces", kMostPaths)) {
    const auto start = at.node.is_map() ? at.node.find("start") : std::nullopt;
    const auto then = start ? at.node.find("then") : std::nullopt;
    if (!then || !then->is_sequence() || then->items().empty()) continue;
    const std::vector<Node> pieces = then->items();
    const std::string last = fmt::format("{}/then/{}", at.place, pieces.size() - 1);
    for (const char* end : {"line", "arc/to"}) {
      for (const FilePlace& found : find_places(pieces.back(), end, 1)) {
        add_if_same(*start, at.place + "/start", found.node, last + "/" + end, closing);
      }
    }
  }
}

}  // namespace

std::map<std::string, std::string> find_closing_points(const Node& root) {
  std::map<std::string, std::string> closing;
  add_lists(root, "paths/*/position/polyline/points", closing);
  add_lists(root, "paths/*/position/spline/points", closing);
  add_pieces(root, closing);
  return closing;
}

}  // namespace globaldyn::inside::explore
