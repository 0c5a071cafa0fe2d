#include <globaldyn/robot_files.h>

#include "api/dynamics/machine_impl.h"
#include "globaldyn/exchange/export_machine.h"
#include "globaldyn/exchange/machine_text.h"

namespace globaldyn {

ImportedMachine import_robot(const std::string& file, MeshShape meshes) {
  const auto shape =
      meshes == MeshShape::capsule ? inside::MeshShape::capsule : inside::MeshShape::box;
  const inside::ImportedMachine made = inside::import_robot(file, shape);
  return {made.text, made.remarks};
}

ExportedRobot export_robot(const Machine& machine, RobotFormat format) {
  const inside::Machine& own = machine_of(machine);
  const inside::ExportedRobot made =
      inside::export_machine(own.mechanism, own.topology, own.file,
                             static_cast<inside::RobotFormat>(static_cast<int>(format)));
  return {made.text, made.remarks};
}

}  // namespace globaldyn
