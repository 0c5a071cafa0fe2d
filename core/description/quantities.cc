#include "core/description/quantities.h"

#include <cmath>

#include "core/base/constants.h"

namespace globaldyn::inside {
inline namespace core {

Expression read_expression(const Node& node, const Dimension& dimension, const Scope& scope) {
  Expression expression = Expression::parse(node.text(), node.place(), scope);
  expression.require_dimension(dimension);
  return expression;
}

double read_number(const Node& node, const Dimension& dimension, const Parameters& parameters) {
  const double value = read_expression(node, dimension, parameters.make_scope()).evaluate();
  if (!std::isfinite(value)) {
    node.fail("'" + node.text() + "' is not a finite number", "expected a finite number");
  }
  return value;
}

double read_positive(const Node& node, const Dimension& dimension, const Parameters& parameters,
                     const std::string& what, bool zero_allowed) {
  const double value = read_number(node, dimension, parameters);
  if (value < 0.0 || (value == 0.0 && !zero_allowed)) {
    node.fail((value < 0.0 ? "negative " : "zero ") + what,
              zero_allowed ? "expected zero or more" : "expected more than zero");
  }
  return value;
}

bool read_switch(const Node& node, const Parameters& parameters) {
  if (node.text() == "true" || node.text() == "false") return node.read_flag();
  return read_number(node, dimension::number, parameters) > 0.0;
}

int read_count(const Node& node, const Parameters& parameters, int least, int most) {
  const double value = read_number(node, dimension::number, parameters);
  if (value != std::floor(value) || value < least || value > most) {
    node.fail(
        "'" + node.text() + "' does not fit here",
        "expected a whole number from " + std::to_string(least) + " to " + std::to_string(most));
  }
  return static_cast<int>(value);
}

std::vector<double> read_numbers(const Node& node, const Dimension& dimension,
                                 const Parameters& parameters) {
  std::vector<double> result;
  for (const Node& item : node.items()) {
    result.push_back(read_number(item, dimension, parameters));
  }
  return result;
}

Vector3d read_vector(const Node& node, const Dimension& dimension, const Parameters& parameters,
                     bool planar_allowed) {
  const std::size_t size = node.items().size();
  if (size != 3 && !(size == 2 && planar_allowed)) {
    node.fail(std::to_string(size) + " numbers", planar_allowed ? "expected 2 or 3" : "expected 3");
  }
  const std::vector<double> numbers = read_numbers(node, dimension, parameters);
  if (size == 2) return {numbers[0], numbers[1], 0.0};
  return {numbers[0], numbers[1], numbers[2]};
}

Vector3d read_direction(const Node& node, const Parameters& parameters) {
  if (node.is_scalar()) {
    const std::size_t choice = node.read_choice({"x", "y", "z", "-x", "-y", "-z"});
    const Vector3d axis = Vector3d::Unit(static_cast<int>(choice % 3));
    return choice < 3 ? axis : Vector3d(-axis);
  }
  const Vector3d direction = read_vector(node, dimension::number, parameters);
  if (direction.isZero(0.0)) node.fail("a direction of length zero", "expected a direction");
  return direction.stableNormalized();
}

Interval read_interval(const Node& node, const Dimension& dimension, const Parameters& parameters) {
  if (node.is_scalar()) {
    const double half = read_positive(node, dimension, parameters, "limit");
    return {-half, half};
  }
  const std::vector<Node> ends = node.items();
  if (ends.size() != 2) {
    node.fail(std::to_string(ends.size()) + " limits", "expected [low, high]");
  }
  const auto read_end = [&](const Node& end, double absent) {
    if (end.is_null() || (end.is_scalar() && end.text() == "none")) return absent;
    return read_number(end, dimension, parameters);
  };
  const Interval result{read_end(ends[0], -kInfinity), read_end(ends[1], kInfinity)};
  if (result.low > result.high) node.fail("lower limit above the upper", "expected low <= high");
  return result;
}

}  // namespace core
}  // namespace globaldyn::inside
