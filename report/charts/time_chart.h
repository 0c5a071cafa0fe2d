#pragma once

#include <optional>
#include <string>
#include <vector>

#include "report/canvas/key.h"
#include "report/canvas/plot_area.h"

namespace globaldyn::inside::report {

/// Curves over time in one plot, all in the units they are shown in.
struct TimeChart {
  std::string title;        ///< of the upright axis, with its unit
  std::string small_print;  ///< above the axes
  std::vector<NamedLines> curves;
  Interval heights{0.0, 1.0};  ///< the upright axis
  bool is_logarithmic{false};
  bool has_numbers{true};  ///< along the axis of time; charts above others of one time have none
};

/// px: room at the left of a chart for its numbers and its title.
inline constexpr double kTimeChartLeft = 104.0;

/// The heights of curves with a margin, no less than what numbers of six digits tell apart.
[[nodiscard]] Interval choose_time_heights(const std::vector<NamedLines>& curves);

/// A chart of curves with the heights that suit them.
[[nodiscard]] TimeChart make_time_chart(std::string title, std::vector<NamedLines> curves);

/// A chart of one curve of sizes >= 0 over powers of ten, at most twelve of them. What is less is
/// drawn at the lower edge, which the small print then says; zeros at the beginning, where errors
/// start, are left out. Of nothing but zeros it has no curve, and the small print says so.
[[nodiscard]] TimeChart make_logarithmic_chart(std::string title, NamedLines curve,
                                               const std::string& small_print);

/// Draws it in `box`, curves that lie on each other so that all of them are seen; `times` is the
/// axis of time, whose title is `time_title`. `end`: where everything ended before its time, marked
/// by a dashed line.
void draw_time_chart(Picture& picture, const PixelBox& box, const TimeChart& chart,
                     const Interval& times, const std::string& time_title,
                     const std::optional<double>& end);

}  // namespace globaldyn::inside::report
