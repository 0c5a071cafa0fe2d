#pragma once

#include <ostream>
#include <string>
#include <vector>

#include "globaldyn/evaluation/evaluation.h"

namespace globaldyn::inside::test {

/// A path of a machine of the library.
struct LibraryPath {
  std::string machine;
  std::string path;

  friend std::ostream& operator<<(std::ostream& out, const LibraryPath& p) {
    return out << p.machine << "/" << p.path;
  }
};

/// machines/NAME/NAME.yaml of every machine in the library.
[[nodiscard]] std::vector<std::string> list_machines();

/// Every path of every machine.
[[nodiscard]] std::vector<LibraryPath> list_paths();

[[nodiscard]] std::string file_of(const std::string& machine);
[[nodiscard]] Machine load(const std::string& machine,
                           const std::vector<ParameterOverride>& overrides = {});

/// One pose of a path with everything computed there.
struct PoseCase {
  double p{0.0};
  Task task;
  Motion motion;
  MotionEquations equations;
  DriveForceMap map;
  Region region;
};

/// The regular poses among `count` equidistant samples of the path, shifted off special points.
[[nodiscard]] std::vector<PoseCase> sample_path(const Machine& machine, const Path& path,
                                                int count);

/// A name for parameterised tests.
[[nodiscard]] std::string to_test_name(const LibraryPath& path);

}  // namespace globaldyn::inside::test
