#pragma once

#include <string>
#include <vector>

#include "globaldyn/forces/drive_force_map.h"

namespace globaldyn::inside {
inline namespace forces {

/// Forces over the p of loads, straight between its places.
struct PreloadTable {
  std::vector<double> p;  ///< strictly increasing, at least two
  MatrixXd forces;        ///< m x places, N or N m; or a row for each of `of`
  std::string file;       ///< its name, for messages
  /// The drives, by number, that exert these forces, whatever the motion: as many as the preload
  /// has directions, so that all others follow. None: of all drives' forces what does no work is
  /// exerted.
  std::vector<Eigen::Index> of{};

  /// @throws InputError where p is beyond the table: what happens there is not known.
  [[nodiscard]] VectorXd at(double place) const;
};

/// What is known of y in n = A d1² + B d1 + C + D d2 + V y before limits are: how the drives of a
/// machine with more of them than degrees of freedom share what is asked of them.
struct PreloadRule {
  enum class Kind {
    free,        ///< nothing: any y within the limits
    least_norm,  ///< y = 0: the forces of least norm, whether or not they keep to the limits
    constant,    ///< what of `forces` does no work is exerted all the time
    table,       ///< likewise of the forces of a table over p, at every p
  };
  Kind kind{Kind::free};
  VectorXd forces;       ///< m, N or N m, of `constant`
  PreloadTable table{};  ///< of `table`

  [[nodiscard]] bool is_free() const { return kind == Kind::free; }
};

/// "free", "least_norm", "constant", "file".
[[nodiscard]] const char* to_string(PreloadRule::Kind kind);

/// The kind of that name; `free` if there is none.
[[nodiscard]] PreloadRule::Kind read_preload_kind(const std::string& name);

/// Leaves the map no y that is not known. The determinant loses its sign, which depends on V.
/// @param p of the pose's loads  @throws InputError as PreloadTable::at()
void apply(const PreloadRule& rule, double p, DriveForceMap& map);

}  // namespace forces
}  // namespace globaldyn::inside
