#pragma once

#include <algorithm>
#include <string>
#include <vector>

#include "core/base/id_vector.h"
#include "core/description/document.h"

namespace globaldyn::inside {
inline namespace core {

/// The number of the item (anything with a `name`) that the node names, in a member of a pattern
/// perhaps that of the same number; `kind` is what the message calls it. @throws InputError with
/// the most similar name.
template <class List>
[[nodiscard]] int find_item(const Node& node, const std::string& kind, const List& items) {
  std::vector<std::string> names;
  for (const auto& item : items) names.push_back(item.name);
  for (const std::string& name : node.spellings()) {
    const auto found = std::find(names.begin(), names.end(), name);
    if (found != names.end()) return static_cast<int>(found - names.begin());
  }
  node.fail("there is no " + kind + " '" + node.text() + "'", suggest_name(node.text(), names));
}

/// The same of a list with ids: the item's.
template <class Id, class Item>
[[nodiscard]] Id find_item(const Node& node, const std::string& kind,
                           const IdVector<Id, Item>& items) {
  return Id(find_item(node, kind, items.span()));
}

}  // namespace core
}  // namespace globaldyn::inside
