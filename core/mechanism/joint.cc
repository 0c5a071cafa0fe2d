#include "core/mechanism/joint.h"

namespace globaldyn {

const char* to_string(JointKind kind) {
  switch (kind) {
    case JointKind::revolute:
      return "revolute";
    case JointKind::prismatic:
      return "prismatic";
    case JointKind::cylindrical:
      return "cylindrical";
    case JointKind::universal:
      return "universal";
    case JointKind::spherical:
      return "spherical";
    case JointKind::planar:
      return "planar";
    case JointKind::screw:
      return "screw";
    case JointKind::weld:
      return "weld";
    case JointKind::distance:
      return "distance";
  }
  return "";
}

const std::vector<JointCoordinate>& coordinates_of(JointKind kind) {
  static const std::vector<JointCoordinate> none;
  static const std::vector<JointCoordinate> angle{{"angle", true}};
  static const std::vector<JointCoordinate> displacement{{"displacement", false}};
  static const std::vector<JointCoordinate> cylindrical{{"displacement", false}, {"angle", true}};
  static const std::vector<JointCoordinate> universal{{"angle_a", true}, {"angle_b", true}};
  static const std::vector<JointCoordinate> planar{{"x", false}, {"y", false}, {"angle", true}};
  static const std::vector<JointCoordinate> screw{{"angle", true}, {"displacement", false}};
  switch (kind) {
    case JointKind::revolute:
      return angle;
    case JointKind::prismatic:
      return displacement;
    case JointKind::cylindrical:
      return cylindrical;
    case JointKind::universal:
      return universal;
    case JointKind::planar:
      return planar;
    case JointKind::screw:
      return screw;
    default:
      return none;
  }
}

const std::vector<std::string>& list_constraint_names(JointKind kind) {
  static const std::vector<std::string> revolute{"x", "y", "z", "my", "mx"};
  static const std::vector<std::string> prismatic{"x", "y", "my", "mx", "mz"};
  static const std::vector<std::string> cylindrical{"x", "y", "my", "mx"};
  static const std::vector<std::string> screw{"x", "y", "my", "mx", ""};
  static const std::vector<std::string> universal{"x", "y", "z", ""};
  static const std::vector<std::string> spherical{"x", "y", "z"};
  static const std::vector<std::string> planar{"z", "my", "mx"};
  static const std::vector<std::string> weld{"x", "y", "z", "my", "mx", "mz"};
  static const std::vector<std::string> distance{"length"};
  switch (kind) {
    case JointKind::revolute:
      return revolute;
    case JointKind::prismatic:
      return prismatic;
    case JointKind::cylindrical:
      return cylindrical;
    case JointKind::universal:
      return universal;
    case JointKind::spherical:
      return spherical;
    case JointKind::planar:
      return planar;
    case JointKind::screw:
      return screw;
    case JointKind::weld:
      return weld;
    case JointKind::distance:
      break;
  }
  return distance;
}

}  // namespace globaldyn
