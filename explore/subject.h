#pragma once

#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/description/document.h"
#include "explore/movable.h"
#include "globaldyn/machine/machine.h"
#include "globaldyn/record/planned_motion.h"
#include "globaldyn/sweep/sweep.h"
#include "optimize/study/study.h"

namespace globaldyn::inside::explore {

/// Values of movables by name, SI; those that are not there are as originally.
using Values = std::vector<std::pair<std::string, double>>;

/// A number that tells how good a machine is.
struct Rating {
  std::string name;
  QuantityUnit unit;
  std::string better;  ///< "larger", "smaller", or "within" of a number with bounds
  double value{0.0};
  bool holds{true};  ///< of a number with bounds: it is within them
};

/// The numbers of a machine, and why there are none or not all.
struct Ratings {
  std::vector<Rating> list;
  std::string reason;
};

/// Machines that are made from values, one thread at a time.
struct Subject {
  std::string name;  ///< of letters, digits and underscores, as machines have
  ShownUnits units;
  std::vector<Movable> movables;
  std::vector<std::string> paths;   ///< at least one path; cycles behind them
  std::vector<std::string> drives;  ///< those that can be left out
  PlannedMotionOptions planning;
  /// @throws InputError for names that are not there and values that no machine can have
  std::function<Machine(const Values&)> make;
  /// The machine file with the values that are no parameters. @throws InputError as `make`
  std::function<Node(const Values&)> read;
  /// @param machine made from the values
  /// @param is_whole none of its drives has been left out
  /// @param in_passing while somebody moves: soon, if need be from few places of the path
  /// @param course the machine's one path; none: its cycle
  std::function<Ratings(const Machine& machine, bool is_whole, const Path* course, const Values&,
                        bool in_passing, const SweepOptions&)>
      rate;
  /// The machine file with the values, its paths to other files relative to the folder, or as they
  /// were if that is none. @throws InputError as write_settings() does
  std::function<std::string(const Values&, const std::optional<std::string>& folder)> write;
};

/// What a subject has of its machine: name, units, paths, cycles and drives.
/// @throws InputError if there are no paths
void add_machine(const Machine& machine, Subject& subject);

/// A machine file: its parameters that are numbers can be moved.
/// @throws InputError as load_machine() does, and for a machine without paths
[[nodiscard]] Subject make_machine_subject(const std::string& file,
                                           const std::vector<ParameterOverride>& settings,
                                           const std::string& load_case);

/// The machine of a study in its first scenario: the study's variables can be moved, and its
/// objectives, constraints and quantities rate a machine that has all its drives.
/// @throws InputError for a machine without paths
[[nodiscard]] Subject make_study_subject(Study study);

}  // namespace globaldyn::inside::explore
