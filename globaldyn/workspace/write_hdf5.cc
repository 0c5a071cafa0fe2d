#include <H5Cpp.h>

#include "core/base/errors.h"
#include "core/base/write_file.h"
#include "globaldyn/workspace/write_map.h"

namespace globaldyn {
namespace {

constexpr int kStatusCount = static_cast<int>(SampleStatus::colliding) + 1;

using Shape = std::vector<hsize_t>;

H5::DataSpace make_space(const Shape& shape) {
  return H5::DataSpace(static_cast<int>(shape.size()), shape.data());
}

template <class Object>
void set_text(const Object& object, const std::string& name, const std::string& text) {
  const H5::StrType type(H5::PredType::C_S1, H5T_VARIABLE);
  object.createAttribute(name, type, H5::DataSpace(H5S_SCALAR)).write(type, text);
}

template <class Object>
void set_number(const Object& object, const std::string& name, double value) {
  object.createAttribute(name, H5::PredType::NATIVE_DOUBLE, H5::DataSpace(H5S_SCALAR))
      .write(H5::PredType::NATIVE_DOUBLE, &value);
}

template <class Group>
void add_texts(const Group& group, const std::string& name, const std::vector<std::string>& texts) {
  const H5::StrType type(H5::PredType::C_S1, H5T_VARIABLE);
  std::vector<const char*> pointers;
  for (const std::string& text : texts) pointers.push_back(text.c_str());
  group.createDataSet(name, type, make_space({texts.size()})).write(pointers.data(), type);
}

template <class Group>
H5::DataSet add_numbers(const Group& group, const std::string& name, const Shape& shape,
                        const std::vector<double>& values) {
  const H5::DataSet set = group.createDataSet(name, H5::PredType::NATIVE_DOUBLE, make_space(shape));
  set.write(values.data(), H5::PredType::NATIVE_DOUBLE);
  return set;
}

// The grid's shape, without orientations if there is but one.
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
  add_texts(file, "axis_order", names);
  std::vector<std::string> orientations;
  for (const MapOrientation& orientation : map.description.orientations) {
    orientations.push_back(orientation.name);
  }
  add_texts(file, "orientations", orientations);
}

// Numbers with a name each, as HDF5's own enumeration.
void add_status(const WorkspaceMap& map, const H5::H5File& file) {
  H5::EnumType type(H5::PredType::NATIVE_INT8);
  for (int i = 0; i < kStatusCount; ++i) {
    auto value = static_cast<signed char>(i);
    type.insert(to_string(static_cast<SampleStatus>(i)), &value);
  }
  std::vector<signed char> values;
  for (const SampleStatus status : map.status) values.push_back(static_cast<signed char>(status));
  file.createDataSet("status", type, make_space(make_shape(map))).write(values.data(), type);
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

// The whole file in memory: HDF5 itself would tell of a full disk only in destructors.
std::string make_image(const WorkspaceMap& map, const std::string& program) {
  constexpr std::size_t kIncrement = 1u << 20;
  H5::FileAccPropList in_memory;
  in_memory.setCore(kIncrement, false);
  const H5::H5File output("map.h5", H5F_ACC_TRUNC, H5::FileCreatPropList::DEFAULT, in_memory);
  set_text(output, "schema", "globaldyn/map/1");
  set_text(output, "program", program);
  set_text(output, "machine", map.machine);
  set_text(output, "name", map.description.name);
  add_axes(map, output);
  add_status(map, output);
  add_patterns(map, output);
  add_columns(map, output);
  H5Fflush(output.getId(), H5F_SCOPE_GLOBAL);
  const ssize_t size = H5Fget_file_image(output.getId(), nullptr, 0);
  if (size < 0) throw H5::FileIException("make_image", "no image of the file");
  std::string image(static_cast<std::size_t>(size), '\0');
  if (H5Fget_file_image(output.getId(), image.data(), image.size()) != size) {
    throw H5::FileIException("make_image", "no image of the file");
  }
  return image;
}

}  // namespace

void write_hdf5(const WorkspaceMap& map, const std::string& program, const std::string& file) {
  H5::Exception::dontPrint();
  std::string image;
  try {
    image = make_image(map, program);
  } catch (const H5::Exception& error) {
    throw Error(file + ": cannot be written (" + error.getDetailMsg() + ")");
  }
  write_file(file, image);
}

}  // namespace globaldyn
