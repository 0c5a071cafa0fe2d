#pragma once

#include <string>

namespace globaldyn::inside {
inline namespace storage {

/// A file that results were computed from, word for word.
struct SourceFile {
  std::string name;
  std::string text;

  bool operator==(const SourceFile&) const = default;
};

}  // namespace storage
}  // namespace globaldyn::inside
