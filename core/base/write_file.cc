#include "core/base/write_file.h"

#include <filesystem>
#include <fstream>

#include "core/base/errors.h"

namespace globaldyn {

void replace_file(const std::string& file, const std::function<void(const std::string&)>& write) {
  const std::string beside = file + ".part";
  std::error_code error;
  try {
    write(beside);
  } catch (...) {
    std::filesystem::remove(beside, error);
    throw;
  }
  std::filesystem::rename(beside, file, error);
  if (!error) return;
  const std::string why = error.message();
  std::filesystem::remove(beside, error);
  throw Error(file + ": cannot be written (" + why + ")");
}

void write_file(const std::string& file, const std::string& content) {
  replace_file(file, [&](const std::string& beside) {
    std::ofstream stream(beside, std::ios::binary);
    stream << content;
    stream.flush();
    if (!stream) throw Error(file + ": cannot be written");
  });
}

}  // namespace globaldyn
