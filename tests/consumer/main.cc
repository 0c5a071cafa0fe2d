// What a user of the installed library writes.
#include <globaldyn/evaluation/evaluation.h>

#include <cstdio>

int main(int, char** argv) {
  const globaldyn::inside::Machine machine = globaldyn::inside::load_machine(argv[1]);
  const globaldyn::inside::Evaluation evaluation =
      globaldyn::inside::evaluate(machine, {.paths = {"circle_a"}, .samples = 3});
  const auto intervals = evaluation.paths[0].samples[0].region.d1_intervals();
  std::printf("d1max %.6f\n", intervals[0].high);
  // 32.1455 is the Sliding Star's value at p = 0.
  return intervals[0].high > 32.1 && intervals[0].high < 32.2 ? 0 : 1;
}
