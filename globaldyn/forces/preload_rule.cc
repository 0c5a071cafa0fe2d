#include "globaldyn/forces/preload_rule.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "core/base/errors.h"
#include "core/base/round_off.h"

namespace globaldyn::inside {
inline namespace forces {

VectorXd PreloadTable::at(double place) const {
  // It ends where its path does up to rounding errors.
  const double slack = round_off::kSolved * (std::abs(p.front()) + std::abs(p.back()));
  if (!(place >= p.front() - slack && place <= p.back() + slack)) {
    const bool is_before = place < p.front();
    throw InputError(
        whole_place(file),
        fmt::format("the table {} at p = {:g}, the preload at p = {:g} is asked for",
                    is_before ? "starts" : "ends", is_before ? p.front() : p.back(), place),
        "expected a table from the path's start to its end");
  }
  const auto above = std::upper_bound(p.begin() + 1, p.end() - 1, place);
  const Eigen::Index i = above - p.begin();
  const double low = *std::prev(above), share = (place - low) / (*above - low);
  return (1.0 - share) * forces.col(i - 1) + share * forces.col(i);
}

const char* to_string(PreloadRule::Kind kind) {
  switch (kind) {
    case PreloadRule::Kind::free:
      return "free";
    case PreloadRule::Kind::least_norm:
      return "least_norm";
    case PreloadRule::Kind::constant:
      return "constant";
    case PreloadRule::Kind::table:
      return "file";
  }
  return "";
}

PreloadRule::Kind read_preload_kind(const std::string& name) {
  using Kind = PreloadRule::Kind;
  for (const Kind kind : {Kind::least_norm, Kind::constant, Kind::table}) {
    if (name == to_string(kind)) return kind;
  }
  return Kind::free;
}

namespace {

// y so that some drives exert given forces: of n = A d1² + … + V y their rows say which.
void prescribe(const PreloadTable& table, double p, DriveForceMap& map) {
  const MatrixXd of_drives = map.V(table.of, Eigen::all);
  MatrixXd missing = -map.forces(table.of, Eigen::all);
  missing.col(kConstant) += table.at(p);
  const MatrixXd by_told = map.V * of_drives.completeOrthogonalDecomposition().pseudoInverse();
  const MatrixXd change = by_told * missing;
  map.forces += change;
  map.transmitted += change;
  // Of a drive that turns round the table tells a force with friction of either side, which at that
  // very place may be any: it reaches the others.
  const VectorXd slack = map.coulomb_slack(table.of);
  const VectorXd reached = by_told.cwiseAbs() * slack;
  for (Eigen::Index k = 0; k < reached.size(); ++k) {
    if (map.coulomb_slack(k) == 0.0) map.coulomb_slack(k) = reached(k);
  }
}

}  // namespace

void apply(const PreloadRule& rule, double p, DriveForceMap& map) {
  if (rule.is_free() || map.V.cols() == 0) return;
  if (rule.kind == PreloadRule::Kind::table && !rule.table.of.empty()) {
    prescribe(rule.table, p, map);
  } else if (rule.kind != PreloadRule::Kind::least_norm) {
    const bool is_table = rule.kind == PreloadRule::Kind::table;
    const VectorXd forces = is_table ? rule.table.at(p) : rule.forces;
    const VectorXd preload = map.V * (map.V.transpose() * forces);
    map.forces.col(kConstant) += preload;
    map.transmitted.col(kConstant) += preload;
  }
  map.V.resize(map.V.rows(), 0);
  map.determinant = std::abs(map.determinant);
}

}  // namespace forces
}  // namespace globaldyn::inside
