#pragma once

#include <functional>
#include <optional>
#include <string>
#include <variant>

#include "core/base/ids.h"
#include "core/base/rotation.h"
#include "core/expression/dimension.h"

namespace globaldyn::inside {
inline namespace region {
class Region;
}
inline namespace core {
struct Drive;
}
inline namespace machine {
struct Machine;
struct MachineOrigin;
}  // namespace machine
inline namespace criteria {

struct PathModel;
struct PoseModel;

enum class Better { larger, smaller };

/// Optional settings of a criterion of poses.
struct PoseSettings {
  std::optional<Vector3d> along;  ///< a unit direction, global
};

/// Optional settings of a criterion of paths.
struct PathSettings {
  double speed{0.0};             ///< of the tool, m/s
  std::optional<DriveId> drive;  ///< which drive of the model, for criteria with a value for each
};

/// What is special to criteria of a pose.
struct OfPose {
  std::function<double(const PoseModel& model, const PoseSettings& settings)> calc;
  bool takes_direction{false};   ///< uses `along`
  bool needs_compliance{false};  ///< the file must give some stiffness
};

/// What is special to criteria of the accessible region of a path that runs through a pose with p
/// in metres (a pattern), so that d1 is the tool's speed.
struct OfRegion {
  double (*calc)(const Region& region, double speed);
};

/// What a criterion needs of a path.
enum class PathNeed {
  regions,   ///< what is accessible along it
  time,      ///< the time of the fastest motion
  forces,    ///< what the drives do on the fastest motion
  tracking,  ///< how a machine that is not quite as planned follows it
  inertias,  ///< what its motors move along it
  law,       ///< how fast the law of its motion may be, or else the fastest motion
  rated,     ///< the fastest motion whose motors stay within what they bear for ever
  losses,    ///< what motors lose at least in a given time
  prices,    ///< what more power would save of the fastest motion's time
  motion,    ///< the whole fastest motion: what is where when, and what drives do
};

/// What is special to criteria of a path.
struct OfPath {
  std::function<double(const PathModel& model, const PathSettings& settings)> calc;
  PathNeed need{PathNeed::regions};
  bool needs_tool{false};
  bool takes_drive{false};    ///< a value for each drive
  std::string rotary_unit{};  ///< of rotary drives, if different
  bool is_of_motor{false};    ///< in front of the gear: `rotary_unit` is that of rotary motors
  /// Only drives that have this number have a value; null: all. And its key in the file.
  bool (*has_value)(const Drive& drive){nullptr};
  std::string key{};
};

/// What is special to criteria of a machine as a whole.
struct OfMachine {
  std::function<double(const Machine& machine, const MachineOrigin& origin)> calc;
};

/// A number that says how good a machine is.
struct Criterion {
  std::string name;
  std::string unit;  ///< SI; "1" for plain numbers
  Dimension dimension;
  Better better{Better::larger};
  double when_unreachable{0.0};  ///< its value where the machine cannot be assembled
  std::string description;       ///< one line
  std::variant<OfPose, OfRegion, OfPath, OfMachine> of;

  /// What is special to its kind, or null if it is of another kind.
  [[nodiscard]] const OfPose* of_pose() const { return std::get_if<OfPose>(&of); }
  [[nodiscard]] const OfRegion* of_region() const { return std::get_if<OfRegion>(&of); }
  [[nodiscard]] const OfPath* of_path() const { return std::get_if<OfPath>(&of); }
  [[nodiscard]] const OfMachine* of_machine() const { return std::get_if<OfMachine>(&of); }
};

}  // namespace criteria
}  // namespace globaldyn::inside
