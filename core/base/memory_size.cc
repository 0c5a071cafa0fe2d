#include "core/base/memory_size.h"

#include <array>
#include <charconv>
#include <string_view>
#include <utility>

namespace globaldyn::inside {
inline namespace core {

std::size_t read_memory_size(const std::string& text,
                             const std::function<void(const std::string&)>& refuse) {
  constexpr std::array<std::pair<std::string_view, double>, 5> kUnits{
      {{"", 1.0}, {"B", 1.0}, {"kB", 1e3}, {"MB", 1e6}, {"GB", 1e9}}};
  constexpr double kLeast = 1e6, kMost = 1e15;
  constexpr const char* kExpected = "expected a size of 1 MB or more, such as 200 MB or 1 GB";
  double number = 0.0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  std::string_view unit(end, static_cast<std::size_t>(text.data() + text.size() - end));
  while (!unit.empty() && unit.front() == ' ') unit.remove_prefix(1);
  if (error == std::errc{}) {
    for (const auto& [name, factor] : kUnits) {
      const double bytes = number * factor;
      if (unit == name && bytes >= kLeast && bytes <= kMost) return static_cast<std::size_t>(bytes);
    }
  }
  refuse(kExpected);
  return 0;
}

}  // namespace core
}  // namespace globaldyn::inside
