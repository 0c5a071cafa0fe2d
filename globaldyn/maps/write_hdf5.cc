#include "globaldyn/maps/write_map.h"
#include "globaldyn/storage/hdf5.h"

namespace globaldyn::inside {
inline namespace maps {
namespace {

constexpr int kStatusCount = static_cast<int>(SampleStatus::colliding) + 1;

using Shape = Hdf5Shape;

// The grid's shape, without orientations if there is only one.
Shape make_shape(const WorkspaceMap& map) {
  return Shape(map.shape.begin() + (map.shape.front() == 1 ? 1 : 0), map.shape.end());
}

void add_axes(const WorkspaceMap& map, const H5::H5File& file) {
  const H5::Group group = file.createGroup("axes");
  std::vector<std::string> names;
  for (const MapAxis& axis : map.description.axes) {
    std::vector<double> values;
    for (int i = 0; i < axis.count; ++i) values.push_back(axis.value(i));
    const H5::DataSet set = add_numbers(group, axis.name, {values.size()}, values);
    set_text(set, "unit", axis.rotational ? "rad" : "m");
    names.push_back(axis.name);
  }
  (void)add_texts(file, "axis_order", names);
  std::vector<std::string> orientations;
  for (const MapOrientation& orientation : map.description.orientations) {
    orientations.push_back(orientation.name);
  }
  (void)add_texts(file, "orientations", orientations);
}

// Named numbers, as HDF5's own enumeration; and for readers without enumerations the numbers, with
// the names of 0, 1, …
void add_status(const WorkspaceMap& map, const H5::H5File& file) {
  H5::EnumType type(H5::PredType::NATIVE_INT8);
  std::vector<signed char> values;
  std::vector<std::string> names;
  for (int i = 0; i < kStatusCount; ++i) {
    auto value = static_cast<signed char>(i);
    names.emplace_back(to_string(static_cast<SampleStatus>(i)));
    type.insert(names.back(), &value);
  }
  for (const SampleStatus status : map.status) values.push_back(static_cast<signed char>(status));
  file.createDataSet("status", type, make_space(make_shape(map))).write(values.data(), type);
  file.createDataSet("status_number", H5::PredType::NATIVE_INT8, make_space(make_shape(map)))
      .write(values.data(), H5::PredType::NATIVE_INT8);
  (void)add_texts(file, "status_names", names);
  (void)add_numbers(file, "signed_drive_margin", make_shape(map), map.signed_margin);
}

void add_patterns(const WorkspaceMap& map, const H5::H5File& file) {
  const H5::Group group = file.createGroup("pattern_fits");
  for (std::size_t i = 0; i < map.pattern_fits.size(); ++i) {
    group
        .createDataSet(map.description.patterns[i].name, H5::PredType::NATIVE_UINT8,
                       make_space(make_shape(map)))
        .write(map.pattern_fits[i].data(), H5::PredType::NATIVE_UINT8);
  }
}

void add_columns(const WorkspaceMap& map, const H5::H5File& file) {
  const H5::Group group = file.createGroup("criteria");
  for (const MapColumn& column : map.columns) {
    const Criterion& criterion = *column.plan.criterion;
    const H5::DataSet set = add_numbers(group, column.plan.name, make_shape(map), column.values);
    set_text(set, "criterion", criterion.name);
    set_text(set, "unit", criterion.unit);
    set_text(set, "better", criterion.better == Better::larger ? "larger" : "smaller");
    set_number(set, "when_unreachable", criterion.when_unreachable);
  }
  const H5::Group reductions = file.createGroup("reductions");
  for (const Reduction& reduction : map.reductions) {
    const H5::DataSet set = reductions.createDataSet(reduction.name, H5::PredType::NATIVE_DOUBLE,
                                                     H5::DataSpace(H5S_SCALAR));
    set.write(&reduction.value, H5::PredType::NATIVE_DOUBLE);
    set_text(set, "of", reduction.column);
    set_text(set, "take", to_string(reduction.kind));
    set_text(set, "unit", reduction.unit);
  }
}

}  // namespace

void write_hdf5(const WorkspaceMap& map, const Origin& origin, const std::string& file) {
  write_hdf5_file(file, [&](const H5::H5File& output) {
    set_text(output, "schema", "globaldyn/map/1");
    set_origin(output, origin);
    set_text(output, "machine", map.machine);
    set_text(output, "name", map.description.name);
    add_axes(map, output);
    add_status(map, output);
    add_patterns(map, output);
    add_columns(map, output);
  });
}

}  // namespace maps
}  // namespace globaldyn::inside
