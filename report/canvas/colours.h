#pragma once

#include <string>

namespace globaldyn::inside::report {

/// A colour, components 0 … 1.
struct Colour {
  double red{0.0};
  double green{0.0};
  double blue{0.0};

  bool operator==(const Colour&) const = default;
};

/// The colour at `share` of the way from `a` to `b`.
[[nodiscard]] Colour mix(const Colour& a, const Colour& b, double share);

/// From 0xRRGGBB.
[[nodiscard]] constexpr Colour make_colour(unsigned int rgb) {
  return {((rgb >> 16) & 0xffU) / 255.0, ((rgb >> 8) & 0xffU) / 255.0, (rgb & 0xffU) / 255.0};
}

/// "rgb '#AARRGGBB'" as gnuplot reads it; `transparency` 0 (solid) … 1 (invisible).
[[nodiscard]] std::string to_gnuplot(const Colour& colour, double transparency = 0.0);

/// One of a few colours that are easy to distinguish, also for the colour blind; repeats.
[[nodiscard]] Colour pick_colour(int number);

/// gnuplot's colour and dashes of line `number`: where colours repeat, dashes differ; up to 32
/// lines are all different.
[[nodiscard]] std::string pick_line(int number);

/// The command that sets gnuplot's palette to a perceptually uniform one that is legible on white
/// (the darker four fifths of "plasma").
[[nodiscard]] std::string palette_command();

inline constexpr Colour kWhite = make_colour(0xffffff);
inline constexpr Colour kInk = make_colour(0x1c2330);
inline constexpr Colour kGrey = make_colour(0x6b7482);
inline constexpr Colour kWarning = make_colour(0xb3261e);

}  // namespace globaldyn::inside::report
