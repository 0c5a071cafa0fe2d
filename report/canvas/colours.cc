#include "report/canvas/colours.h"

#include <fmt/format.h>

#include <array>
#include <cmath>

namespace globaldyn::inside::report {
namespace {

// After Okabe and Ito, the light ones darkened for lines on white.
constexpr std::array<unsigned int, 8> kColours{0x0072b2, 0xd55e00, 0x009e73, 0xb8579a,
                                               0x4aa3d8, 0xc98a00, 0x333333, 0x7b5ea7};

int to_byte(double part) {
  return static_cast<int>(std::lround(255.0 * part));
}

}  // namespace

Colour mix(const Colour& a, const Colour& b, double share) {
  return {std::lerp(a.red, b.red, share), std::lerp(a.green, b.green, share),
          std::lerp(a.blue, b.blue, share)};
}

std::string to_gnuplot(const Colour& colour, double transparency) {
  return fmt::format("rgb '#{:02x}{:02x}{:02x}{:02x}'", to_byte(transparency), to_byte(colour.red),
                     to_byte(colour.green), to_byte(colour.blue));
}

Colour pick_colour(int number) {
  return make_colour(kColours[static_cast<std::size_t>(number) % kColours.size()]);
}

std::string pick_line(int number) {
  constexpr std::array<const char*, 4> kDashes{"", " dt (18,8)", " dt (6,6)", " dt (24,6,6,6)"};
  const std::size_t round = static_cast<std::size_t>(number) / kColours.size();
  return "lc " + to_gnuplot(pick_colour(number)) + kDashes[round % kDashes.size()];
}

std::string palette_command() {
  return "set palette defined (0 '#0d0887', 1 '#41049d', 2 '#6a00a8', 3 '#8f0da4', 4 '#b12a90', "
         "5 '#cc4778', 6 '#e16462', 7 '#f2844b', 8 '#fca636')";
}

}  // namespace globaldyn::inside::report
