#pragma once

#include <string>
#include <vector>

#include "globaldyn/machine/machine.h"

namespace globaldyn::inside::test {

/// A machine file with one path, as a user might have written it.
struct CampaignCase {
  std::string machine;    ///< the file's name without its extension
  std::string path;       ///< of that file
  std::string variation;  ///< how it was varied
  std::string text;       ///< the machine with that one path
  std::string folder;     ///< where files that it names are
  bool is_closed{false};  ///< to be planned as a closed path

  /// "arm_2r/circle/back", which says all of it.
  [[nodiscard]] std::string name() const { return machine + "/" + path + "/" + variation; }
};

/// The machine files of the library, studies left out.
[[nodiscard]] std::vector<std::string> list_machine_files();

/// Every path of a machine file in all its variations.
[[nodiscard]] std::vector<CampaignCase> list_cases(const std::string& file);

/// The machine and the path of a case.
[[nodiscard]] Machine load_case(const CampaignCase& c);

}  // namespace globaldyn::inside::test
