#pragma once

#include <globaldyn/machine.h>
#include <globaldyn/quantity.h>

#include <atomic>
#include <string>
#include <vector>

namespace globaldyn {

/// Whether a path prescribes every degree of freedom once.
struct PathFit {
  std::string name;
  bool fits{false};
  std::string wrong;  ///< if not: what is free or prescribed twice
};

/// A way to put the machine together.
struct Branch {
  std::vector<NamedQuantity> coordinates;      ///< of joints, m or rad
  std::vector<std::string> failed_conditions;  ///< of the file's
  std::vector<std::string> beyond_travel;      ///< joint coordinates that no motion may have
};

/// What a machine is, by ranks of its Jacobians at a pose.
struct Check {
  std::string machine;
  double total_mass{0.0};                       ///< kg, with the payload
  std::vector<std::vector<std::string>> loops;  ///< joints of each
  int constraint_rows{0};
  int constraint_rank{0};
  int n_dof{0};
  int idle{0};  ///< degrees of freedom that move neither a prescribed coordinate nor a drive
  int drive_rank{0};
  int redundancy{0};
  std::vector<std::string> undriven;       ///< joint coordinates that no drive can move
  std::vector<std::string> beyond_travel;  ///< joint coordinates of the pose
  std::vector<PathFit> paths;
  std::vector<Branch> branches;  ///< found by random search: there may be more
  std::vector<std::string> remarks;
  std::string json;  ///< all of it and more, schema globaldyn/check/1
};

struct CheckOptions {
  std::string path;  ///< at whose start it is assembled; empty: the first in the file
  int guesses{100};  ///< in the search for branches
  const std::atomic<bool>* cancel{nullptr};  ///< set to true from outside: Interrupted is thrown
};

/// @throws AssemblyError if the machine cannot be assembled as the file asks; InputError for an
///   unknown path, or a table of loads that covers none of the file's paths
[[nodiscard]] Check check(const Machine& machine, const CheckOptions& options = {});

}  // namespace globaldyn
