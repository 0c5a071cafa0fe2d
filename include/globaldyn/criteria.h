#pragma once

#include <globaldyn/machine.h>
#include <globaldyn/work.h>

#include <atomic>
#include <cstddef>
#include <string>
#include <vector>

namespace globaldyn {

/// A number that says how good a machine is.
struct Criterion {
  enum class Of {
    pose,     ///< of a pose: in maps, and along paths
    pattern,  ///< of what a machine can do about a pose: in maps
    path,     ///< of a path
    machine,  ///< of a machine as a whole: in studies

  };
  enum class Better { larger, smaller };

  std::string name;
  std::string unit;  ///< SI; "1": a plain number
  Better better{Better::larger};
  Of of{Of::path};
  std::string description;  ///< one line
};

/// All criteria that there are; docs/criteria.md says more of them.
[[nodiscard]] std::vector<Criterion> list_criteria();

/// How criteria of paths are evaluated.
struct CriteriaOptions {
  double tolerance{1e-4};  ///< of the times that they need, relative
  double reserve{0.0};     ///< share of every limit that motions keep free
  double speed{0.0};       ///< of the tool, m/s, at which accelerations are evaluated
  int places{401};         ///< equally spaced in p; and both sides of every jump
  std::size_t work{0};     ///< of a plan, see PlanOptions
  Work run;
};

/// A criterion's value on a path.
struct CriterionValue {
  std::string path;
  std::string name;
  std::string unit;
  Criterion::Better better{Criterion::Better::larger};
  double value{0.0};   ///< SI
  std::string status;  ///< empty; or why there is no value: `unlimited`, `gave_up`, as of plans
  std::string reason;  ///< one line, if there is no value or the machine does not get to the end
};

/// Criteria of paths, or formulas of the file, on each of the paths (all if none is named), those
/// of a path in the order of `criteria`; one that has a value for each drive gives as many.
/// @throws InputError for unknown names
[[nodiscard]] std::vector<CriterionValue> calc_path_criteria(
    const Machine& machine, const std::vector<std::string>& criteria,
    const std::vector<std::string>& paths = {}, const CriteriaOptions& options = {});

/// Criteria of poses along a path.
struct PoseCriteria {
  std::vector<std::string> names;           ///< of the criteria, in the order asked for
  std::vector<double> p;                    ///< where they are known, increasing
  std::vector<std::vector<double>> values;  ///< per criterion, in the order asked for, and p
  std::string status;     ///< ok, or why they end before the path does, as of samples
  double failed_at{0.0};  ///< the first p asked for that is not ok
  std::string reason;     ///< one line, if not ok
};

/// Evaluates criteria of poses at `samples` equally spaced p, both ends included. The machine goes
/// on beyond its joints' travel and through collisions, so that criteria tell by how much.
/// @param cancel set to true from outside: Interrupted is thrown
/// @throws InputError for names that are no criteria of poses
[[nodiscard]] PoseCriteria calc_pose_criteria(const Machine& machine, const std::string& path,
                                              const std::vector<std::string>& criteria,
                                              int samples = 61,
                                              const std::atomic<bool>* cancel = nullptr);

}  // namespace globaldyn
