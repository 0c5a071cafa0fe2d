#include "app/colour.h"

#include <unistd.h>

#include <cstdlib>
#include <string_view>

namespace globaldyn::inside::app {
namespace {

bool has_colour() {
  const char* no_colour = std::getenv("NO_COLOR");
  if (no_colour != nullptr && *no_colour != '\0') return false;
  const char* terminal = std::getenv("TERM");
  if (terminal != nullptr && std::string_view(terminal) == "dumb") return false;
  return isatty(STDOUT_FILENO) == 1;
}

std::string in_style(const char* code, const std::string& text) {
  return has_colour() ? std::string("\033[") + code + "m" + text + "\033[0m" : text;
}

}  // namespace

std::string in_bold(const std::string& text) {
  return in_style("1", text);
}

std::string in_yellow(const std::string& text) {
  return in_style("33", text);
}

std::string in_red(const std::string& text) {
  return in_style("31", text);
}

}  // namespace globaldyn::inside::app
