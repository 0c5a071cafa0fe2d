#pragma once

#include <string>
#include <vector>

#include "report/canvas/picture.h"

namespace globaldyn::inside::report {

/// What a picture's key says of lines or points of one look.
struct KeyEntry {
  std::string style;  ///< of lines colour and dashes, of points kind, size and colour (gnuplot's)
  double width{2.0};  ///< of the line, or the point's pen
  std::string text;
  bool is_point{false};
};

/// Lines of one look in a plot.
struct NamedLines {
  std::vector<Outline> lines;
  std::string style;  ///< colour and dashes, as gnuplot reads them
  double width{2.0};
  std::string name;    ///< in the key; none for nothing
  bool closed{false};  ///< polygons
};

/// Draws the lines in the current plot, if there are any.
void add_lines(Picture& picture, const NamedLines& lines);

/// What a key says of lines: those that are drawn and have a name.
[[nodiscard]] std::vector<KeyEntry> list_entries(const std::vector<NamedLines>& all);

/// An entry of a key that has its place.
struct PlacedEntry {
  KeyEntry entry;
  std::vector<std::string> texts;    ///< its text in lines, one below the other
  Vector2d below{Vector2d::Zero()};  ///< px: how far to the right and down its first line is
};

/// A picture's key. (gnuplot's own keys cut long texts off, and nobody knows beforehand how much
/// room one takes.)
struct Key {
  std::vector<PlacedEntry> entries;
  double width{0.0};   ///< px
  double height{0.0};  ///< px
};

/// What lies between axes and a key under them, and what stays free under the key, px.
inline constexpr double kAboveKey = 58.0, kUnderKey = 14.0;
/// What axes need under them without a key, px.
inline constexpr double kUnderAxes = 68.0;

/// A key at most `room` px wide, down one column after the other, of as many columns as make it
/// lowest. Texts that are wider than their column are broken after commas, nowhere else.
[[nodiscard]] Key make_key(const std::vector<KeyEntry>& entries, double room);

/// What must be free under axes with a key, px: for their numbers and title, and for the key unless
/// it is empty.
[[nodiscard]] double find_room_below(const Key& key);

/// Draws it in the current plot, below and to the right of `corner`, px.
void add_key(Picture& picture, const Key& key, const Vector2d& corner);

/// The same beside the picture's plots, as a plot of its own.
void add_free_key(Picture& picture, const Key& key, const Vector2d& corner);

}  // namespace globaldyn::inside::report
