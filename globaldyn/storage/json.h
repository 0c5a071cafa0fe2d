#pragma once

#include <Eigen/Core>
#include <cmath>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>

#include "core/base/interval.h"

namespace globaldyn::inside {
inline namespace storage {

/// Keeps the order in which keys were written.
using Json = nlohmann::ordered_json;

/// JSON has neither infinities nor NaN: both become null.
[[nodiscard]] inline Json to_number(double value) {
  return std::isfinite(value) ? Json(value) : Json(nullptr);
}

[[nodiscard]] inline Json to_number(const std::optional<double>& value) {
  return value ? to_number(*value) : Json(nullptr);
}

[[nodiscard]] inline Json to_array(const Eigen::Ref<const Eigen::VectorXd>& vector) {
  Json array = Json::array();
  for (const double value : vector) array.push_back(to_number(value));
  return array;
}

[[nodiscard]] inline Json to_rows(const Eigen::MatrixXd& matrix) {
  Json rows = Json::array();
  for (Eigen::Index i = 0; i < matrix.rows(); ++i) {
    rows.push_back(to_array(matrix.row(i).transpose()));
  }
  return rows;
}

[[nodiscard]] inline Json to_pair(const Interval& interval) {
  return Json::array({to_number(interval.low), to_number(interval.high)});
}

/// A document as a file has it, with a line feed at its end. Bytes that are no UTF-8, as names of
/// files may have, are replaced by U+FFFD.
/// @param indent spaces per level; -1: all in one line
[[nodiscard]] inline std::string to_file_text(const Json& json, int indent = 1) {
  return json.dump(indent, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace storage
}  // namespace globaldyn::inside
