// The fastest motion along a path, and which limits hold it back.
// Usage: 02_plan MACHINE.yaml
#include <cstdio>

#include "globaldyn/motion/plan_path.h"
#include "globaldyn/record/planned_motion.h"

int main(int argc, char** argv) {
  if (argc != 2) return std::puts("Usage: 02_plan MACHINE.yaml"), 2;
  const globaldyn::inside::Machine machine = globaldyn::inside::load_machine(argv[1]);
  globaldyn::inside::PlannedMotionOptions options;
  options.plan.tolerance = 1e-4;
  const globaldyn::inside::PlannedMotion motion =
      globaldyn::inside::plan_motion(machine, machine.paths.front(), options);
  if (!motion.plan.has_motion()) return std::puts(motion.plan.reason.c_str()), 1;
  std::printf("%s: %.6f s, at least %.6f s\n", globaldyn::inside::to_string(motion.plan.status()),
              motion.plan.time(), motion.plan.time_lower());
  for (const globaldyn::inside::DriveId drive : motion.drives.ids()) {
    std::printf("%s: at most %g, rms %g (N or N m)\n", motion.drives[drive].c_str(),
                motion.use.peak_force(row_of(drive)), motion.use.rms_force(row_of(drive)));
  }
  return 0;
}
