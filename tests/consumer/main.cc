// What a user of the installed library writes.
#include <globaldyn/check.h>
#include <globaldyn/coefficients.h>
#include <globaldyn/evaluation.h>
#include <globaldyn/map.h>
#include <globaldyn/plan.h>
#include <globaldyn/simulation.h>
#include <globaldyn/study.h>

#include <cstdio>

int main(int, char** argv) {
  const globaldyn::Machine machine = globaldyn::load_machine(argv[1]);
  const globaldyn::Evaluation evaluation =
      globaldyn::evaluate(machine, {.paths = {"circle_a"}, .samples = 3});
  const auto intervals = evaluation.paths()[0].samples[0].region.d1_intervals();
  const globaldyn::Check check = globaldyn::check(machine, {.path = "", .guesses = 0});
  std::printf("d1max %.6f, %d degrees of freedom\n", intervals[0].high, check.n_dof);
  // 32.1455 is the Sliding Star's value at p = 0.
  return intervals[0].high > 32.1 && intervals[0].high < 32.2 && check.n_dof == 3 ? 0 : 1;
}
