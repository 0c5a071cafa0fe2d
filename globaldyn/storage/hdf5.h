#pragma once

#include <H5Cpp.h>

#include <functional>
#include <string>
#include <vector>

#include "globaldyn/storage/origin.h"

namespace globaldyn::inside {
inline namespace storage {

/// Sizes of a dataset.
using Hdf5Shape = std::vector<hsize_t>;

[[nodiscard]] H5::DataSpace make_space(const Hdf5Shape& shape);

/// Attributes of a file, group or dataset.
void set_text(const H5::H5Object& object, const std::string& name, const std::string& text);
void set_number(const H5::H5Object& object, const std::string& name, double value);

/// The attributes `program` and, if there is one, `load_case`.
void set_origin(const H5::H5Object& object, const Origin& origin);

/// Texts of fixed length, shorter ones padded with zeros: Octave gives up a file at texts of
/// variable length, and at those that are marked as UTF-8, which they are without the mark.
H5::DataSet add_texts(const H5::Group& group, const std::string& name,
                      const std::vector<std::string>& texts);
H5::DataSet add_numbers(const H5::Group& group, const std::string& name, const Hdf5Shape& shape,
                        const std::vector<double>& values);

/// Writes what `fill` puts into an HDF5 file (next to the target, then renamed). The whole file is
/// built in memory: HDF5 itself would report a full disk only in destructors.
/// @throws Error if it cannot be written.
void write_hdf5_file(const std::string& file, const std::function<void(const H5::H5File&)>& fill);

}  // namespace storage
}  // namespace globaldyn::inside
