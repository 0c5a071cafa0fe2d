// What the drives of a machine can do at one place of a path: which speeds d1 = dp/dt and
// accelerations d2 = d²p/dt².   Usage: 01_region MACHINE.yaml
#include <globaldyn/evaluation.h>

#include <cstdio>

int main(int argc, char** argv) {
  if (argc != 2) return std::puts("Usage: 01_region MACHINE.yaml"), 2;
  const globaldyn::Machine machine = globaldyn::load_machine(argv[1]);
  const globaldyn::Path& path = machine.paths().front();
  const globaldyn::Evaluation evaluation =
      globaldyn::evaluate(machine, {.paths = {path.name}, .at = {0.25 * path.p_max}});
  const globaldyn::Sample& sample = evaluation.paths()[0].samples[0];
  if (sample.status != globaldyn::SampleStatus::ok) return std::puts(sample.reason.c_str()), 1;
  for (const globaldyn::Interval& d1 : sample.region.d1_intervals()) {
    std::printf("d1 from %g to %g /s\n", d1.low, d1.high);
  }
  if (const auto d2 = sample.region.d2_at_rest()) {
    std::printf("from rest, d2 from %g to %g /s²\n", d2->low, d2->high);
  }
  std::printf("at d1 = 1 /s, slowing down at 1 /s²: %s\n",
              sample.region.contains(1.0, -1.0) ? "possible" : "not possible");
  const Eigen::VectorXd forces = sample.calc_forces(1.0, -1.0);
  for (std::size_t k = 0; k < machine.drives().size(); ++k) {
    std::printf("%s: %g\n", machine.drives()[k].name.c_str(), forces(static_cast<Eigen::Index>(k)));
  }
  return 0;
}
