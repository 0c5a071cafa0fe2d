#pragma once

#include <cmath>
#include <string>

#include "optimize/study/study.h"
#include "tests/support/temporary_folder.h"

namespace globaldyn::inside {

/// A carriage of mass `mass` that a motor of force ± `force` moves by `length` along x: from rest
/// to rest in 2 sqrt(length mass / force).
inline constexpr const char* kSlide = R"(globaldyn: 1
name: slide
parameters:
  mass: {value: 2 kg, min: 0.1 kg, max: 100 kg}
  force: {value: 8 N, min: 1 mN, max: 1 kN}
  length: {value: 1 m, min: 1 mm, max: 10 m}
  reach: 1.5 m
  gap: 0.2 m
bodies: {carriage: {mass: mass, inertia: {diag: [1, 1, 1]}}}
joints:
  P: {type: prismatic, a: {body: ground, axis: x}, b: {body: carriage, axis: x}, travel: [-0.5, reach]}
drives:
  F: {joint: P, limits: force}
tool: carriage
load_cases: {carrying: {payload: {mass: 6 kg}}}
paths:
  stroke: {joints: {P: length*p}, p_max: 1}
maps:
  way:
    grid: {x: {from: 0 m, to: 1 m, count: 5}}
    criteria: [acceleration, reachability]
    reductions:
      least: {of: acceleration, take: min}
      share: {of: reachability, take: share, above: 1}
)";

inline double slide_time(double length, double mass, double force) {
  return 2.0 * std::sqrt(length * mass / force);
}

/// A study of the slide: `text` without its first three lines.
class SlideStudy {
 public:
  explicit SlideStudy(const std::string& text, const std::string& machine = kSlide) {
    folder_.write("slide.yaml", machine);
    folder_.write(
        "motors.csv",
        "name,mass [g],force [N],price [EUR],poles\n"
        "small,1000,4,100,2\n# a comment\nmiddle,2000,16,250,4\n\"large, heavy\",5000,30,700,6\n");
    folder_.write("study.yaml", "globaldyn_study: 1\nname: slide\nmachine: slide.yaml\n" + text);
  }

  [[nodiscard]] Study load() const { return load_study(folder_.file("study.yaml")); }
  [[nodiscard]] const TemporaryFolder& folder() const { return folder_; }

 private:
  TemporaryFolder folder_;
};

}  // namespace globaldyn::inside
