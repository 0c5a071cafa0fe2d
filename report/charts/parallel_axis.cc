#include "report/charts/parallel_axis.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "report/canvas/labels.h"

namespace globaldyn::inside::report {
namespace {

// A text between axes, smaller if it is too long.
void add_fitting_text(Picture& picture, Text text, double width) {
  const double wanted = estimate_box(text, text.at).width();
  text.size *= std::clamp(width / wanted, 0.55, 1.0);
  picture.add_text(text);
}

void add_axis_line(Picture& picture, const Vector2d& from, const Vector2d& to) {
  picture.add(fmt::format(
      "set arrow from screen {:.6f},{:.6f} to screen {:.6f},{:.6f} nohead front lw 1.2 lc {}",
      from.x() / picture.width(), from.y() / picture.height(), to.x() / picture.width(),
      to.y() / picture.height(), to_gnuplot(kInk)));
}

void add_name(Picture& picture, const ParallelAxis& axis, double x, double top, double pitch) {
  const StudyColumn& column = axis.axis.column;
  Text text;
  text.align = "center";
  text.text = column.name;
  text.bold = true;
  text.at = {x, top + 50.0};
  add_fitting_text(picture, text, pitch - 6.0);
  if (column.unit.empty() || column.unit == "1") return;
  text.text = "[" + column.unit.si + "]";
  text.bold = false;
  text.at.y() -= 17.0;
  add_fitting_text(picture, text, pitch - 6.0);
}

// The numbers at the ends; of a single value that itself, in the middle.
void add_ends(Picture& picture, const ParallelAxis& axis, double x, const Interval& y,
              double pitch) {
  Text text;
  text.align = "center";
  text.size = 11.5;
  if (axis.only) {
    text.text = fmt::format("{:.4g}", *axis.only);
    text.at = {x, std::midpoint(y.low, y.high) + 12.0};
    text.boxed = true;
    add_fitting_text(picture, text, pitch - 6.0);
    return;
  }
  text.text = fmt::format("{:.4g}", axis.range.high);
  text.at = {x, y.high + 12.0};
  add_fitting_text(picture, text, pitch - 6.0);
  text.text = fmt::format("{:.4g}", axis.range.low);
  text.at.y() = y.low - 12.0;
  add_fitting_text(picture, text, pitch - 6.0);
}

void add_aim(Picture& picture, const StudyColumn& column, double x, double bottom, double pitch) {
  if (column.role != StudyColumn::Role::objective) return;
  Text text;
  text.align = "center";
  text.size = 11.0;
  text.colour = kGrey;
  text.text = aim_of(column);
  text.at = {x, bottom - 31.0};
  add_fitting_text(picture, text, pitch - 4.0);
}

// A text of at most this width, px: what is too long ends in dots.
void cut_text(Text& text, double width) {
  const bool is_cut = estimate_box(text, text.at).width() > width;
  while (text.text.size() > 1 && estimate_box(text, text.at).width() > width) {
    // Letters of several bytes go as a whole.
    do {
      text.text.pop_back();
    } while (text.text.size() > 1 && (static_cast<unsigned char>(text.text.back()) & 0x80U) != 0 &&
             (static_cast<unsigned char>(text.text.back()) & 0xc0U) != 0xc0U);
  }
  if (is_cut) text.text += "…";
}

// Names of choices, as many as stay legible: on the axis's free side if it is the first.
void add_choices(Picture& picture, const ParallelAxis& axis, double x, const Interval& y,
                 double pitch, bool is_first) {
  constexpr double kLine = 15.0;  // px
  const std::size_t count = axis.choices.size();
  const auto most = static_cast<std::size_t>((y.high - y.low) / kLine);
  const std::size_t step = (count + most - 1) / most;
  Text text;
  text.size = 10.5;
  text.boxed = !is_first;
  text.align = is_first ? "right" : "left";
  for (std::size_t i = 0; i < count; i += step) {
    const double share = count == 1 ? 0.5 : static_cast<double>(i) / static_cast<double>(count - 1);
    text.text = axis.axis.column.choices[static_cast<std::size_t>(axis.choices[i])];
    text.at = {is_first ? x - 7.0 : x + 7.0, std::lerp(y.low, y.high, share)};
    cut_text(text, is_first ? x - 8.0 : pitch + 4.0);
    picture.add_text(text);
    add_axis_line(picture, {x - 4.0, text.at.y()}, {x + 4.0, text.at.y()});
  }
}

}  // namespace

double ParallelAxis::height_of(const DesignRecord& record) const {
  const double value = axis.value(record);
  if (choices.empty()) return (value - range.low) / (range.high - range.low);
  if (choices.size() == 1) return 0.5;
  const auto at = std::lower_bound(choices.begin(), choices.end(), value) - choices.begin();
  return static_cast<double>(at) / static_cast<double>(choices.size() - 1);
}

ParallelAxis make_parallel_axis(const StudyAxis& axis, const StudyTable& table,
                                const DesignList& designs) {
  ParallelAxis result{axis};
  if (axis.has_choices()) {
    for (const DesignRecord* one : designs) result.choices.push_back(axis.value(*one));
    std::sort(result.choices.begin(), result.choices.end());
    result.choices.erase(std::unique(result.choices.begin(), result.choices.end()),
                         result.choices.end());
    return result;
  }
  DesignList tried = designs;
  if (axis.column.role == StudyColumn::Role::variable) {
    tried.clear();
    for (const DesignRecord& record : table.records) tried.push_back(&record);
  }
  const Interval span = find_span(axis, tried);
  if (span.low == span.high) result.only = span.low;
  result.range = widen(span, 0.0);
  return result;
}

void add_parallel_axis(Picture& picture, const ParallelAxis& axis, double x, const Interval& y,
                       double pitch, bool is_first) {
  add_axis_line(picture, {x, y.low}, {x, y.high});
  add_name(picture, axis, x, y.high, pitch);
  add_aim(picture, axis.axis.column, x, y.low, pitch);
  if (axis.choices.empty()) {
    add_ends(picture, axis, x, y, pitch);
  } else {
    add_choices(picture, axis, x, y, pitch, is_first);
  }
}

}  // namespace globaldyn::inside::report
