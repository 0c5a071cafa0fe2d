#include "tests/support/machines.h"

#include <algorithm>
#include <filesystem>
#include <fstream>

#include "core/following/path_follower.h"
#include "core/formulations/cardan/cardan_equations.h"
#include "globaldyn/evaluation/path_walker.h"

namespace globaldyn::inside::test {

std::string file_of(const std::string& machine) {
  return std::string(GLOBALDYN_SOURCE_DIR) + "/machines/" + machine + "/" + machine + ".yaml";
}

std::vector<std::string> list_machines() {
  std::vector<std::string> names;
  for (const auto& entry :
       std::filesystem::directory_iterator(std::string(GLOBALDYN_SOURCE_DIR) + "/machines")) {
    const std::string name = entry.path().filename().string();
    if (std::filesystem::exists(file_of(name))) names.push_back(name);
  }
  std::sort(names.begin(), names.end());
  return names;
}

Machine load(const std::string& machine, const std::vector<ParameterOverride>& overrides) {
  return load_machine(file_of(machine), overrides);
}

namespace {

// The keys of the block `paths:`, in lines indented by two spaces, as the library's files are
// written. Every test is a process of its own that asks for the paths of all machines before it
// begins: loading these would take a tenth of a second, and all tests together minutes.
std::vector<LibraryPath> scan_paths(const std::string& machine) {
  std::vector<LibraryPath> paths;
  std::ifstream file(file_of(machine));
  bool is_inside = false;
  for (std::string line; std::getline(file, line);) {
    if (!line.empty() && line[0] != ' ' && line[0] != '#') is_inside = line == "paths:";
    const std::size_t colon = line.find(':');
    const bool is_key = colon != std::string::npos && colon > 2 && line.compare(0, 2, "  ") == 0 &&
                        line[2] != ' ' && line[2] != '#';
    if (is_inside && is_key) paths.push_back({machine, line.substr(2, colon - 2)});
  }
  return paths;
}

}  // namespace

std::vector<LibraryPath> list_paths() {
  static const std::vector<LibraryPath> all = [] {
    std::vector<LibraryPath> paths;
    for (const std::string& name : list_machines()) {
      for (LibraryPath& path : scan_paths(name)) paths.push_back(std::move(path));
    }
    return paths;
  }();
  return all;
}

std::vector<PoseCase> sample_path(const Machine& machine, const Path& path, int count) {
  std::vector<PoseCase> cases;
  PathFollower follower(machine.mechanism, machine.topology, path.task, 0.0, path.p_max);
  (void)follower.pose_at(0.0);
  for (int i = 0; i < count; ++i) {
    const double p = path.p_max * (i + 0.37) / count;
    FollowedPose followed = follower.pose_at(p);
    if (followed.status != PoseStatus::ok) continue;
    PoseCase c;
    c.p = p;
    c.task = path.task(p);
    c.motion = std::move(followed.motion);
    c.equations = make_cardan_equations({machine.mechanism, machine.topology, c.task, c.motion, p});
    PoseDynamics dynamics = calc_dynamics(machine, c.task, c.motion, p);
    c.map = std::move(dynamics.map);
    c.region = std::move(dynamics.region);
    cases.push_back(std::move(c));
  }
  return cases;
}

std::string to_test_name(const LibraryPath& path) {
  return path.machine + "_" + path.path;
}

}  // namespace globaldyn::inside::test
