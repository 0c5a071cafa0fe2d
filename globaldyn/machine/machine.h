#pragma once

#include <string>
#include <vector>

#include "core/description/parameters.h"
#include "core/expression/shown_units.h"
#include "core/mechanism/mechanism.h"
#include "core/mechanism/topology.h"
#include "globaldyn/clearance/clearance.h"
#include "globaldyn/criteria/registry/path_criterion.h"
#include "globaldyn/feedback/feedback.h"
#include "globaldyn/forces/preload_rule.h"
#include "globaldyn/limits/reaction_limits.h"
#include "globaldyn/maps/request/map_description.h"
#include "globaldyn/path/cycle.h"
#include "globaldyn/path/path.h"

namespace globaldyn::inside {
inline namespace machine {

/// What all drives together may draw from their supply at a time, and give back to it, as
/// mechanical power at the motors, W; infinite: any.
struct SupplyLimit {
  double power{kInfinity};
  double back{kInfinity};
  double recovered{0.0};  ///< share of what drives give back that is drawn less; the rest is burnt

  [[nodiscard]] bool is_any() const { return power < kInfinity || back < kInfinity; }
};

/// Everything in a machine file. A value; nothing in it is changed after reading.
struct Machine {
  std::string file;
  std::string text;  ///< of the file, word for word; empty if it was read as a document
  std::string description;
  Parameters parameters;
  std::vector<std::string> load_cases;    ///< the names of those in the file
  std::string load_case;                  ///< the one that acts, or empty
  Mechanism mechanism;                    ///< under it
  std::vector<ToolWrench> idle_wrenches;  ///< of load cases, if none acts and they have been read
  Topology topology;
  Drives off;  ///< drives of the file that are not there: as its `enabled` says, or by without()
  PreloadRule preload;  ///< asked for beside the file; see set_preload()
  SupplyLimit supply;   ///< holds for planned motions
  std::vector<ReactionLimit> reactions;
  std::optional<Clearance> clearance;
  std::vector<Path> paths;
  std::vector<Cycle> cycles;  ///< of the machine without a load case; those under one have none
  std::vector<MapDescription> maps;
  std::vector<CriterionFormula> formulas;  ///< criteria of paths defined from others
  ShownUnits units;                        ///< that people are shown results in
  std::optional<FeedbackDescription> feedback;
  /// The machine in each of the feedback's cases, in their order; these have no feedback.
  std::vector<Machine> perturbed;
  /// The machine under each load case that cycles name, in the order of `load_cases`; these have no
  /// cycles.
  std::vector<Machine> loaded;
};

/// What a machine was read from, to read it again with other parameters.
struct MachineOrigin {
  std::string text;    ///< of its file
  std::string folder;  ///< where the files are that it names
  std::vector<ParameterOverride> settings;
};

/// The schema version this program reads: `globaldyn: 1` at the top of the file.
inline constexpr int kMachineSchema = 1;

/// Reads a machine file; `overrides` replace values of its parameters, `load_case` says which of
/// its load cases acts, and parameters are off by `errors`. @throws InputError at the first error,
/// with file, line and column.
[[nodiscard]] Machine load_machine(const std::string& file,
                                   const std::vector<ParameterOverride>& overrides = {},
                                   const std::string& load_case = {},
                                   const std::vector<ParameterError>& errors = {});

/// The same from text, called `file` in messages; files it names are looked for in `folder`.
[[nodiscard]] Machine parse_machine(const std::string& text, const std::string& file,
                                    const std::string& folder,
                                    const std::vector<ParameterOverride>& overrides = {},
                                    const std::string& load_case = {},
                                    const std::vector<ParameterError>& errors = {});

/// Whether they have as many bodies, joints and drives, so that a motion of the one makes sense for
/// the other.
[[nodiscard]] bool has_structure_of(const Machine& one, const Machine& other);

/// @throws InputError if the file has no `feedback: errors` to test plans against
void require_error_cases(const Machine& machine, const SourcePlace& place);

/// The path called `name`. @throws InputError with the most similar name.
[[nodiscard]] const Path& find_path(const Machine& machine, const std::string& name);

/// The cycle called `name`. @throws InputError with the most similar name.
[[nodiscard]] const Cycle& find_cycle(const Machine& machine, const std::string& name);

/// The machine under a load case that its cycles name; itself if that is empty.
[[nodiscard]] const Machine& find_loaded(const Machine& machine, const std::string& load_case);

/// Sets the rule for the machine and for the same under other loads and with errors.
/// @throws InputError at `place` if a constant preload has not one force a drive
void set_preload(const PreloadRule& rule, const SourcePlace& place, Machine& machine);

/// The map called `name`. @throws InputError with the most similar name.
[[nodiscard]] const MapDescription& find_map(const Machine& machine, const std::string& name);

}  // namespace machine
}  // namespace globaldyn::inside
