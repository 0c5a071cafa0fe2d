#include <globaldyn/robot_files.h>

#include "python/binding.h"

namespace globaldyn::python {

void bind_robot_files(nb::module_& module) {
  nb::class_<ImportedMachine>(module, "ImportedMachine",
                              "A machine file made from a file of another program's.")
      .def_ro("text", &ImportedMachine::text, "The machine file, for parse().")
      .def_ro("remarks", &ImportedMachine::remarks,
              "What was changed or left out, a line each; in the text, too.");
  module.def(
      "import_robot",
      [](const FilePath& file, const std::string& meshes) {
        for (const auto& [name, one] :
             {std::pair{"boxes", MeshShape::box}, {"capsules", MeshShape::capsule}}) {
          if (meshes == name) return import_robot(file.string(), one);
        }
        throw nb::value_error("meshes: expected 'boxes' or 'capsules'");
      },
      "file"_a, nb::kw_only(), "meshes"_a = "boxes",
      "The machine file of a robot in a URDF, SDFormat or MJCF file: a body for each link that "
      "moves, with the links that are fixed to it as frames; joints, loops and couplings; its "
      "motors; a path 'sweep' of all joints to begin with. Robots that float stand where the file "
      "shows them; what several bodies or drives have alike is a parameter.\n\n"
      "meshes: 'boxes' or 'capsules', the smallest around each, for meshes of STL and OBJ files.");
  nb::class_<ExportedRobot>(module, "ExportedRobot",
                            "A file of another program's made from a machine.")
      .def_ro("text", &ExportedRobot::text, "The file's.")
      .def_ro("remarks", &ExportedRobot::remarks,
              "What the format cannot say, a line each; in the text, too.");
  module.def(
      "export_robot",
      [](const Machine& machine, const std::string& format) {
        for (const auto& [name, one] : {std::pair{"urdf", RobotFormat::urdf},
                                        {"sdf", RobotFormat::sdf},
                                        {"mjcf", RobotFormat::mjcf}}) {
          if (format == name) return export_robot(machine, one);
        }
        throw nb::value_error("format: expected 'urdf', 'sdf' or 'mjcf'");
      },
      "machine"_a, "format"_a,
      "The machine as a robot file: 'urdf' (trees only), 'sdf' or 'mjcf'. MJCF and SDFormat show "
      "it "
      "where its guesses lead to (SDFormat at zero without loops).");
}

}  // namespace globaldyn::python
