#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "globaldyn/criteria/path/drive_use.h"
#include "globaldyn/region/region.h"

namespace globaldyn::inside {
inline namespace machine {
struct Machine;
}
inline namespace record {
struct PlannedMotion;
}
inline namespace criteria {

/// What is accessible at one p of a path, and how the tool moves with p there.
struct PathPlace {
  double p{0.0};
  Region region;
  double speed{0.0};  ///< m/s of the tool for d1 = 1/s
  double bend{0.0};   ///< its rate along the path: a tool at constant speed has d2 = -bend d1²
};

/// A path as seen by criteria.
struct PathModel {
  bool is_followed{false};  ///< the machine can follow all of it
  double failed_at{0.0};    ///< if not, the first evaluated p where it cannot be
  double reached{0.0};      ///< if there is no motion along it, the last p that can be reached
  std::string reason;       ///< one line, if it is not followed or there is no motion
  /// If there is no answer about the fastest motion: one line that says why.
  std::string undecided;
  std::string undecided_as;          ///< the same as a plan's status: `unlimited`, `gave_up`
  bool stops{false};                 ///< it has stops or corners
  bool exceeds_limits{false};        ///< a motion that is given does, as `reason` says
  std::vector<PathPlace> places;     ///< if asked for: rising p; twice where limits jump
  std::optional<double> time;        ///< of the fastest motion, if asked for and there is one
  std::optional<double> least_time;  ///< if asked for: of the law that is given, else the same
  /// s: if asked for, of the cycle in which the motors stay within what they bear for ever.
  std::optional<double> time_within_rated;
  /// m: by how much less that would be with one more unit of a rated force, s/N or s/(N m).
  VectorXd rated_prices;
  std::optional<double> losses;  ///< J: if asked for, the least in the time allowed
  /// If asked for, by how much less the fastest motion's time would be with one more watt of each
  /// drive's power (m; none without limits of them), and of their supply: s/W.
  VectorXd power_prices;
  double supply_price{0.0};
  DriveUse use;                                 ///< of that, if asked for
  std::shared_ptr<const PlannedMotion> motion;  ///< all of that, if asked for and there is one
  const Machine* machine{nullptr};              ///< not owned: whose motion it is, if asked for
  /// m: how far the tool gets from that, if asked for, in any error case; may be infinite.
  std::optional<double> tracking_error;
  std::string tracking_reason;      ///< one line, if that is infinite
  std::vector<std::string> drives;  ///< m: their names
  VectorXd limits;         ///< m: the drives' force limits, the smaller side; may be infinite
  VectorXd ratios;         ///< m: motor's speed per drive's, without sign
  VectorXd thermal_times;  ///< m: s; infinite where it is not known
  /// m: load's inertia over the rotor's, if asked for; infinite where there is no such number.
  VectorXd inertia_ratios;
};

}  // namespace criteria
}  // namespace globaldyn::inside
