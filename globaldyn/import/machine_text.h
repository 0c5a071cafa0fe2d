#pragma once

#include <string>
#include <vector>

#include "globaldyn/import/urdf.h"

namespace globaldyn::inside {
inline namespace importing {

/// A machine file made from another one.
struct ImportedMachine {
  std::string text;
  std::vector<std::string>
      remarks;  ///< what was changed or left out, a line each; in the text, too
};

/// The machine file of a robot that stands on the ground by its root link, z up: a body for each
/// link that moves, with those that are fixed to it as frames; a drive for each joint that mimics
/// none.
[[nodiscard]] ImportedMachine make_machine_text(const Urdf& robot, const std::string& source);

/// The same of a URDF file. @throws InputError as read_urdf() does, and if it cannot be read
[[nodiscard]] ImportedMachine import_urdf(const std::string& file);

}  // namespace importing
}  // namespace globaldyn::inside
