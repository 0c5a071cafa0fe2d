#pragma once

#include <initializer_list>
#include <string>

#include "globaldyn/exchange/robot.h"

namespace globaldyn::inside {
inline namespace exchange {

/// "1 2 3", to 15 digits; what is below 1e-15 is 0.
[[nodiscard]] std::string join_numbers(std::initializer_list<double> numbers);
[[nodiscard]] std::string join_numbers(const Vector3d& vector);

/// Roll, pitch and yaw about fixed axes: R = Rz Ry Rx.
[[nodiscard]] Vector3d find_rpy(const Matrix3d& axes);

/// A comment at the top: what the file is of, and what it does not say.
[[nodiscard]] std::string write_head(const Robot& robot, const std::string& source);

/// In the text of XML: without < > & and quotes of its own.
[[nodiscard]] std::string escape_xml(const std::string& text);

/// Links from the root on, each placed with all joints at zero.
void place_at_zero(Robot& robot);

}  // namespace exchange
}  // namespace globaldyn::inside
