#include "core/base/write_file.h"

#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>

#include "core/base/errors.h"
#include "core/base/unfinished.h"

namespace globaldyn::inside {
inline namespace core {
namespace {

namespace fs = std::filesystem;

// The file that a name leads to through symbolic links, whether it exists or not.
fs::path follow_links(const std::string& name) {
  constexpr int kMostLinks = 40;
  fs::path file = name;
  std::error_code error;
  for (int i = 0; fs::is_symlink(file, error); ++i) {
    if (i == kMostLinks) throw Error(name + ": cannot be written (links without an end)");
    file = file.parent_path() / fs::read_symlink(file, error);
  }
  return file;
}

[[noreturn]] void fail(const std::string& name, const std::string& why) {
  throw Error(name + ": cannot be written (" + why + ")");
}

void write(std::ofstream& stream, const std::string& name, const std::string& content) {
  stream << content;
  stream.flush();
  if (!stream) fail(name, std::strerror(errno));
}

// Into a device or a pipe, which nothing may replace.
void write_through(const fs::path& file, const std::string& name, const std::string& content) {
  std::ofstream stream(file, std::ios::binary);
  write(stream, name, content);
}

void replace_file(const fs::path& file, const std::string& name, const std::string& content) {
  const std::string beside = file.string() + ".part";
  std::error_code error;
  // Not through a link that somebody has put there, to elsewhere.
  if (fs::is_symlink(fs::symlink_status(beside, error))) fs::remove(beside, error);
  const UnfinishedFile unfinished(beside);
  if (unfinished.error() != 0) fail(name, std::strerror(unfinished.error()));
  try {
    std::ofstream stream(beside, std::ios::binary | std::ios::in);  // does not create it
    write(stream, name, content);
  } catch (...) {
    fs::remove(beside, error);
    throw;
  }
  fs::rename(beside, file, error);
  if (!error) return;
  const std::string why = error.message();
  fs::remove(beside, error);
  fail(name, why);
}

}  // namespace

void write_file(const std::string& file, const std::string& content) {
  const fs::path target = follow_links(file);
  std::error_code error;
  const fs::file_status status = fs::status(target, error);
  if (fs::is_directory(status)) fail(file, "it is a folder");
  if (fs::exists(status) && !fs::is_regular_file(status)) {
    write_through(target, file, content);
  } else {
    replace_file(target, file, content);
  }
}

std::string explain_unwritable(const std::string& folder) {
  return access(folder.c_str(), W_OK | X_OK) == 0 ? "" : std::strerror(errno);
}

}  // namespace core
}  // namespace globaldyn::inside
