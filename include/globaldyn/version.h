#pragma once

#include <string>

namespace globaldyn {

/// "0.1.0"; "0.1.0+17.g1234abc" of what is built from a commit without a tag.
[[nodiscard]] std::string version();

/// "globaldyn 0.1.0": what files of results say made them.
[[nodiscard]] std::string program_name();

}  // namespace globaldyn
