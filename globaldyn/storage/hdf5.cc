#include "globaldyn/storage/hdf5.h"

#include <algorithm>

#include "core/base/errors.h"
#include "core/base/write_file.h"

namespace globaldyn::inside {
inline namespace storage {
namespace {

std::string make_image(const std::function<void(const H5::H5File&)>& fill) {
  constexpr std::size_t kIncrement = 1u << 20;
  H5::FileAccPropList in_memory;
  in_memory.setCore(kIncrement, false);
  const H5::H5File output("image.h5", H5F_ACC_TRUNC, H5::FileCreatPropList::DEFAULT, in_memory);
  fill(output);
  H5Fflush(output.getId(), H5F_SCOPE_GLOBAL);
  const ssize_t size = H5Fget_file_image(output.getId(), nullptr, 0);
  if (size < 0) throw H5::FileIException("make_image", "no image of the file");
  std::string image(static_cast<std::size_t>(size), '\0');
  if (H5Fget_file_image(output.getId(), image.data(), image.size()) != size) {
    throw H5::FileIException("make_image", "no image of the file");
  }
  return image;
}

// A single long text among many short ones makes all cells long: the zeros are packed.
H5::DSetCreatPropList layout_of(std::size_t count, std::size_t width) {
  constexpr std::size_t kChunk = 1u << 20;  // bytes
  H5::DSetCreatPropList layout;
  if (count * width > kChunk && H5Zfilter_avail(H5Z_FILTER_DEFLATE) > 0) {
    const hsize_t rows = std::clamp<hsize_t>(kChunk / width, 1, count);
    layout.setChunk(1, &rows);
    layout.setDeflate(1);
  }
  return layout;
}

}  // namespace

H5::DataSpace make_space(const Hdf5Shape& shape) {
  return H5::DataSpace(static_cast<int>(shape.size()), shape.data());
}

void set_text(const H5::H5Object& object, const std::string& name, const std::string& text) {
  const H5::StrType type(H5::PredType::C_S1, H5T_VARIABLE);
  object.createAttribute(name, type, H5::DataSpace(H5S_SCALAR)).write(type, text);
}

void set_number(const H5::H5Object& object, const std::string& name, double value) {
  object.createAttribute(name, H5::PredType::NATIVE_DOUBLE, H5::DataSpace(H5S_SCALAR))
      .write(H5::PredType::NATIVE_DOUBLE, &value);
}

void set_origin(const H5::H5Object& object, const Origin& origin) {
  set_text(object, "program", origin.program);
  if (!origin.load_case.empty()) set_text(object, "load_case", origin.load_case);
}

H5::DataSet add_texts(const H5::Group& group, const std::string& name,
                      const std::vector<std::string>& texts) {
  std::size_t width = 1;
  for (const std::string& text : texts) width = std::max(width, text.size());
  std::string cells(width * texts.size(), '\0');
  for (std::size_t i = 0; i < texts.size(); ++i) texts[i].copy(&cells[i * width], width);
  H5::StrType type(H5::PredType::C_S1, width);
  type.setStrpad(H5T_STR_NULLPAD);
  const H5::DataSet set =
      group.createDataSet(name, type, make_space({texts.size()}), layout_of(texts.size(), width));
  set.write(cells.data(), type);
  return set;
}

H5::DataSet add_numbers(const H5::Group& group, const std::string& name, const Hdf5Shape& shape,
                        const std::vector<double>& values) {
  const H5::DataSet set = group.createDataSet(name, H5::PredType::NATIVE_DOUBLE, make_space(shape));
  set.write(values.data(), H5::PredType::NATIVE_DOUBLE);
  return set;
}

void write_hdf5_file(const std::string& file, const std::function<void(const H5::H5File&)>& fill) {
  H5::Exception::dontPrint();
  std::string image;
  try {
    image = make_image(fill);
  } catch (const H5::Exception& error) {
    throw Error(file + ": cannot be written (" + error.getDetailMsg() + ")");
  }
  write_file(file, image);
}

}  // namespace storage
}  // namespace globaldyn::inside
