#include <globaldyn/error.h>

namespace globaldyn {
namespace {

// Line breaks and other control characters of the input, made visible: a message is one line.
std::string escape(const std::string& text) {
  constexpr char kHex[] = "0123456789abcdef";
  std::string result;
  for (const char c : text) {
    const auto code = static_cast<unsigned char>(c);
    if (c == '\n') {
      result += "\\n";
    } else if (code < 0x20 || code == 0x7F) {
      result += std::string("\\x") + kHex[code / 16] + kHex[code % 16];
    } else {
      result += c;
    }
  }
  return result;
}

}  // namespace

std::string to_string(const SourcePlace& place) {
  if (place.line == 0) return place.file;
  return place.file + ":" + std::to_string(place.line) + ":" + std::to_string(place.column);
}

InputError::InputError(SourcePlace place, const std::string& wrong, const std::string& expected)
    : Error(escape(to_string(place) + ": " +
                   (place.member.empty() ? "" : "in " + place.member + ": ") + wrong + "; " +
                   expected)),
      place_(std::move(place)) {}

}  // namespace globaldyn
