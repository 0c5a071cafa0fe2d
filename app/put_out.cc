#include "app/put_out.h"

#include <fmt/format.h>

#include "core/base/write_file.h"

namespace globaldyn::inside::app {

void put_out(const MadeFile& made, const std::string& file, bool is_quiet) {
  if (file.empty()) {
    fmt::print("{}", made.text);
    return;
  }
  write_file(file, made.text);
  if (is_quiet) return;
  for (const std::string& one : made.remarks) fmt::print("{}\n", one);
  fmt::print("{}: {}\n", made.kind, file);
}

}  // namespace globaldyn::inside::app
