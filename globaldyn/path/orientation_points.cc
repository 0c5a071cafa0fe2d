#include "globaldyn/path/orientation_points.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include "core/description/rotations.h"

namespace globaldyn::inside {
inline namespace path {
namespace {

// Columns that belong together.
struct RotationColumns {
  std::vector<std::string> names;
  Dimension dimension;
};

const std::array<RotationColumns, 3>& list_column_sets() {
  static const std::array<RotationColumns, 3> sets{
      RotationColumns{{"roll", "pitch", "yaw"}, dimension::angle},
      RotationColumns{{"qw", "qx", "qy", "qz"}, dimension::number},
      RotationColumns{{"rx", "ry", "rz"}, dimension::angle}};
  return sets;
}

// Numbers of a file have few digits.
constexpr double kQuaternionNorm = 1e-3;

template <class Fail>
Matrix3d make_written_rotation(RotationSpelling spelling, const Eigen::Vector4d& numbers,
                               const Fail& fail) {
  const Vector3d angles = numbers.head<3>();
  switch (spelling) {
    case RotationSpelling::cardan:
      return inside::make_cardan_rotation(angles);
    case RotationSpelling::rpy:
      return make_rpy_rotation(angles);
    case RotationSpelling::rotation_vector:
      return make_rotation(angles);
    case RotationSpelling::quaternion:
      break;
  }
  const double norm = numbers.norm();
  if (!(std::abs(norm - 1.0) <= kQuaternionNorm)) {
    fail(fmt::format("a quaternion of length {:.6g}", norm), "expected 1, up to 0.001");
  }
  return Eigen::Quaterniond(numbers(0), numbers(1), numbers(2), numbers(3))
      .normalized()
      .toRotationMatrix();
}

RotationSpelling read_vector_spelling(const Node& as) {
  return static_cast<RotationSpelling>(as.read_choice({"cardan", "rpy", "rotation_vector"}));
}

bool has_column(const CsvColumns& columns, const std::string& name) {
  return columns.values.contains(name);
}

bool has_any(const CsvColumns& columns, const RotationColumns& set) {
  return std::any_of(set.names.begin(), set.names.end(),
                     [&](const std::string& name) { return has_column(columns, name); });
}

const CsvCell& find_heading(const CsvColumns& columns, const std::vector<std::string>& names) {
  return *std::find_if(columns.headings.begin(), columns.headings.end(), [&](const CsvCell& cell) {
    return std::find(names.begin(), names.end(), cell.text) != names.end();
  });
}

void require_all(const CsvColumns& columns, const RotationColumns& set) {
  for (const std::string& name : set.names) {
    if (has_column(columns, name)) continue;
    const CsvCell& heading = find_heading(columns, set.names);
    throw InputError(heading.place, fmt::format("a column '{}' without '{}'", heading.text, name),
                     fmt::format("expected all of {}", fmt::join(set.names, ", ")));
  }
}

// Nothing if the table says no orientation.
const RotationColumns* find_set(const CsvColumns& columns) {
  const RotationColumns* found = nullptr;
  for (const RotationColumns& set : list_column_sets()) {
    if (!has_any(columns, set)) continue;
    require_all(columns, set);
    if (found != nullptr) {
      const CsvCell& heading = find_heading(columns, set.names);
      throw InputError(
          heading.place,
          fmt::format("an orientation by '{}' and by '{}'", found->names.front(), heading.text),
          "expected one of them");
    }
    found = &set;
  }
  return found;
}

RotationSpelling find_spelling(const RotationColumns& set, const CsvColumns& columns,
                               const Node& node) {
  const auto as = node.find("as");
  const bool is_open = set.names.front() == "rx";
  if (as && !is_open) {
    as->fail(fmt::format("'as' with columns {}", fmt::join(set.names, ", ")),
             "expected it with rx, ry, rz");
  }
  if (!is_open) {
    return set.names.size() == 4 ? RotationSpelling::quaternion : RotationSpelling::rpy;
  }
  if (!as) {
    throw InputError(find_heading(columns, set.names).place,
                     "columns rx, ry, rz that may be a rotation vector or angles",
                     "expected 'as: rotation_vector', 'as: cardan' or 'as: rpy' beside the file's "
                     "name");
  }
  return read_vector_spelling(*as);
}

}  // namespace

RotationSpelling read_spelling(const Node& as) {
  return static_cast<RotationSpelling>(
      as.read_choice({"cardan", "rpy", "rotation_vector", "quaternion"}));
}

Matrix3d read_rotation(const Node& node, const std::vector<Node>& numbers,
                       RotationSpelling spelling, const Parameters& parameters) {
  const bool is_quaternion = spelling == RotationSpelling::quaternion;
  const std::size_t count = is_quaternion ? 4 : 3;
  if (numbers.size() != count) {
    node.fail(std::to_string(numbers.size()) + " numbers",
              is_quaternion ? "expected 4 of a quaternion: w, x, y, z" : "expected 3 angles");
  }
  Eigen::Vector4d values = Eigen::Vector4d::Zero();
  for (std::size_t i = 0; i < count; ++i) {
    values(static_cast<Eigen::Index>(i)) =
        read_number(numbers[i], is_quaternion ? dimension::number : dimension::angle, parameters);
  }
  return make_written_rotation(
      spelling, values,
      [&](const std::string& what, const char* expected) { node.fail(what, expected); });
}

void require_short_ways(const WrittenRotations& written) {
  // Numbers that are rounded to a few digits do not say which way round is shorter, either.
  constexpr double kMost = 179.9 * std::numbers::pi / 180.0;
  for (std::size_t i = 1; i < written.rotations.size(); ++i) {
    const double angle =
        find_rotation_vector(written.rotations[i] * written.rotations[i - 1].transpose()).norm();
    if (angle <= kMost) continue;
    throw InputError(written.places[i],
                     fmt::format("an orientation {:.6g} deg from the one before, so that either "
                                 "way round may be meant",
                                 angle * 180.0 / std::numbers::pi),
                     "expected at most 179.9 deg: one more between them says the way");
  }
}

const std::vector<CsvColumnKind>& list_rotation_columns() {
  static const std::vector<CsvColumnKind> kinds = [] {
    std::vector<CsvColumnKind> all;
    for (const RotationColumns& set : list_column_sets()) {
      for (const std::string& name : set.names) all.push_back({name, set.dimension});
    }
    return all;
  }();
  return kinds;
}

std::optional<WrittenRotations> take_rotations(const CsvColumns& columns, const Node& node) {
  const RotationColumns* set = find_set(columns);
  if (set == nullptr) {
    if (const auto as = node.find("as")) {
      as->fail("'as' without columns of an orientation", "expected columns rx, ry, rz");
    }
    return std::nullopt;
  }
  if (has_column(columns, "phi")) {
    throw InputError(find_heading(columns, {"phi"}).place,
                     fmt::format("an orientation by 'phi' and by '{}'", set->names.front()),
                     "expected one of them");
  }
  const RotationSpelling spelling = find_spelling(*set, columns, node);
  WrittenRotations written{{}, columns.rows};
  for (std::size_t row = 0; row < columns.rows.size(); ++row) {
    Eigen::Vector4d numbers = Eigen::Vector4d::Zero();
    for (std::size_t k = 0; k < set->names.size(); ++k) {
      numbers(static_cast<Eigen::Index>(k)) = columns.values.at(set->names[k])[row];
    }
    written.rotations.push_back(make_written_rotation(
        spelling, numbers, [&](const std::string& what, const char* expected) {
          throw InputError(columns.rows[row], what, expected);
        }));
  }
  require_short_ways(written);
  return written;
}

}  // namespace path
}  // namespace globaldyn::inside
