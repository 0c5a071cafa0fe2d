#pragma once

#include <limits>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "core/expression/dimension.h"
#include "globaldyn/criteria/pose_model.h"
#include "globaldyn/region/region.h"

namespace globaldyn {

enum class Better { larger, smaller };

/// What of a path a criterion looks at.
enum class PathNeed {
  regions,  ///< what is accessible along it
  time,     ///< the time of the fastest motion
  forces,   ///< what the drives do on the fastest motion
};

struct PathModel;

/// What a criterion may be told besides.
struct CriterionSettings {
  std::optional<Vector3d> along;  ///< a unit direction, global
  double speed{0.0};              ///< of the tool, m/s
  int drive{-1};                  ///< which drive
};

/// A number that says how good a machine is: of a pose; of the accessible region of a path that
/// runs through one with p in metres, so that d1 is the tool's speed (a pattern); or of a path.
struct Criterion {
  using OfPose = double (*)(const PoseModel& model, const CriterionSettings& settings);
  using OfRegion = double (*)(const Region& region, double speed);
  using OfPath = double (*)(const PathModel& model, const CriterionSettings& settings);

  std::string name;
  std::string unit;  ///< SI; "1" for plain numbers
  Dimension dimension;
  Better better{Better::larger};
  double when_unreachable{0.0};  ///< its value where the machine cannot be
  std::string description;       ///< one line
  bool takes_direction{false};   ///< `along` is of use
  bool needs_compliance{false};  ///< the file must say how stiff something is
  std::variant<OfPose, OfRegion, OfPath> calc;
  // Of paths:
  PathNeed need{PathNeed::regions};
  bool needs_tool{false};
  bool takes_drive{false};  ///< a value for each drive
  std::string rotary_unit;  ///< of drives that turn, if another

  [[nodiscard]] bool is_of_pose() const { return std::holds_alternative<OfPose>(calc); }
  [[nodiscard]] bool is_of_region() const { return std::holds_alternative<OfRegion>(calc); }
  [[nodiscard]] bool is_of_path() const { return std::holds_alternative<OfPath>(calc); }
};

/// All criteria: of poses, of patterns, of paths.
[[nodiscard]] const std::vector<Criterion>& list_criteria();

/// The criterion called so, or null.
[[nodiscard]] const Criterion* find_criterion(const std::string& name);

}  // namespace globaldyn
