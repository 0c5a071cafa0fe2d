// Criteria of one's own: one of poses, one of motions. Whatever the program reads and runs after
// that, studies as well, knows them by name. Usage: 09_own_criteria MACHINE.yaml
#include <globaldyn/own_criteria.h>

#include <algorithm>
#include <cmath>
#include <cstdio>

namespace {

// How far the tool is from the middle.
double find_distance(const globaldyn::RestingPose& pose) {
  return pose.tool.position.norm();
}

// When the drives together deliver the most.
double find_hottest_time(const globaldyn::Plan& plan) {
  Eigen::Index at = 0;
  plan.power().rowwise().sum().maxCoeff(&at);
  return plan.t()(at);
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2) return std::puts("Usage: 09_own_criteria MACHINE.yaml"), 2;
  globaldyn::Criterion about;
  about.name = "distance";
  about.unit = "m";
  about.better = globaldyn::Criterion::Better::smaller;
  about.description = "of the tool from the middle";
  globaldyn::add_pose_criterion(about, find_distance);
  about.name = "hottest_time";
  about.unit = "s";
  about.description = "when the drives deliver the most";
  globaldyn::add_path_criterion(about, find_hottest_time);

  const globaldyn::Machine machine = globaldyn::load_machine(argv[1]);
  for (const auto& one : globaldyn::calc_path_criteria(machine, {"hottest_time", "time"})) {
    std::printf("%s.%s = %g %s\n", one.path.c_str(), one.name.c_str(), one.value, one.unit.c_str());
    const auto poses =
        globaldyn::calc_pose_criteria(machine, one.path, {"distance"}).values.front();
    std::printf("  up to %g m from the middle\n", *std::max_element(poses.begin(), poses.end()));
  }
  return 0;
}
