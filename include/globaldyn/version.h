#pragma once

#include <string>

namespace globaldyn {

/// "0.1.0".
[[nodiscard]] std::string version();

/// "globaldyn 0.1.0": what files of results say made them.
[[nodiscard]] std::string program_name();

}  // namespace globaldyn
