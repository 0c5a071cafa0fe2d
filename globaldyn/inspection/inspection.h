#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/kinematics/assembly.h"
#include "core/kinematics/mobility.h"
#include "core/kinematics/prescription.h"
#include "globaldyn/machine/machine.h"

namespace globaldyn::inside {
inline namespace inspection {

struct NamedValue {
  std::string name;
  double value{0.0};
  std::string unit;  ///< m or rad; empty for factors
};

using NamedValues = std::vector<NamedValue>;

struct BodyReport {
  std::string name;
  double mass{0.0};
};

struct JointReport {
  std::string name;
  std::string kind;
  std::string body_a;
  std::string body_b;
  NamedValues coordinates;  ///< at the assembled pose
  bool is_cut{false};       ///< outside the spanning tree: closes a loop
};

/// A coupling as the file has it: names of coordinates with their factors in SI.
struct CouplingReport {
  std::string name;
  NamedValues terms;
  double value{0.0};
  std::string unit;  ///< of the value: m or rad
};

struct DependencyReport {
  int count{0};
  std::vector<std::string> joints;
};

struct BranchReport {
  NamedValues coordinates;
  std::vector<std::string> failed_conditions;
  std::vector<std::string> beyond_travel;  ///< joint coordinates that no motion may have
};

struct PathFit {
  std::string name;
  PrescriptionCheck check;
  std::string open;                       ///< what it leaves to be chosen: one line, or none
  std::vector<std::string> short_tables;  ///< of loads that cannot be meant for it: messages
  std::vector<std::string> loads_beyond;  ///< in tables shared with a longer path: notes
};

/// A load on the tool, as the file has it.
struct LoadReport {
  std::string load_case;  ///< the one it belongs to; empty if it always acts
  std::string what;       ///< one line
};

/// How many branches are listed where people or programs read; the others are counted.
inline constexpr std::size_t kMostBranchesShown = 12;

/// What `check` reports about a machine.
struct Inspection {
  std::string machine;
  Vector3d gravity{Vector3d::Zero()};  ///< m/s²
  double total_mass{0.0};              ///< kg, with the payload
  double payload_mass{0.0};            ///< kg
  std::vector<LoadReport> loads;       ///< on the tool, besides payloads: those that act
  std::vector<std::string> undriven;   ///< joint coordinates that no drive can move
  std::vector<BodyReport> bodies;
  std::vector<JointReport> joints;
  std::vector<CouplingReport> couplings;
  std::vector<std::vector<std::string>> loops;
  std::vector<std::vector<std::string>> idle_bodies;
  std::vector<DependencyReport> dependencies;
  std::vector<std::string> drives;
  std::vector<std::string> drives_off;  ///< those of the file that are not there
  std::vector<std::string> remarks;     ///< on what the file may have meant otherwise
  std::vector<std::string> load_cases;
  std::string load_case;  ///< the one that acts, or empty
  std::vector<PathFit> paths;
  std::vector<BranchReport> branches;
  bool has_conditions{false};
  std::optional<BodyDistance> nearest;  ///< of the pose, if the file asks for clearance
  Mobility mobility;
  std::vector<std::string> beyond_travel;  ///< joint coordinates of the pose
  Pose pose;  ///< assembled at the start of the path, or of the joints alone without paths
};

/// Assembles the machine at the start of the path called `path` (empty: the first) and analyses
/// it there; looks for branches from `guesses` random guesses.
/// @throws AssemblyError if it cannot be assembled as the file asks, with the reason; InputError,
///   before that, for a table of loads that covers none of the file's paths (not the one called
///   `path`), whether it acts or not.
[[nodiscard]] Inspection inspect(const Machine& machine, const std::string& path, int guesses);

/// As one JSON document, schema globaldyn/check/1.
[[nodiscard]] std::string to_json(const Inspection& inspection, const std::string& program);

}  // namespace inspection
}  // namespace globaldyn::inside
