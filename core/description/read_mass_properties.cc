#include "core/description/read_mass_properties.h"

#include <fmt/format.h>

#include <cmath>
#include <optional>
#include <string>

#include "core/base/constants.h"
#include "core/base/nth.h"
#include "core/description/quantities.h"
#include "core/description/rotations.h"
#include "core/expression/share.h"

namespace globaldyn::inside {
inline namespace core {
namespace {

Matrix3d read_matrix(const Node& node, const Parameters& parameters) {
  const std::vector<Node> rows = node.items();
  if (rows.size() != 3) node.fail(std::to_string(rows.size()) + " rows", "expected 3");
  Matrix3d matrix;
  for (int i = 0; i < 3; ++i) {
    matrix.row(i) = read_vector(nth(rows, i), dimension::inertia, parameters, false);
  }
  return matrix;
}

// The six distinct entries by name; the products of inertia are the matrix's entries.
Matrix3d read_entries(const Node& node, const Parameters& parameters) {
  const auto entry = [&](const char* key, bool needed) {
    const auto value = needed ? std::optional(node.require(key)) : node.find(key);
    return value ? read_number(*value, dimension::inertia, parameters) : 0.0;
  };
  const double xy = entry("xy", false), xz = entry("xz", false), yz = entry("yz", false);
  const double xx = entry("xx", true), yy = entry("yy", true), zz = entry("zz", true);
  Matrix3d matrix;
  matrix << xx, xy, xz, xy, yy, yz, xz, yz, zz;  // none may throw between the commas
  return matrix;
}

// By how much measured values may be beyond what a body can have: `measured: true` stands for 5 %,
// as published measurements (the PUMA 560's second joint, for one) need.
double read_measured(const Node& node) {
  constexpr double kUsual = 0.05;
  if (node.text() == "true") return kUsual;
  if (node.text() == "false") return 0.0;
  const double share = parse_share(node.text(), node.place());
  // Beyond it one moment is more than twice what the other two allow: no error of measurement.
  constexpr double kMost = 1.0;
  if (share >= 0.0 && share <= kMost) return share;
  node.fail("'" + node.text() + "'", "expected true, false or a share up to 100 %, such as 10 %");
}

// By how much the largest principal moment exceeds the sum of the other two, as a share of that.
double find_excess(const Matrix3d& inertia) {
  const Vector3d moments =
      Eigen::SelfAdjointEigenSolver<Matrix3d>(inertia, Eigen::EigenvaluesOnly).eigenvalues();
  return moments(2) / (moments(0) + moments(1)) - 1.0;
}

void check_inertia(const Node& node, const Matrix3d& inertia) {
  const auto measured = node.find("measured");
  const double slack = measured ? read_measured(*measured) : 0.0;
  std::string impossible = explain_impossible_inertia(inertia, slack);
  if (impossible.empty()) return;
  std::string expected = "expected one about the centre of mass of a real body";
  const bool is_otherwise_possible = explain_impossible_inertia(inertia, kInfinity).empty();
  const double excess = is_otherwise_possible ? find_excess(inertia) : 0.0;
  if (std::isfinite(excess) && excess > 0.0) {
    impossible += fmt::format(" by {:.2g} %", 100.0 * excess);
    // Rounded up, so that what is told is enough.
    const double enough = std::ceil(1e3 * excess * (1.0 + 1e-9)) / 10.0;
    if (excess <= 1.0) {
      expected +=
          fmt::format("; 'measured: {:g} %' accepts measurements that are off by as much", enough);
    }
  }
  node.fail("an inertia tensor that no body can have (" + impossible + ")", expected);
}

Matrix3d read_inertia(const Node& node, const Parameters& parameters, double mass,
                      const Vector3d& com) {
  node.allow_only({"diag", "matrix", "plate", "rod", "xx", "yy", "zz", "xy", "xz", "yz", "about",
                   "cardan", "rpy", "quaternion", "measured"});
  node.allow_one_of({"diag", "matrix", "plate", "rod"});
  for (const char* entry : {"xx", "yy", "zz", "xy", "xz", "yz"}) {
    node.allow_one_of({"diag", "matrix", "plate", "rod", entry});
  }
  Matrix3d inertia;
  if (const auto diag = node.find("diag")) {
    inertia = read_vector(*diag, dimension::inertia, parameters, false).asDiagonal();
  } else if (const auto matrix = node.find("matrix")) {
    inertia = read_matrix(*matrix, parameters);
  } else if (const auto plate = node.find("plate")) {
    // A thin plate in the x-y plane, given by its moment of inertia about z, as in planar machines.
    const double moment = read_positive(*plate, dimension::inertia, parameters, "inertia", true);
    inertia = Vector3d(0.5 * moment, 0.5 * moment, moment).asDiagonal();
  } else if (const auto rod = node.find("rod")) {
    // A slender rod along x, given by its transverse moment of inertia; 1 % of that about its own
    // axis.
    const double moment = read_positive(*rod, dimension::inertia, parameters, "inertia", true);
    inertia = Vector3d(0.01 * moment, moment, moment).asDiagonal();
  } else {
    inertia = read_entries(node, parameters);
  }
  if (const auto turned = find_rotation(node, parameters)) {
    inertia = *turned * inertia * turned->transpose();
  }
  if (const auto about = node.find("about")) {
    if (about->read_choice({"com", "origin"}) == 1) {
      inertia -= mass * (com.squaredNorm() * Matrix3d::Identity() - com * com.transpose());
    }
  }
  check_inertia(node, inertia);
  return inertia;
}

}  // namespace

MassProperties read_mass_properties(const Node& node, const Parameters& parameters,
                                    const std::vector<MassProperties>& solids) {
  const auto mass = node.find("mass");
  if (!mass) {
    for (const char* key : {"com", "inertia"}) {
      if (const auto stray = node.find(key)) {
        stray->fail(std::string("'") + key + "' without 'mass'", "expected both or neither");
      }
    }
    if (solids.empty()) {
      node.fail("a body without mass", "expected 'mass' (0 for none), or solids with a material");
    }
    return combine(solids);
  }
  if (!solids.empty()) {
    mass->fail("both 'mass' and solids with a mass of their own", "expected one of them");
  }
  MassProperties result;
  result.mass = read_positive(*mass, dimension::mass, parameters, "mass", true);
  if (const auto com = node.find("com")) {
    result.com = read_vector(*com, dimension::length, parameters);
  }
  if (const auto inertia = node.find("inertia")) {
    result.inertia = read_inertia(*inertia, parameters, result.mass, result.com);
  }
  return result;
}

}  // namespace core
}  // namespace globaldyn::inside
