#pragma once

#include <string>
#include <vector>

#include "core/description/parameters.h"

namespace globaldyn::inside {
inline namespace machine {

/// A machine file as it was read.
struct MachineText {
  std::string text;
  std::string file;  ///< its path
};

/// The machine file, word for word, except that the parameters that are set have the values of
/// `parameters`, which were read with these settings, and that paths of files it names are relative
/// to `folder`.
/// @throws InputError for a parameter whose value is written in a way that cannot be replaced
[[nodiscard]] std::string write_settings(const MachineText& original, const Parameters& parameters,
                                         const std::vector<ParameterOverride>& settings,
                                         const std::string& folder);

/// Whether the file can be written so, for any values of these parameters.
/// @throws InputError as write_settings() does
void check_rewriting(const MachineText& original, const Parameters& parameters,
                     const std::vector<ParameterOverride>& settings);

/// The machine file, word for word, except for one value.
/// @param place keys, and numbers of items from 0, between slashes: "bodies/platform/mass"
/// @param value one value, or a list or a map in brackets
/// @throws InputError if there is no such place, or it is written in a way that cannot be replaced
[[nodiscard]] std::string write_value(const MachineText& original, const std::string& place,
                                      const std::string& value);

/// A value for a place of a machine file, as write_value() takes them.
struct PlacedValue {
  std::string place;
  std::string value;

  bool operator==(const PlacedValue&) const = default;
};

/// The machine file, word for word, except for these values. @throws InputError as write_value()
[[nodiscard]] std::string write_values(const MachineText& original,
                                       const std::vector<PlacedValue>& values);

/// Which of these places write_value() can write to, whatever is written.
[[nodiscard]] std::vector<bool> find_writable(const MachineText& original,
                                              const std::vector<std::string>& places);

/// The machine file, word for word, with one more entry in a map, in front of the others.
/// @param place of the map, and the new key behind it
/// @throws InputError likewise, and if there is one of this name
[[nodiscard]] std::string write_entry(const MachineText& original, const std::string& place,
                                      const std::string& value);

}  // namespace machine
}  // namespace globaldyn::inside
