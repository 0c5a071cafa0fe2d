#include "tests/support/rod_loop.h"

#include <fmt/format.h>

namespace globaldyn::test {

std::string make_rod_loop(int count) {
  std::string bodies, joints;
  const double corner = 360.0 / count;
  for (int i = 1; i < count; ++i) {
    bodies += fmt::format(
        "  r{}: {{mass: 1, com: [0.5, 0], inertia: {{rod: 1/12}}, frames: {{tip: [1, 0]}}}}\n", i);
    joints +=
        fmt::format("  J{0}: {{type: revolute, a: {1}, b: r{0}, guess: {2} deg}}\n", i,
                    i == 1 ? "{body: ground, at: [1, 0]}" : fmt::format("r{}.tip", i - 1), -corner);
  }
  joints += fmt::format("  J{0}: {{type: revolute, a: r{1}.tip, b: ground}}\n", count, count - 1);
  return "globaldyn: 1\nname: loop\ngravity: [0, -9.81, 0]\nbodies:\n" + bodies + "joints:\n" +
         joints;
}

}  // namespace globaldyn::test
