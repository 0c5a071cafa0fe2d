#include "globaldyn/exchange/export_machine.h"

#include "core/base/errors.h"
#include "globaldyn/exchange/robot_of_mechanism.h"

namespace globaldyn::inside {
inline namespace exchange {

RobotFormat find_robot_format(const std::string& name) {
  if (name == "urdf") return RobotFormat::urdf;
  if (name == "sdf") return RobotFormat::sdf;
  if (name == "mjcf") return RobotFormat::mjcf;
  throw InputError(whole_place("export"), "no format '" + name + "'",
                   suggest_name(name, {"urdf", "sdf", "mjcf"}));
}

ExportedRobot export_machine(const Mechanism& mechanism, const Topology& topology,
                             const std::string& file, RobotFormat format) {
  Robot robot = make_robot(mechanism, topology, file, format == RobotFormat::sdf);
  switch (format) {
    case RobotFormat::urdf:
      return write_urdf(std::move(robot), file);
    case RobotFormat::sdf:
      return write_sdf(std::move(robot), file);
    case RobotFormat::mjcf:
      break;
  }
  return write_mjcf(std::move(robot), file);
}

}  // namespace exchange
}  // namespace globaldyn::inside
