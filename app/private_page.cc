#include "app/private_page.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <spawn.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <optional>

#include "core/base/unfinished.h"

namespace globaldyn::inside::app {
namespace {

namespace fs = std::filesystem;

bool has_desktop() {
  return std::getenv("DISPLAY") != nullptr || std::getenv("WAYLAND_DISPLAY") != nullptr;
}

// Where files of this user's session are, if it is this user's alone, as it should be.
std::optional<fs::path> find_runtime_folder() {
  const char* folder = std::getenv("XDG_RUNTIME_DIR");
  struct stat found {};
  if (folder == nullptr || !fs::path(folder).is_absolute() || stat(folder, &found) != 0) {
    return std::nullopt;
  }
  const bool is_own = S_ISDIR(found.st_mode) && found.st_uid == getuid();
  constexpr mode_t kOthers = S_IRWXG | S_IRWXO;
  if (!is_own || (found.st_mode & kOthers) != 0) return std::nullopt;
  return fs::path(folder);
}

// That others cannot guess, and so cannot put a file in its place.
std::string make_name() {
  std::uint64_t number = 0;
  std::error_code error;
  const std::optional<fs::path> own = find_runtime_folder();
  const fs::path folder = own ? *own : fs::temp_directory_path(error);
  if (error || getrandom(&number, sizeof number, 0) != sizeof number) return "";
  return (folder / fmt::format("globaldyn_{:016x}.html", number)).string();
}

bool write(const std::string& file, const std::string& address) {
  std::ofstream stream(file, std::ios::binary | std::ios::in);  // does not create it
  stream << fmt::format(
      "<!doctype html><meta charset=\"utf-8\"><meta http-equiv=\"refresh\" content=\"0; url={0}\">"
      "<a href=\"{0}\">globaldyn</a>\n",
      address);
  stream.flush();
  return stream.good();
}

// In a session of its own, which Ctrl-C does not reach.
void start_browser(std::string page) {
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  for (const int stream : {STDOUT_FILENO, STDERR_FILENO}) {
    posix_spawn_file_actions_addopen(&actions, stream, "/dev/null", O_WRONLY, 0);
  }
  std::string name = "xdg-open";
  std::array<char*, 3> line{name.data(), page.data(), nullptr};
  pid_t process = 0;
  posix_spawnattr_t attributes;
  posix_spawnattr_init(&attributes);
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSID);
  (void)posix_spawnp(&process, name.c_str(), &actions, &attributes, line.data(), environ);
  posix_spawnattr_destroy(&attributes);
  posix_spawn_file_actions_destroy(&actions);
}

}  // namespace

struct PrivatePage::File {
  explicit File(const std::string& file)
      : name(file), kept(file, UnfinishedFile::Begin::for_this_user) {}

  std::string name;
  UnfinishedFile kept;
};

PrivatePage::PrivatePage(const std::string& address) {
  if (!has_desktop()) return;
  const std::string name = make_name();
  if (name.empty()) return;
  file_ = std::make_unique<File>(name);
  if (file_->kept.error() == 0 && write(name, address)) start_browser(name);
}

PrivatePage::~PrivatePage() {
  remove();
}

void PrivatePage::remove() {
  if (file_ != nullptr && file_->kept.error() == 0) (void)unlink(file_->name.c_str());
  file_.reset();
}

}  // namespace globaldyn::inside::app
