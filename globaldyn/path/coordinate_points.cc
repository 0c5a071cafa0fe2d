#include "globaldyn/path/coordinate_points.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "core/base/nth.h"
#include "core/description/names.h"
#include "core/description/read_joints.h"
#include "core/joints/joint_type.h"
#include "globaldyn/path/csv.h"
#include "globaldyn/path/point_list.h"

namespace globaldyn::inside {
inline namespace path {
namespace {

using Kind = TaskCoordinate::Kind;

Dimension dimension_of(const Mechanism& mechanism, const TaskCoordinate& coordinate) {
  return is_rotational(mechanism, coordinate) ? dimension::angle : dimension::length;
}

// Angles and lengths have no common length: each coordinate is divided by its range then.
void measure(MatrixXd values, const std::vector<TaskCoordinate>& coordinates,
             const Mechanism& mechanism, PointSource& source) {
  const auto turns = [&](const TaskCoordinate& one) { return is_rotational(mechanism, one); };
  const auto angles = std::count_if(coordinates.begin(), coordinates.end(), turns);
  if (angles == static_cast<std::ptrdiff_t>(coordinates.size())) {
    source.measure = {dimension::angle, " rad"};
  } else if (angles > 0) {
    source.measure = {dimension::number, ""};
    for (Eigen::Index i = 0; i < values.rows(); ++i) {
      const double range = values.row(i).maxCoeff() - values.row(i).minCoeff();
      if (range > 0.0) values.row(i) /= range;
    }
  }
  source.written.values.points = std::move(values);
}

// Three coordinates a track, as curves have them.
std::vector<std::vector<Vector3d>> make_tracks(const MatrixXd& values) {
  std::vector<std::vector<Vector3d>> tracks;
  for (Eigen::Index first = 0; first < values.rows(); first += 3) {
    const Eigen::Index count = std::min<Eigen::Index>(3, values.rows() - first);
    std::vector<Vector3d>& track = tracks.emplace_back();
    for (Eigen::Index i = 0; i < values.cols(); ++i) {
      Vector3d& point = track.emplace_back(Vector3d::Zero());
      point.head(count) = values.col(i).segment(first, count);
    }
  }
  return tracks;
}

std::vector<TaskCoordinate> read_names(const Node& of, Kind kind, const Mechanism& mechanism) {
  std::vector<TaskCoordinate> coordinates;
  for (const Node& item : of.items()) {
    TaskCoordinate next{.kind = kind};
    if (kind == Kind::joint) {
      next.joint = find_coordinate(item, mechanism);
    } else {
      next.drive = find_item(item, "drive", mechanism.drives);
    }
    if (std::find(coordinates.begin(), coordinates.end(), next) != coordinates.end()) {
      item.fail(name_of(mechanism, next) + " twice", "expected it once");
    }
    coordinates.push_back(next);
  }
  if (coordinates.empty()) of.fail("no names", "expected those of the points' coordinates");
  return coordinates;
}

// A column that a table may have, and of what it is.
struct CoordinateColumn {
  std::string name;
  TaskCoordinate coordinate;
};

// A joint with one coordinate has two names.
std::vector<CoordinateColumn> list_columns(Kind kind, const Mechanism& mechanism) {
  std::vector<CoordinateColumn> columns;
  if (kind == Kind::drive) {
    for (const DriveId drive : mechanism.drives.ids()) {
      columns.push_back({mechanism.drives[drive].name, {.kind = kind, .drive = drive}});
    }
    return columns;
  }
  for (const CoordinateIndex& index : list_coordinates(mechanism)) {
    const Joint& joint = mechanism.joints[index.joint];
    const auto& all = type_of(joint).coordinates;
    const TaskCoordinate coordinate{.kind = kind, .joint = index};
    if (all.size() == 1) columns.push_back({joint.name, coordinate});
    columns.push_back({joint.name + "." + nth(all, index.coordinate).name, coordinate});
  }
  return columns;
}

CsvColumns read_columns(const Node& file, const std::vector<CoordinateColumn>& known,
                        const Mechanism& mechanism, const std::string& folder) {
  std::vector<CsvColumnKind> allowed{{"p", dimension::number}};
  for (const CoordinateColumn& column : known) {
    allowed.push_back({column.name, dimension_of(mechanism, column.coordinate)});
  }
  // Behind a joint of that name.
  allowed.push_back({"t", dimension::time});
  return read_csv((std::filesystem::path(folder) / file.text()).string(), allowed, file);
}

const CoordinateColumn* find_column(const std::string& name,
                                    const std::vector<CoordinateColumn>& known) {
  const auto column = std::find_if(known.begin(), known.end(),
                                   [&](const CoordinateColumn& one) { return one.name == name; });
  return name == "p" || column == known.end() ? nullptr : &*column;
}

// Beside p times are only what somebody measured or intends.
void require_no_time(const CsvColumns& columns, const std::vector<CoordinateColumn>& known) {
  if (columns.values.contains("p")) return;
  for (const CsvCell& heading : columns.headings) {
    if (heading.text != "t" || find_column("t", known) != nullptr) continue;
    throw InputError(heading.place, "a column of times, 't', without a column p",
                     "expected p, too, or no times: when the points are passed is planned");
  }
}

// A row a coordinate, a column a point.
MatrixXd take_values(const CsvColumns& columns, const std::vector<CoordinateColumn>& known,
                     const Mechanism& mechanism, std::vector<TaskCoordinate>& coordinates) {
  MatrixXd values(columns.headings.size(), columns.rows.size());
  for (const CsvCell& heading : columns.headings) {
    const CoordinateColumn* column = find_column(heading.text, known);
    if (column == nullptr) continue;
    const TaskCoordinate& coordinate = column->coordinate;
    if (std::find(coordinates.begin(), coordinates.end(), coordinate) != coordinates.end()) {
      throw InputError(heading.place, name_of(mechanism, coordinate) + " in two columns",
                       "expected one");
    }
    const std::vector<double>& all = columns.values.at(heading.text);
    values.row(static_cast<Eigen::Index>(coordinates.size())) =
        Eigen::Map<const Eigen::RowVectorXd>(all.data(), static_cast<Eigen::Index>(all.size()));
    coordinates.push_back(coordinate);
  }
  return values.topRows(static_cast<Eigen::Index>(coordinates.size()));
}

}  // namespace

CoordinatePoints read_coordinate_list(const Node& node, Kind kind, const Mechanism& mechanism,
                                      bool with_blends, const Parameters& parameters) {
  CoordinatePoints result{read_names(node.require("of"), kind, mechanism), {}};
  const auto& coordinates = result.coordinates;
  PointSource& source = result.source;
  const std::vector<PointItem> items = read_point_items(node, with_blends);
  MatrixXd values(coordinates.size(), items.size());
  for (std::size_t i = 0; i < items.size(); ++i) {
    const PointItem& item = items[i];
    if (item.values.size() != coordinates.size()) {
      item.node.fail("a point of " + std::to_string(item.values.size()) + " coordinates",
                     "expected " + std::to_string(coordinates.size()) + ", as 'of' has");
    }
    for (std::size_t k = 0; k < coordinates.size(); ++k) {
      values(static_cast<Eigen::Index>(k), static_cast<Eigen::Index>(i)) =
          read_number(item.values[k], dimension_of(mechanism, coordinates[k]), parameters);
    }
    source.written.places.push_back(item.node.place());
    source.blends.push_back(item.blend);
  }
  source.tracks = make_tracks(values);
  measure(std::move(values), coordinates, mechanism, source);
  source.written.values.knots =
      read_knots(node, source.written.values.points, source.written.places, parameters);
  return result;
}

CoordinatePoints read_coordinate_table(const Node& file, Kind kind, const Mechanism& mechanism,
                                       const std::string& folder) {
  const std::vector<CoordinateColumn> known = list_columns(kind, mechanism);
  const CsvColumns columns = read_columns(file, known, mechanism, folder);
  require_no_time(columns, known);
  CoordinatePoints result;
  MatrixXd values = take_values(columns, known, mechanism, result.coordinates);
  if (result.coordinates.empty()) {
    file.fail(fmt::format("no column of a {} in '{}'", kind == Kind::joint ? "joint" : "drive",
                          file.text()),
              "expected one, by its name");
  }
  PointSource& source = result.source;
  source.written.places = columns.rows;
  source.tracks = make_tracks(values);
  measure(std::move(values), result.coordinates, mechanism, source);
  source.written.values.knots = find_table_knots(columns, source.written);
  return result;
}

}  // namespace path
}  // namespace globaldyn::inside
