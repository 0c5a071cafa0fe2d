#include "api/core/make_folder.h"

#include <filesystem>

#include "core/base/errors.h"
#include "core/base/write_file.h"

namespace globaldyn {

void make_folder(const std::string& folder) {
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  const std::string why = error ? error.message() : inside::explain_unwritable(folder);
  if (why.empty()) return;
  throw InputError(inside::whole_place(folder), "nothing can be written to it (" + why + ")",
                   "expected a folder that can be written to");
}

}  // namespace globaldyn
