#include "core/base/write_file.h"

#include <filesystem>
#include <fstream>

#include "core/base/errors.h"
#include "core/base/unfinished.h"

namespace globaldyn {

void write_file(const std::string& file, const std::string& content) {
  const std::string beside = file + ".part";
  const UnfinishedFile unfinished(beside);
  std::error_code error;
  {
    std::ofstream stream(beside, std::ios::binary | std::ios::in);  // does not create it
    stream << content;
    stream.flush();
    if (!stream) {
      std::filesystem::remove(beside, error);
      throw Error(file + ": cannot be written");
    }
  }
  std::filesystem::rename(beside, file, error);
  if (!error) return;
  const std::string why = error.message();
  std::filesystem::remove(beside, error);
  throw Error(file + ": cannot be written (" + why + ")");
}

}  // namespace globaldyn
