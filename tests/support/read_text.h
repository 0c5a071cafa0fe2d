#pragma once

#include <fstream>
#include <sstream>
#include <string>

namespace globaldyn::inside::test {

/// All of a file; nothing of one that cannot be read.
[[nodiscard]] inline std::string read_text(const std::string& file) {
  std::ifstream in(file);
  std::ostringstream text;
  text << in.rdbuf();
  return text.str();
}

}  // namespace globaldyn::inside::test
