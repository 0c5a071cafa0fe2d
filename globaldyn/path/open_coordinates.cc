#include "globaldyn/path/open_coordinates.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "core/base/errors.h"
#include "core/description/quantities.h"
#include "globaldyn/path/path.h"

namespace globaldyn::inside {
inline namespace path {
namespace {

// More are no longer chosen in a time that anybody waits.
constexpr int kMostValues = 16;

const Dimension& dimension_of(bool rotational) {
  return rotational ? dimension::angle : dimension::length;
}

// Second derivatives of the natural cubic spline through values at distance 1: the tridiagonal
// system s_(i-1) + 4 s_i + s_(i+1) = 6 (v_(i-1) - 2 v_i + v_(i+1)), s = 0 at both ends.
std::vector<double> find_second_derivatives(const std::vector<double>& values) {
  const std::size_t n = values.size();
  std::vector<double> second(n, 0.0), upper(n, 0.0);
  for (std::size_t i = 1; i + 1 < n; ++i) {
    const double pivot = 4.0 - upper[i - 1];
    upper[i] = 1.0 / pivot;
    const double right = 6.0 * (values[i - 1] - 2.0 * values[i] + values[i + 1]);
    second[i] = (right - second[i - 1]) / pivot;
  }
  for (std::size_t i = n; i-- > 2;) second[i - 1] -= upper[i - 1] * second[i];
  return second;
}

std::vector<std::string> split_at_commas(const std::string& text) {
  std::vector<std::string> parts{""};
  for (const char c : text) {
    if (c == ',') {
      parts.emplace_back();
    } else {
      parts.back() += c;
    }
  }
  return parts;
}

// Formulas over the parameters; one alone is that of all values.
void take_given(const std::string& key, const std::string& text, const Parameters& parameters,
                OpenCoordinate& coordinate) {
  const SourcePlace place = option_place("--set", key + "=" + text);
  const std::vector<std::string> parts = split_at_commas(text);
  const std::size_t count = coordinate.values.size();
  if (parts.size() != count && parts.size() != 1) {
    throw InputError(place, fmt::format("{} values", parts.size()),
                     fmt::format("expected {}, or one for all of them", count));
  }
  for (std::size_t i = 0; i < count; ++i) {
    const Expression expression =
        Expression::parse(parts[parts.size() == 1 ? 0 : i], place, parameters.make_scope());
    expression.require_dimension(dimension_of(coordinate.rotational));
    coordinate.values[i] = expression.evaluate();
    if (!std::isfinite(coordinate.values[i])) {
      throw InputError(place, "not a finite number", "expected one");
    }
  }
  coordinate.is_given = true;
}

}  // namespace

OpenCurve::OpenCurve(const OpenCoordinate& coordinate, double p_max)
    : step_(p_max / static_cast<double>(std::max<std::size_t>(1, coordinate.values.size() - 1))),
      values_(coordinate.values),
      second_(find_second_derivatives(coordinate.values)) {}

Jet OpenCurve::operator()(double p) const {
  if (values_.size() == 1) return Jet(values_.front());
  const auto pieces = static_cast<double>(values_.size() - 1);
  const double place = std::clamp(std::floor(p / step_), 0.0, pieces - 1.0);
  const auto i = static_cast<std::size_t>(place);
  const Jet b = make_path_parameter(p) / step_ - place;
  const Jet a = 1.0 - b;
  return a * values_[i] + b * values_[i + 1] +
         ((a * a * a - a) * second_[i] + (b * b * b - b) * second_[i + 1]) / 6.0;
}

std::vector<double> OpenCurve::list_breaks(std::size_t values, double p_max) {
  std::vector<double> breaks;
  for (std::size_t i = 1; i + 1 < values; ++i) {
    breaks.push_back(p_max * static_cast<double>(i) / static_cast<double>(values - 1));
  }
  return breaks;
}

OpenCoordinate read_open_coordinate(const Node& node, const std::string& path,
                                    const std::string& name, bool rotational, const Interval& range,
                                    const Parameters& parameters, const OpenValues& values) {
  OpenCoordinate coordinate{
      .name = name, .rotational = rotational, .range = range, .values = {}, .is_given = false};
  std::size_t count = 1;
  if (node.is_map()) {
    if (const auto given = node.find("range")) {
      coordinate.range = read_interval(*given, dimension_of(rotational), parameters);
    }
    if (const auto points = node.find("points")) {
      count = static_cast<std::size_t>(read_count(*points, parameters, 1, kMostValues));
    }
  }
  const Interval& all = coordinate.range;
  if (!std::isfinite(all.high - all.low)) {
    node.fail("no range to choose '" + name + "' from",
              "expected 'free: {range: [least, greatest]}', or finite 'travel' of the joint");
  }
  coordinate.values.assign(count, 0.5 * (all.low + all.high));
  const std::string key = path + "." + name;
  const auto given = values.find(key);
  if (given != values.end()) take_given(key, given->second, parameters, coordinate);
  return coordinate;
}

Path fill(const Path& path, const std::vector<std::vector<double>>& values) {
  Path filled = path;
  for (std::size_t i = 0; i < filled.open.size(); ++i) {
    filled.open[i].values = values[i];
    filled.open[i].is_given = true;
  }
  filled.task = path.make_task(filled.open);
  return filled;
}

bool is_open(const Path& path) {
  return std::any_of(path.open.begin(), path.open.end(),
                     [](const OpenCoordinate& one) { return !one.is_given; });
}

std::string tell_open(const Path& path) {
  std::string text;
  for (const OpenCoordinate& one : path.open) {
    if (one.is_given) continue;
    text += fmt::format("{}'{}' is {:.6g} {}", text.empty() ? "" : ", ", one.name,
                        one.values.front(), one.rotational ? "rad" : "m");
  }
  if (text.empty()) return text;
  return fmt::format("{}, the middle of what the path leaves open: plan chooses it", text);
}

std::string spell_values(const OpenCoordinate& coordinate) {
  std::string text;
  for (const double value : coordinate.values) {
    text += fmt::format("{}{} {}", text.empty() ? "" : ", ", value,
                        coordinate.rotational ? "rad" : "m");
  }
  return text;
}

}  // namespace path
}  // namespace globaldyn::inside
