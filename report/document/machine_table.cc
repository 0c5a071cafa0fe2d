#include "report/document/machine_table.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <optional>

namespace globaldyn::inside::report {
namespace {

using Column = std::vector<float>;

// Calls `take` with every number that is a measure, in order: whole numbers stand for bodies and
// axes, and one that no single precision holds for no limit at all.
void visit_numbers(Json& json, const std::function<void(Json&)>& take) {
  if (json.is_number_float()) {
    if (std::isfinite(json.get<float>())) take(json);
  } else if (json.is_structured()) {
    for (Json& part : json) visit_numbers(part, take);
  }
}

struct Range {
  double low;
  double high;
  [[nodiscard]] double width() const { return high - low; }
};

Range find_range(const Column& column) {
  const auto [low, high] = std::minmax_element(column.begin(), column.end());
  return {*low, *high};
}

// Another column times b plus a.
struct Line {
  std::size_t column;
  double a;
  double b;
};

// To within what single precision and 16 bits leave of a number.
std::optional<Line> find_line(const Column& values, const Range& range,
                              const std::vector<Column>& basis) {
  for (std::size_t k = 0; k < basis.size(); ++k) {
    const Column& other = basis[k];
    const auto [low, high] = std::minmax_element(other.begin(), other.end());
    if (*low == *high) continue;
    const auto value_at = [&](auto place) {
      return static_cast<double>(values[static_cast<std::size_t>(place - other.begin())]);
    };
    const double b = (value_at(high) - value_at(low)) / (static_cast<double>(*high) - *low);
    const double a = value_at(low) - b * *low;
    const double allowed = 2e-5 * range.width() + 1e-6 * std::abs(range.high);
    bool is_same = b != 0.0;
    for (std::size_t i = 0; i < values.size() && is_same; ++i) {
      is_same = std::abs(a + b * other[i] - values[i]) <= allowed;
    }
    if (is_same) return Line{k, a, b};
  }
  return std::nullopt;
}

// Whole numbers of 16 bits over its range.
Json write_column(const Column& column, PageArrays& arrays) {
  constexpr double kMost = 32767.0;
  const Range range = find_range(column);
  std::vector<std::int16_t> values;
  for (const float value : column) {
    const double share = range.width() > 0.0 ? (value - range.low) / range.width() : 0.0;
    values.push_back(static_cast<std::int16_t>(std::lround((2.0 * share - 1.0) * kMost)));
  }
  return {{"min", range.low},
          {"max", range.high},
          {"values", arrays.add(std::span<const std::int16_t>(values))}};
}

Column take_column(const std::vector<Column>& rows, std::size_t k) {
  Column column;
  for (const Column& row : rows) column.push_back(row[k]);
  return column;
}

}  // namespace

void MachineTable::add(std::uint32_t id, const std::vector<double>& known, const Json& machine) {
  Column row;
  for (const double value : known) row.push_back(static_cast<float>(value));
  Json shape = machine;
  visit_numbers(shape, [&](Json& number) {
    row.push_back(number.get<float>());
    number = 0;
  });
  const std::string text = shape.dump();
  auto group = std::find_if(groups_.begin(), groups_.end(),
                            [&](const Group& one) { return one.shape == text; });
  if (group == groups_.end()) {
    groups_.push_back({text, machine, {}, {}, known.size()});
    group = groups_.end() - 1;
  }
  group->ids.push_back(id);
  group->rows.push_back(std::move(row));
}

Json MachineTable::write(PageArrays& arrays, std::size_t most) const {
  std::size_t count = 0;
  for (const Group& group : groups_) count += group.ids.size();
  Json groups = Json::array();
  for (const Group& group : groups_) {
    groups.push_back(
        write(group, arrays, most * group.ids.size() / std::max<std::size_t>(count, 1)));
  }
  return groups;
}

Json MachineTable::write(const Group& group, PageArrays& arrays, std::size_t most) {
  std::vector<Column> basis;
  for (std::size_t k = 0; k < group.known; ++k) basis.push_back(take_column(group.rows, k));
  Json like = group.like;
  std::size_t next = group.known;
  visit_numbers(like, [&](Json& number) {
    Column values = take_column(group.rows, next++);
    const Range range = find_range(values);
    if (range.width() <= 1e-6 * std::abs(range.high)) return;
    std::optional<Line> line = find_line(values, range, basis);
    if (!line) {
      line = Line{basis.size(), 0.0, 1.0};
      basis.push_back(std::move(values));
    }
    number = {{"@", line->column}, {"a", line->a}, {"b", line->b}};
  });
  const std::size_t own = basis.size() - group.known;
  const std::size_t size = sizeof(std::uint32_t) + own * sizeof(std::int16_t);
  const std::size_t every = 1 + group.ids.size() * size / std::max<std::size_t>(most, 1);
  const auto thin = [&](const auto& all) {
    auto kept = all;
    kept.clear();
    for (std::size_t i = 0; i < all.size(); i += every) kept.push_back(all[i]);
    return kept;
  };
  Json columns = Json::array();
  for (std::size_t k = group.known; k < basis.size(); ++k) {
    columns.push_back(write_column(thin(basis[k]), arrays));
  }
  const std::vector<std::uint32_t> ids = thin(group.ids);
  return {{"ids", arrays.add(std::span<const std::uint32_t>(ids))},
          {"like", std::move(like)},
          {"known", group.known},
          {"columns", std::move(columns)}};
}

}  // namespace globaldyn::inside::report
