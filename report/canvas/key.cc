#include "report/canvas/key.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <utility>

#include "report/canvas/text_width.h"

namespace globaldyn::inside::report {
namespace {

constexpr double kSize = 12.0, kRow = 16.0;       // of letters; from a line of text to the next
constexpr double kSample = 30.0, kMargin = 38.0;  // of the line; to the left of texts
constexpr double kBetween = 22.0;                 // columns
constexpr std::size_t kMostColumns = 8;

// The widths of texts in columns of so many entries: theirs, or at most a share of the room.
std::vector<double> find_columns(const std::vector<KeyEntry>& entries, std::size_t rows,
                                 double room) {
  std::vector<double> widths;
  for (std::size_t i = 0; i < entries.size(); ++i) {
    if (i % rows == 0) widths.push_back(0.0);
    widths.back() = std::max(widths.back(), calc_text_width(entries[i].text, kSize));
  }
  const double count = static_cast<double>(widths.size());
  const double free = room - kMargin * count - kBetween * (count - 1.0);
  if (std::accumulate(widths.begin(), widths.end(), 0.0) <= free) return widths;
  for (double& width : widths) width = std::min(width, free / count);
  return widths;
}

// What is between commas stays together.
std::vector<std::string> break_text(const std::string& text, double room) {
  std::vector<std::string> lines;
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find(", ", begin), text.size() - 1) + 1;
    const std::string part = text.substr(begin, end - begin);
    const std::string longer = lines.empty() ? part : lines.back() + " " + part;
    if (lines.empty() || calc_text_width(longer, kSize) > room) {
      lines.push_back(part);
    } else {
      lines.back() = longer;
    }
    begin = end + 1;
  }
  return lines;
}

double find_width(const PlacedEntry& placed) {
  double widest = 0.0;
  for (const std::string& text : placed.texts) {
    widest = std::max(widest, calc_text_width(text, kSize));
  }
  return kMargin + widest;
}

// In columns of so many entries.
Key lay_out(const std::vector<KeyEntry>& entries, std::size_t rows, double room) {
  Key key;
  Vector2d below = Vector2d::Zero();
  const std::vector<double> columns = find_columns(entries, rows, room);
  for (std::size_t i = 0; i < entries.size(); ++i) {
    // A column is wider than its share where a text has no commas to be broken after.
    if (i > 0 && i % rows == 0) below = {key.width + kBetween, 0.0};
    key.entries.push_back({entries[i], break_text(entries[i].text, columns[i / rows]), below});
    const PlacedEntry& placed = key.entries.back();
    below.y() += kRow * static_cast<double>(placed.texts.size());
    key.width = std::max(key.width, below.x() + find_width(placed));
    key.height = std::max(key.height, below.y());
  }
  return key;
}

void add_sample(Picture& picture, const KeyEntry& entry, const Vector2d& at) {
  if (entry.is_point) {
    picture.add_point(at + Vector2d(0.5 * kSample, 0.0),
                      fmt::format("{} lw {}", entry.style, entry.width));
    return;
  }
  picture.add(
      fmt::format("set arrow from screen {0:.6f},{2:.6f} to screen {1:.6f},{2:.6f} nohead "
                  "front lw {3} {4}",
                  at.x() / picture.width(), (at.x() + kSample) / picture.width(),
                  at.y() / picture.height(), entry.width, entry.style));
}

void add_entry(Picture& picture, const PlacedEntry& placed, const Vector2d& at) {
  add_sample(picture, placed.entry, at);
  Text text;
  text.size = kSize;
  text.at = at + Vector2d(kMargin, 0.0);
  for (const std::string& line : placed.texts) {
    text.text = line;
    picture.add_text(text);
    text.at.y() -= kRow;
  }
}

}  // namespace

void add_lines(Picture& picture, const NamedLines& lines) {
  if (lines.lines.empty()) return;
  picture.add_element(fmt::format("{} using 1:2 with lines lw {} {} notitle",
                                  picture.add_data(lines.lines, lines.closed), lines.width,
                                  lines.style));
}

std::vector<KeyEntry> list_entries(const std::vector<NamedLines>& all) {
  std::vector<KeyEntry> entries;
  for (const NamedLines& lines : all) {
    if (lines.lines.empty() || lines.name.empty()) continue;
    entries.push_back({.style = lines.style, .width = lines.width, .text = lines.name});
  }
  return entries;
}

Key make_key(const std::vector<KeyEntry>& entries, double room) {
  Key best = lay_out(entries, std::max<std::size_t>(1, entries.size()), room);
  for (std::size_t columns = 2; columns <= kMostColumns; ++columns) {
    const std::size_t rows = (entries.size() + columns - 1) / columns;
    Key key = lay_out(entries, rows, room);
    if (key.width <= room && key.height < best.height) best = std::move(key);
  }
  return best;
}

double find_room_below(const Key& key) {
  return key.entries.empty() ? kUnderAxes : kAboveKey + key.height + kUnderKey;
}

void add_key(Picture& picture, const Key& key, const Vector2d& corner) {
  for (const PlacedEntry& placed : key.entries) {
    add_entry(picture, placed,
              {corner.x() + placed.below.x(), corner.y() - placed.below.y() - 0.5 * kRow});
  }
}

void add_free_key(Picture& picture, const Key& key, const Vector2d& corner) {
  if (key.entries.empty()) return;
  picture.begin_plot({{0.0, picture.width()}, {0.0, picture.height()}}, {{0.0, 1.0}, {0.0, 1.0}});
  picture.add("unset border; unset tics");
  add_key(picture, key, corner);
  picture.end_plot();
}

}  // namespace globaldyn::inside::report
