#pragma once

#include <string>
#include <vector>

#include "core/description/document.h"

namespace globaldyn::inside::explore {

/// A node of a machine file, and where it stands.
struct FilePlace {
  std::string place;  ///< keys, and numbers of items from 0, between slashes
  Node node;
  std::vector<std::string> words;  ///< what stood for the wildcards, in their order
};

/// The nodes that a pattern such as "paths/*/position/line/from/#" leads to: `*` is any key of a
/// map, `#` any item of a list. At most `most` of them, in the file's order; what `<<` brings into
/// a map is not there.
[[nodiscard]] std::vector<FilePlace> find_places(const Node& root, const std::string& pattern,
                                                 std::size_t most);

}  // namespace globaldyn::inside::explore
