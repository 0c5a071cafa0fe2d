#pragma once

#include <string>
#include <vector>

namespace globaldyn::inside::app {

/// A file made from another one.
struct MadeFile {
  const std::string& text;
  const std::vector<std::string>& remarks;  ///< what was changed or left out, a line each
  const char* kind;                         ///< "machine file"
};

/// Writes it, and prints the remarks unless that is to be quiet; without a name of a file the text
/// is printed alone. @throws Error if it cannot be written
void put_out(const MadeFile& made, const std::string& file, bool is_quiet);

}  // namespace globaldyn::inside::app
